//! `query_table`: exact figures from a table of one of the task's documents.

use super::declare::{AnswerOf, DocumentUse, Offered, Operation, Tool, not_empty, quoted};
use super::shape::{Kind, arguments};
use super::{CallError, Fault};
use edith_documents::call::TableQuery;
use edith_gate::{EffectClass, Facts, PageView};
use edith_protocol::Document;
use edith_words::{Sentence, say};

arguments! {
    /// Compute with a table.
    pub struct QueryTable {
        /// Of which document.
        document: String => "the document's name";
        /// Which table.
        table: String => "its name or number, or \"page N table M\"";
        /// What of it.
        optional select: Vec<String> => "columns, or sum(c), count(*), avg(c), min(c), max(c); as name";
        /// Which rows.
        optional r#where: String => "condition: price > 10 and city = 'Bonn'";
        /// By what.
        optional group_by: Vec<String> => "columns";
        /// In which order.
        optional order_by: Vec<String> => "columns, with asc or desc";
        /// How many rows.
        optional limit: Option<u32> as Kind::Whole(1, 1000) => "rows at most";
    }
}

impl Tool for QueryTable {
    const NAME: &'static str = "query_table";
    const DESCRIPTION: &'static str = "Compute with a table of a document, exactly: filters, groups, sums, counts, averages. Never add up figures yourself.";
    const OFFERED: Offered = Offered::ReadsDocuments;
    const EXAMPLE: &'static str =
        r#"{"document": "prices.xlsx", "table": "1", "select": ["city", "sum(price)"], "group_by": ["city"]}"#;
    const TOUCHES_PAGE: bool = false;
    const IS_LOOK: bool = true;
    const ANSWER: AnswerOf = AnswerOf::Documents;

    fn check(&self) -> Result<(), Fault> {
        not_empty("document", &self.document)
    }

    fn class(&self, _facts: &Facts) -> EffectClass {
        EffectClass::Reads
    }

    fn operation(&self, _page: &dyn PageView) -> Result<Operation, CallError> {
        let query = TableQuery {
            table: self.table.clone(),
            select: self.select.clone(),
            condition: self.r#where.clone(),
            group_by: self.group_by.clone(),
            order_by: self.order_by.clone(),
            limit: self.limit.map(|limit| limit as usize),
        };
        let document = Document { name: self.document.clone(), ..Document::default() };
        Ok(Operation::Document(DocumentUse::Query { document, query }))
    }

    fn describe(&self, _facts: &Facts) -> Sentence {
        say!(QueryTable { table: quoted(&self.table), document: quoted(&self.document) })
    }
}
