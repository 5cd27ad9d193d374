//! Elements whose type does not grow with what is in them.
//!
//! Leptos' `view!` gives every element a type of its own, and each such type brings its own code into the bundle: the pages
//! were three times as large that way. Here every element is the same Leptos type, with its attributes and children in lists.

use leptos::attr::any_attribute::{AnyAttribute, IntoAnyAttribute};
use leptos::attr::custom::custom_attribute;
use leptos::ev;
use leptos::html::custom;
use leptos::prelude::*;
use leptos::tachys::html::event::on;
use leptos::tachys::html::property::prop;
use wasm_bindgen::JsCast;

/// An element that is being put together.
pub struct El {
    tag: &'static str,
    attributes: Vec<AnyAttribute>,
    children: Vec<AnyView>,
}

/// An element with a class, which may be empty.
pub fn el(tag: &'static str, class: &'static str) -> El {
    let element = El { tag, attributes: Vec::new(), children: Vec::new() };
    if class.is_empty() { element } else { element.attr("class", class) }
}

/// A button with a class, which does something.
pub fn button(class: &'static str, click: impl Fn() + 'static) -> El {
    el("button", class).attr("type", "button").on("click", move |_| click())
}

/// Something that is drawn anew when what it reads changes.
pub fn live(draw: impl Fn() -> AnyView + Send + 'static) -> AnyView {
    let draw: Box<dyn FnMut() -> AnyView + Send> = Box::new(draw);
    draw.into_any()
}

/// Something that is there while a condition holds.
pub fn when(holds: impl Fn() -> bool + Send + Sync + 'static, draw: impl Fn() -> AnyView + Send + 'static) -> AnyView {
    either(holds, draw, nothing)
}

/// One of two things.
pub fn either(
    holds: impl Fn() -> bool + Send + Sync + 'static,
    yes: impl Fn() -> AnyView + Send + 'static,
    no: impl Fn() -> AnyView + Send + 'static,
) -> AnyView {
    let holds = flag(holds);
    live(move || if holds.get() { yes() } else { no() })
}

/// A yes or no that is told only when it changes.
pub fn flag(holds: impl Fn() -> bool + Send + Sync + 'static) -> Memo<bool> {
    let holds: Box<dyn Fn() -> bool + Send + Sync> = Box::new(holds);
    Memo::new(move |_| holds())
}

/// A text that is told only when it changes.
pub fn words(text: impl Fn() -> String + Send + Sync + 'static) -> Memo<String> {
    let text: Box<dyn Fn() -> String + Send + Sync> = Box::new(text);
    Memo::new(move |_| text())
}

/// Nothing.
pub fn nothing() -> AnyView {
    ().into_any()
}

/// Several things.
pub fn all(list: Vec<AnyView>) -> AnyView {
    list.into_any()
}

/// A text.
pub fn text(text: impl Into<String>) -> AnyView {
    let text: String = text.into();
    text.into_any()
}

/// A text that changes.
pub fn live_text(text: impl Fn() -> String + Send + 'static) -> AnyView {
    let text: Box<dyn FnMut() -> String + Send> = Box::new(text);
    text.into_any()
}

impl El {
    /// Gives it an attribute.
    pub fn attr(mut self, name: &'static str, value: impl Into<String>) -> Self {
        let value: String = value.into();
        self.attributes.push(custom_attribute(name, value).into_any_attr());
        self
    }

    /// Gives it an attribute that changes; none takes it away.
    pub fn live_attr(mut self, name: &'static str, value: impl Fn() -> Option<String> + Send + 'static) -> Self {
        let value: Box<dyn FnMut() -> Option<String> + Send> = Box::new(value);
        self.attributes.push(custom_attribute(name, value).into_any_attr());
        self
    }

    /// Gives it an attribute without a value while a condition holds.
    pub fn live_flag(self, name: &'static str, holds: impl Fn() -> bool + Send + 'static) -> Self {
        self.live_attr(name, move || holds().then(String::new))
    }

    /// Keeps a property at a text.
    pub fn value(mut self, value: impl Fn() -> String + Send + 'static) -> Self {
        let value: Box<dyn FnMut() -> String + Send> = Box::new(value);
        self.attributes.push(prop("value", value).into_any_attr());
        self
    }

    /// Keeps a box or a radio button ticked or not.
    pub fn checked(mut self, holds: impl Fn() -> bool + Send + 'static) -> Self {
        let holds: Box<dyn FnMut() -> bool + Send> = Box::new(holds);
        self.attributes.push(prop("checked", holds).into_any_attr());
        self
    }

    /// Listens to an event.
    pub fn on(mut self, name: &'static str, listener: impl FnMut(web_sys::Event) + 'static) -> Self {
        let listener: Box<dyn FnMut(web_sys::Event)> = Box::new(listener);
        self.attributes.push(on(ev::Custom::<web_sys::Event>::new(name), listener).into_any_attr());
        self
    }

    /// Listens to keys.
    pub fn on_key(self, mut listener: impl FnMut(&web_sys::KeyboardEvent) + 'static) -> Self {
        self.on("keydown", move |event| listener(event.unchecked_ref()))
    }

    /// Listens to what is typed.
    pub fn on_input(self, listener: impl Fn(String) + 'static) -> Self {
        self.on("input", move |event| listener(event_target_value(&event)))
    }

    /// Listens to a value that was chosen or typed to its end.
    pub fn on_change(self, listener: impl Fn(String) + 'static) -> Self {
        self.on("change", move |event| listener(event_target_value(&event)))
    }

    /// Listens to a form that is sent; the page itself goes nowhere.
    pub fn on_submit(self, listener: impl Fn() + 'static) -> Self {
        self.on("submit", move |event| {
            event.prevent_default();
            listener();
        })
    }

    /// Puts something into it.
    pub fn add(mut self, child: impl Into<AnyView>) -> Self {
        self.children.push(child.into());
        self
    }

    /// Puts something into it, if there is something.
    pub fn add_some(self, child: Option<impl Into<AnyView>>) -> Self {
        match child {
            Some(child) => self.add(child),
            None => self,
        }
    }

    /// Puts several things into it.
    pub fn add_all(mut self, children: impl IntoIterator<Item = AnyView>) -> Self {
        self.children.extend(children);
        self
    }

    /// Puts a text into it.
    pub fn text(self, words: impl Into<String>) -> Self {
        self.add(text(words))
    }

    /// Puts a text that changes into it.
    pub fn live_text(self, words: impl Fn() -> String + Send + 'static) -> Self {
        self.add(live_text(words))
    }

    /// The element as a view.
    pub fn view(self) -> AnyView {
        custom(self.tag).add_any_attr(self.attributes).child(self.children).into_any()
    }
}

impl From<El> for AnyView {
    fn from(element: El) -> Self {
        element.view()
    }
}

/// The element with this id, if it is on the page.
pub fn by_id<T: JsCast>(id: &str) -> Option<T> {
    document().get_element_by_id(id)?.dyn_into().ok()
}
