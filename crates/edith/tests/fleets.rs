//! The files of the guide to fleets: whether they are what they should be, and whether this program understands what they have it do.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests may panic")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use yaml_rust2::{Yaml, YamlLoader};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide/fleets")
}

/// The objects of a file.
fn objects(text: &str) -> Vec<Yaml> {
    YamlLoader::load_from_str(text).unwrap_or_else(|error| panic!("{error}"))
}

fn file(name: &str) -> Vec<Yaml> {
    objects(&std::fs::read_to_string(folder().join(name)).unwrap())
}

fn all() -> Vec<Yaml> {
    [file("kubernetes.yaml"), file("batch.yaml")].concat()
}

/// The template of the pods that an object makes.
fn template(object: &Yaml) -> Option<&Yaml> {
    let of = |template: &'_ Yaml| !template.is_badvalue();
    [&object["spec"]["template"], &object["spec"]["jobTargetRef"]["template"]].into_iter().find(|template| of(template))
}

/// What is wrong with some objects.
fn faults(objects: &[Yaml]) -> Vec<String> {
    let mut faults = Vec::new();
    let labels: BTreeSet<&str> = objects
        .iter()
        .filter_map(template)
        .filter_map(|template| template["metadata"]["labels"]["app"].as_str())
        .collect();
    let names: BTreeSet<(&str, &str)> = objects
        .iter()
        .filter_map(|object| Some((object["kind"].as_str()?, object["metadata"]["name"].as_str()?)))
        .collect();
    for object in objects {
        let kind = object["kind"].as_str().unwrap_or_default();
        let name = object["metadata"]["name"].as_str().unwrap_or_default();
        let mut fault = |why: &str| faults.push(format!("{kind} {name}: {why}"));
        if kind.is_empty() || name.is_empty() || object["apiVersion"].as_str().is_none() {
            fault("no kind, name or version");
        }
        if kind != "Namespace" && object["metadata"]["namespace"].as_str() != Some("edith") {
            fault("another namespace");
        }
        if kind == "Service" && !object["spec"]["selector"]["app"].as_str().is_some_and(|app| labels.contains(app)) {
            fault("it selects nothing");
        }
        if let Some(wanted) = object["spec"]["selector"]["matchLabels"]["app"].as_str()
            && template(object).and_then(|template| template["metadata"]["labels"]["app"].as_str()) != Some(wanted)
        {
            fault("it does not select its own pods");
        }
        if let Some(target) = object["spec"]["scaleTargetRef"]["name"].as_str()
            && !names.contains(&("Deployment", target))
        {
            fault("it scales nothing");
        }
        let Some(template) = template(object) else { continue };
        let volumes: BTreeSet<&str> = template["spec"]["volumes"]
            .as_vec()
            .into_iter()
            .chain(object["spec"]["volumeClaimTemplates"].as_vec())
            .flatten()
            .filter_map(|volume| volume["name"].as_str().or(volume["metadata"]["name"].as_str()))
            .collect();
        let Some(containers) = template["spec"]["containers"].as_vec().filter(|all| !all.is_empty()) else {
            fault("no containers");
            continue;
        };
        for container in containers {
            if container["image"].as_str().is_none() || container["resources"]["limits"]["memory"].as_str().is_none() {
                fault("a container without image or limits");
            }
            let mounts = container["volumeMounts"].as_vec().into_iter().flatten();
            if mounts.into_iter().any(|mount| !mount["name"].as_str().is_some_and(|name| volumes.contains(name))) {
                fault("a volume that is not there");
            }
        }
    }
    faults
}

/// The words that containers of this program are started with.
fn commands(objects: &[Yaml]) -> Vec<Vec<String>> {
    let containers =
        objects.iter().filter_map(template).flat_map(|template| template["spec"]["containers"].as_vec()).flatten();
    let own = containers.filter(|container| container["image"].as_str() == Some("edith"));
    own.map(|container| {
        container["args"].as_vec().unwrap().iter().map(|word| word.as_str().unwrap().to_owned()).collect()
    })
    .collect()
}

fn is_understood(words: &[String]) -> bool {
    Command::new(env!("CARGO_BIN_EXE_edith")).args(words).arg("--help").output().unwrap().status.success()
}

#[test]
fn the_objects_fit_each_other() {
    let all = all();
    assert!(all.len() > 9, "{}", all.len());
    assert_eq!(faults(&all), Vec::<String>::new());
}

#[test]
fn this_program_understands_what_it_is_started_with() {
    let commands = commands(&all());
    assert_eq!(commands.len(), 2);
    for words in &commands {
        assert!(is_understood(words), "{words:?}");
    }
    let mut wrong = commands[0].clone();
    wrong.push("--cook".to_owned());
    assert!(!is_understood(&wrong), "what is wrong is found");
}

#[test]
fn an_image_is_built_from_the_sources_alone() {
    let root = folder().join("../../..");
    let read = |name: &str| std::fs::read_to_string(root.join(name)).unwrap();
    let (left_out, built) = (read(".dockerignore"), read(".gitignore"));
    for wanted in built.lines().map(|line| line.trim_start_matches('/')).chain([".git"]) {
        assert!(left_out.lines().any(|line| line == wanted), "{wanted} goes into the image: {left_out}");
    }
}

#[test]
fn what_does_not_fit_is_found() {
    let text = std::fs::read_to_string(folder().join("kubernetes.yaml")).unwrap();
    for (from, to) in [
        ("kind: StatefulSet", "kin: StatefulSet"),
        ("  selector:\n    app: nats", "  selector:\n    app: cats"),
        ("        app: grid\n    spec", "        app: bride\n    spec"),
        ("mountPath: /dev/shm", "mountPath: /dev/shm\n            - name: other"),
        ("  scaleTargetRef:\n    name: node", "  scaleTargetRef:\n    name: code"),
        ("  name: worker\n  namespace: edith", "  name: worker\n  namespace: other"),
    ] {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text, "{from}");
        assert_ne!(faults(&objects(&changed)), Vec::<String>::new(), "{to}");
    }
    assert!(YamlLoader::load_from_str(&text.replacen("    spec:", "   spec:", 1)).is_err());
}
