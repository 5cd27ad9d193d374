//! Reads files and prints each as one line of JSON: `{file, document}` with the document as it was read and its pictures' places, or `{file, error}`.
//!
//! `cargo run -p edith-documents --features formats --example read_file -- [--password WORD] [--measure] FILE …`
//!
//! `--measure` prints `{file, ms, pages, characters, peak_mb}` instead: how long reading took, and the most memory that the process ever had (Linux only,
//! null elsewhere), so that it is for one file at a time.

use edith_documents::formats::{Input, Limits, read};
use serde_json::json;

fn main() {
    let (mut password, mut measure) = (None, false);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        if argument == "--password" {
            password = arguments.next();
            continue;
        }
        if argument == "--measure" {
            measure = true;
            continue;
        }
        println!("{}", line(&argument, password.as_deref(), measure));
    }
}

fn line(file: &str, password: Option<&str>, measure: bool) -> serde_json::Value {
    let bytes = match std::fs::read(file) {
        Ok(bytes) => bytes,
        Err(error) => return json!({ "file": file, "error": error.to_string() }),
    };
    let name = file.rsplit('/').next().unwrap_or(file);
    let input = Input { password, ..Input::new(&bytes, name, "") };
    let begun = std::time::Instant::now();
    let outcome = std::panic::catch_unwind(|| read(&input, Limits::default(), &mut |_, _| {}));
    let ms = begun.elapsed().as_millis();
    match outcome {
        Ok(Ok(read)) if measure => {
            let blocks = read.document.pages.iter().flat_map(|page| &page.blocks);
            let characters: usize = blocks.map(|block| block.text.len()).sum();
            let pages = read.document.pages.len();
            json!({ "file": file, "ms": ms, "pages": pages, "characters": characters, "peak_mb": peak() })
        }
        Ok(Err(error)) if measure => json!({ "file": file, "ms": ms, "error": error.to_string(), "peak_mb": peak() }),
        Ok(Ok(read)) => {
            let pictures = read.pictures.iter().map(|p| json!([p.page, p.block, p.mime, p.bytes.len()]));
            let pictures: Vec<_> = pictures.collect();
            json!({ "file": file, "ms": ms, "document": read.document, "pictures": pictures })
        }
        Ok(Err(error)) => json!({ "file": file, "ms": ms, "error": error.to_string() }),
        Err(_) => json!({ "file": file, "ms": ms, "panic": true }),
    }
}

/// The most memory that this process had, in MB.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? / 1024)
}
