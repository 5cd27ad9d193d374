//! Mail messages: who wrote what to whom, the text, and the files attached.

use super::{
    flow::{Flow, outline},
    html,
    reading::{Input, ReadError, Reading},
    sniff::{self, NAMED, SYNTAX, Sniff},
    text,
    wrapped::{self, Cms},
};
use crate::{Block, BlockKind, Document, Kind, OutlineEntry, Page, Warning};
use mail_parser::{Address, Message, MessageParser, MessagePart, MimeHeaders, PartType};
use std::borrow::Cow;

/// Attached files that are read. Others are only named.
const ATTACHMENTS: usize = 50;
/// Messages in messages that are read.
const FORWARDED: usize = 3;
/// Parts of a message that are looked at.
const PARTS: usize = 10_000;

/// Bytes of the header fields of all parts.
const FIELD_BYTES: usize = 4 << 20;

/// Header fields that only messages have, in lower case.
const FIELDS: &[&str] = &[
    "from",
    "to",
    "cc",
    "date",
    "subject",
    "message-id",
    "received",
    "return-path",
    "delivered-to",
    "mime-version",
    "content-type",
    "reply-to",
    "sender",
    "x-mailer",
    "dkim-signature",
    "content-transfer-encoding",
    "in-reply-to",
    "references",
    "authentication-results",
    "arc-seal",
    "x-received",
];

/// Header fields at the start: three that are known, or two and the name. Fields of the same name count once.
pub(crate) fn sniff(input: &Input<'_>) -> Sniff {
    let head = sniff::head(input)?;
    let is_named = sniff::is_named(input, &["eml", "mht", "mhtml", "mbox"], &["message/rfc822", "multipart/related"]);
    let mut known: Vec<String> = Vec::new();
    for (index, line) in head.trim_start().lines().enumerate().take(400) {
        if line.trim().is_empty() {
            break;
        }
        // An mbox file begins a message with a line of its own, and a long field goes on indented.
        if line.starts_with([' ', '\t']) || index == 0 && line.starts_with("From ") {
            continue;
        }
        let Some((name, _)) = line.split_once(':') else { break };
        let name = name.to_ascii_lowercase();
        if !name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-') {
            break;
        }
        if FIELDS.contains(&name.as_str()) && !known.contains(&name) {
            known.push(name);
        }
    }
    let is_sent =
        known.iter().any(|name| matches!(name.as_str(), "message-id" | "received" | "mime-version" | "return-path"));
    match known.len() {
        3.. if is_sent || is_named => Some((Kind::Eml, SYNTAX)),
        4.. => Some((Kind::Eml, NAMED - 10)),
        1.. if is_named => Some((Kind::Eml, NAMED)),
        _ => None,
    }
}

/// Reads a message. Attached files of readable kinds follow as further pages; files inside them are only named.
pub(crate) fn read(input: &Input<'_>, reading: &mut Reading<'_>) -> Result<Document, ReadError> {
    let bytes = input.bytes.trim_ascii_start();
    // The line that begins a message in an mbox file.
    let bytes = match bytes.iter().position(|b| *b == b'\n') {
        Some(end) if bytes.starts_with(b"From ") => bytes.get(end + 1..).unwrap_or_default(),
        _ => bytes,
    };
    let (bytes, is_cut) = bounded(bytes);
    let bytes = &*flattened(bytes);
    let message = MessageParser::default()
        .parse(bytes)
        .ok_or_else(|| ReadError::Damaged { what: "no header fields".to_owned() })?;
    let mut mail = Mail { reading, warnings: Vec::new(), attached: 0, pages: Vec::new(), outline: Vec::new() };
    mail.message(&message, 0);
    let title = message.subject().map(html::one_line).filter(|subject| !subject.is_empty());
    let Mail { mut warnings, pages, outline, .. } = mail;
    warnings.extend(is_cut.then_some(Warning::Truncated));
    Ok(Document { kind: Kind::Eml, title, pages, outline, warnings })
}

/// A message up to the part or the header field with which there are more of them than of any that people write, and whether it is cut: what is parsed
/// takes a hundred times the bytes of the smallest.
fn bounded(bytes: &[u8]) -> (&[u8], bool) {
    let (mut parts, mut fields, mut at) = (0, 0, 0);
    let mut in_head = true;
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        match line {
            b"\n" | b"\r\n" => in_head = false,
            _ if line.starts_with(b"--") => (parts, in_head) = (parts + 1, true),
            _ if in_head => fields += line.len(),
            _ => {}
        }
        if parts > 2 * PARTS || fields > FIELD_BYTES {
            return (bytes.get(..at).unwrap_or_default(), true);
        }
        at += line.len();
    }
    (bytes, false)
}

/// The same, but after so many messages in messages the rest are files: each is a level that is parsed and given back by recursion.
fn flattened(bytes: &[u8]) -> Cow<'_, [u8]> {
    const MOST: usize = 200;
    let is_inner = |at: usize| {
        let names: [&[u8]; 3] = [b"message/rfc822", b"message/global", b"multipart/digest"];
        names.iter().any(|name| bytes.get(at..at + name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name)))
    };
    let deep: Vec<usize> =
        (0..bytes.len()).filter(|at| matches!(bytes.get(*at), Some(b'm' | b'M')) && is_inner(*at)).skip(MOST).collect();
    if deep.is_empty() {
        return Cow::Borrowed(bytes);
    }
    let mut flat = bytes.to_vec();
    for at in deep {
        // No media type begins with this letter, so that the part is a file of an unknown kind.
        flat.iter_mut().skip(at).take(1).for_each(|byte| *byte = b'x');
    }
    Cow::Owned(flat)
}

struct Mail<'a, 'b> {
    reading: &'a mut Reading<'b>,
    warnings: Vec<Warning>,
    attached: usize,
    pages: Vec<Page>,
    outline: Vec<OutlineEntry>,
}

impl Mail<'_, '_> {
    /// Header fields, text, the names of the files; then the files.
    fn message(&mut self, message: &Message<'_>, depth: usize) {
        let mut flow = Flow::default();
        header(message, &mut flow);
        let body: Vec<&MessagePart<'_>> = body(message);
        for part in &body {
            self.text(part, &mut flow);
        }
        let is_body = |part: &MessagePart<'_>| body.iter().any(|other| std::ptr::eq(*other, part));
        let files: Vec<&MessagePart<'_>> = message.attachments().take(PARTS).filter(|part| !is_body(part)).collect();
        let names: Vec<String> = files.iter().filter(|part| !is_decoration(part)).map(|part| name_of(part)).collect();
        if !names.is_empty() {
            flow.push(Block { level: Some(1), ..Block::new(BlockKind::List, names.join("\n")) });
        }
        let room = self.reading.limits.pages.saturating_sub(self.pages.len()).max(1);
        let pages = flow.into_pages(room);
        self.append(pages, None);
        for part in files {
            match &part.body {
                PartType::Message(inner) if depth < FORWARDED => self.message(inner, depth + 1),
                PartType::Message(_) | PartType::Multipart(_) => {}
                _ if is_decoration(part) || is_signature(message, part) => {}
                _ => self.wrapped(part, depth),
            }
        }
    }

    fn text(&mut self, part: &MessagePart<'_>, flow: &mut Flow) {
        let most = self.reading.limits.characters;
        match &part.body {
            PartType::Html(source) => {
                let source = text::limited(source, most, &mut self.warnings);
                let base = part.content_location().map(str::to_owned);
                let (_, inner) = html::page(source, base.as_deref(), false, &mut self.warnings);
                flow.append(inner);
            }
            PartType::Text(source) => {
                let parameter = |name| part.content_type().and_then(|kind| kind.attribute(name));
                let is_yes = |name, yes: &str| parameter(name).is_some_and(|value| value.eq_ignore_ascii_case(yes));
                let source = match is_yes("format", "flowed") {
                    true => unflowed(source, is_yes("delsp", "yes")),
                    false => source.clone(),
                };
                flow.append(text::flow_of(text::limited(&source, most, &mut self.warnings)));
            }
            _ => {}
        }
    }

    /// Reads an attached file, or what it wraps.
    fn wrapped(&mut self, part: &MessagePart<'_>, depth: usize) {
        let name = name_of(part);
        match wrapped::cms(part.contents()) {
            Some(Cms::Signed(bytes)) if depth < FORWARDED => {
                if let Some(message) = MessageParser::default().parse(&*flattened(bounded(&bytes).0)) {
                    self.message(&message, depth + 1);
                }
                return;
            }
            Some(Cms::Signature) => return,
            Some(_) => return self.warnings.push(Warning::FileUnread { name }),
            None => {}
        }
        let mime = part
            .content_type()
            .map(|kind| format!("{}/{}", kind.ctype(), kind.subtype().unwrap_or_default()))
            .unwrap_or_default();
        let Some(outer) = wrapped::tnef(part.contents()) else { return self.file(part.contents(), name, &mime) };
        match outer.text {
            Some(text) => self.file(text, name, "text/plain"),
            None if outer.has_more => self.warnings.push(Warning::FileUnread { name }),
            None => {}
        }
        for (name, bytes) in outer.files {
            self.file(bytes, name, "");
        }
    }

    /// Reads an attached file as further pages.
    fn file(&mut self, bytes: &[u8], name: String, mime: &str) {
        let room = self.reading.limits.pages.saturating_sub(self.pages.len());
        self.attached += 1;
        if self.reading.inside || bytes.is_empty() || self.attached > ATTACHMENTS || room == 0 {
            return;
        }
        let (limits, read) = (self.reading.limits, self.reading.read);
        let pictures = self.reading.pictures.len();
        self.reading.limits.pages = room;
        self.reading.inside = true;
        let found = read(&Input::new(bytes, &name, mime), self.reading);
        self.reading.inside = false;
        self.reading.limits = limits;
        match found {
            Ok(document) => {
                for picture in self.reading.pictures.iter_mut().skip(pictures) {
                    picture.page += self.pages.len();
                }
                self.warnings.extend(document.warnings);
                self.append(document.pages, Some(name));
            }
            Err(_) => {
                self.reading.pictures.truncate(pictures);
                self.warnings.push(Warning::PartDamaged { part: name });
            }
        }
    }

    /// Adds pages, with their headings in the outline. The pages of a file have its name.
    fn append(&mut self, mut pages: Vec<Page>, name: Option<String>) {
        let before = u32::try_from(self.pages.len()).unwrap_or(u32::MAX);
        if let Some(name) = name {
            self.outline.push(OutlineEntry { title: name.clone(), level: 1, page: before.saturating_add(1) });
            for page in &mut pages {
                page.name = Some(page.name.as_ref().map_or_else(|| name.clone(), |own| format!("{name}: {own}")));
            }
        }
        let entries = outline(&pages).into_iter();
        self.outline.extend(entries.map(|entry| OutlineEntry { page: entry.page.saturating_add(before), ..entry }));
        self.pages.extend(pages);
        self.reading.progress(self.pages.len(), self.pages.len());
    }
}

/// The subject as a heading, and who wrote to whom and when as lines.
fn header(message: &Message<'_>, flow: &mut Flow) {
    if let Some(subject) = message.subject() {
        flow.push(Block { level: Some(1), ..Block::new(BlockKind::Heading, html::one_line(subject)) });
    }
    let people = [
        ("From", message.from()),
        ("To", message.to()),
        ("Cc", message.cc()),
        ("Bcc", message.bcc()),
        ("Reply-To", message.reply_to()),
    ];
    let mut lines: Vec<String> = people
        .iter()
        .filter_map(|(name, people)| Some((name, addresses((*people)?))))
        .filter(|(_, people)| !people.is_empty())
        .map(|(name, people)| format!("{name}: {people}"))
        .collect();
    if let Some(date) = message.date() {
        lines.push(format!("Date: {}", date.to_rfc3339()));
    }
    flow.push(Block { level: Some(1), ..Block::new(BlockKind::List, lines.join("\n")) });
}

fn addresses(people: &Address<'_>) -> String {
    let one = |person: &mail_parser::Addr<'_>| match (person.name(), person.address()) {
        (Some(name), Some(address)) => format!("{} <{address}>", html::one_line(name)),
        (name, address) => name.or(address).unwrap_or_default().to_owned(),
    };
    people.iter().take(200).map(one).collect::<Vec<_>>().join(", ")
}

/// The parts that are the message's text: of the same text as HTML and plain, HTML, because it has the tables and the links, unless it is empty.
fn body<'m>(message: &'m Message<'m>) -> Vec<&'m MessagePart<'m>> {
    let said = |part: &&MessagePart<'_>| matches!(&part.body, PartType::Html(text) | PartType::Text(text) if !text.trim().is_empty());
    let html: Vec<&MessagePart<'_>> = message.html_bodies().filter(said).take(PARTS).collect();
    let plain: Vec<&MessagePart<'_>> = message.text_bodies().filter(said).take(PARTS).collect();
    if html.iter().any(|part| part.is_text_html() && has_text(part)) || plain.is_empty() { html } else { plain }
}

/// Whether an HTML part has a letter outside its tags.
fn has_text(part: &MessagePart<'_>) -> bool {
    let source = part.text_contents().unwrap_or_default();
    let source = source.get(source.to_ascii_lowercase().find("<body").unwrap_or_default()..).unwrap_or(source);
    source
        .split('<')
        .any(|piece| piece.split_once('>').map_or(piece, |(_, text)| text).chars().any(char::is_alphanumeric))
}

/// Whether a part is a picture inside the text: a logo, or a point that tells that the mail was opened.
fn is_decoration(part: &MessagePart<'_>) -> bool {
    let is_picture = part.content_type().is_some_and(|kind| kind.ctype().eq_ignore_ascii_case("image"));
    is_picture && part.content_id().is_some() && part.contents().len() < 20_000
        || matches!(part.body, PartType::Multipart(_))
}

/// Whether a part is the signature of a signed message: it has the type that the message calls its protocol (RFC 1847).
fn is_signature(message: &Message<'_>, part: &MessagePart<'_>) -> bool {
    let protocols = message.parts.iter().take(PARTS).filter_map(|part| {
        let kind = part
            .content_type()
            .filter(|kind| kind.subtype().is_some_and(|kind| kind.eq_ignore_ascii_case("signed")))?;
        kind.attribute("protocol")
    });
    let own = part.content_type().map(|kind| format!("{}/{}", kind.ctype(), kind.subtype().unwrap_or_default()));
    own.is_some_and(|own| protocols.into_iter().any(|protocol| protocol.eq_ignore_ascii_case(&own)))
}

/// Text whose lines are joined where they end in a blank (RFC 3676), which `delete` says is not part of the text.
fn unflowed(text: &str, delete: bool) -> Cow<'_, str> {
    let mut joined = String::with_capacity(text.len());
    let mut open: Option<usize> = None;
    for line in text.lines() {
        let quoted = line.bytes().take_while(|byte| *byte == b'>').count();
        let own = line.get(quoted..).unwrap_or_default();
        // A blank before a line that begins with one, or with a quote's mark.
        let own = own.strip_prefix(' ').unwrap_or(own);
        if open.take().is_some_and(|before| before == quoted) {
            if delete {
                joined.pop();
            }
        } else {
            if !joined.is_empty() {
                joined.push('\n');
            }
            joined.extend(std::iter::repeat_n('>', quoted));
            joined.push_str(if quoted > 0 { " " } else { "" });
        }
        joined.push_str(own);
        // What comes before a signature is a line of its own, though it ends in a blank.
        open = (own.ends_with(' ') && own != "-- ").then_some(quoted);
    }
    Cow::Owned(joined)
}

fn name_of(part: &MessagePart<'_>) -> String {
    let name = part.attachment_name().map(html::one_line).filter(|name| !name.is_empty());
    let subject = || part.message().and_then(|message| message.subject()).map(html::one_line);
    let kind = || part.content_type().map(|kind| format!("{}/{}", kind.ctype(), kind.subtype().unwrap_or_default()));
    name.or_else(subject).or_else(kind).unwrap_or_else(|| "attachment".to_owned())
}
