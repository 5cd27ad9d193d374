//! Which facts a profile keeps and which it refuses, by tables of labels that stand beside this: two hundred ordinary ones, and sixty secrets.

use edith_forms::profile::check;
use edith_protocol::{Fact, Profile};

const HONEST: [&str; 2] = [include_str!("labels/honest_first.tsv"), include_str!("labels/honest_held.tsv")];
const SECRET: [&str; 2] = [include_str!("labels/secrets_first.tsv"), include_str!("labels/secrets_held.tsv")];

fn facts(table: &str) -> Vec<Fact> {
    let fact = |line: &str| {
        let (label, value) = line.split_once('\t').unwrap();
        Fact { key: label.into(), label: label.into(), value: value.into() }
    };
    table.lines().map(fact).collect()
}

/// The labels of the facts that are refused, each in a profile by itself.
fn refused(table: &str) -> Vec<String> {
    let alone = |fact: &Fact| check(&Profile { facts: vec![fact.clone()], ..Profile::default() }).is_err();
    facts(table).into_iter().filter(alone).map(|fact| fact.label).collect()
}

#[test]
fn ordinary_facts_are_kept() {
    for table in HONEST {
        assert_eq!(facts(table).len(), 100);
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
        assert_eq!(facts(table).len(), 30);
        assert_eq!(kept, Vec::<String>::new());
    }
}

#[test]
fn zz_count() {
    for table in HONEST.iter().chain(&SECRET) {
        println!("refused {} of {}", refused(table).len(), facts(table).len());
    }
    println!("{:#?}", refused(HONEST[0]));
    let r = refused(SECRET[0]);
    println!("kept {:?}", facts(SECRET[0]).into_iter().map(|f| f.label).filter(|l| !r.contains(l)).collect::<Vec<_>>());
}
