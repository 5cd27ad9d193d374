//! Which facts a profile keeps and which it refuses, by tables of labels that are beside this: two hundred ordinary ones, and sixty secrets.

use edith_forms::profile::check;
use edith_protocol::Fact;

const HONEST: [&str; 2] = [include_str!("labels/honest_first.tsv"), include_str!("labels/honest_held.tsv")];
const SECRET: [&str; 2] = [include_str!("labels/secrets_first.tsv"), include_str!("labels/secrets_held.tsv")];

fn facts(table: &str) -> Vec<Fact> {
    let fact = |line: &str| {
        let (label, value) = line.split_once('\t').unwrap_or_default();
        Fact { key: label.into(), label: label.into(), value: value.into() }
    };
    table.lines().map(fact).collect()
}

/// The labels of the facts that are refused.
fn refused(table: &str) -> Vec<String> {
    facts(table).into_iter().filter(|fact| check(fact).is_err()).map(|fact| fact.label).collect()
}

#[test]
fn ordinary_facts_are_kept() {
    for table in HONEST {
        assert_eq!(facts(table).iter().filter(|fact| !fact.label.is_empty() && !fact.value.is_empty()).count(), 100);
        assert_eq!(refused(table), Vec::<String>::new());
    }
}

#[test]
fn secrets_are_refused() {
    for table in SECRET {
        let kept: Vec<String> = {
            let refused = refused(table);
            facts(table).into_iter().map(|fact| fact.label).filter(|label| !refused.contains(label)).collect()
        };
        assert_eq!(facts(table).iter().filter(|fact| !fact.label.is_empty() && !fact.value.is_empty()).count(), 30);
        assert_eq!(kept, Vec::<String>::new());
    }
}
