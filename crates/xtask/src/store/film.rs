//! `cargo xtask screenshots film`: the front page's moving picture. A task is done without a model in a real side panel, and the window around page and
//! panel is drawn as in the listing's pictures.

use std::fs::File;
use std::io::BufWriter;
use std::path::Path;
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use edith_lab::browser::{Browser, BrowserError, Extension, Options, Page};
use edith_lab::sites::Sites;
use edith_lab::tour::{HOST, TourError};
use edith_lab::{paths, say};
use edith_webp::{Animation, Still};
use serde_json::{Value, json};

use super::pictures::{PAGE, PANEL, SIZE, Window};
use crate::build::{self, Profile};
use crate::screenshots::ScreenshotsError;
use crate::setup;

const FILE: &str = "docs/task.webp";
const TASK: &str = "Search for lamp, tick In stock, open the cheapest, add it to the cart, then tell me the total.";
/// The film's width beside that of the listing's pictures.
const SCALE: f64 = 0.75;
/// Of lossy WebP, up to 100.
const QUALITY: u32 = 72;
/// The whole film, in milliseconds, and its last picture's part of it.
const LASTS: u64 = 12_000;
const LAST: u64 = 2_800;
/// The task's letters that are typed between two pictures.
const LETTERS: usize = 9;
/// How often a page that moves is taken again.
const TRIES: usize = 4;
/// How long the task may take.
const DEADLINE: Duration = Duration::from_secs(60);

/// Builds the extension and saves the film.
pub fn film(profile: Profile) -> Result<(), ScreenshotsError> {
    let chromium = setup::browser()?;
    let dist = build::build(profile)?;
    let file = paths::root().join(FILE);
    edith_lab::browser::runtime()?.block_on(take(Some(&chromium.program), &dist, &file))?;
    say(&format!("the film is {}", file.display()));
    Ok(())
}

/// Saves the film of a built extension.
async fn take(program: Option<&Path>, dist: &Path, file: &Path) -> Result<(), ScreenshotsError> {
    let (sites, port) = Sites::start().await.map_err(TourError::from)?.named(HOST);
    let options =
        Options { program: program.map(Path::to_owned), hosts: vec![(HOST, port)], ..Options::with_extension(dist) };
    let browser = Browser::start(&options).await?;
    let html = paths::artifacts().join("film.html");
    let words = "Say what you want done, and watch it being done";
    std::fs::write(&html, Window { words, title: "", address: "", page: "", panel: "" }.html())?;
    // A browser of its own: a tab behind another one draws nothing.
    let theatre = Browser::start(&Options { program: program.map(Path::to_owned), ..Options::default() }).await?;
    let window = theatre.open_page(&format!("file://{}", html.display())).await?;
    window.narrow(SIZE.0, SIZE.1).await?;
    let shop = browser.open_page(&sites.shop_url).await?;
    shop.narrow(PAGE.0, PAGE.1).await?;
    let panel = browser.open_side_panel(&shop).await?;
    panel.page().narrow(PANEL.0, PANEL.1).await?;
    let mut camera = Camera { window, shop, panel: panel.page(), pictures: Vec::new() };
    perform(&mut camera, &panel).await?;
    let frames = durations(&camera.pictures);
    let mut animation = Animation::new(BufWriter::new(File::create(file)?), 0);
    for (still, milliseconds) in &frames {
        animation.add(still, *milliseconds)?;
    }
    animation.end()?;
    say(&format!("{} pictures, {} bytes", animation.frames(), animation.bytes()));
    browser.close().await?;
    Ok(theatre.close().await?)
}

/// Types the task, and waits for its end.
async fn perform(camera: &mut Camera<'_>, panel: &Extension) -> Result<(), ScreenshotsError> {
    let page = panel.page();
    page.wait_for("document.getElementById('composer-input')?.hidden === false", DEADLINE).await?;
    page.eval("document.getElementById('composer-input').focus()").await?;
    camera.shoot().await?;
    let letters: Vec<char> = TASK.chars().collect();
    for some in letters.chunks(LETTERS) {
        page.type_keys(&some.iter().collect::<String>()).await?;
        camera.shoot().await?;
    }
    page.press("Enter", 13).await?;
    let begun = Instant::now();
    while page.eval("document.querySelector('.ended') === null").await? == json!(true) {
        camera.shoot().await?;
        if begun.elapsed() > DEADLINE {
            return Err(TourError::Visit("the film's task does not end".to_owned()).into());
        }
    }
    if page.eval("document.querySelector('.ended--completed') === null").await? == json!(true) {
        let shown = page.eval("document.body.innerText").await?;
        return Err(TourError::Visit(format!("the film's task failed: {shown}")).into());
    }
    camera.shoot().await
}

/// Takes pictures of page and panel in one window.
struct Camera<'a> {
    window: Page,
    shop: Page,
    panel: &'a Page,
    /// Each with when it was taken.
    pictures: Vec<(Still, Instant)>,
}

impl Camera<'_> {
    /// Takes one, and keeps it if it shows something new.
    async fn shoot(&mut self) -> Result<(), ScreenshotsError> {
        let (page, panel) = (settled(&self.shop).await?, png(self.panel).await?);
        let place = self.shop.eval("[document.title, location.host + location.pathname]").await?;
        let drawn = format!(
            "Promise.all([['page', '{page}'], ['panel', '{panel}']].map(([id, data]) => {{ \
             const image = document.getElementById(id); image.src = 'data:image/png;base64,' + data; return image.decode(); }})) \
             .then(() => {{ const [title, address] = {place}; document.getElementById('title').textContent = title; \
             document.getElementById('address').textContent = address; }}) \
             .then(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true)))))"
        );
        self.window.eval(&drawn).await?;
        let clip = json!({ "x": 0, "y": 0, "width": SIZE.0, "height": SIZE.1, "scale": SCALE });
        let picture = json!({ "format": "webp", "quality": QUALITY, "clip": clip });
        let picture = captured(&self.window, picture).await?;
        let still = STANDARD.decode(picture).ok().and_then(|bytes| Still::read(&bytes));
        let still = still.ok_or(BrowserError::Shape { method: "Page.captureScreenshot", field: "a WebP" })?;
        if self.pictures.last().is_none_or(|(last, _)| *last != still) {
            self.pictures.push((still, Instant::now()));
        }
        Ok(())
    }
}

/// What a tab shows, in base64.
async fn png(page: &Page) -> Result<String, BrowserError> {
    captured(page, json!({ "format": "png" })).await
}

/// The same once it stands still: what is taken while the extension takes a picture itself is torn.
async fn settled(page: &Page) -> Result<String, BrowserError> {
    let mut last = png(page).await?;
    for _ in 0..TRIES {
        let next = png(page).await?;
        if next == last {
            break;
        }
        last = next;
    }
    Ok(last)
}

async fn captured(page: &Page, params: Value) -> Result<String, BrowserError> {
    let answer = page.send_within("Page.captureScreenshot", params, Duration::from_secs(10)).await?;
    let data = answer.get("data").and_then(Value::as_str).map(str::to_owned);
    data.ok_or(BrowserError::Shape { method: "Page.captureScreenshot", field: "data" })
}

/// The pictures with how long each is shown, in milliseconds: the times between them, stretched to the film's length.
fn durations(pictures: &[(Still, Instant)]) -> Vec<(&Still, u64)> {
    let taken = |at: usize| pictures.get(at).map(|(_, taken)| *taken);
    let whole = taken(0).zip(pictures.last()).map_or(0.0, |(first, (_, last))| (*last - first).as_secs_f64());
    let stretched = |time: Duration| (time.as_secs_f64() / whole.max(0.001) * (LASTS - LAST) as f64).round() as u64;
    let shown = |at: usize| taken(at).zip(taken(at + 1)).map_or(LAST, |(from, until)| stretched(until - from));
    pictures.iter().enumerate().map(|(at, (still, _))| (still, shown(at))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_film_is_of_the_front_page_and_small() {
        let read = |path: &str| std::fs::read(paths::root().join(path)).unwrap();
        assert!(String::from_utf8(read("README.md")).unwrap().contains(&format!("({FILE})")));
        let bytes = read(FILE);
        assert_eq!((&bytes[..4], &bytes[8..16]), (&b"RIFF"[..], &b"WEBPVP8X"[..]));
        assert!(bytes.len() < 1_500_000, "{} bytes", bytes.len());
    }

    #[test]
    fn a_films_pictures_last_as_long_as_it_does_together() {
        let still = Still::read(&pixel()).unwrap();
        let begun = Instant::now();
        let pictures = [0, 100, 400].map(|after| (still.clone(), begun + Duration::from_millis(after)));
        let shown: Vec<u64> = durations(&pictures).into_iter().map(|(_, shown)| shown).collect();
        assert_eq!(shown, [2_300, 6_900, LAST]);
        assert_eq!(shown.iter().sum::<u64>(), LASTS);
    }

    /// The head of a lossy picture.
    fn pixel() -> Vec<u8> {
        let mut bytes = b"RIFF\x16\0\0\0WEBPVP8 \x0A\0\0\0".to_vec();
        bytes.extend([0x10, 0x02, 0x00, 0x9D, 0x01, 0x2A, 0x01, 0x00, 0x01, 0x00]);
        bytes
    }
}
