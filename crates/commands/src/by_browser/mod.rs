//! The interpreter with the browser's own language tools: *sum up* and *translate this page* without any model. It answers in the conversation; the page
//! stays as it is. Everything else, and what the tools cannot, is the interpreter's.

mod languages;
mod parts;
mod wish;

use crate::page::Page;
use crate::progress::{END, FAIL, Progress};
use crate::suggest::suggestions;
use async_trait::async_trait;
use edith_model::{
    Availability, ChatMessage, ChatModel, ChatRequest, Language, LanguageError, ModelError, ModelTurn, Purpose,
};
use edith_protocol::{LanguageTool, ToolCall};
use edith_words::say;
use languages::{main, name_of};
use parts::parts;
use serde_json::{Value, json};
use std::rc::Rc;
use wish::{Wish, wish};

/// Characters that are summed up, and translated, in one go.
const SUMMED: usize = 8_000;
const TRANSLATED: usize = 1_800;
/// Looks at a download, a second each.
const WAITS: usize = 600;
/// The beginning of this model's ids of calls.
const ID: &str = "tool";

/// The interpreter, with the browser's tools.
#[derive(Clone)]
pub struct WithLanguage {
    tools: Rc<dyn Language>,
    /// Who does what the tools do not.
    interpreter: Rc<dyn ChatModel>,
}

/// The page's text.
#[derive(Debug, Default)]
struct Reading {
    lines: Vec<String>,
    /// Whether the page goes on.
    is_cut: bool,
}

impl WithLanguage {
    /// This interpreter with these tools.
    pub fn new(tools: Rc<dyn Language>, interpreter: Rc<dyn ChatModel>) -> Self {
        Self { tools, interpreter }
    }

    /// The turn that the tools make; none if this is the interpreter's.
    async fn turn(&self, request: &ChatRequest, on_text: &mut dyn for<'t> FnMut(&'t str)) -> Option<ModelTurn> {
        let has = |name: &str| request.tools.iter().any(|tool| tool.name == name);
        let is_ours = request.brief.purpose == Purpose::Task && request.brief.documents.is_empty();
        if !is_ours || !has(END) {
            return None;
        }
        let wish = wish(&request.brief.task)?;
        if let Some(ended) = questioned(request) {
            // It is as it was.
            return Some(turn(ToolCall { id: format!("{ID}-again"), ..ended.clone() }));
        }
        let reading = Reading::of(request);
        match wish {
            Wish::Translate(Err(words)) => Some(fail(&say!(LanguageUnknown { language: words }).to_string())),
            Wish::Translate(Ok(_)) if reading.is_empty() => Some(fail(&say!(LanguageNoText).to_string())),
            Wish::Translate(Ok(to)) => {
                Some(self.translate(&reading, &to.map_or_else(own, str::to_owned), on_text).await)
            }
            Wish::SumUp if reading.is_empty() => None,
            Wish::SumUp => {
                let any = LanguageTool::Summarizer { language: "en".to_owned() };
                if self.tools.availability(&any).await == Availability::Unavailable {
                    return None;
                }
                self.sum_up(&reading, on_text).await
            }
        }
    }

    async fn translate(&self, reading: &Reading, to: &str, on_text: &mut dyn for<'t> FnMut(&'t str)) -> ModelTurn {
        let own = own();
        let into = name_of(to, &own);
        let Some(from) = self.tools.detect(&sample(&reading.lines)).await else {
            return fail(&say!(LanguageUnclear).to_string());
        };
        if main(&from) == main(to) {
            return done(say!(LanguageSame { language: into }).to_string(), &reading.lines);
        }
        let tool = LanguageTool::Translator { from: from.clone(), to: to.to_owned() };
        if !self.is_there(&tool, on_text).await {
            return fail(&say!(TranslatorMissing { from: name_of(&from, &own), to: into }).to_string());
        }
        let texts = parts(&reading.lines, TRANSLATED);
        let mut whole = vec![say!(TranslatedBy { from: name_of(&from, &own), to: into }).to_string()];
        for (at, text) in texts.iter().enumerate() {
            if texts.len() > 1 {
                on_text(&format!("{}\n", say!(TranslatingPart { part: at + 1, all: texts.len() })));
            }
            match self.whole(&tool, text).await {
                Ok(translated) => whole.push(translated),
                Err(why) => return fail(&why),
            }
        }
        whole.extend(reading.cut());
        done(whole.join("\n\n"), &reading.lines)
    }

    /// None where the tool does not know the language, or fails: sentences of the page are there all the same.
    async fn sum_up(&self, reading: &Reading, on_text: &mut dyn for<'t> FnMut(&'t str)) -> Option<ModelTurn> {
        let language = self.tools.detect(&sample(&reading.lines)).await?;
        let tool = LanguageTool::Summarizer { language: main(&language).to_owned() };
        if !self.is_there(&tool, on_text).await {
            return None;
        }
        let mut texts = parts(&reading.lines, SUMMED);
        // The sums of the parts are summed up once more.
        loop {
            let mut sums = Vec::new();
            for (at, text) in texts.iter().enumerate() {
                if texts.len() > 1 {
                    on_text(&format!("{}\n", say!(SummingPart { part: at + 1, all: texts.len() })));
                }
                sums.push(self.whole(&tool, text).await.ok()?);
            }
            if sums.len() < 2 {
                let mut said = vec![say!(SummedUpBy).to_string()];
                said.extend(sums);
                said.extend(reading.cut());
                return Some(done(said.join("\n\n"), &reading.lines));
            }
            let lines: Vec<String> = sums.iter().flat_map(|sum| sum.lines().map(str::to_owned)).collect();
            let fewer = parts(&lines, SUMMED);
            // Sums as long as what they sum up would go on for ever.
            if fewer.len() >= texts.len() {
                let said = std::iter::once(say!(SummedUpBy).to_string()).chain(sums).chain(reading.cut());
                return Some(done(said.collect::<Vec<_>>().join("\n\n"), &reading.lines));
            }
            texts = fewer;
        }
    }

    /// Whether a tool can be used, after its download if that is offered.
    async fn is_there(&self, tool: &LanguageTool, on_text: &mut dyn for<'t> FnMut(&'t str)) -> bool {
        let mut state = self.tools.availability(tool).await;
        for at in 0..WAITS {
            match state {
                Availability::Available => return true,
                Availability::Unavailable => return false,
                Availability::Downloadable | Availability::Downloading => {
                    if at == 0 {
                        on_text(&format!("{}\n", say!(LanguageDownload)));
                    }
                    state = self.tools.offer(tool).await;
                }
            }
        }
        false
    }

    /// What a tool makes of a text, in halves if it is too long for it.
    async fn whole(&self, tool: &LanguageTool, text: &str) -> Result<String, String> {
        let mut left = vec![text.to_owned()];
        let mut made = Vec::new();
        while let Some(text) = left.pop() {
            match self.tools.run(tool, &text).await {
                Ok(one) => made.push(one.trim().to_owned()),
                Err(LanguageError::TooLong) if text.chars().count() > 200 => {
                    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
                    let halves = parts(&lines, text.chars().count() / 2 + 1);
                    left.extend(halves.into_iter().rev());
                }
                Err(LanguageError::TooLong) => {
                    return Err(say!(LanguageFailed { why: "QuotaExceededError" }).to_string());
                }
                Err(LanguageError::NotThere) => return Err(say!(LanguageFailed { why: "NotAllowedError" }).to_string()),
                Err(LanguageError::Failed(why)) => return Err(say!(LanguageFailed { why: why }).to_string()),
            }
        }
        Ok(made.join("\n"))
    }
}

impl Reading {
    fn of(request: &ChatRequest) -> Self {
        let page = request.brief.known.page.as_deref().map(Page::of).unwrap_or_default();
        Self { lines: page.text, is_cut: page.more_text_at.is_some() }
    }

    fn is_empty(&self) -> bool {
        self.lines.iter().all(|line| line.trim().is_empty())
    }

    /// Says that the page goes on.
    fn cut(&self) -> Option<String> {
        let read: usize = self.lines.iter().map(|line| line.chars().count()).sum();
        self.is_cut.then(|| say!(LanguageCut { characters: read }).to_string())
    }
}

/// The call that ended the task, which was questioned.
fn questioned(request: &ChatRequest) -> Option<&ToolCall> {
    let own = |call: &&ToolCall| call.id.starts_with(ID) && matches!(call.name.as_str(), END | FAIL);
    let mut messages = request.messages.iter().skip(request.brief.begins).rev();
    messages.find_map(|message| match message {
        ChatMessage::Assistant { tool_calls, .. } => tool_calls.iter().find(own),
        _ => None,
    })
}

/// The code of the person's language.
fn own() -> String {
    let code = edith_words::language();
    if code.is_empty() { "en".to_owned() } else { main(&code).to_owned() }
}

/// Enough of a text to tell its language.
fn sample(lines: &[String]) -> String {
    lines.join("\n").chars().take(4_000).collect()
}

fn turn(call: ToolCall) -> ModelTurn {
    ModelTurn { tool_calls: vec![call], ..ModelTurn::default() }
}

/// The answer, with words of the page that show what it is about.
fn done(summary: String, lines: &[String]) -> ModelTurn {
    let evidence = lines.iter().find(|line| line.split_whitespace().count() > 2).or(lines.first());
    let evidence: String = evidence.map(|line| line.chars().take(120).collect()).unwrap_or_default();
    end(END, json!({ "summary": summary, "evidence": evidence }))
}

fn fail(why: &str) -> ModelTurn {
    end(FAIL, json!({ "reason": why }))
}

fn end(name: &str, arguments: Value) -> ModelTurn {
    turn(ToolCall { id: format!("{ID}-end"), name: name.to_owned(), arguments: arguments.to_string() })
}

#[async_trait(?Send)]
impl ChatModel for WithLanguage {
    async fn complete(
        &self,
        request: &ChatRequest,
        on_text: &mut dyn for<'t> FnMut(&'t str),
    ) -> Result<ModelTurn, ModelError> {
        match self.turn(request, on_text).await {
            Some(turn) if turn.tool_calls.iter().any(|call| call.name == FAIL) => {
                // What can be asked for instead.
                let page = Progress::read(request).page;
                Ok(ModelTurn { suggestions: suggestions(request, page.as_ref()), ..turn })
            }
            Some(turn) => Ok(turn),
            None => self.interpreter.complete(request, on_text).await,
        }
    }
}
