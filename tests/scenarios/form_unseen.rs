//! Fields that become unseen between a form's review and the writing, and those that the person was shown as such.

use crate::answering::done;
use crate::forms::{PAGE, asked_form, fill, form, row, titles, without_model};
use edith_page::raw::RawNode;
use edith_protocol::{Extras, FormState};
use edith_testkit::{FakePage, World};
use serde_json::json;

const SEEN: &str = "This field is not visible on the page";

fn page(second: impl FnOnce(FakePage) -> FakePage) -> FakePage {
    let page = FakePage::new("Newsletter").field("First name", |node, _| node.autocomplete = "given-name".into());
    second(page.field("E-mail", |node, _| node.autocomplete = "email".into()))
        .field("Last name", |node, _| node.autocomplete = "family-name".into())
}

fn reviewed(page: FakePage) -> World {
    let world = without_model();
    world.browser.add_page(PAGE, page);
    world.browser.open_in_front(PAGE);
    form(&world, "", Extras::default());
    world.settle();
    world
}

fn unseen(node: &mut RawNode) {
    if let Some(facts) = &mut node.facts {
        facts.unseen = true;
    }
}

const FIRST: &str = "type \"Ann\" into \"First name\"";
const MAIL: &str = "type \"ann@example.org\" into \"E-mail\"";
const LAST: &str = "type \"Miller\" into \"Last name\"";

/// Whatever hides a field after its review, it is left and named, and the others are filled. Where nothing does, all are.
#[test]
fn what_nobody_sees_any_more_is_left() {
    for (by, page_hides, entry_hides) in [
        ("nothing", false, false),
        ("the page, while the person goes over it", true, false),
        ("what is entered just before", false, true),
    ] {
        let is_filled = !page_hides && !entry_hides;
        let world = reviewed(page(|page| if entry_hides { page.unseen_with("First name") } else { page }));
        let (_, questions) = asked_form(&world);
        assert_eq!(row(&questions, "E-mail").state, FormState::Proposed, "{by}");
        if page_hides {
            let hide =
                |page: &mut FakePage| page.nodes.iter_mut().filter(|node| node.name == "E-mail").for_each(unseen);
            world.browser.change_page(PAGE, hide);
        }
        fill(&world, &[]);
        let end = done(&world);
        let expected: &[&str] = if is_filled { &[FIRST, MAIL, LAST] } else { &[FIRST, LAST] };
        assert_eq!(world.browser.done(), expected, "{by}: {}", end.summary);
        assert_eq!(titles(&world, &end)[2].contains(&"E-mail".to_owned()), !is_filled, "{by}");
        assert_eq!(end.summary.contains(SEEN), !is_filled, "{by}: {}", end.summary);
    }
}

/// What was shown as unseen and switched on is filled, before and after; what was not switched on is not.
#[test]
fn what_the_person_switched_on_is_filled_although_nobody_sees_it() {
    for (wanted, expected) in [(true, &[FIRST, MAIL, LAST][..]), (false, &[FIRST, LAST])] {
        let mut hidden = page(|page| page);
        hidden.nodes.iter_mut().filter(|node| node.name == "E-mail").for_each(unseen);
        let world = reviewed(hidden);
        let (_, questions) = asked_form(&world);
        let mail = row(&questions, "E-mail");
        assert_eq!((mail.state, mail.hint.as_str()), (FormState::Empty, SEEN));
        let values: &[_] = if wanted { &[("E-mail", json!("ann@example.org"))] } else { &[] };
        fill(&world, values);
        done(&world);
        assert_eq!(world.browser.done(), expected);
    }
}
