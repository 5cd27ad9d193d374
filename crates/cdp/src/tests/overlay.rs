//! What is drawn over a page takes no input that is meant for it, is in no picture, and costs no call where it is not in the way.

use super::world::{World, good_probe, reply, target};
use crate::{Overlay, Sign, Words};
use edith_actions::action::Action;
use edith_page::Marks;
use edith_port::Tab;
use edith_protocol::{MouseButton, Typing};
use serde_json::json;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

#[derive(Default)]
struct Drawn {
    signs: RefCell<Vec<Sign>>,
    in_the_way: Cell<bool>,
    focused: Cell<bool>,
    held: RefCell<Vec<bool>>,
}

impl Overlay for Drawn {
    fn show(&self, sign: &Sign) {
        self.signs.borrow_mut().push(sign.clone());
    }
    fn is_drawn(&self) -> bool {
        true
    }
    fn covers(&self, _point: [f64; 2]) -> bool {
        self.in_the_way.get()
    }
    fn has_focus(&self) -> bool {
        self.focused.get()
    }
    fn hold(&self, on: bool) {
        self.held.borrow_mut().push(on);
    }
}

fn press() -> Action {
    Action::Click { target: target(), button: MouseButton::Left, count: 1, modifiers: vec![], hold_ms: 0 }
}

#[test]
fn a_press_reaches_the_page_only_once_the_overlay_has_left_its_place() {
    for (covered, leaves) in [(false, true), (true, true), (true, false)] {
        let (world, drawn) = (World::new(), Rc::new(Drawn::default()));
        drawn.in_the_way.set(covered);
        let way = Rc::clone(&drawn);
        world.on("overlay", move |world, args| {
            assert_eq!(*args, json!(["leave", [50.0, 20.0]]));
            assert!(world.calls("Input.dispatchMouseEvent").is_empty(), "the press came first");
            way.in_the_way.set(!leaves);
            reply(if leaves { json!({}) } else { json!({"failed": "hung"}) })
        });
        let tab = world.tab().with_overlay(Rc::clone(&drawn) as _);
        let done = world.run(tab.perform(&press(), Typing::Fast));
        assert_eq!(world.calls("overlay").len(), usize::from(covered));
        assert_eq!(done.is_ok(), leaves, "{done:?}");
        assert_eq!(world.calls("Input.dispatchMouseEvent").is_empty(), !leaves);
        let signs = drawn.signs.borrow();
        assert!(matches!(signs.first(), Some(Sign::At { point: [50.0, 20.0], .. })), "{signs:?}");
        assert_eq!(signs.last() == Some(&Sign::Failed), !leaves, "{signs:?}");
    }
}

#[test]
fn keys_are_freed_where_they_could_reach_the_overlays_button() {
    for (key, focused, freed) in [("Enter", false, false), ("Enter", true, true), ("Tab", false, true)] {
        let (world, drawn) = (World::new(), Rc::new(Drawn::default()));
        drawn.focused.set(focused);
        world.on("overlay", |world, args| {
            assert_eq!(*args, json!(["leave", null]));
            assert!(world.calls("Input.dispatchKeyEvent").is_empty(), "the key came first");
            reply(json!({}))
        });
        let tab = world.tab().with_overlay(drawn as _);
        let action = Action::PressKey { key: key.to_owned(), target: None };
        world.run(tab.perform(&action, Typing::Fast)).unwrap();
        assert_eq!(!world.calls("overlay").is_empty(), freed, "{key}, focused: {focused}");
    }
}

#[test]
fn what_is_typed_is_shown_but_no_secret() {
    for (masked, words) in [(false, Words::Plain("Ada".to_owned())), (true, Words::Secret)] {
        let (world, drawn) = (World::new(), Rc::new(Drawn::default()));
        if masked {
            let mut probe = good_probe();
            probe["field"] = json!("password");
            world.on("probe", move |_, _| reply(probe.clone()));
            world.field.borrow_mut().masked = true;
        }
        let tab = world.tab().with_overlay(Rc::clone(&drawn) as _);
        let action = Action::TypeText { target: Some(target()), text: "Ada".into(), submit: false, append: false };
        let _done = world.run(tab.perform(&action, Typing::Fast));
        assert!(drawn.signs.borrow().contains(&Sign::Typed(words)), "{:?}", drawn.signs.borrow());
    }
}

#[test]
fn a_picture_is_taken_without_it() {
    let (world, drawn) = (World::new(), Rc::new(Drawn::default()));
    world.on("showMarks", |_, _| reply(json!({"boxes": 0})));
    world.on("hideMarks", |_, _| reply(json!({})));
    let of = Rc::clone(&drawn);
    world.on("Page.captureScreenshot", move |world, _| {
        assert_eq!((world.calls("showMarks").len(), world.calls("hideMarks").len()), (1, 0));
        assert_eq!(*of.held.borrow(), [true]);
        reply(json!({"data": "AAAA"}))
    });
    let tab = world.tab().with_overlay(Rc::clone(&drawn) as _);
    world.run(tab.screenshot(&Marks::default())).unwrap();
    assert_eq!(world.calls("hideMarks").len(), 1);
    assert_eq!(*drawn.held.borrow(), [true, false]);
}
