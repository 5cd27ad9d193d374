//! The list of modes: a line here, a folder and its `mod` make one. What is stored ([`super::work`]) and what is done ([`super::table`]) read it.

/// Hands every mode to a macro: its variant of `Work`, its folder, its state if it has one, and what it does.
macro_rules! modes {
    ($to:ident) => {
        $to! {
            Chat chat: "Talk, without tools and without a tab.",
            Agent agent: "Work in a tab with tools.",
            Plan plan(crate::plan::Plan): "Make a plan, have it approved, and carry it out.",
            Research research(crate::research::Research): "Divide a question, let a run work on each source, and write the answer.",
            Source source(crate::run::mode::source::state::SourceWork): "Work on one source of a research.",
            Documents documents(crate::answer::questions::Answering): "Have documents read, and let a run answer each question.",
            Question question(crate::run::mode::question::state::QuestionWork): "Answer one question from documents.",
            Form form(crate::form::FormWork): "Fill in the form of a page.",
            Answers answers(crate::run::mode::answers::state::AnswersWork): "Look for the answers to a few of its questions.",
            #[cfg(test)]
            Toy toy(crate::run::mode::toy::Last): "Ask until the same is said twice.",
        }
    };
}

pub(super) use modes;
