//! The shape of a tool's arguments, declared once: the source of the struct, the JSON Schema for the model, and the parsing.

use edith_protocol::{Modifier, MouseButton, ScrollDirection, TabId};
use serde_json::Value;
use std::fmt::Write;

/// One argument.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// For the model; empty: nothing.
    pub about: &'static str,
    /// Whether it must be there.
    pub required: bool,
    /// What it may be.
    pub kind: Kind,
}

/// What an argument may be.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    /// Any text.
    Text,
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// An element's uid, or its name instead: see [`names_of`].
    Uid,
    /// A whole number from here to there.
    Whole(i64, i64),
    /// A number; within these limits, where there are any.
    Number(Option<(f64, f64)>),
    /// `true` or `false`.
    YesNo,
    /// Any number of these.
    List(&'static Kind),
    /// A pair of numbers.
    Point,
    /// An object with these fields.
    Object(&'static [Field]),
    /// An object described with these fields but accepted in any shape.
    Loose(&'static [Field]),
    /// No argument of its own: replaced by these.
    Inline(&'static [Field]),
    /// The same, taken if a model writes them, and not told.
    Quiet(&'static [Field]),
}

/// The arguments that name an element in place of its uid: what it is called, where it is, and which of several.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Names {
    /// Its name.
    pub text: &'static str,
    /// Its row, section or dialog.
    pub place: &'static str,
    /// Which of several, from 1.
    pub nth: &'static str,
}

/// The arguments that may be in place of this one, beside the others of its tool; none: it is not a uid.
pub(super) fn names_of(fields: &'static [Field], field: &Field) -> Option<Names> {
    if !matches!(field.kind, Kind::Uid) {
        return None;
    }
    let has_text = each(fields).any(|other| other.name == "text");
    match field.name {
        "uid" if has_text => Some(Names { text: "name", place: "in", nth: "nth" }),
        "uid" => Some(Names { text: "text", place: "in", nth: "nth" }),
        "from_uid" => Some(Names { text: "from", place: "from_in", nth: "from_nth" }),
        "to_uid" => Some(Names { text: "to", place: "to_in", nth: "to_nth" }),
        _ => None,
    }
}

/// A type that an argument may have.
pub(crate) trait Argument {
    /// What the model may write for it.
    const KIND: Kind;
}

macro_rules! argument {
    ($($type:ty = $kind:expr;)*) => { $(impl Argument for $type { const KIND: Kind = $kind; })* };
}

argument! {
    String = Kind::Text;
    bool = Kind::YesNo;
    u32 = Kind::Uid;
    f64 = Kind::Number(None);
    [f64; 2] = Kind::Point;
    TabId = Kind::Whole(0, i32::MAX as i64);
    MouseButton = Kind::OneOf(&["left", "right", "middle"]);
    Modifier = Kind::OneOf(&["Alt", "Control", "Meta", "Shift"]);
    ScrollDirection = Kind::OneOf(&["up", "down", "left", "right", "top", "bottom"]);
}

impl<T: Argument> Argument for Option<T> {
    const KIND: Kind = T::KIND;
}

impl<T: Argument> Argument for Vec<T> {
    const KIND: Kind = Kind::List(&T::KIND);
}

/// A struct of arguments.
pub(crate) trait Arguments {
    /// In the order shown to the model.
    const FIELDS: &'static [Field];
}

/// Declares a struct of arguments: `name: Type => "what the model is told";`, with `as KIND` if the type alone does not define what may be written,
/// `optional` for what may be omitted, `inline` for another such struct whose fields are included, and `quiet` for
/// one whose fields are taken but not told.
macro_rules! arguments {
    ($(#[$meta:meta])* pub struct $name:ident { $($body:tt)* }) => {
        $crate::shape::arguments!(@fields [$(#[$meta])* $name] [] [] $($body)*);
    };
    (@fields $head:tt [$($fields:tt)*] [$($shape:tt)*]
        $(#[$meta:meta])* optional $field:ident: $type:ty $(as $kind:expr)? => $about:literal; $($rest:tt)*) => {
        $crate::shape::arguments!(@fields $head
            [$($fields)*
                $(#[$meta])*
                #[serde(default, skip_serializing_if = "crate::shape::is_default")]
                pub $field: $type,]
            [$($shape)* $crate::shape::Field {
                name: $crate::shape::bare(stringify!($field)),
                about: $about,
                required: false,
                kind: $crate::shape::arguments!(@kind $type $(, $kind)?),
            },]
            $($rest)*);
    };
    (@fields $head:tt [$($fields:tt)*] [$($shape:tt)*] $(#[$meta:meta])* quiet $field:ident: $type:ty; $($rest:tt)*) => {
        $crate::shape::arguments!(@fields $head
            [$($fields)* $(#[$meta])* #[serde(flatten)] pub $field: $type,]
            [$($shape)* $crate::shape::Field {
                name: "",
                about: "",
                required: false,
                kind: $crate::shape::Kind::Quiet(<$type as $crate::shape::Arguments>::FIELDS),
            },]
            $($rest)*);
    };
    (@fields $head:tt [$($fields:tt)*] [$($shape:tt)*] $(#[$meta:meta])* inline $field:ident: $type:ty; $($rest:tt)*) => {
        $crate::shape::arguments!(@fields $head
            [$($fields)* $(#[$meta])* #[serde(flatten)] pub $field: $type,]
            [$($shape)* $crate::shape::Field {
                name: "",
                about: "",
                required: false,
                kind: $crate::shape::Kind::Inline(<$type as $crate::shape::Arguments>::FIELDS),
            },]
            $($rest)*);
    };
    (@fields $head:tt [$($fields:tt)*] [$($shape:tt)*]
        $(#[$meta:meta])* $field:ident: $type:ty $(as $kind:expr)? => $about:literal; $($rest:tt)*) => {
        $crate::shape::arguments!(@fields $head
            [$($fields)* $(#[$meta])* pub $field: $type,]
            [$($shape)* $crate::shape::Field {
                name: stringify!($field),
                about: $about,
                required: true,
                kind: $crate::shape::arguments!(@kind $type $(, $kind)?),
            },]
            $($rest)*);
    };
    (@fields [$(#[$meta:meta])* $name:ident] [$($fields:tt)*] [$($shape:tt)*]) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        #[allow(missing_docs, unreachable_pub, reason = "its tool's description says it")]
        pub struct $name { $($fields)* }

        impl $crate::shape::Arguments for $name {
            const FIELDS: &'static [$crate::shape::Field] = &[$($shape)*];
        }

        impl $crate::shape::Argument for $name {
            const KIND: $crate::shape::Kind =
                $crate::shape::Kind::Object(<$name as $crate::shape::Arguments>::FIELDS);
        }
    };
    (@kind $type:ty) => { <$type as $crate::shape::Argument>::KIND };
    (@kind $type:ty, $kind:expr) => { $kind };
}
pub(crate) use arguments;

/// A field's name without the sign that keeps it from being a keyword.
pub(crate) const fn bare(name: &'static str) -> &'static str {
    match name.as_bytes() {
        [b'r', b'#', ..] => name.split_at(2).1,
        _ => name,
    }
}

/// Whether an optional argument was left out.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// The fields, including those of inlined structs.
pub(super) fn each(fields: &'static [Field]) -> impl Iterator<Item = &'static Field> {
    fields.iter().flat_map(|field| match &field.kind {
        Kind::Inline(fields) | Kind::Quiet(fields) => *fields,
        _ => std::slice::from_ref(field),
    })
}

/// Those that the schema tells.
pub(super) fn told(fields: &'static [Field]) -> impl Iterator<Item = &'static Field> {
    fields.iter().flat_map(|field| match &field.kind {
        Kind::Inline(fields) => *fields,
        Kind::Quiet(_) => &[],
        _ => std::slice::from_ref(field),
    })
}

/// The JSON Schema of a tool's arguments.
pub(super) fn schema(fields: &'static [Field]) -> String {
    let mut out = String::from(r#"{"type":"object""#);
    object(&mut out, fields);
    out.push('}');
    out
}

fn object(out: &mut String, fields: &'static [Field]) {
    out.push_str(r#","properties":{"#);
    for (at, field) in told(fields).enumerate() {
        let comma = if at == 0 { "" } else { "," };
        // Writing into a string cannot fail.
        let _done = write!(out, "{comma}{}:", text(field.name));
        kind(out, &field.kind, field.about);
        // Which of several is asked for when a name is not enough: the rules say so once for all tools.
        if let Some(Names { text, place, .. }) = names_of(fields, field) {
            let _done = write!(out, r#","{text}":{{"type":"string"}},"{place}":{{"type":"string"}}"#);
        }
    }
    out.push('}');
    let is_required = |field: &&Field| field.required && names_of(fields, field).is_none();
    let required: Vec<String> = each(fields).filter(is_required).map(|field| text(field.name)).collect();
    if !required.is_empty() {
        let _done = write!(out, r#","required":[{}]"#, required.join(","));
    }
}

fn kind(out: &mut String, kind_of: &Kind, about: &str) {
    let name = match kind_of {
        Kind::Text | Kind::OneOf(_) => "string",
        Kind::Uid | Kind::Whole(..) => "integer",
        Kind::Number(_) => "number",
        Kind::YesNo => "boolean",
        Kind::List(_) | Kind::Point => "array",
        Kind::Object(_) | Kind::Loose(_) | Kind::Inline(_) | Kind::Quiet(_) => "object",
    };
    let _done = write!(out, r#"{{"type":"{name}""#);
    match kind_of {
        Kind::OneOf(words) => {
            let words: Vec<String> = words.iter().map(|word| text(word)).collect();
            let _done = write!(out, r#","enum":[{}]"#, words.join(","));
        }
        Kind::List(item) => {
            out.push_str(r#","items":"#);
            kind(out, item, "");
        }
        Kind::Point => out.push_str(r#","items":{"type":"number"}"#),
        Kind::Text
        | Kind::Uid
        | Kind::Whole(..)
        | Kind::Number(_)
        | Kind::YesNo
        | Kind::Object(_)
        | Kind::Loose(_)
        | Kind::Inline(_)
        | Kind::Quiet(_) => {}
    }
    if !about.is_empty() {
        let _done = write!(out, r#","description":{}"#, text(about));
    }
    if let Kind::Object(fields) | Kind::Loose(fields) = kind_of {
        object(out, fields);
    }
    out.push('}');
}

fn text(text: &str) -> String {
    Value::from(text).to_string()
}
