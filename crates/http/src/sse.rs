//! Server-sent events by the HTML standard, from bytes in arbitrary pieces.

/// An event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SseEvent {
    /// Empty for an ordinary message.
    pub name: String,
    /// Its data lines, joined by newlines.
    pub data: String,
}

/// Why a stream cannot be read further.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SseError {
    /// Its bytes are not text.
    #[error("the stream is not UTF-8 text")]
    NotUtf8,
}

/// Parses events from a stream's pieces. Lines are split as bytes and decoded whole, so a character split between two pieces stays intact.
#[derive(Debug, Clone, Default)]
pub struct SseParser {
    line: Vec<u8>,
    name: String,
    data: Option<String>,
    after_cr: bool,
    past_start: bool,
    /// The id of the event whose end has not come yet.
    id: Option<String>,
    last_id: Option<String>,
    retry_ms: Option<u64>,
}

impl SseParser {
    /// The id of the last complete event, with which the stream can be asked to go on. An event that was cut off does not count.
    pub fn last_id(&self) -> Option<&str> {
        self.last_id.as_deref()
    }

    /// How long to wait before the stream is opened again, in milliseconds, if it says so.
    pub fn retry_ms(&self) -> Option<u64> {
        self.retry_ms
    }

    /// Takes the next piece and returns the events it completes.
    ///
    /// # Errors
    /// When a line is not UTF-8.
    pub fn push(&mut self, piece: &[u8]) -> Result<Vec<SseEvent>, SseError> {
        let mut events = Vec::new();
        for &byte in piece {
            // CR, LF and CRLF all end a line.
            let second_of_crlf = self.after_cr && byte == b'\n';
            self.after_cr = byte == b'\r';
            match byte {
                b'\n' if second_of_crlf => {}
                b'\n' | b'\r' => self.end_line(&mut events)?,
                _ => self.line.push(byte),
            }
        }
        Ok(events)
    }

    /// Ends the stream. The standard drops an event without its empty line; some servers omit the last one, so it is taken here: its JSON shows
    /// whether it is complete.
    ///
    /// # Errors
    /// When the last line is not UTF-8.
    pub fn finish(&mut self) -> Result<Option<SseEvent>, SseError> {
        let mut events = Vec::new();
        if !self.line.is_empty() {
            self.end_line(&mut events)?;
        }
        self.end_line(&mut events)?;
        Ok(events.pop())
    }

    fn end_line(&mut self, events: &mut Vec<SseEvent>) -> Result<(), SseError> {
        let bytes = std::mem::take(&mut self.line);
        let line = std::str::from_utf8(&bytes).map_err(|_| SseError::NotUtf8)?;
        let line = if self.past_start { line } else { line.strip_prefix('\u{feff}').unwrap_or(line) };
        self.past_start = true;
        if line.is_empty() {
            self.last_id = self.id.take().or(self.last_id.take());
            let name = std::mem::take(&mut self.name);
            if let Some(data) = self.data.take() {
                events.push(SseEvent { name, data });
            }
            return Ok(());
        }
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "data" => match &mut self.data {
                Some(data) => {
                    data.push('\n');
                    data.push_str(value);
                }
                none => *none = Some(value.to_owned()),
            },
            "event" => self.name = value.to_owned(),
            "id" if !value.contains('\0') => self.id = Some(value.to_owned()),
            "retry" => self.retry_ms = value.parse().ok().or(self.retry_ms),
            // Comments (an empty field) and unknown fields.
            _ => {}
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn events(pieces: &[&[u8]]) -> Result<Vec<(String, String)>, SseError> {
        let mut parser = SseParser::default();
        let mut events = Vec::new();
        for piece in pieces {
            events.extend(parser.push(piece)?);
        }
        events.extend(parser.finish()?);
        Ok(events.into_iter().map(|event| (event.name, event.data)).collect())
    }

    #[test]
    fn events_are_read_as_the_standard_says() {
        let check = |text: &str, expected: &[(&str, &str)]| {
            let expected: Vec<_> = expected.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
            assert_eq!(events(&[text.as_bytes()]), Ok(expected.clone()), "{text:?}");
            // The result does not depend on the cuts.
            let single: Vec<&[u8]> = text.as_bytes().chunks(1).collect();
            assert_eq!(events(&single), Ok(expected), "{text:?} byte by byte");
        };
        check("data: a\n\ndata: b\n\n", &[("", "a"), ("", "b")]);
        check("data:a\r\n\r\ndata:b\r\rdata:c\n\n", &[("", "a"), ("", "b"), ("", "c")]);
        check("event: error\ndata: {}\n\n", &[("error", "{}")]);
        check(": keep-alive\n\nid: 3\nretry: 10\n\n", &[]);
        check("data: a\ndata: b\n\n", &[("", "a\nb")]);
        check("data\n\n", &[("", "")]);
        check("\u{feff}data: a\n\n", &[("", "a")]);
        check("data:  two spaces\n\n", &[("", " two spaces")]);
        check("data: é \u{1f600} 日本\n\n", &[("", "é \u{1f600} 日本")]);
        check("event: x\n\ndata: y\n\n", &[("", "y")]);
        check("data: no end", &[("", "no end")]);
        check("\n\n\n", &[]);
        check("nonsense\nmore: nonsense\n\n", &[]);
    }

    #[test]
    fn the_last_id_and_the_wait_are_kept() {
        let mut parser = SseParser::default();
        parser.push(b"id: 3\nretry: 10\ndata: a\n\nretry: soon\nid: a\0b\ndata: b\n\n").unwrap();
        assert_eq!((parser.last_id(), parser.retry_ms()), (Some("3"), Some(10)));
        parser.push(b"id: 4\ndata: cut off here").unwrap();
        assert_eq!(parser.last_id(), Some("3"));
        parser.push(b"\n\n").unwrap();
        assert_eq!(parser.last_id(), Some("4"));
        parser.push(b"id\n\n").unwrap();
        assert_eq!(parser.last_id(), Some(""));
    }

    #[test]
    fn bytes_that_are_no_text_are_an_error() {
        assert_eq!(events(&[b"data: \xff\xfe\n\n"]), Err(SseError::NotUtf8));
        // Half a character at the end of the stream.
        assert_eq!(events(&[b"data: \xe6\x97"]), Err(SseError::NotUtf8));
    }

    #[test]
    fn no_bytes_make_it_panic() {
        // The meaningful bytes, in any order.
        const MEANING: &[u8] = b"data: event\r\n\n\r{}[]\"\xff\xc3";
        for seed in 0..2_000 {
            println!("seed {seed}");
            let mut rng = fastrand::Rng::with_seed(seed);
            let mut parser = SseParser::default();
            let bytes: Vec<u8> = (0..40).map(|_| MEANING[rng.usize(..MEANING.len())]).collect();
            drop(parser.push(&bytes));
            drop(parser.finish());
        }
    }
}
