//! A place in a document as the viewer's address names it: `document.html#id=…&page=…&quote=…`.

use std::fmt::Write as _;

/// Where the viewer opens.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Opening {
    /// The document's id.
    pub id: String,
    /// The page, from 1.
    pub page: u32,
    /// The cited words; empty for none.
    pub quote: String,
    /// Words of a search, marked where there is no quote.
    pub words: String,
}

impl Opening {
    /// The start of a document.
    pub fn start(id: impl Into<String>) -> Self {
        Self { id: id.into(), page: 1, ..Self::default() }
    }

    /// The place that an address names after `#` or `?`.
    pub fn read(after: &str) -> Self {
        let mut place = Self { page: 1, ..Self::default() };
        for (name, value) in after.trim_start_matches(['#', '?']).split('&').filter_map(|pair| pair.split_once('=')) {
            match name {
                "id" => place.id = decoded(value),
                "page" => place.page = value.parse().unwrap_or(1).max(1),
                "quote" => place.quote = decoded(value),
                "words" => place.words = decoded(value),
                _ => {}
            }
        }
        place
    }

    /// What comes after `#`.
    pub fn fragment(&self) -> String {
        let mut text = format!("id={}&page={}", encoded(&self.id), self.page);
        for (name, value) in [("&quote=", &self.quote), ("&words=", &self.words)] {
            if !value.is_empty() {
                text.push_str(name);
                text.push_str(&encoded(value));
            }
        }
        text
    }

    /// The address within the extension.
    pub fn address(&self) -> String {
        format!("document.html#{}", self.fragment())
    }
}

fn encoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            // Writing to a text cannot fail.
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

fn decoded(text: &str) -> String {
    let mut out = Vec::with_capacity(text.len());
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        let hex = |byte: Option<u8>| byte.and_then(|byte| char::from(byte).to_digit(16));
        match byte {
            b'%' => {
                let mut ahead = bytes.clone();
                match (hex(ahead.next()), hex(ahead.next())) {
                    (Some(high), Some(low)) => {
                        out.push((high * 16 + low) as u8);
                        bytes = ahead;
                    }
                    _ => out.push(b'%'),
                }
            }
            b'+' => out.push(b' '),
            other => out.push(other),
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_says_what_it_was_made_of() {
        let place = Opening {
            id: "a-1".into(),
            page: 12,
            quote: "50 % of 3 € & \"more\" = größer+#?".into(),
            words: "a b".into(),
        };
        assert_eq!(Opening::read(&format!("#{}", place.fragment())), place);
        assert!(!place.fragment().contains(['#', ' ', '"', '+']), "{}", place.fragment());
        assert_eq!(Opening::start("x").address(), "document.html#id=x&page=1");
    }

    #[test]
    fn a_foreign_address_does_no_harm() {
        assert_eq!(
            Opening::read("?id=x&page=0&page=-3&quote=%zz%4&other"),
            Opening { quote: "%zz%4".into(), ..Opening::start("x") }
        );
        assert_eq!(Opening::read(""), Opening { page: 1, ..Opening::default() });
        assert_eq!(Opening::read("#quote=a+b%ff").quote, "a b\u{fffd}");
    }
}
