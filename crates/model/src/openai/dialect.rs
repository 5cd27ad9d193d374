//! What servers lack of today's API, or want beyond it: found out from their refusals.

/// How a server's model is to be asked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a separate trait of a server, in any combination")]
pub(super) struct Dialect {
    /// It refuses `stream_options`, and so reports no token usage.
    pub no_stream_options: bool,
    /// It wants `max_tokens`, the older name for `max_completion_tokens`.
    pub old_token_limit: bool,
    /// Its model has a temperature of its own and takes no other.
    pub no_temperature: bool,
    /// Its model takes no pictures.
    pub no_pictures: bool,
    /// It refuses the thoughts that it wrote itself.
    pub no_reasoning: bool,
    /// It wants thoughts with each turn that has calls, if only empty ones.
    pub fills_reasoning: bool,
    /// It wants a signature with the calls of each turn, also of those that another server's model made.
    pub fills_signatures: bool,
}

/// Words of a refusal, which must all be there, and what to change then. The first row that changes something counts.
type Remedy = (&'static [&'static str], fn(&mut Dialect));

/// As worded by:
/// vLLM, Mistral and older gateways (the parameters); OpenAI's reasoning models (`temperature`); DeepSeek's thinking mode, which from V3.2 on wants its
/// thoughts back and before refused them (<https://api-docs.deepseek.com/guides/thinking_mode>); Gemini 3
/// (<https://ai.google.dev/gemini-api/docs/thought-signatures>).
const REFUSALS: &[Remedy] = &[
    (&["stream_options"], |dialect| dialect.no_stream_options = true),
    (&["max_completion_tokens"], |dialect| dialect.old_token_limit = true),
    (&["thought_signature"], |dialect| dialect.fills_signatures = true),
    (&["reasoning_content", "must be passed back"], |dialect| dialect.fills_reasoning = true),
    (&["reasoning_content"], |dialect| dialect.no_reasoning = true),
    (&["reasoning_details"], |dialect| dialect.no_reasoning = true),
    (&["temperature"], |dialect| dialect.no_temperature = true),
];

/// Words about pictures in refusals: of OpenAI, vLLM, Groq, OpenRouter, llama.cpp and Ollama.
const OF_PICTURES: &[&str] = &["image", "vision", "multimodal", "mmproj"];
/// Words that tell a model without vision from a picture that is merely too large.
const OF_ALL: &[&str] = &["support", "mmproj", "not a multimodal", "unexpected", "unknown variant"];

impl Dialect {
    /// What is known of a service before it is asked.
    pub(super) fn of(base_url: &str) -> Self {
        Self { fills_reasoning: base_url.contains("//api.deepseek.com"), ..Self::default() }
    }

    /// The dialect to try after a refusal that names what is wrong; none if it is about something else.
    pub(super) fn adapted(self, status: u16, refusal: &[u8]) -> Option<Self> {
        if !matches!(status, 400 | 422) {
            return None;
        }
        let text = String::from_utf8_lossy(refusal);
        let named = REFUSALS.iter().filter(|(words, _)| words.iter().all(|word| text.contains(word)));
        named
            .map(|(_, adapt)| {
                let mut adapted = self;
                adapt(&mut adapted);
                adapted
            })
            .find(|adapted| *adapted != self)
    }
}

/// Which pictures a server refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PictureRefusal {
    /// Those of this request.
    OfThese,
    /// All: the model has no vision.
    OfAll,
}

impl PictureRefusal {
    /// Whether a request with pictures was refused for them.
    pub(super) fn read(status: u16, refusal: &[u8]) -> Option<Self> {
        // 404: OpenRouter finds nobody who takes them. 500: llama.cpp and Ollama.
        if !matches!(status, 400 | 404 | 415 | 422 | 500) {
            return None;
        }
        let text = String::from_utf8_lossy(refusal).to_ascii_lowercase();
        let says = |words: &[&str]| words.iter().any(|word| text.contains(word));
        says(OF_PICTURES).then(|| if says(OF_ALL) { Self::OfAll } else { Self::OfThese })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_changes_what_it_names() {
        let new = Dialect::default();
        let check = |refusal: &str, expected: Dialect| {
            assert_eq!(new.adapted(400, refusal.as_bytes()), Some(expected), "{refusal}");
            assert_eq!(expected.adapted(400, refusal.as_bytes()), None, "{refusal}: once");
        };
        check(
            "Unrecognized request argument supplied: stream_options",
            Dialect { no_stream_options: true, ..Dialect::default() },
        );
        check(
            r#"{"detail":[{"loc":["body","max_completion_tokens"]}]}"#,
            Dialect { old_token_limit: true, ..Dialect::default() },
        );
        check(
            "Unsupported value: 'temperature' does not support 0.5 with this model.",
            Dialect { no_temperature: true, ..Dialect::default() },
        );
        check(
            "Function call is missing a thought_signature in functionCall parts.",
            Dialect { fills_signatures: true, ..Dialect::default() },
        );
        assert_eq!(new.adapted(400, b"bad"), None);
        assert_eq!(new.adapted(401, b"stream_options"), None);
    }

    #[test]
    fn thoughts_are_wanted_or_refused() {
        let new = Dialect::default();
        let wanted = b"The `reasoning_content` in the thinking mode must be passed back to the API.";
        assert!(new.adapted(400, wanted).is_some_and(|dialect| dialect.fills_reasoning && !dialect.no_reasoning));
        let refused = b"reasoning_content: Extra inputs are not permitted";
        assert!(new.adapted(422, refused).is_some_and(|dialect| dialect.no_reasoning && !dialect.fills_reasoning));
        assert!(Dialect::of("https://api.deepseek.com/v1").fills_reasoning);
        assert_eq!(Dialect::of("https://evil.example/api.deepseek.com"), new);
    }

    #[test]
    fn a_model_without_vision_is_told_from_a_bad_picture() {
        for (status, refusal, expected) in [
            (400, "Invalid content type. image_url is only supported by certain models.", Some(PictureRefusal::OfAll)),
            (404, "No endpoints found that support image input", Some(PictureRefusal::OfAll)),
            (400, "llama-3.1-8b is not a multimodal model", Some(PictureRefusal::OfAll)),
            (
                500,
                "image input is not supported - hint: you may need to provide the mmproj",
                Some(PictureRefusal::OfAll),
            ),
            (400, "messages[1].content: unknown variant `image_url`, expected `text`", Some(PictureRefusal::OfAll)),
            (400, "The image is too large.", Some(PictureRefusal::OfThese)),
            (400, "bad", None),
            (429, "image", None),
            (401, "image", None),
        ] {
            assert_eq!(PictureRefusal::read(status, refusal.as_bytes()), expected, "{refusal}");
        }
    }
}
