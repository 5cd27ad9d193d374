//! What a look sees in a real Chromium: the page script in the extension's isolated world, as the worker calls it.

use std::collections::HashSet;

use edith_lab::browser::{Browser, Extension, Page};
use edith_lab::model_server::Reply;
use edith_lab::sites::{Sites, see};
use edith_page::page_api::{Probe, SCRIPT};
use edith_page::relocate::Sight;
use edith_page::uid::{Seen as SeenAs, same_identity};
use edith_page::{Index, Legends, RawPage, UidTable};
use serde_json::{Value, json};

use super::browser;
use super::lab::{Lab, open};
use super::play::{at, click, ended, lab};

/// A browser whose pages are read by the extension's script, without a run.
pub(crate) struct Eyes {
    /// The browser.
    pub browser: Browser,
    /// The sample sites.
    pub sites: Sites,
    extension: Extension,
}

/// A page under observation.
pub(crate) struct Seen {
    /// The page's tab.
    pub page: Page,
    tab: i64,
}

impl Eyes {
    pub(crate) async fn open() -> Self {
        let browser = browser().await;
        let extension = browser.open_bare().await.unwrap();
        Self { browser, sites: Sites::start().await.unwrap(), extension }
    }

    /// The observer of a browser in which a run worked.
    pub(crate) fn from_lab(lab: Lab) -> Self {
        Self { browser: lab.browser, sites: lab.sites, extension: lab.extension }
    }

    /// An open page that already has a run's script.
    pub(crate) async fn at(&self, url: &str) -> Seen {
        let is_it = |target: &edith_lab::browser::Target| target.kind == "page" && target.url == url;
        let target = self.browser.wait_target("the open page", is_it, super::SOON).await.unwrap();
        let page = self.browser.attach(&target.id).await.unwrap();
        Seen { page, tab: self.extension.tab_id(url).await.unwrap().unwrap() }
    }

    /// The number of actionable elements according to the page, with the missing and the false ones.
    pub(crate) async fn marks(&self, seen: &Seen) -> (u64, Vec<String>) {
        let page = self.walk(seen).await;
        // Rows that nobody can press are told, and are no controls.
        let rows: HashSet<u32> = page.nodes.iter().filter(|node| node.why == "row").map(|node| node.node).collect();
        let index = Index::build(page, &mut UidTable::default());
        let usable = index.elements.iter().filter(|element| !element.states.behind_modal);
        let usable = usable.filter(|element| !rows.contains(&element.target.node));
        let numbers: Vec<u32> = usable.map(|element| element.target.node).collect();
        let marks = self.call(seen, MARKS, json!([numbers])).await;
        let listed = |kind: &str| -> Vec<String> {
            marks[kind].as_array().unwrap().iter().map(|what| format!("{kind}: {what}")).collect()
        };
        (marks["wanted"].as_u64().unwrap(), [listed("missing"), listed("false")].concat())
    }

    /// Opens an address and injects the page script.
    pub(crate) async fn on(&self, url: &str) -> Seen {
        let page = self.browser.open_page(url).await.unwrap();
        let tab = self.extension.tab_id(url).await.unwrap().unwrap();
        let seen = Seen { page, tab };
        self.inject(&seen).await;
        seen
    }

    /// Injects the page script; needed again after a navigation.
    pub(crate) async fn inject(&self, seen: &Seen) {
        let injection = json!({ "target": { "tabId": seen.tab }, "files": [SCRIPT] });
        let script = format!("chrome.scripting.executeScript({injection}).then(() => true)");
        self.extension.page().eval(&script).await.unwrap();
    }

    /// Calls a function in the isolated world.
    pub(crate) async fn call(&self, seen: &Seen, function: &str, arguments: Value) -> Value {
        let script = format!(
            "chrome.scripting.executeScript({{ target: {{ tabId: {} }}, args: {arguments}, func: {function} }}) \
             .then(answers => answers[0].result)",
            seen.tab
        );
        self.extension.page().eval(&script).await.unwrap()
    }

    /// The walk's answer.
    pub(crate) async fn walk(&self, seen: &Seen) -> RawPage {
        let answer = self.call(seen, "options => edithPage.walk(options)", json!([{ "run": "test" }])).await;
        RawPage::parse(answer.as_str().unwrap_or_else(|| panic!("{answer}"))).unwrap()
    }

    /// The raw page that a look is made from.
    pub(crate) async fn index(&self, seen: &Seen) -> Index {
        Index::build(self.walk(seen).await, &mut UidTable::default())
    }
}

/// The actionable elements according to the page, the numbers of those that were found, and the page's description of each.
const MARKS: &str = "numbers => {
    const wanted = [];
    const collect = (root) => {
      for (const element of root.querySelectorAll('*')) {
        if (element.dataset?.see) wanted.push(element);
        let shadow = null;
        try { shadow = chrome.dom.openOrClosedShadowRoot(element); } catch {}
        if (shadow) collect(shadow);
        if (element.localName === 'iframe' && element.contentDocument) collect(element.contentDocument);
      }
    };
    collect(document);
    const found = new Set(numbers.map((number) => edithParts.elementOf(number)));
    return {
      wanted: wanted.length,
      missing: wanted.filter((element) => !found.has(element)).map((element) => element.dataset.see),
      false: [...found].filter((element) => !element.dataset.see).map((element) => element.dataset.not ?? element.outerHTML.slice(0, 80)),
    };
  }";

#[tokio::test]
async fn everything_a_person_can_act_on_is_listed_and_nothing_else() {
    let eyes = Eyes::open().await;
    let (mut wanted, mut wrong) = (0, Vec::new());
    for name in see::names() {
        let seen = eyes.on(&format!("{}/see/{name}", eyes.sites.origin)).await;
        let (count, found) = eyes.marks(&seen).await;
        wanted += count;
        wrong.extend(found.into_iter().map(|what| format!("{name}: {what}")));
    }
    assert!(wrong.is_empty(), "{} of {wanted}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(wanted >= 104, "{wanted}");
}

/// Role and name of each marked element according to the page script.
const NAMES: &str = "() => [...document.querySelectorAll('[data-t]')].map((element) => {
    const role = edithParts.roleOf(element);
    return { at: Number(element.dataset.t), role, name: edithParts.accessibleName(element, role), tag: element.localName,
             hint: element.title || element.placeholder || '', html: element.outerHTML.slice(0, 300) };
  })";

/// Chromium's roles that are synonyms, or have no equivalent in ARIA.
fn aria_role(chromium: &str) -> &str {
    match chromium {
        "DisclosureTriangle" | "DisclosureTriangleGrouped" => "button",
        "ComboBoxSelect" | "ComboBoxMenuButton" | "TextFieldWithComboBox" => "combobox",
        "ListBox" => "listbox",
        "image" => "img",
        "ColorWell" | "Date" | "DateTime" | "InputTime" | "generic" | "none" => "",
        other => other,
    }
}

/// Intended differences.
fn is_meant(chromium: (&str, &str), ours: (&str, &str), hint: &str) -> bool {
    // An editor takes text whatever its declared role, and an option outside a list still counts.
    if chromium.0.is_empty() && ["textbox", "option", "listitem", "treeitem", "form"].contains(&ours.0) {
        return true;
    }
    // A label or content of blanks only is no name: the placeholder or title is used.
    chromium.1.is_empty() && ours.1 == squeezed(hint)
}

/// Without white space, which Chromium inserts between boxes by its own rules; case is up to the style sheet.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<String>().to_lowercase()
}

/// Name and role of every node of Chromium's accessibility tree, by the value of its `data-t`.
async fn accessibility(page: &Page) -> std::collections::BTreeMap<u64, (String, String)> {
    fn numbers(node: &Value, found: &mut Vec<(u64, u64)>) {
        let words = node["attributes"].as_array().map(Vec::as_slice).unwrap_or_default();
        if let Some([_, number]) = words.chunks(2).find(|pair| pair[0] == "data-t") {
            found.push((node["backendNodeId"].as_u64().unwrap(), number.as_str().unwrap().parse().unwrap()));
        }
        for child in node["children"].as_array().into_iter().flatten() {
            numbers(child, found);
        }
    }
    let document = page.send("DOM.getDocument", json!({ "depth": -1 })).await.unwrap();
    let mut found = Vec::new();
    numbers(&document["root"], &mut found);
    let tree = page.send("Accessibility.getFullAXTree", json!({})).await.unwrap();
    let nodes = tree["nodes"].as_array().unwrap().iter().filter(|node| node["ignored"] != true);
    let text = |node: &Value, field: &str| node[field]["value"].as_str().unwrap_or_default().to_owned();
    let by_id: std::collections::HashMap<u64, (String, String)> = nodes
        .filter_map(|node| Some((node["backendDOMNodeId"].as_u64()?, (text(node, "role"), text(node, "name")))))
        .collect();
    found.into_iter().filter_map(|(id, number)| Some((number, by_id.get(&id)?.clone()))).collect()
}

#[tokio::test]
async fn names_and_roles_of_random_pages_are_those_of_chromium() {
    let eyes = Eyes::open().await;
    let (mut compared, mut wrong) = (0, Vec::new());
    for seed in 1..=8 {
        let seen = eyes.on(&format!("{}/see/blank?{seed}", eyes.sites.origin)).await;
        let make =
            format!("document.body.innerHTML = ({})({}, 150).html; true", include_str!("see_names.js"), seed * 7919);
        seen.page.eval(&make).await.unwrap();
        seen.page.send("Accessibility.enable", json!({})).await.unwrap();
        let chromium = accessibility(&seen.page).await;
        for ours in eyes.call(&seen, NAMES, json!([])).await.as_array().unwrap() {
            let Some((role, name)) = chromium.get(&ours["at"].as_u64().unwrap()) else { continue };
            compared += 1;
            let text = |field: &str| ours[field].as_str().unwrap();
            let (role, name) = (aria_role(role), squeezed(name));
            let (our_role, our_name) = (text("role"), squeezed(text("name")));
            // Chromium names nothing without a role; here a clickable element is named by its text.
            let same = role == our_role && (name == our_name || our_role.is_empty());
            if !same && !is_meant((role, &name), (our_role, &our_name), text("hint")) {
                wrong.push(format!("seed {seed}: {role} {name:?}, not {our_role} {our_name:?}: {}", text("html")));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {compared}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(compared > 1_000, "{compared}");
}

/// The subject of each node of the rows: `[item, label, control]`.
const MEANING: &str = "numbers => Object.fromEntries(numbers.map((number) => [number, edithParts.elementOf(number)])
    .filter(([, element]) => element?.closest('li'))
    .map(([number, element]) => { const row = element.closest('li');
      return [number, [row.dataset.item, row.firstChild.textContent, element.textContent]]; }))";

const PROBES: &str =
    "numbers => Promise.all(numbers.map((number) => edithPage.probe(number, { scroll: false, stable: false })))";

#[tokio::test]
async fn no_change_of_the_page_between_look_and_action_leads_to_another_element() {
    let eyes = Eyes::open().await;
    let seen = eyes.on(&format!("{}/see/rows", eyes.sites.origin)).await;
    let (mut acted, mut refused, mut found) = (0, 0, 0);
    for seed in 1..=60 {
        seen.page.eval(&format!("start({seed})")).await.unwrap();
        let mut uids = UidTable::default();
        let before = Index::build(eyes.walk(&seen).await, &mut uids);
        let numbers: Vec<u32> = before.elements.iter().map(|element| element.target.node).collect();
        let meant = eyes.call(&seen, MEANING, json!([numbers])).await;
        seen.page.eval(&format!("for (let i = 0; i <= {seed} % 3; i++) mutate()")).await.unwrap();
        let probes = eyes.call(&seen, PROBES, json!([numbers])).await;
        let now = Index::build(eyes.walk(&seen).await, &mut uids);
        let all: Vec<u32> = now.elements.iter().map(|element| element.target.node).collect();
        let means = eyes.call(&seen, MEANING, json!([all])).await;
        for (element, probe) in before.elements.iter().zip(probes.as_array().unwrap()) {
            let was = SeenAs { role: element.role.clone(), name: element.name.clone() };
            let still = probe["gone"] != true
                && serde_json::from_value::<Probe>(probe.clone())
                    .is_ok_and(|probe| same_identity(&was, &probe.role, &probe.name) && !probe.elsewhere);
            let sight = Sight { seen: Some(&before), known: &uids, now: &now };
            let node = match (still, sight.element(element.uid)) {
                (true, _) => element.target.node,
                (false, Some(found)) => found.target.node,
                (false, None) => {
                    refused += 1;
                    continue;
                }
            };
            acted += 1;
            found += usize::from(node != element.target.node);
            let (old, new) = (&meant[element.target.node.to_string()], &means[node.to_string()]);
            // Equal rows are equal to a reader, as long as there are as many.
            let alike = |all: &Value| {
                all.as_object().unwrap().values().filter(|other| other[1] == old[1] && other[2] == old[2]).count()
            };
            let reads_the_same = old[1] == new[1] && (node == element.target.node || alike(&meant) == alike(&means));
            assert!(old[2] == new[2] && (old[0] == new[0] || reads_the_same), "seed {seed}: {old} became {new}");
        }
    }
    assert!(acted > 200 && refused > 20 && found > 20, "{acted} {refused} {found}");
}

/// A run that looks at the rows, clicks one's button while the page changes, and ends this way.
async fn clicked_while(script: &str, ending: &str) -> (super::play::Played, String) {
    let lab: Lab = lab(|sites, turns| {
        let late = click("Edit").with(edith_lab::model_server::Fault::Delay { milliseconds: 3_000 });
        turns.then(open(&format!("{}/see/rows", sites.origin))).then(late)
    })
    .await;
    let run = lab.start("edit the lamp").await;
    lab.asked(2).await;
    let url = format!("{}/see/rows", lab.sites.origin);
    let is_it = |target: &edith_lab::browser::Target| target.kind == "page" && target.url.starts_with(&url);
    let target = lab.browser.wait_target("the run's tab", is_it, super::SOON).await.unwrap();
    let page = lab.browser.attach(&target.id).await.unwrap();
    page.eval(script).await.unwrap();
    let played = ended(lab, run, ending).await;
    let done = page.eval("document.getElementById('done').textContent").await.unwrap();
    (played, done.as_str().unwrap().to_owned())
}

#[tokio::test]
async fn a_row_rendered_anew_or_recycled_is_found_where_it_is() {
    let (_, done) = clicked_while("rerender()", "completed").await;
    assert_eq!(done, "Edit: 1");
    let (played, done) = clicked_while("recycle()", "completed").await;
    assert_eq!(done, "Edit: 1", "{}", played.answer("click"));
}

#[tokio::test]
async fn a_field_is_where_it_is_and_not_where_its_label_is() {
    let eyes = Eyes::open().await;
    let seen = eyes.on(&format!("{}/see/blank", eyes.sites.origin)).await;
    let html = "<label for=a>Mail</label> <input id=a> <label>Name <input></label> <label for=b>Hidden</label><input id=b type=radio hidden>";
    seen.page.eval(&format!("document.body.innerHTML = {}; true", json!(html))).await.unwrap();
    let page = eyes.walk(&seen).await;
    let by_label = |name: &str| {
        let node = page.nodes.iter().find(|node| node.name == name).unwrap_or_else(|| panic!("no {name}"));
        node.states & edith_page::raw::state::BY_LABEL != 0
    };
    assert_eq!([by_label("Mail"), by_label("Name"), by_label("Hidden")], [false, false, true]);
}

/// A component that shows its field's text only in use, and a root that hides one field from the person beside those that they see.
#[tokio::test]
async fn a_transparent_field_is_listed_only_as_all_that_a_component_holds() {
    let eyes = Eyes::open().await;
    let seen = eyes.on(&format!("{}/see/blank", eyes.sites.origin)).await;
    let script = "const root = (inner) => {
        const host = document.body.appendChild(document.createElement('div'));
        host.attachShadow({ mode: 'open' }).innerHTML = inner;
    };
    root('<label>Name</label><span style=\"opacity:0\"><input aria-label=Name></span>');
    root('<input aria-label=Town><input aria-label=Phone style=\"opacity:0\">');
    document.body.insertAdjacentHTML('beforeend', '<input aria-label=Mail style=\"opacity:0\">'); true";
    seen.page.eval(script).await.unwrap();
    let page = eyes.walk(&seen).await;
    let fields: Vec<&str> =
        page.nodes.iter().filter(|node| node.tag == "input").map(|node| node.name.as_str()).collect();
    assert_eq!(fields, ["Name", "Town"]);
}

#[tokio::test]
async fn a_picture_carries_numbers_and_covers_and_leaves_the_page_as_it_was() {
    let lab: Lab = lab(|sites, turns| {
        let picture = edith_lab::model_server::Reply::call("screenshot", json!({}));
        turns
            .then(open(&sites.form_url))
            .then(super::play::type_into("Card number", "4111 1111 1111 1111"))
            .then(picture)
    })
    .await;
    lab.extension.storage_set(json!({ "edith_settings": { "version": 1, "modelSeesPictures": true } })).await.unwrap();
    let task = format!("look at {} with card 4111 1111 1111 1111", lab.sites.form_url);
    let run = lab.start(&task).await;
    let mut first = run.first_event;
    // Typing a card number needs approval.
    if let Ok((number, ask)) = lab.extension.wait_ask(&run, first, super::lab::RUN).await {
        lab.extension.answer(&ask, "once").await.unwrap();
        first = number;
    }
    let _ = first;
    let played = ended(lab, run, "completed").await;
    assert!(played.answer("screenshot").contains("the numbers in it are uids"), "{}", played.answer("screenshot"));
    let form = played.lab.sites.form_url.clone();
    let is_it = |target: &edith_lab::browser::Target| target.kind == "page" && target.url.starts_with(&form);
    let target = played.lab.browser.wait_target("the run's tab", is_it, super::SOON).await.unwrap();
    let page = played.lab.browser.attach(&target.id).await.unwrap();
    assert_eq!(page.eval("document.querySelectorAll(':popover-open').length").await.unwrap(), json!(0));
    // The marks while they exist: on top, transparent to the pointer, and removed afterwards.
    let eyes = Eyes::open().await;
    let seen = eyes.on(&eyes.sites.form_url).await;
    let plain = picture(&seen.page).await;
    let shown =
        eyes.call(&seen, "() => edithPage.showMarks([[7, [20, 20, 80, 30]]], [[20, 60, 80, 30]])", json!([])).await;
    assert_eq!(shown["boxes"], 2);
    assert_ne!(picture(&seen.page).await, plain);
    let under = "document.elementFromPoint(40, 70) === document.documentElement.lastElementChild";
    assert_eq!(seen.page.eval(under).await.unwrap(), json!(false));
    eyes.call(&seen, "() => edithPage.hideMarks()", json!([])).await;
    assert_eq!(picture(&seen.page).await, plain);
}

async fn picture(page: &Page) -> String {
    let answer = page.send("Page.captureScreenshot", json!({ "format": "png" })).await.unwrap();
    answer["data"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn an_option_is_chosen_by_a_label_with_its_middle_left_out() {
    let eyes = Eyes::open().await;
    let seen = eyes.on(&format!("{}/see/blank", eyes.sites.origin)).await;
    let choose = "wanted => {
        document.body.innerHTML = '<select><option>None</option><option>Authentication | group | Can add group</option>' +
          '<option>Authentication | group | Can view group</option><option>Authentication | user | Can view user</option></select>';
        return edithParts.selectOption(document.querySelector('select'), [wanted]);
      }";
    for (wanted, chosen) in [
        ("Authentication | gr…| Can view group", "Authentication | group | Can view group"),
        ("Authentication…can view user", "Authentication | user | Can view user"),
        // Two of them fit.
        ("Authentication…Can view", ""),
        ("Authentication…group", ""),
    ] {
        let answer = eyes.call(&seen, choose, json!([wanted])).await;
        let expected = if chosen.is_empty() { "None" } else { chosen };
        assert_eq!(
            (answer["ok"].as_bool(), answer["selected"][0].as_str()),
            (Some(!chosen.is_empty()), Some(expected)),
            "{wanted}"
        );
    }
}

#[tokio::test]
async fn half_an_emoji_leaves_the_page_readable() {
    let eyes = Eyes::open().await;
    let seen = eyes.on(&format!("{}/see/blank", eyes.sites.origin)).await;
    // A name is truncated inside one, and a script has split another.
    let script = r#"document.body.innerHTML = `<button>${"x".repeat(198)}😀😀</button><p>half \\ud83d written</p>`;
        document.body.append("\u{1f600}".slice(0, 1) + " left"); true"#;
    seen.page.eval(script).await.unwrap();
    let page = eyes.walk(&seen).await;
    assert_eq!(page.nodes[0].name, format!("{}…", "x".repeat(198)));
    assert!(page.text.contains("half \\ud83d written") && page.text.contains("\u{fffd} left"), "{}", page.text);
}

#[tokio::test]
async fn what_only_pointing_shows_is_listed_and_clicked() {
    let lab: Lab = lab(|sites, turns| {
        let archive = |request: &edith_lab::model_server::Request| {
            let line = |line: &&str| line.contains("\"Archive\"") && line.contains("Team lunch");
            let text = Legends::default().unfold(&request.last_of("tool"));
            let uid = text.lines().find(line).and_then(|line| line.split(' ').next()?.parse::<u64>().ok());
            Reply::call("click", json!({ "uid": uid.unwrap_or_default() }))
        };
        turns
            .then(open(&format!("{}/see/hover", sites.origin)))
            .with(archive)
            .then(click("Strike out"))
            .then(click("Pin"))
            .then(click("Plain"))
            .then(click("As PDF"))
            .then(Reply::call("find_on_page", json!({ "query": "untitled" })))
            .then(at("click", "Untitled drawing", json!({ "count": 2 })))
    })
    .await;
    let run = lab.start("tidy up").await;
    let played = ended(lab, run, "completed").await;
    let look = Legends::default().unfold(&played.answer("open_browser"));
    assert!(look.contains("\"Archive\" [in: Team lunch") && look.contains("[on hover]"), "{look}");
    assert!(look.contains("Name | CPU") && look.contains("Chrome | 1.2%"), "{look}");
    assert!(look.contains("[looks like: blue]") && look.contains("[looks like: green]"), "{look}");
    for (answer, done) in
        played.answers("click").iter().zip(["archived lunch", "milk", "pinned", "linked", "exported", "renamed"])
    {
        assert!(answer.contains(&format!("Done: {done}")), "{answer}");
    }
}
