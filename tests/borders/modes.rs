//! Where modes are named: what a mode decides stands in its folder, and the files of all runs ask for facts and not for a mode.
//!
//! A file names a mode by `Mode::…` or `Work::…`, or by calling a method that the mode's folder adds to `Run`.

use crate::sentences::{after_item, is_of_tests};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};

/// What a folder's mode is known by outside.
#[derive(Debug, Default)]
struct Names {
    /// Its variant of `Mode` and `Work`.
    variant: String,
    /// The methods of `Run` that other files may call.
    methods: BTreeSet<String>,
}

/// The files outside of each mode's folder that name it, by folder. `files` are names with their sources; the folders lie below `modes`, which ends with `/`.
pub(crate) fn spread<'f>(files: &'f [(String, String)], modes: &str) -> BTreeMap<&'f str, BTreeSet<&'f str>> {
    let folder_of = |file: &'f str| Some(file.strip_prefix(modes)?.split_once('/')?.0);
    let mut all: BTreeMap<&str, Names> = BTreeMap::new();
    for (file, source) in files {
        let Some(folder) = folder_of(file) else { continue };
        let names = all.entry(folder).or_default();
        names.variant = folder[..1].to_uppercase() + &folder[1..];
        names.methods.extend(methods(file, source));
    }
    let mut found: BTreeMap<&str, BTreeSet<&str>> = all.keys().map(|folder| (*folder, BTreeSet::new())).collect();
    for (file, source) in files {
        let tokens: TokenStream = source.parse().unwrap_or_else(|error| panic!("{file}: {error}"));
        let mut said = Said::default();
        said.read(tokens);
        for (folder, names) in all.iter().filter(|(folder, _)| folder_of(file) != Some(*folder)) {
            if said.variants.contains(&names.variant) || !said.calls.is_disjoint(&names.methods) {
                found.entry(*folder).or_default().insert(file);
            }
        }
    }
    found
}

/// The methods of `Run` in this file that others may call.
fn methods(file: &str, source: &str) -> Vec<String> {
    let parsed = syn::parse_file(source).unwrap_or_else(|error| panic!("{file}: {error}"));
    let blocks = parsed.items.into_iter().filter_map(|item| match item {
        syn::Item::Impl(block) if block.trait_.is_none() => Some(block),
        _ => None,
    });
    let of_run = blocks.filter(|block| matches!(&*block.self_ty, syn::Type::Path(path) if path.path.is_ident("Run")));
    let methods = of_run.flat_map(|block| block.items).filter_map(|item| match item {
        syn::ImplItem::Fn(method) if !matches!(method.vis, syn::Visibility::Inherited) => {
            Some(method.sig.ident.to_string())
        }
        _ => None,
    });
    methods.collect()
}

/// What a file says, without its tests.
#[derive(Debug, Default)]
struct Said {
    /// The variants of `Mode` and `Work`.
    variants: BTreeSet<String>,
    /// The names of the methods called.
    calls: BTreeSet<String>,
}

impl Said {
    fn read(&mut self, tokens: TokenStream) {
        let all: Vec<TokenTree> = tokens.into_iter().collect();
        let is =
            |at: usize, mark: char| matches!(all.get(at), Some(TokenTree::Punct(punct)) if punct.as_char() == mark);
        let mut at = 0;
        while let Some(token) = all.get(at) {
            at += 1;
            match token {
                TokenTree::Punct(mark) if mark.as_char() == '#' && is_of_tests(all.get(at)) => {
                    at = after_item(&all, at);
                }
                TokenTree::Punct(mark) if mark.as_char() == '.' => {
                    if let (Some(TokenTree::Ident(name)), Some(TokenTree::Group(given))) =
                        (all.get(at), all.get(at + 1))
                        && given.delimiter() == Delimiter::Parenthesis
                    {
                        self.calls.insert(name.to_string());
                    }
                }
                TokenTree::Ident(name) if (name == "Mode" || name == "Work") && is(at, ':') && is(at + 1, ':') => {
                    if let Some(TokenTree::Ident(variant)) = all.get(at + 2) {
                        self.variants.insert(variant.to_string());
                    }
                }
                TokenTree::Group(group) => self.read(group.stream()),
                _ => {}
            }
        }
    }
}
