//! A tool that a page offers (WebMCP), as an index has it.

use serde_json::Value;

use super::clean::line;
use super::raw::RawTool;

/// Most characters of a description.
pub(super) const DESCRIPTION_CHARS: usize = 300;

/// A tool that a page offers. All its words are the page's, so data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageTool {
    /// What looks call it: of two with one name the second gets a number.
    pub name: String,
    /// As the browser reported it.
    pub raw: RawTool,
}

impl PageTool {
    /// Everything that the page says about it and where it is, in short: it is another tool if this is another text.
    pub fn digest(&self) -> String {
        let RawTool { name, description, schema, frame, address, is_form, submits, is_consequential } = &self.raw;
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        let flags = format!("{is_form} {submits} {is_consequential}");
        for part in [name, description, schema, frame, address, &flags] {
            for byte in part.bytes().chain([0xff]) {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
        format!("{hash:016x}")
    }

    /// What the page says about it, without what nobody sees.
    pub fn description(&self) -> String {
        line(&self.raw.description, DESCRIPTION_CHARS)
    }

    /// The schema of its input; none: it gives none, or one that cannot be read.
    pub fn schema(&self) -> Option<Value> {
        serde_json::from_str(&self.raw.schema).ok().filter(Value::is_object)
    }
}
