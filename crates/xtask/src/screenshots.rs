//! `cargo xtask screenshots`: every surface of the extension, light and dark, 320 and 200 pixels wide, and in the other languages.

use std::path::{Path, PathBuf};

use edith_lab::browser::{Page, Theme};
use edith_lab::tour::{self, TourError, Visitor};
use edith_lab::{paths, say};

use crate::build::{self, BuildError, Profile};
use crate::setup::{self, SetupError};

#[derive(Debug, thiserror::Error)]
pub enum ScreenshotsError {
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error(transparent)]
    Build(#[from] BuildError),
    #[error(transparent)]
    Tour(#[from] TourError),
    #[error(transparent)]
    Browser(#[from] edith_lab::browser::BrowserError),
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

struct Album {
    folder: PathBuf,
    language: &'static str,
}

impl Visitor for Album {
    async fn visit(&mut self, surface: &'static str, page: &Page) -> Result<(), TourError> {
        // The new tab and the options fill a window, the panel has its column, and long pages are taken to their end.
        let width =
            if matches!(surface, "newtab" | "options") || surface.starts_with("document") { 1_100 } else { 420 };
        let tall = "Math.max(...[...document.querySelectorAll('.scroll, body, dialog[open]')].map(part => part.scrollHeight)) + 60";
        let height = match surface {
            "settings" | "server" | "new-server" | "new-server-tried" | "options" | "schedule-editor"
            | "conversation" | "steps" | "batch" | "answer" | "profile" | "form-result" | "tools-new"
            | "tools-server" => page.eval(tall).await?.as_f64().unwrap_or(860.0).clamp(860.0, 4_000.0) as u32,
            _ => 860,
        };
        let file = |kind: &str| self.folder.join(format!("{surface}-{kind}.png"));
        if self.language != "en" {
            page.screenshot(&file(self.language), Theme::Light, width, height).await?;
            page.screenshot(&file(&format!("{}-320", self.language)), Theme::Light, 320, height).await?;
        } else {
            page.screenshot(&file("light"), Theme::Light, width, height).await?;
            page.screenshot(&file("dark"), Theme::Dark, width, height).await?;
            page.screenshot(&file("320"), Theme::Light, 320, height).await?;
            page.screenshot(&file("200"), Theme::Light, 200, height).await?;
        }
        Ok(())
    }

    async fn over(&mut self, surface: &'static str, page: &Page) -> Result<(), TourError> {
        let file = |kind: &str| self.folder.join(format!("{surface}-{kind}.png"));
        if self.language == "en" {
            page.screenshot(&file("light"), Theme::Light, 1_100, 860).await?;
            page.screenshot(&file("dark"), Theme::Dark, 1_100, 860).await?;
            page.screenshot(&file("320"), Theme::Light, 320, 860).await?;
        } else {
            page.screenshot(&file(self.language), Theme::Light, 1_100, 860).await?;
        }
        Ok(())
    }
}

const LANGUAGES: [&str; 4] = ["en", "de", "fr", "es"];

/// Builds the extension and saves screenshots in `artifacts/screenshots`. `languages`: those of the pages; none for all.
pub fn screenshots(profile: Profile, languages: &[String]) -> Result<(), ScreenshotsError> {
    let chromium = setup::browser()?;
    let dist = build::build(profile)?;
    let folder = paths::artifacts().join("screenshots");
    let asked = |language: &&str| languages.is_empty() || languages.iter().any(|one| one == language);
    let languages: Vec<&str> = LANGUAGES.into_iter().filter(asked).collect();
    edith_lab::browser::runtime()?.block_on(take(Some(&chromium.program), &dist, &folder, &languages))?;
    say(&format!("pictures are in {}", folder.display()));
    Ok(())
}

/// Saves screenshots of a built extension in a folder, which is emptied first.
async fn take(
    program: Option<&Path>,
    dist: &Path,
    folder: &Path,
    languages: &[&'static str],
) -> Result<(), ScreenshotsError> {
    if folder.exists() {
        std::fs::remove_dir_all(folder)?;
    }
    std::fs::create_dir_all(folder)?;
    for &language in languages {
        tour::walk(program, dist, language, &mut Album { folder: folder.to_owned(), language }).await?;
    }
    Ok(())
}
