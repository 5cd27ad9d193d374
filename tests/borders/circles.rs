//! The dependencies among a crate's files, read from its sources, and their cycles.
//!
//! A file depends on the file that *defines* a name, so re-exports are looked through. No dependency: declaring a module (`mod a;`), naming one as
//! the start of a path, and re-exporting without other use. Test-only code is left out.
//!
//! Methods do not count: a type's `impl` may be spread over files, which depend on the type's file and not the reverse.

use proc_macro2::{TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use syn::visit::{self, Visit};

/// From file to file, with the names that the first uses from the second.
pub(crate) type Needs = BTreeMap<(PathBuf, PathBuf), BTreeSet<String>>;

type Segments = Vec<String>;

/// The maximum depth of re-exports that is followed.
const DEPTH: u32 = 16;

/// A name imported by `use`.
#[derive(Debug)]
struct Binding {
    /// `*` for a glob import.
    name: String,
    path: Segments,
    is_private: bool,
}

#[derive(Debug, Default)]
struct Module {
    file: PathBuf,
    /// The names defined in it.
    items: BTreeSet<String>,
    bindings: Vec<Binding>,
    /// The paths in its code, apart from its imports.
    paths: BTreeSet<Segments>,
}

/// The target of a path.
#[derive(Debug, PartialEq)]
enum End {
    Module(Segments),
    /// An item, by its module and name.
    Item(Segments, String),
}

/// A crate's modules, by their path from the root.
#[derive(Debug, Default)]
pub(crate) struct Modules(BTreeMap<Segments, Module>);

impl Modules {
    /// Reads a crate from its root (`lib.rs` or `main.rs`); `source` returns a file's text, none if there is no such file.
    pub(crate) fn read(root: &Path, source: &dyn Fn(&Path) -> Option<String>) -> Self {
        let mut modules = Self::default();
        let folder = root.parent().unwrap().to_owned();
        modules.read_file(Vec::new(), root, &folder, source);
        modules
    }

    fn read_file(&mut self, path: Segments, file: &Path, folder: &Path, source: &dyn Fn(&Path) -> Option<String>) {
        let text = source(file).unwrap_or_else(|| panic!("{} is not there", file.display()));
        let parsed = syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        self.read_items(path, file, folder, &parsed.items, source);
    }

    /// `folder` holds the files of the modules declared here.
    fn read_items(
        &mut self,
        path: Segments,
        file: &Path,
        folder: &Path,
        items: &[syn::Item],
        source: &dyn Fn(&Path) -> Option<String>,
    ) {
        let mut module = Module { file: file.to_owned(), ..Module::default() };
        for item in items.iter().filter(|item| !is_for_tests(attributes(item))) {
            if let syn::Item::Mod(declared) = item {
                let name = declared.ident.to_string();
                let (inner, below) = (within(&path, &name), folder.join(&name));
                match &declared.content {
                    Some((_, items)) => self.read_items(inner, file, &below, items, source),
                    None => {
                        let flat = folder.join(format!("{name}.rs"));
                        let file = if source(&flat).is_some() { flat } else { below.join("mod.rs") };
                        self.read_file(inner, &file, &below, source);
                    }
                }
            } else {
                Reader { module: &mut module }.visit_item(item);
                module.items.extend(defined(item));
            }
        }
        self.0.insert(path, module);
    }

    /// The files, without those of tests.
    pub(crate) fn files(&self) -> BTreeSet<&Path> {
        self.0.values().map(|module| module.file.as_path()).collect()
    }

    /// The dependencies among the files.
    pub(crate) fn needs(&self) -> Needs {
        let mut needs = Needs::new();
        let mut add = |from: &Module, to: &PathBuf, name: String| {
            if from.file != *to {
                needs.entry((from.file.clone(), to.clone())).or_default().insert(name);
            }
        };
        for (at, module) in &self.0 {
            let imports = module.bindings.iter().filter(|binding| binding.is_private).map(|binding| &binding.path);
            for path in imports.chain(&module.paths) {
                let Some(End::Item(home, _)) = self.resolve(at, path, true, 0) else { continue };
                add(module, &self.0[&home].file, path.join("::"));
            }
        }
        needs
    }

    /// The target of a path written in module `at`; none if outside this crate. `surely`: if the path ends in a module known to lack the name, a
    /// macro made it.
    fn resolve(&self, at: &[String], path: &[String], surely: bool, depth: u32) -> Option<End> {
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" | "$crate" => self.walk(Vec::new(), rest, surely, depth),
            "self" => self.walk(at.to_owned(), rest, surely, depth),
            "super" => {
                let above = at.split_last()?.1;
                let is_further = rest.first().is_some_and(|next| next == "super");
                if is_further {
                    self.resolve(above, rest, surely, depth)
                } else {
                    self.walk(above.to_owned(), rest, surely, depth)
                }
            }
            name => self.walk(at.to_owned(), path, surely && self.inside(at, name).is_some(), depth),
        }
    }

    fn inside(&self, at: &[String], name: &str) -> Option<Segments> {
        let inner = within(at, name);
        self.0.contains_key(&inner).then_some(inner)
    }

    fn walk(&self, at: Segments, path: &[String], surely: bool, depth: u32) -> Option<End> {
        let module = self.0.get(&at)?;
        let Some((name, rest)) = path.split_first() else { return Some(End::Module(at)) };
        // Cyclic re-exports are rejected by the compiler.
        if depth > DEPTH {
            return None;
        }
        let inner = self.inside(&at, name);
        if let Some(inner) = inner.as_ref().filter(|_| !rest.is_empty()) {
            return self.walk(inner.clone(), rest, surely, depth);
        }
        // A function, constant or macro may share its name with a module.
        if module.items.contains(name) {
            return Some(End::Item(at, name.clone()));
        }
        if let Some(binding) = module.bindings.iter().find(|binding| binding.name == *name) {
            // A path that starts with its own name belongs to another crate, or to the module of that name.
            let is_foreign = binding.path.first() == Some(name) && (inner.is_none() || binding.path.len() == 1);
            let whole = [&binding.path[..], rest].concat();
            let item = if is_foreign { None } else { self.resolve(&at, &whole, surely, depth + 1) };
            return item.or_else(|| inner.map(End::Module));
        }
        if let Some(inner) = inner {
            return Some(End::Module(inner));
        }
        let all = module.bindings.iter().filter(|binding| binding.name == "*" && self.is_ours(&at, &binding.path));
        let found =
            all.filter_map(|binding| self.resolve(&at, &[&binding.path[..], path].concat(), false, depth + 1)).next();
        found.or_else(|| surely.then(|| End::Item(at.clone(), name.clone())))
    }

    /// Whether a path points into this crate.
    fn is_ours(&self, at: &[String], path: &[String]) -> bool {
        let Some(first) = path.first() else { return false };
        let module = &self.0[at];
        let is_bound =
            || module.bindings.iter().any(|binding| binding.name == *first && binding.path.first() != Some(first));
        let is_relative = ["crate", "self", "super"].contains(&first.as_str());
        is_relative || self.inside(at, first).is_some() || module.items.contains(first) || is_bound()
    }
}

/// The path of a nested module.
fn within(at: &[String], name: &str) -> Segments {
    at.iter().cloned().chain([name.to_owned()]).collect()
}

/// Groups of files that all depend on each other, directly or not.
pub(crate) fn circles(needs: &Needs) -> Vec<BTreeSet<PathBuf>> {
    let mut next: BTreeMap<&PathBuf, Vec<&PathBuf>> = BTreeMap::new();
    for (from, to) in needs.keys() {
        next.entry(from).or_default().push(to);
    }
    let reached = |start| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![start]);
        while let Some(file) = open.pop() {
            open.extend(next.get(file).into_iter().flatten().filter(|to| seen.insert(**to)));
        }
        seen
    };
    let reach: BTreeMap<&PathBuf, BTreeSet<&PathBuf>> = next.keys().map(|file| (*file, reached(*file))).collect();
    let group = |file: &&PathBuf| -> BTreeSet<PathBuf> {
        let both = reach[*file].iter().filter(|other| reach.get(**other).is_some_and(|back| back.contains(*file)));
        both.map(|other| (*other).clone()).collect()
    };
    let groups: BTreeSet<BTreeSet<PathBuf>> = reach.keys().map(group).collect();
    groups.into_iter().filter(|group| group.len() > 1).collect()
}

/// A cycle in readable form: every dependency inside it.
pub(crate) fn describe(circle: &BTreeSet<PathBuf>, needs: &Needs, folder: &Path) -> String {
    let short = |file: &Path| file.strip_prefix(folder).unwrap_or(file).display().to_string();
    let inside = needs.iter().filter(|((from, to), _)| circle.contains(from) && circle.contains(to));
    let lines = inside.map(|((from, to), names)| {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        format!("  {} needs {}: {}\n", short(from), short(to), names.join(", "))
    });
    format!("{} files in a circle:\n{}", circle.len(), lines.collect::<String>())
}

/// Collects the names that an item uses.
struct Reader<'a> {
    module: &'a mut Module,
}

impl Reader<'_> {
    /// Paths in a macro's arguments or definition, and in attribute strings (`with = "crate::a::b"`).
    fn tokens(&mut self, tokens: TokenStream) {
        let mut path = Segments::new();
        let mut colons = 0;
        for token in tokens {
            match &token {
                TokenTree::Ident(name) => {
                    if colons != 2 {
                        self.end(&mut path);
                    }
                    path.push(name.to_string());
                    colons = 0;
                    continue;
                }
                TokenTree::Punct(mark) if mark.as_char() == ':' && !path.is_empty() => {
                    colons += 1;
                    continue;
                }
                TokenTree::Group(group) => self.tokens(group.stream()),
                TokenTree::Literal(text) => {
                    let text = text.to_string();
                    let inner = text.trim_matches('"');
                    if ["crate::", "super::", "self::"].iter().any(|start| inner.starts_with(start)) {
                        self.module.paths.insert(inner.split("::").map(str::to_owned).collect());
                    }
                }
                TokenTree::Punct(_) => {}
            }
            self.end(&mut path);
            colons = 0;
        }
        self.end(&mut path);
    }

    fn end(&mut self, path: &mut Segments) {
        if !path.is_empty() {
            self.module.paths.insert(std::mem::take(path));
        }
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        let is_private = matches!(item.vis, syn::Visibility::Inherited);
        bindings(&item.tree, &mut Vec::new(), is_private, &mut self.module.bindings);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if !is_for_tests(&item.attrs) {
            visit::visit_impl_item_fn(self, item);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.module.paths.insert(segments(path));
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, called: &'ast syn::Macro) {
        self.tokens(called.tokens.clone());
        visit::visit_macro(self, called);
    }

    fn visit_meta_list(&mut self, list: &'ast syn::MetaList) {
        self.tokens(list.tokens.clone());
    }
}

fn segments(path: &syn::Path) -> Segments {
    path.segments.iter().map(|segment| segment.ident.to_string()).collect()
}

/// The names that a `use` imports, each with its full path.
fn bindings(tree: &syn::UseTree, before: &mut Segments, is_private: bool, found: &mut Vec<Binding>) {
    let mut bind = |name: &syn::Ident, last: &syn::Ident| {
        let mut path = before.clone();
        // `a::{self}` means `a`.
        if last != "self" || path.is_empty() {
            path.push(last.to_string());
        }
        let name = if name == "self" { path.last().cloned().unwrap_or_default() } else { name.to_string() };
        found.push(Binding { name, path, is_private });
    };
    match tree {
        syn::UseTree::Name(last) => bind(&last.ident, &last.ident),
        syn::UseTree::Rename(last) => bind(&last.rename, &last.ident),
        syn::UseTree::Glob(_) => found.push(Binding { name: "*".to_owned(), path: before.clone(), is_private }),
        syn::UseTree::Group(group) => group.items.iter().for_each(|tree| bindings(tree, before, is_private, found)),
        syn::UseTree::Path(path) => {
            before.push(path.ident.to_string());
            bindings(&path.tree, before, is_private, found);
            before.pop();
        }
    }
}

/// The names that an item defines.
fn defined(item: &syn::Item) -> Option<String> {
    let name = match item {
        syn::Item::Const(item) => &item.ident,
        syn::Item::Enum(item) => &item.ident,
        syn::Item::Fn(item) => &item.sig.ident,
        syn::Item::Macro(item) => item.ident.as_ref()?,
        syn::Item::Static(item) => &item.ident,
        syn::Item::Struct(item) => &item.ident,
        syn::Item::Trait(item) => &item.ident,
        syn::Item::TraitAlias(item) => &item.ident,
        syn::Item::Type(item) => &item.ident,
        syn::Item::Union(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}

fn attributes(item: &syn::Item) -> &[syn::Attribute] {
    match item {
        syn::Item::Const(item) => &item.attrs,
        syn::Item::Enum(item) => &item.attrs,
        syn::Item::Fn(item) => &item.attrs,
        syn::Item::Impl(item) => &item.attrs,
        syn::Item::Macro(item) => &item.attrs,
        syn::Item::Mod(item) => &item.attrs,
        syn::Item::Static(item) => &item.attrs,
        syn::Item::Struct(item) => &item.attrs,
        syn::Item::Trait(item) => &item.attrs,
        syn::Item::Type(item) => &item.attrs,
        syn::Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

pub(crate) fn is_for_tests(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|one| {
        let is_cfg = one.path().is_ident("cfg") && one.parse_args::<syn::Ident>().is_ok_and(|what| what == "test");
        is_cfg || one.path().is_ident("test")
    })
}
