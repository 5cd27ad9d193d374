//! Files made to break readers of text: each is read, or refused with a reason, soon and without a panic.
#![cfg(feature = "formats")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use edith_documents::formats::{Input, Limits, ReadError, kind_of, read};
use edith_documents::{Document, Kind, Warning};
use std::time::{Duration, Instant};

/// What is read, within a bound that even a slow build on a loaded machine keeps; what these files do to a reader without limits takes many minutes.
fn bounded(bytes: &[u8], name: &str) -> Result<Document, ReadError> {
    let start = Instant::now();
    let result = read(&Input::new(bytes, name, ""), Limits::default(), &mut |_, _| {});
    assert!(start.elapsed() < Duration::from_secs(120), "{name}: {:?}", start.elapsed());
    result.map(|read| read.document)
}

fn text_of(document: &Document) -> String {
    document.pages.iter().flat_map(|page| &page.blocks).map(|block| format!("{}\n", block.text)).collect()
}

#[test]
fn deep_pages_keep_their_text() {
    for tag in ["div", "b", "span", "a href=x", "table><tr><td", "ul><li", "svg><g", "blockquote"] {
        let page = format!("<html><body><p>before</p>{}deep text</body></html>", format!("<{tag}>").repeat(3_000));
        let text = text_of(&bounded(page.as_bytes(), tag).unwrap());
        assert!(text.contains("before"), "{tag}");
        assert!(tag.contains("svg") || text.contains("deep text"), "{tag}");
    }
    let closed = format!("<html><body>{}deep{}after</body></html>", "<div>".repeat(3_000), "</div>".repeat(3_000));
    let text = text_of(&bounded(closed.as_bytes(), "closed").unwrap());
    assert!(text.contains("deep") && text.contains("after"));
}

#[test]
fn wide_pages_are_read() {
    let attributes: String = (0..50_000).map(|i| format!(" a{i}=1")).collect();
    let text = text_of(&bounded(format!("<html><body><p{attributes}>kept</p>").as_bytes(), "attributes").unwrap());
    assert_eq!(text, "kept\n");
    let spans = "<tr><td rowspan=65534 colspan=1000>x<td>y".repeat(2_000);
    bounded(format!("<html><body><table>{spans}").as_bytes(), "spans").unwrap();
    let text = text_of(&bounded(format!("<html><body>{}", "<p>word".repeat(5_000)).as_bytes(), "paragraphs").unwrap());
    assert_eq!(text.matches("word").count(), 5_000);
    bounded(format!("<html>{}", "<".repeat(200_000)).as_bytes(), "brackets").unwrap();
    bounded(format!("<html>{}", "<p a=\"".repeat(50_000)).as_bytes(), "quotes").unwrap();
    bounded(format!("<html>{}", "<!--".repeat(50_000)).as_bytes(), "comments").unwrap();
}

#[test]
fn nested_json_ends() {
    let depth = 100_000;
    let whole = format!("{}1{}", "[".repeat(depth), "]".repeat(depth));
    assert_eq!(bounded(whole.as_bytes(), "a.json").unwrap().kind, Kind::Json);
    let open = "{\"a\":".repeat(depth);
    assert_eq!(bounded(open.as_bytes(), "a.json").unwrap().warnings, [Warning::Truncated]);
    let wide: String = (0..50_000).map(|i| format!("{{\"k{i}\":{{\"x\":[1,{{}}]}}}},")).collect();
    bounded(format!("[{wide}0]").as_bytes(), "a.json").unwrap();
}

#[test]
fn nested_mail_ends() {
    let head = "From: a@b\nTo: c@d\nSubject: x\nMessage-ID: <1@x>\nMIME-Version: 1.0\n";
    let parts: String =
        (0..20_000).map(|i| format!("Content-Type: multipart/mixed; boundary=b{i}\n\n--b{i}\n")).collect();
    bounded(format!("{head}{parts}").as_bytes(), "parts").unwrap();
    let same = "--b\nContent-Type: multipart/mixed; boundary=b\n\n".repeat(20_000);
    bounded(format!("{head}Content-Type: multipart/mixed; boundary=b\n\n{same}").as_bytes(), "same").unwrap();
    let forwarded = "Content-Type: message/rfc822\n\nFrom: a@b\n".repeat(20_000);
    bounded(format!("{head}{forwarded}\n\nend").as_bytes(), "forwarded").unwrap();
    let many = "--b\nContent-Type: text/html\n\n<p>x\n".repeat(3_000);
    bounded(format!("{head}Content-Type: multipart/mixed; boundary=b\n\n{many}").as_bytes(), "many").unwrap();
}

#[test]
fn other_bombs_end() {
    bounded("> ".repeat(20_000).as_bytes(), "a.md").unwrap();
    bounded("[a](".repeat(20_000).as_bytes(), "a.md").unwrap();
    bounded("- ".repeat(10_000).as_bytes(), "a.md").unwrap();
    bounded("*a **b ".repeat(20_000).as_bytes(), "a.md").unwrap();
    bounded(format!("{{\\rtf1 {}x", "{".repeat(500_000)).as_bytes(), "a.rtf").unwrap();
    bounded(format!("{{\\rtf1 \\bin2147483647 {}", "x".repeat(1_000)).as_bytes(), "a.rtf").unwrap();
    bounded(format!("<?xml version='1.0'?>{}x", "<a>".repeat(200_000)).as_bytes(), "a.xml").unwrap();
    bounded("a\x0c".repeat(300_000).as_bytes(), "a.txt").unwrap();
    bounded("\"".repeat(1_000_001).as_bytes(), "a.csv").unwrap();
}

/// A file of each kind, to be damaged.
const SEEDS: &[(&str, &str)] = &[
    ("a.txt", "Title\n=====\n\nText in größerer Menge.\n\n- one\n- two\n\n1.1 Scope\n\x0cPage two\n"),
    ("a.csv", "name;sum;date\n\"a; b\";1.234,50 €;01.02.2024\nc;(7,00);3.4.2024\n"),
    (
        "a.html",
        "<!DOCTYPE html><html><head><meta charset=utf-8><title>x</title></head><body><h1>H</h1><p>a <a href='x'>b</a></p><ul><li>1<li>2</ul><table><tr><th>a<td rowspan=2>b</table><form><label>l<input name=n></label></form></body></html>",
    ),
    ("a.md", "---\ntitle: T\n---\n# H\n\n- a\n  - b\n\n| a | b |\n|--|--|\n| 1 | 2 |\n\n[^1] <b>x</b>\n\n[^1]: note\n"),
    (
        "a.json",
        "{\"a\": [{\"b\": 1.5e3, \"c\": \"\\u00fc\\ud83d\\ude00\"}, {\"b\": null}], \"d\": [[1, 2], [3]], \"e\": {\"f\": true}}",
    ),
    ("a.jsonl", "{\"a\": 1}\n{\"a\": [2, {\"b\": 3}]}\n{\"a\": \"x\"}\n"),
    (
        "a.eml",
        "From: =?utf-8?q?J=C3=BC?= <j@x.org>\nTo: a@b\nSubject: =?iso-8859-1?B?/A==?=\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=o\n\n--o\nContent-Type: text/html; charset=koi8-r\nContent-Transfer-Encoding: quoted-printable\n\n<p>=D0=CF</p>\n--o\nContent-Type: text/csv; name=t.csv\nContent-Transfer-Encoding: base64\n\nYSxiCjEsMgo=\n--o--\n",
    ),
    (
        "a.rtf",
        "{\\rtf1\\ansi\\ansicpg1252\\uc1{\\info{\\title T}}Gr\\'fc\\u223\\'dfe\\par{\\*\\x y}\\trowd a\\cell b\\cell\\row\\pard{\\footnote n}\\page z}",
    ),
    (
        "a.svg",
        "<?xml version='1.0'?><svg xmlns='http://www.w3.org/2000/svg'><title>t</title><g><text>a<tspan>b</tspan></text></g></svg>",
    ),
    ("a.xml", "<?xml version='1.0' encoding='utf-8'?><r><i><n>1</n><p>a <b>c</b> &amp; d</p></i><![CDATA[x]]></r>"),
];

#[test]
fn damaged_files_never_panic() {
    fastrand::seed(7);
    for (name, seed) in SEEDS {
        assert!(bounded(seed.as_bytes(), name).is_ok(), "{name}");
        for end in 0..seed.len() {
            let _ = bounded(&seed.as_bytes()[..end], name);
            let _ = bounded(&seed.as_bytes()[..end], "");
        }
        for round in 0..150 {
            let mut bytes = seed.as_bytes().to_vec();
            for _ in 0..=fastrand::usize(..6) {
                let at = fastrand::usize(..bytes.len());
                match fastrand::u8(..5) {
                    0 => bytes[at] = fastrand::u8(..),
                    1 => bytes[at] = *fastrand::choice(b"<>{}[]\"'\\,;:\n\0-=#|*").unwrap(),
                    2 => drop(bytes.drain(at..bytes.len().min(at + fastrand::usize(..20)))),
                    3 => {
                        let piece = bytes[at..bytes.len().min(at + 30)].to_vec();
                        let to = fastrand::usize(..=bytes.len());
                        bytes.splice(to..to, piece.repeat(fastrand::usize(1..4)));
                    }
                    _ => bytes.insert(at, fastrand::u8(..)),
                }
                if bytes.is_empty() {
                    bytes.push(b'x');
                }
            }
            let name = if round % 4 == 0 { "" } else { name };
            kind_of(&Input::new(&bytes, name, ""));
            let _ = bounded(&bytes, name);
        }
    }
}

#[test]
fn random_bytes_never_panic() {
    fastrand::seed(8);
    for round in 0..800 {
        let length = fastrand::usize(..600);
        let from = *fastrand::choice(&[
            &b"\0\x01\x02\xff\xfe\xd8 a\n"[..],
            b"<>/= apdivtr\"'&;!-",
            b"{}[]\",:0123.eE-\\u",
            b"\\{}'abcpar 0123*\n",
            b",;\t|\"\n1.a",
        ])
        .unwrap();
        let bytes: Vec<u8> = (0..length)
            .map(|_| if round % 3 == 0 { fastrand::u8(..) } else { *fastrand::choice(from).unwrap() })
            .collect();
        let name = *fastrand::choice(&["a.txt", "a.csv", "a.html", "a.md", "a.json", "a.eml", "a.rtf", ""]).unwrap();
        let _ = bounded(&bytes, name);
    }
}

#[test]
fn damage_does_not_take_what_comes_before_it() {
    for (name, seed) in SEEDS.iter().filter(|(name, _)| !matches!(*name, "a.json" | "a.jsonl")) {
        let whole = text_of(&bounded(seed.as_bytes(), name).unwrap());
        let half = text_of(&bounded(&seed.as_bytes()[..seed.len() * 9 / 10], name).unwrap());
        let first = whole.lines().next().unwrap();
        assert!(half.contains(first), "{name}: {half}");
    }
}
