//! Markdown's results, and that hostile text stays harmless.

use super::read::MAX_DEPTH;
use super::*;

fn text(value: &str) -> Inline {
    Inline::Text(value.into())
}

#[test]
fn blocks_and_inlines_are_read() {
    assert_eq!(
        parse("# Title\n\nSome **bold** and `code`.\n\n- one\n- two\n"),
        [
            Block::Heading(1, vec![text("Title")]),
            Block::Paragraph(vec![
                text("Some "),
                Inline::Strong(vec![text("bold")]),
                text(" and "),
                Inline::Code("code".into()),
                text("."),
            ]),
            Block::List {
                start: None,
                items: vec![vec![Block::Plain(vec![text("one")])], vec![Block::Plain(vec![text("two")])]],
            },
        ]
    );
}

#[test]
fn a_code_block_that_is_still_streaming_is_code() {
    assert_eq!(
        parse("```rust\nfn main() {\n  a"),
        [Block::Code { language: "rust".into(), text: "fn main() {\n  a".into() }]
    );
}

#[test]
fn tables_keep_their_head_and_rows() {
    let Some(Block::Table { rows, .. }) = parse("| a | b |\n|---|---|\n| 1 | 2 |\n").into_iter().next() else {
        panic!()
    };
    assert_eq!(rows, [vec![vec![text("a")], vec![text("b")]], vec![vec![text("1")], vec![text("2")]]]);
}

#[test]
fn html_is_shown_as_text() {
    let blocks = parse("<script>alert(1)</script>\n\nhi <img src=x onerror=alert(1)> there");
    let shown = format!("{blocks:?}");
    assert!(shown.contains("<script>alert(1)</script>"));
    assert!(
        matches!(&blocks[1], Block::Paragraph(inlines) if plain_text(inlines) == "hi <img src=x onerror=alert(1)> there")
    );
}

#[test]
fn only_safe_links_are_links() {
    for (href, safe) in [
        ("https://example.com/a", true),
        ("HTTP://example.com", true),
        ("mailto:a@example.com", true),
        ("javascript:alert(1)", false),
        (" javascript:alert(1)", false),
        ("java\u{9}script:alert(1)", false),
        ("data:text/html,x", false),
        ("chrome://settings", false),
        ("file:///etc/passwd", false),
        ("/relative", false),
        ("", false),
    ] {
        assert_eq!(safe_href(href).is_some(), safe, "{href}");
    }
    assert_eq!(parse("[x](javascript:alert(1))"), [Block::Paragraph(vec![text("x")])]);
}

#[test]
fn an_image_is_a_link_and_loads_nothing() {
    assert_eq!(
        parse("![a lamp](https://example.com/lamp.png)"),
        [Block::Paragraph(vec![Inline::Link("https://example.com/lamp.png".into(), vec![text("a lamp")])])]
    );
}

#[test]
fn a_link_whose_words_are_another_address_shows_where_it_leads() {
    for (source, expected) in [
        (
            "[https://bank.example/login](https://evil.example/?c=QX77)",
            "<a https://evil.example/?c=QX77>https://bank.example/login<host evil.example></a>",
        ),
        ("[bank.example](https://evil.example/)", "<a https://evil.example/>bank.example<host evil.example></a>"),
        (
            "[**www.bank.example**](https://bank.example@evil.example:8443/)",
            "<a https://bank.example@evil.example:8443/><b>www.bank.example</b><host evil.example></a>",
        ),
        (
            "![bank.example](https://evil.example/a.png)",
            "<a https://evil.example/a.png>bank.example<host evil.example></a>",
        ),
        // What it says is where it leads, or no address.
        ("[www.bank.example](https://bank.example/login)", "<a https://bank.example/login>www.bank.example</a>"),
        ("[the bank](https://evil.example/)", "<a https://evil.example/>the bank</a>"),
    ] {
        assert_eq!(written(&parse(source)), expected, "{source}");
    }
}

#[test]
fn bare_addresses_become_links_without_the_sentence_around_them() {
    let found = |source: &str| {
        let blocks = parse(source);
        let Some(Block::Paragraph(inlines)) = blocks.first() else { panic!("{blocks:?}") };
        inlines
            .iter()
            .filter_map(|inline| if let Inline::Link(href, _) = inline { Some(href.clone()) } else { None })
            .collect::<Vec<_>>()
    };
    assert_eq!(found("see https://example.com/a?b=c."), ["https://example.com/a?b=c"]);
    assert_eq!(found("(http://example.com/x_(y)), too"), ["http://example.com/x_(y)"]);
    assert_eq!(found("https:// is not one"), Vec::<String>::new());
    assert_eq!(found("[t](https://a.example) https://b.example"), ["https://a.example", "https://b.example"]);
}

#[test]
fn hostile_nesting_stays_shallow() {
    fn depth(blocks: &[Block]) -> usize {
        let inner = |block: &Block| match block {
            Block::Quote(blocks) => 1 + depth(blocks),
            Block::List { items, .. } => 1 + items.iter().map(|item| depth(item)).max().unwrap_or(0),
            _ => 1,
        };
        blocks.iter().map(inner).max().unwrap_or(0)
    }
    assert!(depth(&parse(&">".repeat(5_000))) <= MAX_DEPTH + 2);
    assert!(depth(&parse(&"- ".repeat(5_000))) <= MAX_DEPTH + 2);
    let kept = parse(&format!("{} text", ">".repeat(200)));
    assert!(format!("{kept:?}").contains("text"));
}

#[test]
fn any_cut_of_a_text_is_read() {
    let source = "# ü\n> - a **b** [c](https://d.example) `e`\n\n| x | y |\n|---|---|\n| ~~1~~ | <b> |\n\n```\nz";
    for (at, _) in source.char_indices() {
        parse(&source[..at]);
    }
}

#[test]
fn lists_nest_and_keep_what_belongs_to_them() {
    let plain = |value: &str| Block::Plain(vec![text(value)]);
    assert_eq!(
        parse("1. one\n   - inner\n   - more\n2. two\n   still two\n\nafter"),
        [
            Block::List {
                start: Some(1),
                items: vec![
                    vec![
                        plain("one"),
                        Block::List { start: None, items: vec![vec![plain("inner")], vec![plain("more")]] }
                    ],
                    vec![plain("two\nstill two")],
                ],
            },
            Block::Paragraph(vec![text("after")]),
        ]
    );
    assert!(matches!(&parse("3) three")[..], [Block::List { start: Some(3), .. }]));
    assert_eq!(
        parse("- [x] a\n- [ ] b"),
        [Block::List {
            start: None,
            items: vec![
                vec![Block::Plain(vec![Inline::Task(true), text("a")])],
                vec![Block::Plain(vec![Inline::Task(false), text("b")])],
            ],
        }]
    );
    let Some(Block::List { items, .. }) = parse("- a\n\n- b").into_iter().next() else { panic!() };
    assert_eq!(items, [vec![Block::Paragraph(vec![text("a")])], vec![Block::Paragraph(vec![text("b")])]]);
    let Some(Block::List { items, .. }) = parse("- a\n  ```\n  x\n  ```\n- b").into_iter().next() else { panic!() };
    assert_eq!(items[0][1], Block::Code { language: String::new(), text: "x".into() });
}

#[test]
fn blocks_end_where_another_begins() {
    for (source, kinds) in [
        ("text\n# head\nmore", "PHP"),
        ("text\n- a\n- b", "PL"),
        ("text\n> q\ntext", "PQP"),
        ("a\n\n---\n\nb", "PRP"),
        ("Title\n=====\ntext", "HP"),
        ("| a | b |\n|---|:-:|\n| `x|y` | 2 |\nend", "TP"),
        ("not | a table", "P"),
        ("    code\n    more\ntext", "CP"),
        ("* * *", "R"),
        ("#hashtag", "P"),
        ("2024. was a year", "L"),
        ("in\n2024. was a year", "P"),
    ] {
        let found: String = parse(source)
            .iter()
            .map(|block| match block {
                Block::Paragraph(_) | Block::Plain(_) => 'P',
                Block::Heading(..) => 'H',
                Block::Code { .. } => 'C',
                Block::Quote(_) => 'Q',
                Block::List { .. } => 'L',
                Block::Rule => 'R',
                Block::Table { .. } => 'T',
                Block::Maths(_) => 'M',
                Block::Cited(_) => 'N',
            })
            .collect();
        assert_eq!(found, kinds, "{source}");
    }
}

#[test]
fn emphasis_is_found_where_a_person_means_it() {
    for (source, expected) in [
        ("*a*", "<em>a</em>"),
        ("**a *b* c**", "<b>a <em>b</em> c</b>"),
        ("***a***", "<b><em>a</em></b>"),
        ("~~a~~", "<del>a</del>"),
        ("_a_ snake_case_name", "<em>a</em> snake_case_name"),
        ("2 * 3 * 4", "2 * 3 * 4"),
        ("**open", "**open"),
        ("`a *b*`", "<code>a *b*</code>"),
        ("``a ` b``", "<code>a ` b</code>"),
        ("\\*a\\*", "*a*"),
        ("a &amp; b &unknown;", "a & b &unknown;"),
        ("one  \ntwo\nthree", "one<br>two\nthree"),
        ("[a *b*](https://x.example \"title\")", "<a https://x.example>a <em>b</em></a>"),
        ("[a](<https://x.example/b>)", "<a https://x.example/b>a</a>"),
        ("[a] and [b](no", "[a] and [b](no"),
        ("<https://x.example>", "<a https://x.example>https://x.example</a>"),
        ("a < b > c", "a < b > c"),
    ] {
        assert_eq!(written(&parse(source)), expected, "{source}");
    }
}

/// Inline content as text, for tables of cases.
fn written(blocks: &[Block]) -> String {
    fn write(inlines: &[Inline]) -> String {
        inlines
            .iter()
            .map(|inline| match inline {
                Inline::Text(text) => text.clone(),
                Inline::Code(text) => format!("<code>{text}</code>"),
                Inline::Emphasis(inner) => format!("<em>{}</em>", write(inner)),
                Inline::Strong(inner) => format!("<b>{}</b>", write(inner)),
                Inline::Strike(inner) => format!("<del>{}</del>", write(inner)),
                Inline::Link(href, inner) => format!("<a {href}>{}</a>", write(inner)),
                Inline::Host(host) => format!("<host {host}>"),
                Inline::Cite(cited) => format!("<cite>{}</cite>", cited.citation.name),
                Inline::Maths(maths) => format!("<math>{}</math>", maths.source),
                Inline::Number { .. } | Inline::Doubt(_) | Inline::Task(_) => unreachable!("{inline:?}"),
                Inline::Break => "<br>".to_owned(),
            })
            .collect()
    }
    match blocks {
        [Block::Paragraph(inlines)] => write(inlines),
        other => format!("{other:?}"),
    }
}

#[test]
fn a_text_full_of_openings_is_read_quickly() {
    let started = std::time::Instant::now();
    for opening in ["*a ", "**a ", "`a``b ", "[a", "[a](", "<a ", "~~a ", "_a ", "> - ", "| a "] {
        parse(&opening.repeat(20_000));
        parse(&format!("{opening}\n").repeat(5_000));
    }
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
}

#[test]
fn words_are_read_without_signs() {
    for (text, words) in [
        ("Which **size**?", "Which size?"),
        ("# Done\n\nIt costs *5 €*, see [the shop](https://a.example).", "Done. It costs 5 €, see the shop."),
        ("- one\n- `two`\n\n> three", "one. two. three"),
        ("| a | b |\n|---|---|\n| 1 | 2 |", "a, b. 1, 2"),
        ("plain", "plain"),
        ("", ""),
    ] {
        assert_eq!(words_of(text), words, "{text}");
    }
}

#[test]
fn what_models_mean_otherwise_than_commonmark_stays_what_they_mean() {
    for (source, expected) in [
        ("3~5 or 10~12", "3~5 or 10~12"),
        ("[Note]: important", "[Note]: important"),
        ("[1]: https://a.example", "[1]: <a https://a.example>https://a.example</a>"),
        ("[a](https://a.example), [b]: c", "<a https://a.example>a</a>, [b]: c"),
        ("and now\n-", "and now\n-"),
        (
            "<a@b.example> <ftp://b.example> <javascript:alert(1)>",
            "<a@b.example> <ftp://b.example> <javascript:alert(1)>",
        ),
        ("<div>\n**a** <i>b\n</div>", "<div>\n<b>a</b> <i>b\n</div>"),
    ] {
        assert_eq!(written(&parse(source)), expected, "{source}");
    }
    let code = "```\n> a\nb\n[c]: d\n```";
    assert_eq!(parse(code), [Block::Code { language: String::new(), text: "> a\nb\n[c]: d".into() }]);
    let Some(Block::Table { rows, .. }) = parse("| a | b |\n|---|---|\n| `x|y` | 2 |").into_iter().next() else {
        panic!()
    };
    assert_eq!(rows[1], [vec![Inline::Code("x|y".into())], vec![text("2")]]);
}
