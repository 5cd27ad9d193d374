//! `cargo xtask screenshots store`: the five pictures of the listing, 1280 by 800: a page with the panel beside it, as the browser shows them.

use std::path::{Path, PathBuf};

use edith_lab::browser::{Browser, Options, Page, Theme};
use edith_lab::sites::Sites;
use edith_lab::tour::{self, HOST, TourError, Visitor};
use edith_lab::{paths, say};

use crate::build::{self, Profile};
use crate::screenshots::ScreenshotsError;
use crate::setup;

/// The size that the store asks for.
pub(super) const SIZE: (u32, u32) = (1280, 800);
/// What is left for the page and for the panel, below the bars of the window.
pub(super) const PAGE: (u32, u32) = (840, 644);
pub(super) const PANEL: (u32, u32) = (400, 608);

/// A picture: its file, the surface in the panel, what is beside it, and what it says.
struct Scene {
    file: &'static str,
    panel: &'static str,
    beside: Beside,
    /// The tab's.
    title: &'static str,
    words: &'static str,
}

/// What the window shows beside the panel.
enum Beside {
    Shop,
    Form,
    /// A surface of the tour, and its path on the sample sites; none for one of the extension.
    Surface(&'static str, &'static str),
}

const SCENES: [Scene; 5] = [
    Scene {
        file: "1-task",
        panel: "shopping",
        beside: Beside::Surface("cart", "/shop/cart"),
        title: "Your cart – Lumen &amp; Co",
        words: "Say what you want done, and watch it being done",
    },
    Scene {
        file: "2-approval",
        panel: "order",
        beside: Beside::Surface("checkout", "/shop/checkout"),
        title: "Checkout – Lumen &amp; Co",
        words: "Nothing that counts happens without your yes",
    },
    Scene {
        file: "3-plan",
        panel: "plan",
        beside: Beside::Shop,
        title: "All products – Lumen &amp; Co",
        words: "See the plan, change it, approve it",
    },
    Scene {
        file: "4-form",
        panel: "form-review",
        beside: Beside::Form,
        title: "Registration",
        words: "Forms filled in from your words, with a source for each value",
    },
    Scene {
        file: "5-documents",
        panel: "answer",
        beside: Beside::Surface("document-picture", ""),
        title: "lease.pdf",
        words: "Ask your documents: every answer leads to its quote",
    },
];

/// Keeps the surfaces that the scenes need.
struct Gather {
    folder: PathBuf,
}

impl Visitor for Gather {
    async fn visit(&mut self, surface: &'static str, page: &Page) -> Result<(), TourError> {
        let file = self.folder.join(format!("{surface}.png"));
        if SCENES.iter().any(|scene| scene.panel == surface) {
            page.narrow(PANEL.0, PANEL.1).await?;
            // How it ended is what the picture is of.
            if ["shopping", "order"].contains(&surface) {
                page.eval(
                    "(() => { const all = document.querySelector('.scroll'); all.scrollTop = all.scrollHeight; })()",
                )
                .await?;
            }
            page.screenshot(&file, Theme::Light, PANEL.0, PANEL.1).await?;
        }
        if SCENES.iter().any(|scene| matches!(scene.beside, Beside::Surface(one, "") if one == surface)) {
            page.screenshot(&file, Theme::Light, PAGE.0, PAGE.1).await?;
        }
        Ok(())
    }

    async fn over(&mut self, surface: &'static str, page: &Page) -> Result<(), TourError> {
        if SCENES.iter().any(|scene| matches!(scene.beside, Beside::Surface(one, _) if one == surface)) {
            page.screenshot(&self.folder.join(format!("{surface}.png")), Theme::Light, PAGE.0, PAGE.1).await?;
        }
        Ok(())
    }
}

/// Builds the extension and saves the pictures in `docs/store`.
pub fn pictures(profile: Profile) -> Result<(), ScreenshotsError> {
    let chromium = setup::browser()?;
    let dist = build::build(profile)?;
    let folder = paths::root().join("docs/store");
    edith_lab::browser::runtime()?.block_on(take(Some(&chromium.program), &dist, &folder))?;
    say(&format!("pictures are in {}", folder.display()));
    Ok(())
}

/// Saves the pictures of a built extension in a folder.
pub async fn take(program: Option<&Path>, dist: &Path, folder: &Path) -> Result<(), ScreenshotsError> {
    let parts = paths::artifacts().join("store");
    std::fs::create_dir_all(&parts)?;
    tour::walk(program, dist, "en", &mut Gather { folder: parts.clone() }).await?;
    let sites = Sites::start().await.map_err(TourError::from)?;
    let browser = Browser::start(&Options { program: program.map(Path::to_owned), ..Options::default() }).await?;
    for scene in SCENES {
        let (file, address) = match scene.beside {
            Beside::Surface(surface, "") => (format!("{surface}.png"), String::from("EDITH")),
            Beside::Surface(surface, path) => (format!("{surface}.png"), format!("{HOST}{path}")),
            Beside::Shop => shot(&browser, &parts, "shop", &sites.shop_url).await?,
            Beside::Form => shot(&browser, &parts, "form", &sites.form_url).await?,
        };
        let html = parts.join(format!("{}.html", scene.file));
        let window = Window {
            words: scene.words,
            title: scene.title,
            address: &address,
            page: &file,
            panel: &format!("{}.png", scene.panel),
        };
        std::fs::write(&html, window.html())?;
        let page = browser.open_page(&format!("file://{}", html.display())).await?;
        page.screenshot(&folder.join(format!("{}.png", scene.file)), Theme::Light, SIZE.0, SIZE.1).await?;
        page.close().await?;
    }
    browser.close().await?;
    Ok(())
}

/// Photographs a page; its file, and what the address bar says.
async fn shot(browser: &Browser, parts: &Path, name: &str, url: &str) -> Result<(String, String), ScreenshotsError> {
    let page = browser.open_page(url).await?;
    let file = format!("{name}.png");
    page.screenshot(&parts.join(&file), Theme::Light, PAGE.0, PAGE.1).await?;
    page.close().await?;
    Ok((file, format!("{HOST}/{name}")))
}

/// A browser's window below a headline.
pub(super) struct Window<'a> {
    pub words: &'a str,
    /// The tab's.
    pub title: &'a str,
    pub address: &'a str,
    /// The pictures' addresses.
    pub page: &'a str,
    pub panel: &'a str,
}

impl Window<'_> {
    pub(super) fn html(&self) -> String {
        let Window { words, title, address, page, panel } = self;
        let icon = paths::root().join("extension/icons/32.png");
        format!(
            "<!doctype html><meta charset=utf-8><style>\
         * {{ box-sizing: border-box; margin: 0; }}\
         body {{ background: linear-gradient(160deg, #eaeefc, #dfe6ff 60%, #d8f0ec); font-family: system-ui, sans-serif; height: 800px; overflow: hidden; padding: 0 19px; width: 1280px; }}\
         h1 {{ color: #1a1d23; font-size: 32px; font-weight: 650; letter-spacing: -0.02em; line-height: 76px; text-align: center; }}\
         svg {{ fill: none; height: 16px; stroke: #565d6b; stroke-linecap: round; stroke-linejoin: round; stroke-width: 1.8; width: 16px; }}\
         .window {{ background: #fff; border-radius: 12px 12px 0 0; box-shadow: 0 12px 44px rgb(30 40 90 / 22%); overflow: hidden; width: 1242px; }}\
         .tabs {{ align-items: end; background: #dde1ea; display: flex; gap: 8px; height: 38px; padding: 0 14px; }}\
         .dot {{ align-self: center; border-radius: 50%; height: 12px; width: 12px; }}\
         .tab {{ align-items: center; background: #fff; border-radius: 10px 10px 0 0; color: #2a2e36; display: flex; font-size: 13px; gap: 8px; height: 31px; margin-left: 12px; padding: 0 14px; width: 240px; }}\
         .tab i {{ background: #3452cf; border-radius: 4px; height: 14px; width: 14px; }}\
         #title {{ overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }} .tab i {{ flex: none; }}\
         .bar {{ align-items: center; border-bottom: 1px solid #dfe2e8; display: flex; gap: 16px; height: 42px; padding: 0 16px; }}\
         .address {{ align-items: center; background: #f0f2f6; border-radius: 15px; color: #2a2e36; display: flex; flex: 1; font-size: 14px; gap: 10px; height: 30px; padding: 0 14px; }}\
         .bar img, .head img {{ height: 18px; width: 18px; }}\
         .inside {{ display: flex; }} .inside img {{ display: block; }}\
         .panel {{ border-left: 1px solid #dfe2e8; width: 402px; }}\
         .head {{ align-items: center; border-bottom: 1px solid #eceef2; color: #2a2e36; display: flex; font-size: 13px; font-weight: 600; gap: 8px; height: 36px; padding: 0 14px; }}\
         .head svg {{ margin-left: auto; }}\
         </style><h1>{words}</h1><div class=window>\
         <div class=tabs><i class=dot style='background:#ed6a5e'></i><i class=dot style='background:#f4bf4f'></i><i class=dot style='background:#61c454'></i><span class=tab><i></i><span id=title>{title}</span></span></div>\
         <div class=bar><svg viewBox='0 0 16 16'><path d='M9.5 3 4.5 8l5 5'/></svg><svg viewBox='0 0 16 16'><path d='m6.5 3 5 5-5 5'/></svg><svg viewBox='0 0 16 16'><path d='M13 8a5 5 0 1 1-1.6-3.7M13 2v3h-3'/></svg>\
         <span class=address><svg viewBox='0 0 16 16'><path d='M2 5h7M13 5h1M2 11h1M7 11h7'/><circle cx=11 cy=5 r=1.8 /><circle cx=5 cy=11 r=1.8 /></svg><span id=address>{address}</span></span><img src=\"{icon}\"></div>\
         <div class=inside><img id=page src=\"{page}\" width={} height={}><div class=panel><div class=head><img src=\"{icon}\">EDITH<svg viewBox='0 0 16 16'><path d='m4 4 8 8M12 4l-8 8'/></svg></div><img id=panel src=\"{panel}\" width={} height={}></div></div></div>",
            PAGE.0,
            PAGE.1,
            PANEL.0,
            PANEL.1,
            icon = icon.display(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_five_pictures_and_the_committed_ones_have_the_stores_size() {
        let names: std::collections::BTreeSet<&str> = SCENES.iter().map(|scene| scene.file).collect();
        assert_eq!(names.len(), 5);
        for name in names {
            let path = paths::root().join(format!("docs/store/{name}.png"));
            let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            assert!(bytes.len() < 300_000, "{}: {} bytes", path.display(), bytes.len());
            let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
            assert_eq!((number(16), number(20)), SIZE, "{}", path.display());
        }
    }
}
