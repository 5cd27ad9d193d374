//! Reads files and prints each as one line of JSON: `{file, document}` with the document as it was read and its pictures' places, or `{file, error}`.
//!
//! `cargo run -p edith-documents --features formats --example read_file -- [--password WORD] FILE …`

use edith_documents::formats::{Input, Limits, read};
use serde_json::json;

fn main() {
    let mut password = None;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        if argument == "--password" {
            password = arguments.next();
            continue;
        }
        println!("{}", line(&argument, password.as_deref()));
    }
}

fn line(file: &str, password: Option<&str>) -> serde_json::Value {
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
        Ok(Ok(read)) => {
            let pictures = read.pictures.iter().map(|p| json!([p.page, p.block, p.mime, p.bytes.len()]));
            let pictures: Vec<_> = pictures.collect();
            json!({ "file": file, "ms": ms, "document": read.document, "pictures": pictures })
        }
        Ok(Err(error)) => json!({ "file": file, "ms": ms, "error": error.to_string() }),
        Err(_) => json!({ "file": file, "ms": ms, "panic": true }),
    }
}
