//! Elements whose type does not depend on their content.
//!
//! Leptos' `view!` gives every element its own type, and each type its own code: that made the pages three times as large. Here every
//! element has the same Leptos type, with its attributes and children in lists.

pub(super) use crate::view::dom::by_id;
pub(super) use crate::view::memo::{flag, words};
use leptos::attr::any_attribute::{AnyAttribute, IntoAnyAttribute};
use leptos::attr::custom::custom_attribute;
use leptos::ev;
use leptos::html::custom;
use leptos::prelude::*;
use leptos::tachys::html::event::{capture, on};
use leptos::tachys::html::property::prop;
use wasm_bindgen::JsCast;

/// An element under construction.
pub struct El {
    tag: &'static str,
    attributes: Vec<AnyAttribute>,
    children: Vec<AnyView>,
}

/// An element with a class, which may be empty.
pub(super) fn el(tag: &'static str, class: &'static str) -> El {
    let element = El { tag, attributes: Vec::new(), children: Vec::new() };
    if class.is_empty() { element } else { element.attr("class", class) }
}

/// A field of one line of this type, with a hint and a name, that shows and changes a text.
pub(super) fn text_field(kind: &'static str, hint: &'static str, name: &'static str, text: RwSignal<String>) -> El {
    el("input", "input")
        .attr("type", kind)
        .attr("placeholder", hint)
        .attr("aria-label", name)
        .value(move || text.get())
        .on_input(move |typed| text.set(typed))
}

/// A button with a class and a click handler.
pub(super) fn button(class: &'static str, click: impl Fn() + 'static) -> El {
    el("button", class).attr("type", "button").on("click", move |_| click())
}

/// A view that is redrawn when its signals change.
pub(super) fn live(draw: impl Fn() -> AnyView + Send + 'static) -> AnyView {
    let draw: Box<dyn FnMut() -> AnyView + Send> = Box::new(draw);
    draw.into_any()
}

/// A view shown while a condition holds.
pub(super) fn when(
    holds: impl Fn() -> bool + Send + Sync + 'static,
    draw: impl Fn() -> AnyView + Send + 'static,
) -> AnyView {
    either(holds, draw, nothing)
}

/// One of two views.
pub(super) fn either(
    holds: impl Fn() -> bool + Send + Sync + 'static,
    yes: impl Fn() -> AnyView + Send + 'static,
    no: impl Fn() -> AnyView + Send + 'static,
) -> AnyView {
    let holds = flag(holds);
    live(move || if holds.get() { yes() } else { no() })
}

/// An empty view.
pub(super) fn nothing() -> AnyView {
    ().into_any()
}

/// Several views.
pub(super) fn all(list: Vec<AnyView>) -> AnyView {
    list.into_any()
}

/// A static text.
pub(super) fn text(text: impl Into<String>) -> AnyView {
    let text: String = text.into();
    text.into_any()
}

/// A reactive text.
pub(super) fn live_text(text: impl Fn() -> String + Send + 'static) -> AnyView {
    let text: Box<dyn FnMut() -> String + Send> = Box::new(text);
    text.into_any()
}

impl El {
    /// Sets an attribute.
    pub fn attr(mut self, name: &'static str, value: impl Into<String>) -> Self {
        let value: String = value.into();
        self.attributes.push(custom_attribute(name, value).into_any_attr());
        self
    }

    /// Binds an attribute; none removes it.
    pub fn live_attr(mut self, name: &'static str, value: impl Fn() -> Option<String> + Send + 'static) -> Self {
        let value: Box<dyn FnMut() -> Option<String> + Send> = Box::new(value);
        self.attributes.push(custom_attribute(name, value).into_any_attr());
        self
    }

    /// Binds a boolean attribute.
    pub fn live_flag(self, name: &'static str, holds: impl Fn() -> bool + Send + 'static) -> Self {
        self.live_attr(name, move || holds().then(String::new))
    }

    /// Binds the value of a field.
    pub fn value(self, value: impl Fn() -> String + Send + 'static) -> Self {
        self.live_property("value", value)
    }

    /// Binds a property to a text. The policy of these pages refuses `style` as an attribute, not as a property.
    pub fn live_property(mut self, name: &'static str, value: impl Fn() -> String + Send + 'static) -> Self {
        let value: Box<dyn FnMut() -> String + Send> = Box::new(value);
        self.attributes.push(prop(name, value).into_any_attr());
        self
    }

    /// Binds whether a checkbox or radio button is checked.
    pub fn checked(mut self, holds: impl Fn() -> bool + Send + 'static) -> Self {
        let holds: Box<dyn FnMut() -> bool + Send> = Box::new(holds);
        self.attributes.push(prop("checked", holds).into_any_attr());
        self
    }

    /// Adds an event listener.
    pub fn on(mut self, name: &'static str, listener: impl FnMut(web_sys::Event) + 'static) -> Self {
        let listener: Box<dyn FnMut(web_sys::Event)> = Box::new(listener);
        self.attributes.push(on(ev::Custom::<web_sys::Event>::new(name), listener).into_any_attr());
        self
    }

    /// Adds a key listener.
    pub fn on_key(self, mut listener: impl FnMut(&web_sys::KeyboardEvent) + 'static) -> Self {
        self.on("keydown", move |event| listener(event.unchecked_ref()))
    }

    /// Adds a key listener that hears before those of the children.
    pub fn on_key_first(mut self, mut listener: impl FnMut(&web_sys::KeyboardEvent) + 'static) -> Self {
        let listener: Box<dyn FnMut(web_sys::Event)> = Box::new(move |event| listener(event.unchecked_ref()));
        let name = capture(ev::Custom::<web_sys::Event>::new("keydown"));
        self.attributes.push(on(name, listener).into_any_attr());
        self
    }

    /// Listens to Enter in a field, and keeps it from the form around it.
    pub fn on_enter(self, listener: impl Fn() + 'static) -> Self {
        self.on_own_key("Enter", listener)
    }

    /// Listens to Escape, and keeps it from what is around it.
    pub fn on_escape(self, listener: impl Fn() + 'static) -> Self {
        self.on_own_key("Escape", listener)
    }

    fn on_own_key(self, key: &'static str, listener: impl Fn() + 'static) -> Self {
        self.on_key(move |event| {
            if event.key() == key {
                event.prevent_default();
                event.stop_propagation();
                listener();
            }
        })
    }

    /// Listens to input as it is typed.
    pub fn on_input(self, listener: impl Fn(String) + 'static) -> Self {
        self.on("input", move |event| listener(event_target_value(&event)))
    }

    /// Listens to a committed value.
    pub fn on_change(self, listener: impl Fn(String) + 'static) -> Self {
        self.on("change", move |event| listener(event_target_value(&event)))
    }

    /// Listens to a form's submission, without navigating.
    pub fn on_submit(self, listener: impl Fn() + 'static) -> Self {
        self.on("submit", move |event| {
            event.prevent_default();
            listener();
        })
    }

    /// Adds a child.
    pub fn add(mut self, child: impl Into<AnyView>) -> Self {
        self.children.push(child.into());
        self
    }

    /// Adds a child, if there is one.
    pub fn add_some(self, child: Option<impl Into<AnyView>>) -> Self {
        match child {
            Some(child) => self.add(child),
            None => self,
        }
    }

    /// Adds several children.
    pub fn add_all(mut self, children: impl IntoIterator<Item = AnyView>) -> Self {
        self.children.extend(children);
        self
    }

    /// Adds a text.
    pub fn text(self, words: impl Into<String>) -> Self {
        self.add(text(words))
    }

    /// Adds a reactive text.
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
