//! Rich Text Format (RTF 1.9.1): paragraphs, tables and pages.

use super::{
    flow::Flow,
    html,
    reading::{Input, ReadError, Reading},
    sniff::{CERTAIN, Sniff},
    text,
};
use crate::{Block, BlockKind, Cell, Document, Kind, Table, Warning};
use encoding_rs::{Encoding, WINDOWS_1252};

/// Groups inside each other.
const DEPTH: usize = 500;
/// Cells that are kept of a table.
const CELLS: usize = 500_000;

/// Groups that are not text of the document. A group that begins with `\*` is left out as well, if it is not known.
const LEFT_OUT: &[&str] = &[
    "fonttbl",
    "colortbl",
    "stylesheet",
    "info",
    "pict",
    "object",
    "listtable",
    "listoverridetable",
    "rsidtbl",
    "themedata",
    "colorschememapping",
    "latentstyles",
    "datastore",
    "generator",
    "xmlnstbl",
    "fldinst",
    "filetbl",
    "revtbl",
    "bkmkstart",
    "bkmkend",
    "listtext",
    "pntext",
    "nonshppict",
    "shpinst",
    "datafield",
];

/// Its first bytes.
pub(crate) fn sniff(input: &Input<'_>) -> Sniff {
    input.bytes.trim_ascii_start().starts_with(b"{\\rtf").then_some((Kind::Text, CERTAIN))
}

/// Reads the text; pictures and drawings are left out.
pub(crate) fn read(input: &Input<'_>, reading: &mut Reading<'_>) -> Result<Document, ReadError> {
    let bytes = input.bytes.trim_ascii_start();
    let mut warnings = Vec::new();
    let bytes = if bytes.len() > reading.limits.characters {
        warnings.push(Warning::TextCut);
        bytes.get(..reading.limits.characters).unwrap_or(bytes)
    } else {
        bytes
    };
    let mut reader = Rtf { charset: WINDOWS_1252, ..Rtf::default() };
    reader.read(bytes);
    if reader.states.len() > 1 && warnings.is_empty() {
        warnings.push(Warning::Truncated);
    }
    let title = Some(html::one_line(&reader.title)).filter(|title| !title.is_empty());
    let pages = reader.flow.into_pages(reading.limits.pages);
    reading.progress(pages.len(), pages.len());
    Ok(Document { kind: Kind::Text, title, pages, outline: Vec::new(), warnings })
}

/// What holds inside a group.
#[derive(Clone, Copy, Default, PartialEq)]
enum Destination {
    #[default]
    Text,
    Note,
    Title,
    Nowhere,
}

#[derive(Clone, Copy)]
struct GroupState {
    place: Destination,
    /// How many characters come after `\u` for readers that do not know it.
    fallback: usize,
}

struct Rtf {
    flow: Flow,
    states: Vec<GroupState>,
    charset: &'static Encoding,
    /// Bytes in the charset of the file that are not decoded yet.
    bytes: Vec<u8>,
    line: String,
    note: String,
    title: String,
    row: Vec<Cell>,
    table: Vec<Vec<Cell>>,
    cells: usize,
    in_table: bool,
    /// Half of a character beyond U+FFFF.
    half: Option<u16>,
    to_skip: usize,
    is_ignorable: bool,
}

impl Default for Rtf {
    fn default() -> Self {
        Self {
            flow: Flow::default(),
            states: vec![GroupState { place: Destination::Text, fallback: 1 }],
            charset: WINDOWS_1252,
            bytes: Vec::new(),
            line: String::new(),
            note: String::new(),
            title: String::new(),
            row: Vec::new(),
            table: Vec::new(),
            cells: 0,
            in_table: false,
            half: None,
            to_skip: 0,
            is_ignorable: false,
        }
    }
}

impl Rtf {
    fn read(&mut self, bytes: &[u8]) {
        let mut at = 0;
        // What is deeper than the limit is only counted.
        let mut deeper = 0_usize;
        while let Some(byte) = bytes.get(at) {
            at += 1;
            match byte {
                b'{' if self.states.len() > DEPTH => deeper += 1,
                b'}' if deeper > 0 => deeper -= 1,
                b'{' => {
                    self.to_skip = 0;
                    self.states.extend(self.states.last().copied());
                }
                b'}' => self.end_group(),
                b'\\' => at = self.control(bytes, at),
                b'\r' | b'\n' | 0 => {}
                byte => self.byte(*byte),
            }
        }
        self.end_paragraph();
        self.end_table();
    }

    fn state(&self) -> GroupState {
        self.states.last().copied().unwrap_or(GroupState { place: Destination::Text, fallback: 1 })
    }

    fn set_place(&mut self, place: Destination) {
        self.decode();
        if let Some(state) = self.states.last_mut()
            && state.place != Destination::Nowhere
        {
            state.place = place;
        }
    }

    fn end_group(&mut self) {
        self.decode();
        self.to_skip = 0;
        self.is_ignorable = false;
        let ended = self.state().place;
        if self.states.len() > 1 {
            self.states.pop();
        }
        if ended == Destination::Note && self.state().place != Destination::Note {
            if !self.in_table {
                self.end_table();
            }
            let note = text::one_paragraph(&std::mem::take(&mut self.note));
            self.flow.push(Block::new(BlockKind::Note, note));
        }
    }

    fn byte(&mut self, byte: u8) {
        if self.to_skip > 0 {
            self.to_skip -= 1;
        } else if self.state().place != Destination::Nowhere {
            self.bytes.push(byte);
        }
    }

    /// Decodes the bytes so far into the text where they belong.
    fn decode(&mut self) {
        if !self.bytes.is_empty() {
            let bytes = std::mem::take(&mut self.bytes);
            let (text, _) = self.charset.decode_without_bom_handling(&bytes);
            self.push(&text);
        }
    }

    fn push(&mut self, text: &str) {
        match self.state().place {
            Destination::Text => self.line.push_str(text),
            Destination::Note => self.note.push_str(text),
            Destination::Title => self.title.push_str(text),
            Destination::Nowhere => {}
        }
    }

    /// A control word or symbol after a backslash; where it ends.
    fn control(&mut self, bytes: &[u8], at: usize) -> usize {
        let Some(first) = bytes.get(at) else { return at };
        if !first.is_ascii_alphabetic() {
            if *first == b'\'' {
                let digits = bytes.get(at + 1..at + 3).and_then(|digits| std::str::from_utf8(digits).ok());
                if let Some(byte) = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
                    self.byte(byte);
                }
                return at + 3;
            }
            match first {
                b'*' => self.is_ignorable = true,
                b'\\' | b'{' | b'}' => self.byte(*first),
                b'~' => self.character('\u{a0}'),
                b'_' => self.character('\u{2011}'),
                b'\r' | b'\n' => self.end_paragraph(),
                _ => {}
            }
            return at + 1;
        }
        let rest = bytes.get(at..).unwrap_or_default();
        let length = rest.iter().take(32).take_while(|b| b.is_ascii_alphabetic()).count();
        let word = rest.get(..length).and_then(|word| std::str::from_utf8(word).ok()).unwrap_or_default();
        let rest = rest.get(length..).unwrap_or_default();
        let digits =
            rest.iter().take(11).enumerate().take_while(|(i, b)| b.is_ascii_digit() || *i == 0 && **b == b'-').count();
        let number = rest.get(..digits).and_then(|digits| std::str::from_utf8(digits).ok()?.parse::<i32>().ok());
        let end = at + length + digits;
        // The blank after a word belongs to it.
        let end = end + usize::from(bytes.get(end) == Some(&b' '));
        self.word(word, number, bytes.len().saturating_sub(end)).map_or(end, |binary| end + binary)
    }

    /// Does what a control word says; how many bytes of binary data follow, if any.
    fn word(&mut self, word: &str, number: Option<i32>, left: usize) -> Option<usize> {
        let is_ignorable = std::mem::take(&mut self.is_ignorable);
        match word {
            "bin" => return Some(usize::try_from(number.unwrap_or_default()).unwrap_or_default().min(left)),
            "ansicpg" => self.charset = charset_of(number.unwrap_or_default()),
            "uc" => {
                let fallback = number.and_then(|number| usize::try_from(number).ok()).unwrap_or(1).min(16);
                self.states.iter_mut().last().into_iter().for_each(|state| state.fallback = fallback);
            }
            "u" => self.unicode(number.unwrap_or_default()),
            "title" => self.set_title(),
            "footnote" | "annotation" => self.set_place(Destination::Note),
            "par" | "sect" => self.end_paragraph(),
            "line" => self.character('\n'),
            "tab" => self.character('\t'),
            "page" => {
                self.end_paragraph();
                self.end_table();
                self.flow.page_break();
            }
            "intbl" => self.in_table = true,
            "pard" => self.in_table = false,
            "cell" => self.end_cell(),
            "row" => self.end_row(),
            "emdash" => self.character('—'),
            "endash" => self.character('–'),
            "bullet" => self.character('•'),
            "lquote" => self.character('‘'),
            "rquote" => self.character('’'),
            "ldblquote" => self.character('“'),
            "rdblquote" => self.character('”'),
            "fldrslt" | "shptxt" => {}
            _ if is_ignorable || LEFT_OUT.contains(&word) => self.set_place(Destination::Nowhere),
            _ => {}
        }
        None
    }

    /// The title stands in a group of what is left out.
    fn set_title(&mut self) {
        self.decode();
        self.states.iter_mut().last().into_iter().for_each(|state| state.place = Destination::Title);
    }

    fn character(&mut self, character: char) {
        if self.to_skip > 0 {
            self.to_skip -= 1;
            return;
        }
        self.decode();
        self.push(character.encode_utf8(&mut [0; 4]));
    }

    /// A UTF-16 unit, as a signed number.
    fn unicode(&mut self, number: i32) {
        self.decode();
        let unit = u16::try_from(number.rem_euclid(65_536)).unwrap_or_default();
        let units = self.half.take().into_iter().chain([unit]);
        for character in char::decode_utf16(units.collect::<Vec<u16>>()) {
            match character {
                Ok(character) => self.push(character.encode_utf8(&mut [0; 4])),
                Err(error) if (0xd800..0xdc00).contains(&error.unpaired_surrogate()) => self.half = Some(unit),
                Err(_) => {}
            }
        }
        self.to_skip = self.state().fallback;
    }

    fn end_paragraph(&mut self) {
        self.decode();
        match self.state().place {
            Destination::Note => self.note.push('\n'),
            Destination::Text if self.in_table => self.line.push('\n'),
            Destination::Text => {
                self.end_table();
                let line = std::mem::take(&mut self.line);
                self.flow.push(Block::new(BlockKind::Paragraph, text::one_paragraph(&line)));
            }
            Destination::Title | Destination::Nowhere => {}
        }
    }

    fn end_cell(&mut self) {
        self.decode();
        let text = html::one_line(&std::mem::take(&mut self.line));
        self.cells += 1;
        if self.cells <= CELLS {
            self.row.push(Cell::new(text));
        }
    }

    fn end_row(&mut self) {
        let row = std::mem::take(&mut self.row);
        if row.iter().any(|cell| !cell.text.is_empty()) {
            self.table.push(row);
        }
        self.in_table = false;
    }

    fn end_table(&mut self) {
        let rows = std::mem::take(&mut self.table);
        if !rows.is_empty() {
            self.flow.push(Block::of_table(Table { name: None, header_rows: 0, rows }));
        }
    }
}

/// The charset of a Windows code page.
fn charset_of(page: i32) -> &'static Encoding {
    let label = match page {
        874 | 1250..=1258 => format!("windows-{page}"),
        932 => "shift_jis".to_owned(),
        936 => "gbk".to_owned(),
        949 => "euc-kr".to_owned(),
        950 => "big5".to_owned(),
        10_000 => "macintosh".to_owned(),
        65_001 => "utf-8".to_owned(),
        _ => return WINDOWS_1252,
    };
    Encoding::for_label(label.as_bytes()).unwrap_or(WINDOWS_1252)
}
