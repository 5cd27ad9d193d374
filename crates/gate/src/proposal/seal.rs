//! The exact subject of an approval, compared verbatim, so nothing else can be made to look like it.

use crate::{ElementFacts, Proposal};
use edith_page::uid::steady;
use serde_json::{Value, json};

impl Proposal {
    /// Tool, arguments, origin, the elements (name, kind, destination, form target, whether they are on, whether nobody sees them), the submitted values, the open dialog, and the page's tool. What ticks by itself
    /// around an element is left out.
    pub fn seal(&self) -> String {
        let (call, facts) = (&self.call, &self.facts);
        let focused =
            if facts.elements.is_empty() && facts.page_tool.is_none() { facts.focused.as_ref() } else { None };
        let fields: Vec<_> = facts.fields.iter().map(|field| json!([field.name, field.value])).collect();
        let dialog = facts.dialog.as_ref().map(|dialog| json!([dialog.kind, dialog.message]));
        let mut seal = json!([
            call.name,
            call.arguments,
            facts.origin,
            facts.frame,
            facts.elements.iter().chain(focused).map(identity).collect::<Vec<_>>(),
            fields,
            dialog,
        ]);
        if let (Some(tool), Some(parts)) = (&facts.page_tool, seal.as_array_mut()) {
            parts.push(json!([tool.name, tool.description, tool.digest]));
        }
        seal.to_string()
    }
}

fn identity(element: &ElementFacts) -> Value {
    let form = element.form.as_ref().map(|form| json!([form.action, form.method, form.submit_name]));
    let around: Vec<String> = element.context.iter().map(|around| steady(around)).collect();
    json!([
        element.kind.label(),
        element.role,
        element.name,
        element.href,
        element.download,
        element.triggers,
        element.is_submit,
        element.is_on,
        form,
        around,
        element.is_unseen,
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{EffectClass, Facts, Grants, Ground, Leads, Moment, Now, Verdict, judge, must_be_examined_again};
    use edith_page::ElementKind;
    use edith_protocol::Approvals;

    #[test]
    fn what_nobody_sees_in_the_moment_of_writing_is_not_what_was_gone_over() {
        let fills = |is_unseen| {
            let field = ElementFacts { is_unseen, ..ElementFacts::named(1, ElementKind::Input, "E-mail") };
            let facts = Facts { origin: "https://a.example".into(), elements: vec![field], ..Facts::default() };
            Proposal { class: EffectClass::Fills, ..Proposal::leading(Leads::default(), facts) }
        };
        let (gone_over, grants) = (fills(false), Grants::default());
        let seal = gone_over.seal();
        assert!(must_be_examined_again(&gone_over, Some(&seal)));
        for is_unseen in [false, true] {
            let ground = Ground {
                approvals: Approvals::Ask,
                grants: &grants,
                terms: None,
                step: None,
                uses: &[],
                meant: None,
                review: None,
                own_tabs: &[],
            };
            let now = Now::Page(Box::new(fills(is_unseen)));
            let verdict = judge(&gone_over, ground, Moment::Dispatch { seal: Some(&seal), now, trail: None });
            assert_eq!(verdict == Verdict::Changed, is_unseen, "{verdict:?}");
        }
    }
}
