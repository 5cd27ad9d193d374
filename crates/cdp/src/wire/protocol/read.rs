//! Reading what the browser says, as leniently as browsers of several ages demand: what is missing, or of another kind, is nothing instead of an error.

use serde_json::{Map, Value};

/// Something read from a place in a message; none: the place is not there.
pub(crate) trait Read<'a>: Sized {
    fn read(value: Option<&'a Value>) -> Self;

    /// Reads what is at a path of names such as `frame/id`. Not inlined, since every field calls it.
    #[inline(never)]
    fn at(value: Option<&'a Value>, path: &str) -> Self {
        Self::read(at(value, path))
    }
}

#[inline(never)]
pub(super) fn at<'a>(value: Option<&'a Value>, path: &str) -> Option<&'a Value> {
    path.split('/').try_fold(value?, |value, name| value.get(name))
}

/// Parts of messages, each field with its path. One with a lifetime reads from the message when asked; one without is read whole, because it outlives the message.
macro_rules! parts {
    ($($(#[$about:meta])* struct $name:ident $(<$life:lifetime>)? { $($(#[$note:meta])* $field:ident: $type:ty = $path:literal,)* })*) => {
        $($crate::wire::protocol::read::parts! {
            @one $(#[$about])* struct $name $($life)? { $($(#[$note])* $field: $type = $path,)* }
        })*
    };
    (@one $(#[$about:meta])* struct $name:ident $life:lifetime { $($(#[$note:meta])* $field:ident: $type:ty = $path:literal,)* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy)]
        pub(crate) struct $name<$life>(Option<&$life serde_json::Value>);

        impl<$life> $name<$life> {
            $($(#[$note])* pub(crate) fn $field(self) -> $type {
                $crate::wire::protocol::Read::at(self.0, $path)
            })*
        }

        impl<$life> $crate::wire::protocol::Read<$life> for $name<$life> {
            fn read(value: Option<&$life serde_json::Value>) -> Self {
                Self(value)
            }
        }
    };
    (@one $(#[$about:meta])* struct $name:ident { $($(#[$note:meta])* $field:ident: $type:ty = $path:literal,)* }) => {
        $(#[$about])*
        #[derive(Debug, Clone)]
        pub(crate) struct $name {
            $($(#[$note])* pub(crate) $field: $type,)*
        }

        impl $crate::wire::protocol::Read<'_> for $name {
            fn read(value: Option<&serde_json::Value>) -> Self {
                Self { $($field: $crate::wire::protocol::Read::at(value, $path),)* }
            }
        }
    };
}
pub(super) use parts;

impl Read<'_> for () {
    fn read(_: Option<&Value>) -> Self {}
}

impl<'a> Read<'a> for &'a str {
    fn read(value: Option<&'a Value>) -> Self {
        value.and_then(Value::as_str).unwrap_or_default()
    }
}

impl Read<'_> for String {
    fn read(value: Option<&Value>) -> Self {
        <&str>::read(value).to_owned()
    }
}

impl Read<'_> for Option<String> {
    fn read(value: Option<&Value>) -> Self {
        value.and_then(Value::as_str).map(str::to_owned)
    }
}

impl<'a> Read<'a> for Option<&'a str> {
    fn read(value: Option<&'a Value>) -> Self {
        value.and_then(Value::as_str)
    }
}

impl Read<'_> for bool {
    fn read(value: Option<&Value>) -> Self {
        value.and_then(Value::as_bool).unwrap_or_default()
    }
}

impl Read<'_> for u64 {
    fn read(value: Option<&Value>) -> Self {
        value.and_then(Value::as_u64).unwrap_or_default()
    }
}

impl Read<'_> for Option<u64> {
    fn read(value: Option<&Value>) -> Self {
        value.and_then(Value::as_u64)
    }
}

impl Read<'_> for f64 {
    fn read(value: Option<&Value>) -> Self {
        value.and_then(Value::as_f64).unwrap_or_default()
    }
}

impl Read<'_> for Option<f64> {
    fn read(value: Option<&Value>) -> Self {
        value.and_then(Value::as_f64)
    }
}

impl<'a> Read<'a> for Option<&'a Value> {
    fn read(value: Self) -> Self {
        value
    }
}

impl<'a> Read<'a> for Option<&'a Map<String, Value>> {
    fn read(value: Option<&'a Value>) -> Self {
        value.and_then(Value::as_object)
    }
}

impl<'a, T: Read<'a>> Read<'a> for Vec<T> {
    fn read(value: Option<&'a Value>) -> Self {
        value.and_then(Value::as_array).into_iter().flatten().map(|one| T::read(Some(one))).collect()
    }
}

impl<'a, T: Read<'a>> Read<'a> for Option<Vec<T>> {
    fn read(value: Option<&'a Value>) -> Self {
        value.and_then(Value::as_array).map(|_| Vec::read(value))
    }
}
