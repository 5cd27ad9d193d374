//! The browser's language tools, as strict as the documented ones: a tool works only when it is available, a download starts only by a press, a text that is too
//! long is refused.

use async_trait::async_trait;
use edith_model::{Availability, Language, LanguageError};
use edith_protocol::LanguageTool;
use std::cell::RefCell;
use std::rc::Rc;

/// What is there, and what was asked.
#[derive(Default)]
struct Tools {
    /// The state of each tool that the browser knows.
    states: Vec<(LanguageTool, Availability)>,
    language: Option<String>,
    /// Offers before somebody presses, and after that until the download is there.
    presses: usize,
    most: usize,
    fails: Option<String>,
    asked: Vec<(LanguageTool, String)>,
    offers: usize,
    hangs: bool,
}

/// The tools.
#[derive(Clone, Default)]
pub struct FakeLanguage(Rc<RefCell<Tools>>);

impl FakeLanguage {
    /// Texts are in this language.
    pub fn speaks(&self, language: &str) {
        self.0.borrow_mut().language = Some(language.to_owned());
    }

    /// A tool is in this state. With a download it is there after so many offers.
    pub fn has(&self, tool: LanguageTool, state: Availability, presses: usize) {
        let mut tools = self.0.borrow_mut();
        tools.states.retain(|(known, _)| *known != tool);
        tools.states.push((tool, state));
        tools.presses = presses;
    }

    /// Texts longer than this are refused, in characters.
    pub fn takes(&self, most: usize) {
        self.0.borrow_mut().most = most;
    }

    /// Every use fails with these words.
    pub fn fails(&self, why: &str) {
        self.0.borrow_mut().fails = Some(why.to_owned());
    }

    /// Offers are never answered.
    pub fn hangs(&self) {
        self.0.borrow_mut().hangs = true;
    }

    /// What was given to which tool.
    pub fn asked(&self) -> Vec<(LanguageTool, String)> {
        self.0.borrow().asked.clone()
    }

    /// How often a download was offered.
    pub fn offers(&self) -> usize {
        self.0.borrow().offers
    }
}

#[async_trait(?Send)]
impl Language for FakeLanguage {
    async fn detect(&self, text: &str) -> Option<String> {
        self.0.borrow().language.clone().filter(|_| !text.trim().is_empty())
    }

    async fn availability(&self, tool: &LanguageTool) -> Availability {
        self.0.borrow().states.iter().find(|(known, _)| known == tool).map(|(_, state)| *state).unwrap_or_default()
    }

    async fn offer(&self, tool: &LanguageTool) -> Availability {
        if self.0.borrow().hangs {
            return std::future::pending().await;
        }
        {
            let mut tools = self.0.borrow_mut();
            tools.offers += 1;
            if tools.offers >= tools.presses {
                for (known, state) in &mut tools.states {
                    if known == tool {
                        *state = Availability::Available;
                    }
                }
            }
        }
        self.availability(tool).await
    }

    async fn run(&self, tool: &LanguageTool, text: &str) -> Result<String, LanguageError> {
        if self.availability(tool).await != Availability::Available {
            return Err(LanguageError::NotThere);
        }
        let mut tools = self.0.borrow_mut();
        if tools.most > 0 && text.chars().count() > tools.most {
            return Err(LanguageError::TooLong);
        }
        if let Some(why) = &tools.fails {
            return Err(LanguageError::Failed(why.clone()));
        }
        tools.asked.push((tool.clone(), text.to_owned()));
        Ok(match tool {
            LanguageTool::Translator { to, .. } => text.lines().map(|line| format!("[{to}] {line}\n")).collect(),
            LanguageTool::Summarizer { .. } => format!("* sum of {} words", text.split_whitespace().count()),
        })
    }
}
