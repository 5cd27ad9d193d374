//! Documents in the built extension: how soon a long one can be asked, how well pictures of text are recognised, and what hostile files do.

use super::corpora::{DOCLING, MARKITDOWN, PDF_SAMPLES, PDFPLUMBER};
use super::once;
use super::words::{Score, mean, words};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use edith_lab::browser::{Browser, Extension, Options};
use edith_lab::papers::{self, Pdf, PdfPage, Sheet};
use edith_lab::{process, pypi};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::rc::Rc;
use std::time::{Duration, Instant};
use xtask::bench::{Contender, Figure, Reason};

/// Pages of the long document.
const PAGES: usize = 200;
/// Pages that are recognised.
const RECOGNISED: usize = 12;
/// Mutated files.
const MUTATED: usize = 300;
/// A hostile file must have ended by then.
const HOSTILE: Duration = Duration::from_secs(10);

/// The extension in its own browser.
struct Reader {
    runtime: tokio::runtime::Runtime,
    _browser: Browser,
    extension: Extension,
}

impl Reader {
    fn start() -> Result<Self, Reason> {
        let runtime = edith_lab::browser::runtime()?;
        let (browser, extension) = runtime.block_on(async {
            let browser = Browser::start(&Options::with_extension(edith_lab::paths::dist())).await?;
            let extension = browser.open_extension("options.html").await?;
            Ok::<_, Reason>((browser, extension))
        })?;
        Ok(Self { runtime, _browser: browser, extension })
    }

    fn ask(&self, command: Value) -> Result<Value, Reason> {
        Ok(self.runtime.block_on(self.extension.command(command))?)
    }

    fn add(&self, name: &str, bytes: &[u8]) -> Result<String, Reason> {
        let added = self.ask(json!({ "type": "DOCUMENT_ADD", "name": name, "data": STANDARD.encode(bytes) }))?;
        added["documentId"].as_str().map(str::to_owned).ok_or_else(|| format!("not added: {added}").into())
    }

    fn read(&self, id: &str) -> Result<Value, Reason> {
        self.ask(json!({ "type": "DOCUMENT_READ", "documentId": id }))
    }

    fn delete(&self, id: &str) -> Result<Value, Reason> {
        self.ask(json!({ "type": "DOCUMENT_DELETE", "documentId": id }))
    }
}

/// Started on first use, and shared.
type Shared = Rc<RefCell<Option<Reader>>>;

fn with<T>(shared: &Shared, work: impl FnOnce(&Reader) -> Result<T, Reason>) -> Result<T, Reason> {
    let mut place = shared.borrow_mut();
    if place.is_none() {
        *place = Some(Reader::start()?);
    }
    work(place.as_ref().ok_or("not started")?)
}

pub(super) fn figures() -> Vec<Figure<'static>> {
    let shared: Shared = Rc::default();
    vec![long(&shared), recognised(&shared), hostile(&shared)]
}

/// A document of many pages: read whole, its first page readable, and a second search after that.
fn long(shared: &Shared) -> Figure<'static> {
    let (reading, searching) = (Rc::clone(shared), Rc::clone(shared));
    let round = RefCell::new(0_usize);
    let id: Rc<RefCell<String>> = Rc::default();
    let searched = Rc::clone(&id);
    let read = move || {
        *round.borrow_mut() += 1;
        // Another text each time: what is known by its content is not read again.
        let bytes = long_pdf(*round.borrow());
        with(&reading, |reader| {
            let started = Instant::now();
            let added = reader.add("long.pdf", &bytes)?;
            let read = reader.read(&added)?;
            let took = started.elapsed();
            if read["document"]["pages"] != PAGES {
                return Err(format!("not read: {read}").into());
            }
            *id.borrow_mut() = added;
            Ok(took.as_secs_f64() * 1000.0)
        })
    };
    let search = move || {
        with(&searching, |reader| {
            let search = |query: &str| {
                let id = searched.borrow().clone();
                reader.ask(json!({ "type": "DOCUMENT_SEARCH", "query": query, "documents": [id] }))
            };
            // The first one puts the index together.
            search("deposit of the mill office")?;
            let started = Instant::now();
            let found = search("penalty of the harbour office")?;
            let took = started.elapsed();
            if found["hits"].as_array().is_none_or(Vec::is_empty) {
                return Err(format!("nothing found: {found}").into());
            }
            Ok(took.as_secs_f64() * 1000.0)
        })
    };
    Figure {
        name: format!("documents: a PDF of {PAGES} pages"),
        unit: "ms",
        contenders: vec![
            Contender::counted("added and read whole", read),
            Contender::counted("a second search", search),
        ],
        rounds: 5,
        least: 5,
    }
}

fn long_pdf(round: usize) -> Vec<u8> {
    let places = ["harbour", "market", "station", "mill", "library", "bridge", "tower", "garden"];
    let facts = ["fee", "penalty", "deadline", "deposit", "notice", "duty", "permit", "refund"];
    let mut pdf = Pdf::new(&format!("Rules {round}"));
    for page in 0..PAGES {
        let mut text = format!("# Section {page} of edition {round}\n");
        for line in 0..28 {
            let place = places.get((page + line) % places.len()).copied().unwrap_or_default();
            let fact = facts.get((page / 8 + line * 3) % facts.len()).copied().unwrap_or_default();
            text.push_str(&format!(
                "The {fact} of the {place} office in case {page}.{line} amounts to {}.{:02} and is due on day {}.\n",
                page * 31 + line,
                line * 3,
                (page + line) % 28 + 1
            ));
        }
        pdf = pdf.page(PdfPage::of(&text).line(72.0, 45.0, 9.0, "Rules of the town").line(
            280.0,
            810.0,
            9.0,
            &page.to_string(),
        ));
    }
    pdf.bytes()
}

/// Draws pages of running text of real PDFs, one of each, at 150 dpi, clean and degraded (turned by 0.8 degrees, noise, JPEG of quality 45), and prints their
/// text. Charts and tables of numbers are no such pages.
const DRAW: &str = r#"
import sys, json
import pypdfium2 as pdfium
from PIL import Image
out, wanted = sys.argv[1], int(sys.argv[2])
rows = []
def running(text):
    words = text.split()
    latin, letters = sum(c.isascii() for c in text), sum(word.strip(".,;:!?()'\"").isalpha() for word in words)
    return len(words) >= 250 and latin >= 0.98 * len(text) and letters >= 0.8 * len(words)
for path in sys.argv[3:]:
    if len(rows) == wanted: break
    try:
        pages = [(page, page.get_textpage().get_text_range()) for page in pdfium.PdfDocument(path)]
    except Exception:
        continue
    known = {row["text"] for row in rows}
    page, text = next(((page, text) for page, text in pages if running(text) and text not in known), (None, ""))
    if not page: continue
    picture = page.render(scale=150 / 72).to_pil().convert("RGB")
    clean, rough = f"{out}/{len(rows)}.png", f"{out}/{len(rows)}.jpg"
    picture.save(clean)
    turned = picture.rotate(0.8, expand=False, fillcolor="white", resample=Image.BICUBIC)
    noise = Image.effect_noise(turned.size, 40).convert("RGB")
    Image.blend(turned, noise, 0.15).save(rough, quality=45)
    rows.append({"text": text, "clean": clean, "rough": rough})
print(json.dumps(rows))
"#;

fn recognised(shared: &Shared) -> Figure<'static> {
    let shared = Rc::clone(shared);
    let pages = once(pages);
    let scores = once(move || {
        let pages = pages()?;
        let of = |kind: &str| -> Result<Vec<Score>, Reason> {
            pages.iter().map(|page| with(&shared, |reader| reader.recognise(page, kind))).collect()
        };
        Ok((of("clean")?, of("rough")?))
    });
    let (clean, rough, count) = (Rc::clone(&scores), Rc::clone(&scores), scores);
    Figure::count(
        "documents: OCR of pages at 150 dpi",
        "F1",
        vec![
            Contender::counted("clean", move || Ok(mean(&clean()?.0, Score::f1))),
            Contender::counted("degraded", move || Ok(mean(&rough()?.1, Score::f1))),
            Contender::counted("pages", move || Ok(crate::number(count()?.0.len()))),
        ],
    )
}

impl Reader {
    fn recognise(&self, page: &Value, kind: &str) -> Result<Score, Reason> {
        let path = PathBuf::from(page[kind].as_str().unwrap_or_default());
        let id = self.add(&path.file_name().unwrap_or_default().to_string_lossy(), &std::fs::read(&path)?)?;
        let read = self.read(&id)?;
        let shown = self.ask(json!({ "type": "DOCUMENT_PAGE", "documentId": id, "page": 1 }))?;
        let found = shown["text"].as_str().ok_or_else(|| format!("not recognised: {read} {shown}"))?;
        let score = Score::of(&words(found), &words(page["text"].as_str().unwrap_or_default()));
        println!("  {kind} {:.3} {}", score.f1(), path.display());
        self.delete(&id)?;
        Ok(score)
    }
}

fn pages() -> Result<Vec<Value>, Reason> {
    let folder = edith_lab::paths::artifacts().join("ocr");
    std::fs::create_dir_all(&folder)?;
    let mut files = Vec::new();
    for corpus in [PDF_SAMPLES, DOCLING, PDFPLUMBER, MARKITDOWN] {
        files.extend(corpus.files(&["pdf"])?);
    }
    // pdfplumber brings PDFium and Pillow.
    let python = pypi::environment("pdfplumber", "0.11.9")?;
    let printed =
        process::output(Command::new(python).args(["-c", DRAW]).arg(&folder).arg(RECOGNISED.to_string()).args(&files))?;
    Ok(serde_json::from_str(&printed)?)
}

/// Hostile files, and mutated ones of several kinds: each must end in time, as a document or with a sentence, and the worker must go on.
fn hostile(shared: &Shared) -> Figure<'static> {
    let shared = Rc::clone(shared);
    let ended = once(move || with(&shared, Reader::hostile));
    let (late, silent, longest, memory) = (Rc::clone(&ended), Rc::clone(&ended), Rc::clone(&ended), ended);
    Figure::count(
        format!("documents: hostile files, and {MUTATED} mutated"),
        "",
        vec![
            Contender::counted("over 10 s", move || Ok(late()?.late)),
            Contender::counted("without a sentence", move || Ok(silent()?.silent)),
            Contender::counted("longest, s", move || Ok(longest()?.longest)),
            Contender::counted("most memory, MB", move || Ok(memory()?.memory)),
        ],
    )
}

#[derive(Debug, Clone, Copy, Default)]
struct Ended {
    late: f64,
    silent: f64,
    longest: f64,
    memory: f64,
}

impl Reader {
    fn hostile(&self) -> Result<Ended, Reason> {
        let sources = [
            ("a.pdf", papers::contract()),
            ("a.xlsx", papers::price_list()),
            ("a.docx", papers::docx("# Title\nA paragraph & more.\nAnother one.")),
            ("a.xlsx", papers::xlsx(&[Sheet { name: "S", rows: &[&["a", "1"], &["b", "2"]] }])),
            ("a.html", b"<html><body><article><h1>T</h1><p>Some words here.</p><table><tr><td>1</td></tr></table></article></body></html>".to_vec()),
            ("a.csv", b"name;price\nlamp;34,99\nstool;39,50\n".to_vec()),
            ("a.json", br#"[{"name": "lamp", "price": 34.99}, {"name": "stool", "price": 39.5}]"#.to_vec()),
            ("a.eml", b"From: a@b.example\r\nSubject: Hello\r\nContent-Type: text/plain\r\n\r\nSome words.\r\n".to_vec()),
        ];
        let mut random = fastrand::Rng::with_seed(14);
        let mutated = sources.into_iter().cycle().take(MUTATED).map(|(name, mut bytes)| {
            mutate(&mut bytes, &mut random);
            (name, bytes)
        });
        let mut ended = Ended::default();
        for (name, bytes) in papers::hostile().into_iter().chain(mutated) {
            let id = self.add(name, &bytes)?;
            let started = Instant::now();
            let answer = self.read(&id)?;
            let took = started.elapsed();
            if took > HOSTILE {
                println!("  {:.1} s {name}", took.as_secs_f64());
                ended.late += 1.0;
            }
            ended.longest = ended.longest.max(took.as_secs_f64());
            let said = answer["error"]["message"].as_str().is_some_and(|message| !message.is_empty());
            ended.silent += f64::from(u8::from(!(said || answer["document"]["kind"].is_string())));
            ended.memory = ended.memory.max(self.memory());
            self.delete(&id)?;
        }
        Ok(ended)
    }

    /// The largest resident size of the extension's renderer process in MB; 0 where the system does not tell it.
    fn memory(&self) -> f64 {
        let status = |id: &Path| std::fs::read_to_string(id.join("status")).unwrap_or_default();
        let command = |id: &Path| std::fs::read_to_string(id.join("cmdline")).unwrap_or_default();
        let Ok(all) = std::fs::read_dir("/proc") else { return 0.0 };
        let sizes = all.flatten().map(|entry| entry.path()).filter(|id| command(id).contains("--extension-process"));
        let resident = |id: PathBuf| {
            let status = status(&id);
            let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
            line.split_whitespace().nth(1)?.parse::<f64>().ok()
        };
        sizes.filter_map(resident).fold(0.0, f64::max) / 1024.0
    }
}

/// Cuts, flips, repeats or moves bytes.
fn mutate(bytes: &mut Vec<u8>, random: &mut fastrand::Rng) {
    if bytes.is_empty() {
        return;
    }
    for _ in 0..random.usize(1..8) {
        let at = random.usize(0..bytes.len());
        match random.u8(0..5) {
            0 => bytes.truncate(at.max(1)),
            1 => bytes.iter_mut().skip(at).take(random.usize(1..9)).for_each(|byte| *byte = random.u8(..)),
            2 => {
                let part: Vec<u8> = bytes.iter().skip(at).take(200).copied().collect();
                bytes.splice(at..at, part.repeat(random.usize(1..20)));
            }
            3 => {
                let end = (at + random.usize(1..40)).min(bytes.len());
                bytes.drain(at..end);
            }
            _ => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << random.u8(0..8)),
        }
        if bytes.is_empty() {
            bytes.push(0);
        }
    }
}
