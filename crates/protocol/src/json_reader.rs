//! A reader of parsed JSON with as little code as serde allows: each type is read from its one shape. `Value`'s own reader also takes arrays for
//! structs and bytes for names, which doubles the code of every type that is read.

use serde::de::value::StringDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error as _, Expected, IntoDeserializer, MapAccess, SeqAccess,
    Unexpected, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::{Error, Number, Value};

type Result<T> = std::result::Result<T, Error>;

/// Reads one value.
pub(crate) struct Reader(pub Value);

#[inline(never)]
fn other(value: &Value, expected: &dyn Expected) -> Error {
    let found = match value {
        Value::Null => Unexpected::Unit,
        Value::Bool(value) => Unexpected::Bool(*value),
        Value::Number(_) => Unexpected::Other("number"),
        Value::String(text) => Unexpected::Str(text),
        Value::Array(_) => Unexpected::Seq,
        Value::Object(_) => Unexpected::Map,
    };
    Error::invalid_type(found, expected)
}

fn number<'de, V: Visitor<'de>>(number: &Number, visitor: V) -> Result<V::Value> {
    match (number.as_u64(), number.as_i64()) {
        (Some(value), _) => visitor.visit_u64(value),
        (None, Some(value)) => visitor.visit_i64(value),
        (None, None) => visitor.visit_f64(number.as_f64().unwrap_or_default()),
    }
}

/// Methods for types of one shape.
macro_rules! of_one_shape {
    ($($method:ident($($extra:ident: $type:ty),*) $shape:pat => $read:expr;)*) => {$(
        fn $method<V: Visitor<'de>>(self, $($extra: $type,)* visitor: V) -> Result<V::Value> {
            match self.0 {
                $shape => $read(visitor),
                value => Err(other(&value, &visitor)),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for Reader {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(value),
            Value::Number(value) => number(&value, visitor),
            Value::String(text) => visitor.visit_string(text),
            Value::Array(list) => visitor.visit_seq(Elements(list.into_iter())),
            Value::Object(fields) => visitor.visit_map(Entries { fields: fields.into_iter(), value: None }),
        }
    }

    of_one_shape! {
        deserialize_bool() Value::Bool(value) => |visitor: V| visitor.visit_bool(value);
        deserialize_i8() Value::Number(value) => |visitor: V| number(&value, visitor);
        deserialize_i16() Value::Number(value) => |visitor: V| number(&value, visitor);
        deserialize_i32() Value::Number(value) => |visitor: V| number(&value, visitor);
        deserialize_i64() Value::Number(value) => |visitor: V| number(&value, visitor);
        deserialize_u8() Value::Number(value) => |visitor: V| number(&value, visitor);
        deserialize_u16() Value::Number(value) => |visitor: V| number(&value, visitor);
        deserialize_u32() Value::Number(value) => |visitor: V| number(&value, visitor);
        deserialize_u64() Value::Number(value) => |visitor: V| number(&value, visitor);
        deserialize_f32() Value::Number(value) => |visitor: V| visitor.visit_f64(value.as_f64().unwrap_or_default());
        deserialize_f64() Value::Number(value) => |visitor: V| visitor.visit_f64(value.as_f64().unwrap_or_default());
        deserialize_char() Value::String(text) => |visitor: V| visitor.visit_string(text);
        deserialize_str() Value::String(text) => |visitor: V| visitor.visit_string(text);
        deserialize_string() Value::String(text) => |visitor: V| visitor.visit_string(text);
        deserialize_identifier() Value::String(text) => |visitor: V| visitor.visit_string(text);
        deserialize_unit() Value::Null => |visitor: V| visitor.visit_unit();
        deserialize_unit_struct(_name: &'static str) Value::Null => |visitor: V| visitor.visit_unit();
        deserialize_seq() Value::Array(list) => |visitor: V| visitor.visit_seq(Elements(list.into_iter()));
        deserialize_tuple(_length: usize) Value::Array(list) => |visitor: V| visitor.visit_seq(Elements(list.into_iter()));
        deserialize_tuple_struct(_name: &'static str, _length: usize) Value::Array(list) =>
            |visitor: V| visitor.visit_seq(Elements(list.into_iter()));
        deserialize_map() Value::Object(fields) =>
            |visitor: V| visitor.visit_map(Entries { fields: fields.into_iter(), value: None });
        deserialize_struct(_name: &'static str, _fields: &'static [&'static str]) Value::Object(fields) =>
            |visitor: V| visitor.visit_map(Entries { fields: fields.into_iter(), value: None });
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _name: &'static str, visitor: V) -> Result<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let (name, value) = match self.0 {
            Value::String(name) => (name, None),
            Value::Object(fields) if fields.len() == 1 => match fields.into_iter().next() {
                Some((name, value)) => (name, Some(value)),
                None => return Err(Error::custom("a variant has a name")),
            },
            value => return Err(other(&value, &visitor)),
        };
        visitor.visit_enum(Variant { name, value })
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! { i128 u128 bytes byte_buf }
}

struct Elements(std::vec::IntoIter<Value>);

impl<'de> SeqAccess<'de> for Elements {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        self.0.next().map(|value| seed.deserialize(Reader(value))).transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

struct Entries {
    fields: serde_json::map::IntoIter,
    value: Option<Value>,
}

impl<'de> MapAccess<'de> for Entries {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        let Some((name, value)) = self.fields.next() else { return Ok(None) };
        self.value = Some(value);
        seed.deserialize(Name(name)).map(Some)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value> {
        seed.deserialize(Reader(self.value.take().unwrap_or_default()))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.fields.len())
    }
}

/// A name in an object. Numbers are text there.
struct Name(String);

/// Methods for names that are whole numbers.
macro_rules! numbers {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            match self.0.parse::<i64>() {
                Ok(number) if number < 0 => visitor.visit_i64(number),
                Ok(number) => visitor.visit_u64(number.unsigned_abs()),
                Err(_) => Err(Error::invalid_type(Unexpected::Str(&self.0), &visitor)),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for Name {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_string(self.0)
    }

    numbers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _name: &'static str, visitor: V) -> Result<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        visitor.visit_enum(Variant { name: self.0, value: None })
    }

    forward_to_deserialize_any! {
        bool i128 u128 f32 f64 char str string bytes byte_buf option unit unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

struct Variant {
    name: String,
    value: Option<Value>,
}

impl<'de> EnumAccess<'de> for Variant {
    type Error = Error;
    type Variant = Content;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Content)> {
        let name: StringDeserializer<Error> = self.name.into_deserializer();
        Ok((seed.deserialize(name)?, Content(self.value)))
    }
}

/// What a variant holds.
struct Content(Option<Value>);

impl<'de> VariantAccess<'de> for Content {
    type Error = Error;

    fn unit_variant(self) -> Result<()> {
        match self.0 {
            None | Some(Value::Null) => Ok(()),
            Some(value) => Err(other(&value, &"a variant without a value")),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value> {
        seed.deserialize(Reader(self.0.unwrap_or_default()))
    }

    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value> {
        Reader(self.0.unwrap_or_default()).deserialize_tuple(length, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, fields: &'static [&'static str], visitor: V) -> Result<V::Value> {
        Reader(self.0.unwrap_or_default()).deserialize_struct("", fields, visitor)
    }
}

#[cfg(test)]
mod tests {
    use crate::json::from_value;
    use serde::{Deserialize, Serialize};
    use serde_json::json;
    use std::collections::BTreeMap;
    use std::fmt::Debug;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Part {
        a_number: u32,
        #[serde(default)]
        signed: i64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        maybe: Option<f64>,
        #[serde(default)]
        list: Vec<Kind>,
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Kind {
        Plain,
        Holds(String),
        Both(u8, bool),
        Named { part: Box<Part> },
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(tag = "kind")]
    enum Tagged {
        One { text: String },
        Two,
    }

    #[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    struct Key(i32);

    fn comes_back<T: Serialize + for<'de> Deserialize<'de> + PartialEq + Debug>(value: T) {
        assert_eq!(from_value::<T>(json!(value)).unwrap(), value);
    }

    #[test]
    fn what_is_written_is_read_back() {
        let part = |list| Part { a_number: 7, signed: -3, maybe: Some(2.0), list };
        comes_back(part(vec![
            Kind::Plain,
            Kind::Holds("x".into()),
            Kind::Both(1, true),
            Kind::Named { part: Box::new(part(Vec::new())) },
        ]));
        comes_back(Tagged::One { text: "t".into() });
        comes_back(Tagged::Two);
        comes_back(BTreeMap::from([(Key(-1), (1_u8, "a".to_owned())), (Key(2), (2, "b".to_owned()))]));
        comes_back((None::<bool>, Some('c'), u64::MAX, i64::MIN, 0.5_f32));
        comes_back(json!({ "a": [1, -1, 1.5, "s", null, true, { "b": {} }] }));
    }

    #[test]
    fn what_has_another_shape_is_refused_in_a_sentence() {
        for (value, expected) in [
            (json!({ "aNumber": "7" }), "invalid type: string \"7\", expected u32"),
            (json!({ "aNumber": -7 }), "invalid value: integer `-7`, expected u32"),
            (json!({}), "missing field `aNumber`"),
            (json!([7]), "invalid type: sequence, expected struct Part"),
            (json!({ "aNumber": 7, "list": [{ "other": 1 }] }), "unknown variant `other`"),
            (json!({ "aNumber": 7, "list": [{ "plain": 1, "holds": "" }] }), "invalid type: map, expected enum Kind"),
        ] {
            let told = from_value::<Part>(value).unwrap_err().to_string();
            assert!(told.starts_with(expected), "{told}");
        }
    }
}
