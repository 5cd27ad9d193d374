//! A writer of small PDF files (PDF 1.4): lines of Helvetica, pictures, links.

use std::fmt::Write as _;

use super::hex::hex;
use super::lock::Lock;

/// A4 in points.
const SIZE: (f32, f32) = (595.0, 842.0);

/// A PDF under construction.
#[derive(Debug, Default, Clone)]
pub struct Pdf {
    pub title: String,
    pub pages: Vec<PdfPage>,
    password: Option<String>,
}

/// A page under construction. Places are in points from its top left.
#[derive(Debug, Default, Clone)]
pub struct PdfPage {
    lines: Vec<Line>,
    links: Vec<([f32; 4], String)>,
    /// A JPEG that fills the page, with its width and height in pixels.
    picture: Option<(Vec<u8>, u32, u32)>,
}

/// A line of text.
#[derive(Debug, Clone)]
pub struct Line {
    pub text: String,
    pub x: f32,
    /// The base line.
    pub y: f32,
    pub size: f32,
    pub bold: bool,
}

impl Pdf {
    /// An empty PDF.
    pub fn new(title: &str) -> Self {
        Self { title: title.to_owned(), ..Self::default() }
    }

    /// Opened by that password alone.
    #[must_use]
    pub fn locked(mut self, password: &str) -> Self {
        self.password = Some(password.to_owned());
        self
    }

    /// With one more page.
    #[must_use]
    pub fn page(mut self, page: PdfPage) -> Self {
        self.pages.push(page);
        self
    }

    /// The file. Characters outside of Windows-1252 become question marks.
    pub fn bytes(&self) -> Vec<u8> {
        let lock = self.password.as_deref().map(Lock::new);
        let lock = lock.as_ref();
        let mut objects: Vec<Vec<u8>> = Vec::new();
        // 1 catalog, 2 pages, 3 and 4 fonts, 5 information; then each page's own.
        let mut kids = String::new();
        let mut rest: Vec<Vec<u8>> = Vec::new();
        for page in &self.pages {
            let first = 6 + rest.len();
            let _ = write!(kids, "{first} 0 R ");
            let content = stream("", page.content().as_bytes(), lock);
            let mut extra = String::new();
            let mut more = vec![content];
            if let Some((jpeg, width, height)) = &page.picture {
                let _ = write!(extra, "/XObject << /Im {} 0 R >> ", first + 2);
                let head = format!(
                    "/Type /XObject /Subtype /Image /Width {width} /Height {height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode"
                );
                more.push(stream(&head, jpeg, lock));
            }
            let mut links = String::new();
            for ([left, top, width, height], url) in &page.links {
                let (bottom, top) = (SIZE.1 - top - height, SIZE.1 - top);
                let _ = write!(
                    links,
                    "<< /Type /Annot /Subtype /Link /Border [0 0 0] /Rect [{left} {bottom} {} {top}] /A << /S /URI /URI {} >> >> ",
                    left + width,
                    string(url.as_bytes(), lock)
                );
            }
            let object = format!(
                "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {} {}] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> {extra}>> /Contents {} 0 R /Annots [{links}] >>",
                SIZE.0,
                SIZE.1,
                first + 1
            );
            rest.push(object.into_bytes());
            rest.append(&mut more);
        }
        objects.push(b"<< /Type /Catalog /Pages 2 0 R >>".to_vec());
        objects.push(format!("<< /Type /Pages /Kids [{kids}] /Count {} >>", self.pages.len()).into_bytes());
        for name in ["Helvetica", "Helvetica-Bold"] {
            let font = format!("<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>");
            objects.push(font.into_bytes());
        }
        objects.push(format!("<< /Title {} >>", string(&win_ansi(&self.title), lock)).into_bytes());
        objects.append(&mut rest);
        assemble(&objects, lock)
    }
}

impl PdfPage {
    /// A page of lines from the top: a line that begins with `# ` is a heading; an empty one leaves a gap; long ones are broken.
    pub fn of(text: &str) -> Self {
        let mut page = Self::default();
        let mut y = 90.0;
        for line in text.lines() {
            let (size, bold, line) = match line.strip_prefix("# ") {
                Some(heading) => (16.0, true, heading),
                None => (11.0, false, line),
            };
            if line.is_empty() {
                y += 10.0;
                continue;
            }
            for part in broken(line, 88) {
                page.lines.push(Line { text: part, x: 72.0, y, size, bold });
                y += size * 1.35;
            }
        }
        page
    }

    /// A page that is one picture, as from a scanner.
    pub fn scanned(jpeg: Vec<u8>, width: u32, height: u32) -> Self {
        Self { picture: Some((jpeg, width, height)), ..Self::default() }
    }

    /// With a line somewhere, such as a running header.
    #[must_use]
    pub fn line(mut self, x: f32, y: f32, size: f32, text: &str) -> Self {
        self.lines.push(Line { text: text.to_owned(), x, y, size, bold: false });
        self
    }

    /// With a link over a rectangle: left, top, width, height.
    #[must_use]
    pub fn link(mut self, area: [f32; 4], url: &str) -> Self {
        self.links.push((area, url.to_owned()));
        self
    }

    fn content(&self) -> String {
        let mut content = String::new();
        if self.picture.is_some() {
            let _ = writeln!(content, "q {} 0 0 {} 0 0 cm /Im Do Q", SIZE.0, SIZE.1);
        }
        for Line { text, x, y, size, bold } in &self.lines {
            let font = if *bold { "F2" } else { "F1" };
            let text = hex(&win_ansi(text));
            let _ = writeln!(content, "BT /{font} {size} Tf 1 0 0 1 {x} {} Tm {text} Tj ET", SIZE.1 - y);
        }
        content
    }
}

/// The objects, numbered from 1, as a file with its table of places.
fn assemble(objects: &[Vec<u8>], lock: Option<&Lock>) -> Vec<u8> {
    let mut file = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n".to_vec();
    let mut places = Vec::new();
    for (index, object) in objects.iter().enumerate() {
        places.push(file.len());
        file.extend(format!("{} 0 obj\n", index + 1).bytes());
        file.extend(object);
        file.extend(b"\nendobj\n");
    }
    let table = file.len();
    file.extend(format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1).bytes());
    for place in places {
        file.extend(format!("{place:010} 00000 n \n").bytes());
    }
    let size = objects.len() + 1;
    let more = lock.map(Lock::trailer).unwrap_or_default();
    file.extend(
        format!("trailer\n<< /Size {size} /Root 1 0 R /Info 5 0 R {more}>>\nstartxref\n{table}\n%%EOF\n").bytes(),
    );
    file
}

fn stream(head: &str, bytes: &[u8], lock: Option<&Lock>) -> Vec<u8> {
    let bytes = lock.map_or_else(|| bytes.to_vec(), |lock| lock.sealed(bytes));
    let mut object = format!("<< {head} /Length {} >>\nstream\n", bytes.len()).into_bytes();
    object.extend(bytes);
    object.extend(b"\nendstream");
    object
}

fn string(bytes: &[u8], lock: Option<&Lock>) -> String {
    hex(&lock.map_or_else(|| bytes.to_vec(), |lock| lock.sealed(bytes)))
}

fn win_ansi(text: &str) -> Vec<u8> {
    let byte = |c: char| match c {
        '€' => 0x80,
        '–' => 0x96,
        '—' => 0x97,
        '‘' => 0x91,
        '’' => 0x92,
        '“' => 0x93,
        '”' => 0x94,
        '•' => 0x95,
        _ => u8::try_from(u32::from(c)).unwrap_or(b'?'),
    };
    text.chars().map(byte).collect()
}

/// A text in lines of so many characters at most, broken at blanks.
fn broken(text: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
