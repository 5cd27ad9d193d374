//! `calculate`: arithmetic over figures of the task's documents.

use super::declare::{AnswerOf, DocumentUse, Offered, Operation, Tool, not_empty, quoted};
use super::shape::arguments;
use super::{CallError, Fault};
use edith_documents::call::{Calculation, Figure};
use edith_gate::{EffectClass, Facts, PageView};
use edith_protocol::Document;
use edith_words::{Sentence, say};

arguments! {
    /// A figure and where it is.
    pub struct QuotedFigure {
        /// Its name in the expression.
        name: String => "";
        /// The number.
        value: String => "as written there, with its sign";
        /// In which document.
        document: String => "";
        /// On which page.
        optional page: Option<u32> => "none: an earlier result";
        /// The words that have it.
        quote: String => "words there with the value in them";
        /// What it counts.
        optional unit: String => "if the page says it elsewhere: USD million";
    }
}

arguments! {
    /// Compute with figures.
    pub struct Calculate {
        /// What.
        expression: String => "(now - before) / before; also sum, avg, min, max, abs, round";
        /// From what.
        figures: Vec<QuotedFigure> => "";
    }
}

impl Tool for Calculate {
    const NAME: &'static str = "calculate";
    const DESCRIPTION: &'static str =
        "Compute exactly with figures from documents: differences, shares, growth, averages. Never compute yourself.";
    const OFFERED: Offered = Offered::ReadsDocuments;
    const EXAMPLE: &'static str = r#"{"expression": "a / b", "figures": [{"name": "a", "value": "$ 1,250", "document": "report.pdf", "page": 3, "quote": "Net sales | $ 1,250", "unit": "million"}, {"name": "b", "value": "(900)", "document": "report.pdf", "page": 3, "quote": "Costs | (900)", "unit": "USD million"}]}"#;
    const TOUCHES_PAGE: bool = false;
    const IS_LOOK: bool = true;
    const ANSWER: AnswerOf = AnswerOf::Documents;

    fn check(&self) -> Result<(), Fault> {
        not_empty("expression", &self.expression)?;
        if self.figures.is_empty() {
            return Err(Fault { argument: "figures", problem: "must not be empty".to_owned() });
        }
        Ok(())
    }

    fn class(&self, _facts: &Facts) -> EffectClass {
        EffectClass::Reads
    }

    fn operation(&self, _page: &dyn PageView) -> Result<Operation, CallError> {
        let documents = self
            .figures
            .iter()
            .map(|figure| Document { name: figure.document.clone(), ..Document::default() })
            .collect();
        Ok(Operation::Document(DocumentUse::Calculate { documents, calculation: self.calculation() }))
    }

    fn describe(&self, _facts: &Facts) -> Sentence {
        say!(Calculate { expression: quoted(&self.expression) })
    }
}

impl Calculate {
    /// What is computed; its figures have no documents yet.
    pub fn calculation(&self) -> Calculation {
        let figures = self.figures.iter().map(|figure| Figure {
            name: figure.name.clone(),
            value: figure.value.clone(),
            document: String::new(),
            page: figure.page.filter(|page| *page > 0),
            quote: figure.quote.clone(),
            unit: figure.unit.clone(),
        });
        Calculation { expression: self.expression.clone(), figures: figures.collect() }
    }
}
