//! Forty kinds of pages that draw themselves again, in a real browser: what stays shown keeps its uid, and no uid comes to name another thing.

use std::collections::HashMap;

use edith_page::budget::tokens;
use edith_page::{ElementKind, Index, Legends, RenderOptions, UidTable, changes, render};
use serde_json::{Value, json};

use super::see::{Eyes, Seen};

/// How rows are marked up, and how the page draws them after a change.
const SHAPES: [&str; 8] = ["table", "list", "boxes", "cards", "grid", "feed", "board", "named"];
const WAYS: [&str; 5] = ["whole", "inner", "keyed", "by index", "replaced"];
/// Changes of each page; each of them draws it again.
const CHANGES: u32 = 12;

/// A page of people with four controls each. `x` says which thing an element is: nothing of EDITH reads it.
const APP: &str = r"
  // Two have one name, told apart by where they live.
  const all = [['Ann Lee', 'Oslo'], ['Bob Roe', 'Lima'], ['Ann Lee', 'Rome'], ['Dora Quill', 'Oslo'], ['Emil Stone', 'Kyiv'], ['Fay Wynn', 'Lima'], ['Gus Hale', 'Rome'], ['Hana Ito', 'Nara'], ['Ivo Kern', 'Kyiv']];
  const names = all.map(([name, town]) => `${name}, ${town}`);
  let seed = SEED;
  const random = (below) => { seed = (seed * 1103515245 + 12345) % 2147483648; return Math.floor(seed / 65536) % below; };
  let people = names.slice(0, 5).map((name) => ({ name, star: false, follows: false }));
  const controls = ({ name, star, follows }) => {
    const of = SHAPE === 'named' ? ` ${name}` : '';
    return `<button x='${name}/star'>${star ? '★' : '☆'}${of}</button><button x='${name}/follow'>${follows ? 'Following' : 'Follow'}${of}</button>
      <button x='${name}/edit'>Edit${of}</button><button x='${name}/delete'>Delete${of}</button>`;
  };
  const who = (p) => p.name.split(', ')[0];
  const town = (p) => p.name.split(', ')[1];
  const inner = {
    table: (p) => `<td>${who(p)}</td><td>${town(p)}</td><td>${controls(p)}</td>`,
    list: (p) => `<span>${who(p)}</span> <i>${town(p)}</i> ${controls(p)}`,
    boxes: (p) => `<div class=who>${who(p)}</div><div>${town(p)}</div><div class=does>${controls(p)}</div>`,
    cards: (p) => `<h3>${who(p)}</h3><p>${town(p)}</p><div>${controls(p)}</div>`,
    grid: (p) => `<div role=gridcell>${who(p)}</div><div role=gridcell>${town(p)}</div><div role=gridcell>${controls(p)}</div>`,
    feed: (p) => `<b>${who(p)}</b><p>A word or two from ${town(p)}</p>${controls(p)}`,
    board: (p) => `<h4>${who(p)}</h4><small>${town(p)}</small>${controls(p)}`,
    named: (p) => controls(p),
  }[SHAPE];
  const [box, row, attributes] = {
    table: ['table', 'tr', {}], list: ['ul', 'li', {}], boxes: ['div', 'div', { class: 'line' }], cards: ['div', 'section', {}],
    grid: ['div', 'div', { role: 'row' }], feed: ['div', 'article', {}], board: ['div', 'div', { class: 'card' }], named: ['div', 'div', { class: 'one' }],
  }[SHAPE];
  const boxRole = { grid: 'role=grid', feed: 'role=feed' }[SHAPE] ?? '';
  const make = (p) => {
    const made = document.createElement(row);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.innerHTML = inner(p);
    return made;
  };
  const frame = () => `<header><button x=new>New person</button> <span>${people.length} people</span></header><h2>Contacts</h2><${box} id=rows ${boxRole}></${box}>`;
  const rows = () => document.querySelector('#rows');
  const kept = new Map();
  const patch = (to, from) => {
    if (to.nodeType === 3) { if (to.data !== from.data) to.data = from.data; return; }
    for (const { name, value } of from.attributes ?? []) if (to.getAttribute(name) !== value) to.setAttribute(name, value);
    for (let i = 0; i < from.childNodes.length; i++) patch(to.childNodes[i], from.childNodes[i]);
  };
  const draw = (first) => {
    if (first || WAY === 'whole') document.body.innerHTML = frame();
    document.querySelector('header span').textContent = `${people.length} people`;
    const at = rows();
    if (first || WAY === 'whole' || WAY === 'inner') at.replaceChildren(...people.map(make));
    else if (WAY === 'replaced') for (const one of [...at.children, ...Array(9)].slice(0, Math.max(at.children.length, people.length)).entries()) {
      const [i, old] = one;
      if (old && people[i]) old.replaceWith(make(people[i]));
      else if (old) old.remove();
      else at.append(make(people[i]));
    } else if (WAY === 'keyed') {
      at.replaceChildren(...people.map((p) => {
        const made = kept.get(p.name) ?? make(p);
        kept.set(p.name, made);
        patch(made, make(p));
        return made;
      }));
    } else {
      while (at.children.length > people.length) at.lastChild.remove();
      people.forEach((p, i) => (at.children[i] ? patch(at.children[i], make(p)) : at.append(make(p))));
    }
    if (first && WAY === 'keyed') people.forEach((p, i) => kept.set(p.name, at.children[i]));
  };
  window.change = () => {
    const i = random(people.length);
    const free = names.filter((name) => !people.some((p) => p.name === name));
    const kinds = [
      () => { people[i].star = !people[i].star; },
      () => { people[i].follows = !people[i].follows; },
      () => { if (free.length) people.splice(random(people.length + 1), 0, { name: free[random(free.length)], star: false, follows: false }); },
      () => { if (people.length > 2) people.splice(i, 1); },
      () => people.reverse(),
      () => people.sort((a, b) => (a.name < b.name ? -1 : 1)),
    ];
    kinds[random(kinds.length)]();
    draw(false);
    return people.length;
  };
  draw(true);";

struct Watch {
    uids: UidTable,
    thing_of: HashMap<u32, String>,
    last: HashMap<String, u32>,
    kept: u32,
}

impl Watch {
    /// Looks, and compares what each uid names with what it named before; the faults.
    async fn look(&mut self, eyes: &Eyes, seen: &Seen) -> Vec<String> {
        let index = Index::build(eyes.walk(seen).await, &mut self.uids);
        let numbers: Vec<u32> = index.elements.iter().map(|element| element.target.node).collect();
        let things = "numbers => numbers.map((number) => edithParts.elementOf(number)?.getAttribute('x') ?? '')";
        let things = eyes.call(seen, things, json!([numbers])).await;
        let mut now = HashMap::new();
        let mut faults = Vec::new();
        for (element, thing) in index.elements.iter().zip(things.as_array().unwrap()) {
            let thing = thing.as_str().unwrap_or_default();
            if thing.is_empty() {
                continue;
            }
            if let Some(before) = self.thing_of.get(&element.uid).filter(|before| *before != thing) {
                faults.push(format!("{} named {before} and names {thing}", element.uid));
            }
            if let Some(uid) = self.last.get(thing) {
                if *uid == element.uid {
                    self.kept += 1
                } else {
                    faults.push(format!("{thing} was {uid}, is {}", element.uid))
                }
            }
            self.thing_of.insert(element.uid, thing.to_owned());
            now.insert(thing.to_owned(), element.uid);
        }
        if now.len() < 9 {
            faults.push(format!("only {} things are listed", now.len()));
        }
        self.last = now;
        faults
    }
}

#[tokio::test]
async fn what_stays_keeps_its_uid_on_forty_kinds_of_pages_that_redraw() {
    let eyes = Eyes::open().await;
    let seen = eyes.on(&format!("{}/see/blank?redrawn", eyes.sites.origin)).await;
    let (mut kept, mut faults) = (0, Vec::new());
    for (at, (shape, way)) in SHAPES.into_iter().flat_map(|shape| WAYS.map(|way| (shape, way))).enumerate() {
        let app = APP
            .replace("SEED", &(at * 7_919 + 17).to_string())
            .replace("SHAPE", &json!(shape).to_string())
            .replace("WAY", &json!(way).to_string());
        seen.page.eval(&format!("(() => {{ {app} }})(); true")).await.unwrap();
        let mut watch = Watch { uids: UidTable::default(), thing_of: HashMap::new(), last: HashMap::new(), kept: 0 };
        for change in 0..=CHANGES {
            if change > 0 {
                let left: Value = seen.page.eval("change()").await.unwrap();
                assert!(left.as_u64() > Some(1), "{left}");
            }
            let found = watch.look(&eyes, &seen).await;
            faults.extend(found.into_iter().map(|fault| format!("{shape}, {way}, change {change}: {fault}")));
        }
        kept += watch.kept;
    }
    println!("{kept} uids were kept over {} redraws, {} faults", 40 * CHANGES, faults.len());
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(kept > 7_000, "{kept}");
}

/// 75 people with four controls each, and a star that is set: what the answer costs.
#[tokio::test]
async fn one_small_change_of_a_page_of_three_hundred_elements_is_told_in_a_few_lines() {
    let eyes = Eyes::open().await;
    let seen = eyes.on(&format!("{}/see/blank?small", eyes.sites.origin)).await;
    let app = "const people = Array.from({ length: 75 }, (_, i) => ({ name: `Person ${['Ann', 'Bob', 'Cid', 'Dora', 'Emil'][i % 5]} ${String.fromCharCode(65 + i % 26)}${i}`, star: false }));
      window.draw = () => { document.body.innerHTML = `<h1>People</h1>` + people.map((p) => `<div class=line><span>${p.name}</span> <button>${p.star ? '★' : '☆'}</button>
        <button>Edit</button> <button>Call</button> <button>Delete</button></div>`).join(''); };
      window.star = (i) => { people[i].star = !people[i].star; draw(); }; draw(); true";
    seen.page.eval(&format!("(() => {{ {app} }})(); true")).await.unwrap();
    let mut uids = UidTable::default();
    let before = Index::build(eyes.walk(&seen).await, &mut uids);
    seen.page.eval("star(40); true").await.unwrap();
    let after = Index::build(eyes.walk(&seen).await, &mut uids);
    let options = RenderOptions::default();
    let told = changes(&before, &after, &options).unwrap_or_else(|| render(&after, &options));
    println!("{} elements; a star set and all drawn again: {} tokens\n{told}", after.elements.len(), tokens(&told));
    assert!(after.elements.len() >= 300 && tokens(&told) <= 150, "{told}");
    assert!(told.lines().filter(|line| line.starts_with(['+', '~', '-'])).count() <= 2, "{told}");
}

/// 48 mails with seven controls each: what a look costs, and that each control can be reached by what it says.
#[tokio::test]
async fn a_list_of_forty_eight_mails_fits_into_a_look_with_every_control() {
    let eyes = Eyes::open().await;
    let seen = eyes.on(&format!("{}/see/blank?mails", eyes.sites.origin)).await;
    let app = "const who = ['Tom Bradley', 'Ann Lee', 'Bob Roe', 'Dora Quill', 'Emil Stone', 'Fay Wynn'];
      const what = ['Infrastructure', 'Weekly figures', 'Lunch on Friday', 'Your invoice', 'Photos of the lake', 'Offer', 'Minutes', 'A question'];
      document.body.innerHTML = '<h1>Inbox</h1>' + Array.from({ length: 48 }, (_, i) => `<div class=mail><input type=checkbox aria-label=Select> <button>☆</button>
        <span>${who[i % 6]}</span> <a href='#${i}'>Re: ${what[i % 8]} ${i}</a> <span>Mar ${1 + i % 30}</span>
        <button>Archive</button><button>Snooze</button><button>Mark as read</button><button>Delete</button></div>`).join('')";
    seen.page.eval(&format!("{app}; true")).await.unwrap();
    let index = eyes.index(&seen).await;
    let look = render(&index, &RenderOptions::default());
    println!("48 mails: {} elements, {} tokens", index.elements.len(), tokens(&look));
    assert!(tokens(&look) <= 2_500, "{} tokens: {look}", tokens(&look));
    let unfolded = Legends::default().unfold(&look);
    for element in index.elements.iter().filter(|element| element.kind != ElementKind::Row) {
        assert!(unfolded.contains(&format!("{} | ", element.uid)), "{} of {}: {look}", element.name, element.uid);
    }
    assert!(!look.contains("left out"), "{look}");
}

/// An article is what a page is about; several beside each other are rows of a list.
#[tokio::test]
async fn an_article_that_is_alone_is_told_whole_and_several_are_rows() {
    let eyes = Eyes::open().await;
    for (wrapped, count) in [(false, 1), (true, 1), (false, 3), (true, 3)] {
        let seen = eyes.on(&format!("{}/see/blank?articles", eyes.sites.origin)).await;
        let app = format!(
            "const one = (i) => `<article><h1>Prices ${{i}}</h1><table>${{Array.from({{ length: 9 }}, (_, j) => `<tr><td>Thing ${{i}}${{j}}</td><td>${{j}} EUR</td></tr>`).join('')}}</table><a href='/z${{i}}'>Archive ${{i}}</a></article>`;
            document.body.innerHTML = '<nav><a href=/>Home</a></nav><main>' + Array.from({{ length: {count} }}, (_, i) => {wrapped} ? `<div>${{one(i)}}</div>` : one(i)).join('') + '</main>'"
        );
        seen.page.eval(&format!("{app}; true")).await.unwrap();
        let look = render(&eyes.index(&seen).await, &RenderOptions::default());
        let is_row = look.lines().any(|line| line.contains("| ROW |"));
        assert_eq!(is_row, count > 1, "{wrapped} {count}: {look}");
        assert!(count > 1 || look.contains("Thing 08") && look.contains("8 EUR"), "{look}");
    }
}

/// A drawing's parts have roles, but none of the properties of other elements.
#[tokio::test]
async fn a_part_of_a_drawing_that_has_a_role_leaves_its_page_readable() {
    let eyes = Eyes::open().await;
    let seen = eyes.on(&format!("{}/see/blank?drawing", eyes.sites.origin)).await;
    for role in ["application", "img", "figure", "group", "listbox", "slider", "table"] {
        let app = format!(
            "document.body.innerHTML = `<article><div><span><button type=button role=combobox aria-expanded=false aria-controls=c>Monthly</button>
            <ul role=listbox hidden id=c><li role=option>Yearly</li></ul></span> <button type=button>▼</button></div>
            <div><svg width=300 height=100><g role={role}><text y=20>Jan</text></g></svg></div></article>`"
        );
        seen.page.eval(&format!("{app}; true")).await.unwrap();
        let look = render(&eyes.index(&seen).await, &RenderOptions::default());
        assert!(look.contains("Monthly"), "{role}: {look}");
    }
}
