//! A model's thinking in front of its answer, and the marks of turns around it. What is thought is never done.

/// Marks around a thought that is for the person.
pub(crate) const OWN_THOUGHT: (&str, &str) = ("<thought>", "</thought>");
/// Marks around thinking: `<think>` of Qwen and DeepSeek, `[THINK]` of Mistral, channels of gpt-oss, and EDITH's own.
pub(crate) const PAIRS: &[(&str, &str)] = &[
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    OWN_THOUGHT,
    ("<reasoning>", "</reasoning>"),
    ("<seed:think>", "</seed:think>"),
    ("<|START_THINKING|>", "<|END_THINKING|>"),
    ("[THINK]", "[/THINK]"),
    ("<|channel|>analysis<|message|>", "<|end|>"),
    ("<|channel>thought", "<channel|>"),
];
/// Marks of a turn that some servers leave in front of an answer.
const BEGINS: &[&str] = &[
    "<|im_start|>assistant",
    "<|start|>assistant",
    "<|assistant|>",
    "<start_of_turn>model",
    "<|turn>model",
    "<|begin_of_text|>",
    "<s>",
];
/// The same behind it.
const ENDS: &[&str] = &[
    "<|im_end|>",
    "</s>",
    "<|eot_id|>",
    "<|eom_id|>",
    "<end_of_turn>",
    "<|end|>",
    "<turn|>",
    "<|endoftext|>",
    "<|end_of_text|>",
    "<eos>",
    "<｜end▁of▁sentence｜>",
    "<|return|>",
    "<|user|>",
    "<start_of_turn>user",
    "<|im_start|>user",
    "<start_function_response>",
    "<|END_RESPONSE|>",
];

/// An answer's thinking, and the rest.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Parted {
    pub thought: String,
    pub body: String,
}

/// Takes the thinking off. Thinking without an end is all there is.
pub(super) fn parted(answer: &str) -> Parted {
    let mut rest = answer.trim();
    let mut thoughts: Vec<&str> = Vec::new();
    loop {
        if let Some(after) = BEGINS.iter().find_map(|mark| rest.strip_prefix(mark)) {
            rest = after.trim_start();
        } else if let Some((open, close)) = PAIRS.iter().find(|(open, _)| rest.starts_with(open)) {
            let inner = rest.get(open.len()..).unwrap_or_default();
            match inner.split_once(close) {
                Some((thought, after)) => {
                    thoughts.push(thought);
                    rest = after.trim_start();
                }
                // EDITH's own mark may be left open where the action begins: thinking of a model's own may not.
                None if *open == "<thought>" => match inner.find("<action>") {
                    Some(at) => {
                        thoughts.push(inner.get(..at).unwrap_or_default());
                        rest = inner.get(at..).unwrap_or_default();
                    }
                    None => return Parted { thought: inner.trim().to_owned(), body: String::new() },
                },
                None => return Parted { thought: inner.trim().to_owned(), body: String::new() },
            }
        } else if let Some((thought, after)) = ended_only(rest) {
            thoughts.push(thought);
            rest = after.trim_start();
        } else {
            break;
        }
    }
    let mut body = rest.trim_end();
    while let Some(before) = ENDS.iter().find_map(|mark| body.strip_suffix(mark)) {
        body = before.trim_end();
    }
    // A thought in the middle, between a greeting and the action.
    let middle = body.split_once("<thought>").filter(|(before, _)| !before.contains("<action>"));
    let middle = middle.and_then(|(before, inner)| Some((before, inner.split_once("</thought>")?)));
    let body = match middle {
        Some((before, (thought, after))) => {
            thoughts.push(thought);
            format!("{}\n{}", before.trim_end(), after.trim_start()).trim().to_owned()
        }
        None => body.to_owned(),
    };
    let thoughts: Vec<&str> =
        thoughts.iter().map(|thought| thought.trim()).filter(|thought| !thought.is_empty()).collect();
    Parted { thought: thoughts.join("\n"), body }
}

/// Thinking whose begin mark the server's template already wrote. The end mark stands on a line of its own: within a quotation it does not.
fn ended_only(rest: &str) -> Option<(&str, &str)> {
    let (thought, after) = rest.split_once("</think>")?;
    let own_line = (thought.is_empty() || thought.ends_with('\n')) && (after.is_empty() || after.starts_with('\n'));
    let quoted = thought.matches('"').count() % 2 == 1 || thought.matches('“').count() > thought.matches('”').count();
    (own_line && !quoted && !thought.contains("<think>")).then_some((thought, after))
}
