//! What a look sees, in a real Chromium: the page's script in the extension's isolated world, as the worker calls it.

use edith_core::snapshot::page_api::SCRIPT_FILES;
use edith_core::snapshot::{Index, RawPage, UidTable};
use serde_json::{Value, json};
use xtask::browser::{Browser, Extension, Page};
use xtask::sites::{Sites, see};

use super::browser;

/// A browser whose pages are read by the extension's script, without a run.
pub struct Eyes {
    /// The browser.
    pub browser: Browser,
    /// The sample sites.
    pub sites: Sites,
    extension: Extension,
}

/// A page in front of the eyes.
pub struct Seen {
    /// The page's tab.
    pub page: Page,
    tab: i64,
}

impl Eyes {
    pub async fn open() -> Self {
        let browser = browser().await;
        let extension = browser.open_extension("options.html").await.unwrap();
        Self { browser, sites: Sites::start().await.unwrap(), extension }
    }

    /// Opens an address and puts the page's script there.
    pub async fn on(&self, url: &str) -> Seen {
        let page = self.browser.open_page(url).await.unwrap();
        let tab = self.extension.tab_id(url).await.unwrap().unwrap();
        let seen = Seen { page, tab };
        self.inject(&seen).await;
        seen
    }

    /// Puts the page's script there; again after a navigation.
    pub async fn inject(&self, seen: &Seen) {
        let injection = json!({ "target": { "tabId": seen.tab }, "files": SCRIPT_FILES });
        let script = format!("chrome.scripting.executeScript({injection}).then(() => true)");
        self.extension.page().eval(&script).await.unwrap();
    }

    /// Calls a function in the isolated world.
    pub async fn call(&self, seen: &Seen, function: &str, arguments: Value) -> Value {
        let script = format!(
            "chrome.scripting.executeScript({{ target: {{ tabId: {} }}, args: {arguments}, func: {function} }}) \
             .then(answers => answers[0].result)",
            seen.tab
        );
        self.extension.page().eval(&script).await.unwrap()
    }

    /// What the walk answers.
    pub async fn walk(&self, seen: &Seen) -> RawPage {
        let answer = self.call(seen, "options => edithPage.walk(options)", json!([{ "run": "test" }])).await;
        RawPage::parse(answer.as_str().unwrap_or_else(|| panic!("{answer}"))).unwrap()
    }

    /// What the look is made from.
    pub async fn index(&self, seen: &Seen) -> Index {
        Index::build(self.walk(seen).await, &mut UidTable::default())
    }
}

/// The elements the page says a person can act on, the numbers those have that were found, and what the page says of each found one.
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
        let index = eyes.index(&seen).await;
        let usable = index.elements.iter().filter(|element| !element.states.behind_modal);
        let numbers: Vec<u32> = usable.map(|element| element.target.node).collect();
        let marks = eyes.call(&seen, MARKS, json!([numbers])).await;
        wanted += marks["wanted"].as_u64().unwrap();
        for kind in ["missing", "false"] {
            for what in marks[kind].as_array().unwrap() {
                wrong.push(format!("{name}: {kind}: {what}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {wanted}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(wanted >= 104, "{wanted}");
}
