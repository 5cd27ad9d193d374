//! Reads JavaScript well enough to find what a package must not contain. Comments, texts and regular expressions are told from code, so a
//! comment may speak of `eval` and a text may hold an address.

/// One thing found in a script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The line, from 1.
    pub line: usize,
    /// What it is and why it must not be there.
    pub what: What,
}

/// What a script must not contain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum What {
    /// Text run as code.
    #[error("runs text as code (eval, new Function, or a timer given a text), which the store and the CSP refuse")]
    Eval,
    /// Code from elsewhere.
    #[error("loads code from elsewhere, which the store and the CSP refuse")]
    RemoteCode,
    /// `import()`.
    #[error("uses import(), which a service worker refuses")]
    DynamicImport,
    /// `await` outside of any function.
    #[error("awaits at the top level, which a service worker refuses")]
    TopLevelAwait,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token<'a> {
    Word(&'a str),
    Text(&'a str),
    /// A number, a regular expression, or a part of a template: nothing to look at, but a value.
    Value,
    Arrow,
    Punct(char),
}

/// Everything in a script that must not be there.
#[must_use]
pub fn scan(source: &str) -> Vec<Finding> {
    let tokens = tokens(source);
    let mut findings = Vec::new();
    let mut nesting = Nesting::default();
    for (index, &(line, token)) in tokens.iter().enumerate() {
        let near = |offset: isize| index.checked_add_signed(offset).and_then(|at| Some(tokens.get(at)?.1));
        let (before, next, second) = (near(-1), near(1), near(2));
        let called = next == Some(Token::Punct('('));
        let member = before == Some(Token::Punct('.'));
        let what = match token {
            Token::Word("eval") if !member && next != Some(Token::Punct(':')) => Some(What::Eval),
            Token::Word("Function") if !member && (called || before == Some(Token::Word("new"))) => Some(What::Eval),
            Token::Word("setTimeout" | "setInterval") if called && matches!(second, Some(Token::Text(_))) => {
                Some(What::Eval)
            }
            Token::Word("importScripts") if !member => Some(What::RemoteCode),
            Token::Word("import" | "from") if matches!(next, Some(Token::Text(text)) if is_remote(text)) => {
                Some(What::RemoteCode)
            }
            Token::Word("createElement") if called && second == Some(Token::Text("script")) => Some(What::RemoteCode),
            Token::Word("import") if called && !member => Some(What::DynamicImport),
            Token::Word("await") if !member && !nesting.in_function() => Some(What::TopLevelAwait),
            _ => None,
        };
        findings.extend(what.map(|what| Finding { line, what }));
        nesting.step(token, before, next);
    }
    findings
}

/// Whether an address leaves the package.
#[must_use]
pub fn is_remote(address: &str) -> bool {
    let address = address.trim_start().to_ascii_lowercase();
    ["http:", "https:", "//", "data:", "blob:", "ws:", "wss:"].iter().any(|start| address.starts_with(start))
}

/// Which brackets are open, and which of them are functions.
#[derive(Default)]
struct Nesting {
    open: Vec<Open>,
    /// Whether the last `)` closed the head of an `if`, `for` and so on, so that a `{` after it is a plain block.
    closed_control: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    Paren {
        control: bool,
    },
    Other,
    Function,
    /// The body of an arrow function without braces: ends at the next `,`, `;` or closing bracket.
    ArrowBody,
}

impl Nesting {
    fn in_function(&self) -> bool {
        self.open.iter().any(|open| matches!(open, Open::Function | Open::ArrowBody))
    }

    fn step(&mut self, token: Token<'_>, before: Option<Token<'_>>, next: Option<Token<'_>>) {
        match token {
            Token::Arrow if next != Some(Token::Punct('{')) => self.open.push(Open::ArrowBody),
            Token::Punct('(') => {
                let words = ["if", "for", "while", "switch", "with", "catch", "await"];
                let control = matches!(before, Some(Token::Word(word)) if words.contains(&word));
                self.open.push(Open::Paren { control });
            }
            Token::Punct('{') => {
                let head = before == Some(Token::Punct(')')) && !self.closed_control;
                self.open.push(if head || before == Some(Token::Arrow) { Open::Function } else { Open::Other });
            }
            Token::Punct('[') => self.open.push(Open::Other),
            Token::Punct(')' | '}' | ']') => {
                self.end_arrows();
                let closed = self.open.pop();
                self.closed_control = closed == Some(Open::Paren { control: true });
            }
            Token::Punct(',' | ';') => self.end_arrows(),
            _ => {}
        }
    }

    fn end_arrows(&mut self) {
        while self.open.last() == Some(&Open::ArrowBody) {
            self.open.pop();
        }
    }
}

fn tokens(source: &str) -> Vec<(usize, Token<'_>)> {
    let mut reader = Reader { rest: source, line: 1, found: Vec::new(), templates: Vec::new() };
    while reader.step() {}
    reader.found
}

struct Reader<'a> {
    rest: &'a str,
    line: usize,
    found: Vec<(usize, Token<'a>)>,
    /// For each template being read: how many braces are open inside of its `${`.
    templates: Vec<usize>,
}

impl<'a> Reader<'a> {
    /// Reads one token, or says that the end is reached.
    fn step(&mut self) -> bool {
        let Some(first) = self.rest.chars().next() else { return false };
        let second = self.rest.chars().nth(1);
        match (first, second) {
            ('/', Some('/')) => drop(self.take_until(|rest| rest.starts_with('\n'))),
            ('/', Some('*')) => drop((self.take(2), self.take_until(|rest| rest.starts_with("*/")), self.take(2))),
            ('/', _) if self.regex_may_start() => self.regex(),
            ('"' | '\'', _) => self.text(first),
            ('`', _) => {
                self.take(1);
                self.template();
            }
            ('=', Some('>')) => {
                self.take(2);
                self.push(Token::Arrow);
            }
            (letter, _) if is_word(letter) => {
                let word = self.take_until(|rest| !rest.starts_with(is_word));
                let number = word.starts_with(|letter: char| letter.is_ascii_digit());
                self.push(if number { Token::Value } else { Token::Word(word) });
            }
            (space, _) if space.is_whitespace() => drop(self.take(space.len_utf8())),
            (punct, _) => {
                self.take(punct.len_utf8());
                self.punct(punct);
            }
        }
        true
    }

    fn punct(&mut self, punct: char) {
        match (punct, self.templates.last_mut()) {
            ('}', Some(0)) => {
                // The end of `${…}`: a closing bracket for the nesting, then the template goes on.
                self.templates.pop();
                self.push(Token::Punct('}'));
                self.template();
                return;
            }
            ('}', Some(depth)) => *depth -= 1,
            ('{', Some(depth)) => *depth += 1,
            _ => {}
        }
        self.push(Token::Punct(punct));
    }

    /// Reads a template from inside of it to its end or to its next `${`.
    fn template(&mut self) {
        loop {
            self.take_until(|rest| rest.starts_with(['`', '\\']) || rest.starts_with("${"));
            if self.rest.starts_with("${") {
                self.take(2);
                self.push(Token::Value);
                self.push(Token::Punct('{'));
                self.templates.push(0);
                return;
            }
            if !self.escape() {
                self.take(1);
                self.push(Token::Value);
                return;
            }
        }
    }

    fn text(&mut self, quote: char) {
        self.take(1);
        let (start, line) = (self.rest, self.line);
        loop {
            self.take_until(|rest| rest.starts_with([quote, '\\', '\n']));
            if !self.escape() {
                break;
            }
        }
        let text = start.get(..start.len() - self.rest.len()).unwrap_or_default();
        self.take(1);
        self.found.push((line, Token::Text(text)));
    }

    fn regex(&mut self) {
        self.take(1);
        let mut in_class = false;
        loop {
            self.take_until(|rest| rest.starts_with(['/', '\\', '[', ']', '\n']));
            match self.rest.chars().next() {
                Some('\\') => drop(self.escape()),
                Some('[') => in_class = true,
                Some(']') => in_class = false,
                Some('/') if in_class => {}
                _ => break,
            }
            if self.rest.starts_with(['[', ']', '/']) {
                self.take(1);
            }
        }
        self.take(1);
        self.take_until(|rest| !rest.starts_with(is_word));
        self.push(Token::Value);
    }

    /// Takes a backslash and what it escapes, if one is next.
    fn escape(&mut self) -> bool {
        let escaped = self.rest.starts_with('\\');
        if escaped {
            self.take(1);
            let length = self.rest.chars().next().map_or(0, char::len_utf8);
            self.take(length);
        }
        escaped
    }

    /// A `/` after a value divides; anywhere else it starts a regular expression.
    fn regex_may_start(&self) -> bool {
        let before_values =
            ["return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "await", "yield", "else"];
        match self.found.last() {
            Some((_, Token::Word(word))) => before_values.contains(word),
            Some((_, Token::Text(_) | Token::Value | Token::Punct(')' | ']' | '}'))) => false,
            Some((_, Token::Arrow | Token::Punct(_))) | None => true,
        }
    }

    fn push(&mut self, token: Token<'a>) {
        self.found.push((self.line, token));
    }

    fn take_until(&mut self, stop: impl Fn(&str) -> bool) -> &'a str {
        let rest = self.rest;
        let end =
            rest.char_indices().map(|(at, _)| at).find(|&at| rest.get(at..).is_none_or(&stop)).unwrap_or(rest.len());
        self.take(end)
    }

    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at_checked(bytes).unwrap_or((self.rest, ""));
        self.line += taken.matches('\n').count();
        self.rest = rest;
        taken
    }
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_' || letter == '$' || letter == '#'
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
}
