//! Reads JavaScript with oxc: finds what a package must not contain, and minifies scripts for shipping.

use oxc_allocator::Allocator;
use oxc_ast::ast::{
    ArrowFunctionExpression, AwaitExpression, CallExpression, ExportAllDeclaration, ExportFromDeclaration, Expression,
    ForOfStatement, Function, IdentifierReference, ImportDeclaration, ImportExpression, NewExpression, Program,
    StringLiteral,
};
use oxc_ast_visit::{Visit, walk};
use oxc_codegen::{Codegen, CodegenOptions};
use oxc_mangler::{MangleOptions, Mangler, ManglerReturn as Mangled};
use oxc_parser::Parser;
use oxc_span::{SourceType, Span};
use oxc_syntax::scope::ScopeFlags;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The line, from 1.
    pub line: usize,
    /// What is there and why it must not be.
    pub what: What,
}

/// What a script must not contain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum What {
    #[error("runs text as code (eval, new Function, or a timer given a text), which the store and the CSP refuse")]
    Eval,
    /// Remote code.
    #[error("loads code from elsewhere, which the store and the CSP refuse")]
    RemoteCode,
    #[error("uses import(), which a service worker refuses")]
    DynamicImport,
    /// `await` outside any function.
    #[error("awaits at the top level, which a service worker refuses")]
    TopLevelAwait,
    #[error("is not JavaScript from here on")]
    Syntax,
}

impl What {
    /// Whether other scripts of the package may have it: it loads from the package only, by its content security policy.
    #[must_use]
    pub fn is_only_for_service_workers(self) -> bool {
        matches!(self, Self::DynamicImport | Self::TopLevelAwait)
    }
}

/// Everything forbidden in a script.
#[must_use]
pub fn scan(source: &str) -> Vec<Finding> {
    parsed(source, |program| {
        let mut scan = Scan { source, findings: Vec::new(), functions: 0 };
        scan.visit_program(program);
        scan.findings
    })
    .unwrap_or_else(|at| vec![Finding { line: line(source, at), what: What::Syntax }])
}

/// The script without comments and white space and with short names inside of its functions, since every page EDITH works in loads some. None if
/// malformed.
#[must_use]
pub fn minified(source: &str) -> Option<String> {
    let code = parsed(source, |program| {
        // Scripts of a page know each other by the names of their top level.
        let options = MangleOptions { top_level: Some(false), ..MangleOptions::default() };
        let Mangled { scoping, class_private_mappings, .. } = Mangler::new().with_options(options).build(program);
        let codegen = Codegen::new().with_options(CodegenOptions::minify()).with_scoping(Some(scoping));
        codegen.with_private_member_mappings(Some(class_private_mappings)).build(program).code
    })
    .ok()?;
    let mut escaped = String::with_capacity(code.len());
    for letter in code.chars() {
        match letter {
            // Written as an escape in the source: Chrome rejects a script with such a raw character as not UTF-8.
            '\u{fdd0}'..='\u{fdef}' | '\u{fffe}' | '\u{ffff}' => {
                escaped.extend(format!("\\u{:04x}", u32::from(letter)).chars())
            }
            _ => escaped.push(letter),
        }
    }
    Some(escaped)
}

/// Whether an address leaves the package.
#[must_use]
pub fn is_remote(address: &str) -> bool {
    let address = address.trim_start().to_ascii_lowercase();
    ["http:", "https:", "//", "data:", "blob:", "ws:", "wss:"].iter().any(|start| address.starts_with(start))
}

/// Applies a function to a parsed script; else the offset of its first error.
fn parsed<T>(source: &str, with: impl FnOnce(&Program<'_>) -> T) -> Result<T, u32> {
    let allocator = Allocator::default();
    // As a module: whatever is valid there is valid in page scripts, and a module may await at the top level.
    let parsed = Parser::new(&allocator, source, SourceType::mjs()).parse();
    match parsed.diagnostics.first() {
        Some(fault) => Err(fault.labels.first().map_or(0, |label| label.offset())),
        None => Ok(with(&parsed.program)),
    }
}

fn line(source: &str, at: u32) -> usize {
    source.bytes().take(at as usize).filter(|byte| *byte == b'\n').count() + 1
}

struct Scan<'s> {
    source: &'s str,
    findings: Vec<Finding>,
    /// Number of enclosing functions.
    functions: usize,
}

impl Scan<'_> {
    fn add(&mut self, span: Span, what: What) {
        self.findings.push(Finding { line: line(self.source, span.start), what });
    }

    fn remote(&mut self, source: &StringLiteral<'_>) {
        if is_remote(&source.value) {
            self.add(source.span, What::RemoteCode);
        }
    }
}

/// The last name of a callee: the same for `setTimeout` and `window.setTimeout`.
fn called<'a>(callee: &'a Expression<'a>) -> &'a str {
    match callee {
        Expression::Identifier(name) => name.name.as_str(),
        Expression::StaticMemberExpression(member) => member.property.name.as_str(),
        _ => "",
    }
}

impl<'a> Visit<'a> for Scan<'_> {
    fn visit_function(&mut self, function: &Function<'a>, flags: ScopeFlags) {
        self.functions += 1;
        walk::walk_function(self, function, flags);
        self.functions -= 1;
    }

    fn visit_arrow_function_expression(&mut self, function: &ArrowFunctionExpression<'a>) {
        self.functions += 1;
        walk::walk_arrow_function_expression(self, function);
        self.functions -= 1;
    }

    fn visit_await_expression(&mut self, awaiting: &AwaitExpression<'a>) {
        if self.functions == 0 {
            self.add(awaiting.span, What::TopLevelAwait);
        }
        walk::walk_await_expression(self, awaiting);
    }

    fn visit_for_of_statement(&mut self, statement: &ForOfStatement<'a>) {
        if statement.r#await && self.functions == 0 {
            self.add(statement.span, What::TopLevelAwait);
        }
        walk::walk_for_of_statement(self, statement);
    }

    fn visit_identifier_reference(&mut self, name: &IdentifierReference<'a>) {
        match name.name.as_str() {
            "eval" => self.add(name.span, What::Eval),
            "importScripts" => self.add(name.span, What::RemoteCode),
            _ => {}
        }
    }

    fn visit_call_expression(&mut self, call: &CallExpression<'a>) {
        let first = call.arguments.first().and_then(|argument| argument.as_expression());
        match (called(&call.callee), first) {
            ("Function", _) if call.callee.is_identifier_reference() => self.add(call.span, What::Eval),
            ("setTimeout" | "setInterval", Some(Expression::StringLiteral(_) | Expression::TemplateLiteral(_))) => {
                self.add(call.span, What::Eval);
            }
            ("createElement", Some(Expression::StringLiteral(text))) if text.value == "script" => {
                self.add(call.span, What::RemoteCode);
            }
            _ => {}
        }
        walk::walk_call_expression(self, call);
    }

    fn visit_new_expression(&mut self, new: &NewExpression<'a>) {
        if new.callee.is_specific_id("Function") {
            self.add(new.span, What::Eval);
        }
        walk::walk_new_expression(self, new);
    }

    fn visit_import_expression(&mut self, import: &ImportExpression<'a>) {
        self.add(import.span, What::DynamicImport);
        walk::walk_import_expression(self, import);
    }

    fn visit_import_declaration(&mut self, import: &ImportDeclaration<'a>) {
        self.remote(&import.source);
    }

    fn visit_export_all_declaration(&mut self, export: &ExportAllDeclaration<'a>) {
        self.remote(&export.source);
    }

    fn visit_export_from_declaration(&mut self, export: &ExportFromDeclaration<'a>) {
        self.remote(&export.source);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(source: &str, expected: &[(usize, What)]) {
        let found: Vec<_> = scan(source).into_iter().map(|finding| (finding.line, finding.what)).collect();
        assert_eq!(found, expected, "{source}");
    }

    #[test]
    fn text_run_as_code_is_found() {
        check("eval('1')", &[(1, What::Eval)]);
        check("(0, eval)('1')", &[(1, What::Eval)]);
        check("const f =\n new Function('a', 'return a')", &[(2, What::Eval)]);
        check("Function('return this')()", &[(1, What::Eval)]);
        check("setTimeout('go()', 5)", &[(1, What::Eval)]);
    }

    #[test]
    fn words_that_only_look_like_it_are_not_found() {
        for harmless in [
            "// eval('1')\n/* new Function() \n await x */",
            "const t = \"eval(1)\" + 'import(\"x\")' + `await ${a} eval()`;",
            "x instanceof Function; Function.prototype.call; page.eval(1); ({ eval: 1 })",
            "setTimeout(() => go(), 5)",
            "const re = /eval(\\/)[/eval(]/g; a = b / eval_ / c;",
            "import init from './edith-worker.js'; import.meta.url; fetch('https://api.example/')",
        ] {
            check(harmless, &[]);
        }
    }

    #[test]
    fn code_from_elsewhere_is_found() {
        check("import x from 'https://cdn.example/x.js'", &[(1, What::RemoteCode)]);
        check("import '//cdn.example/x.js'", &[(1, What::RemoteCode)]);
        check("export * from \"data:text/javascript,1\"", &[(1, What::RemoteCode)]);
        check("importScripts('a.js')", &[(1, What::RemoteCode)]);
        check("document.createElement('script')", &[(1, What::RemoteCode)]);
        check("const m = import(name)", &[(1, What::DynamicImport)]);
    }

    #[test]
    fn await_is_found_only_outside_of_functions() {
        check("const ready = init();\nawait ready;", &[(2, What::TopLevelAwait)]);
        check("if (a) { await b; }", &[(1, What::TopLevelAwait)]);
        check("for await (const a of b) {}", &[(1, What::TopLevelAwait)]);
        check("try { await a } catch (e) { await b }", &[(1, What::TopLevelAwait), (1, What::TopLevelAwait)]);
        check("const f = async () => g(1), h = 2; await f()", &[(1, What::TopLevelAwait)]);
        check("const t = `${await x}`", &[(1, What::TopLevelAwait)]);
        for harmless in [
            "async function f(a = {}) { if (a) { await b; } }",
            "const f = async (a) => { for (const b of a) { await b; } };",
            "const f = async (a) => await a;",
            "call(async () => await a, async () => { await b });",
            "class A { async b() { switch (c) { case 1: await d; } } }",
            "const o = { async m() { const s = `${await x} }`; await y; } };",
        ] {
            check(harmless, &[]);
        }
    }

    #[test]
    fn what_is_no_javascript_is_found() {
        check("const a = 1;\nconst b = ;", &[(2, What::Syntax)]);
        assert_eq!(minified("const a = ;"), None);
    }

    #[test]
    fn scripts_are_shipped_without_comments_and_space() {
        let script = "// What it is.\n(() => {\n\n  /** One. */\n  const a = `1\n  // 2`; // Two.\n  return /* three */ a;\n})();\n";
        assert_eq!(minified(script).unwrap(), "(()=>{const e=`1\n  // 2`;return e})();");
    }
}
