//! What fields of forms mean, told by code alone: on the test forms of DuckDuckGo's autofill, whose authors labelled each field by hand.
//!
//! Each page is opened in Chromium, walked as for a form, and its labelled fields are classified. The labels are taken out of the page before. Half of
//! the files, by a hash of their names, was looked at while the classifier was written; the other half was not.

use edith_forms::Meaning;
use edith_forms::meaning::meaning;
use edith_lab::browser::{Browser, Options, Page};
use edith_lab::corpora::Corpus;
use edith_lab::say;
use edith_page::page_api::{SCRIPT_FILES, WalkOptions};
use edith_page::{Index, RawPage, UidTable};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;
use xtask::bench::{Contender, Figure, Reason};

/// Apache-2.0; `test-forms` has 562 pages with 2,475 labelled fields. Its own classifier is right in 90.8 %: 227 fields are marked as expected failures
/// in `src/Form/input-classifiers.test.js`.
const FORMS: Corpus =
    Corpus { repository: "duckduckgo/duckduckgo-autofill", commit: "af4a88bda37c6f8cde71c0a47d4e67bc42cfb7ed" };
/// How long one page may take to load and to be walked.
const PAGE: Duration = Duration::from_secs(20);

/// Right and all.
#[derive(Debug, Clone, Copy, Default)]
struct Tally {
    right: usize,
    all: usize,
}

impl Tally {
    fn percent(self) -> f64 {
        100.0 * super::number(self.right) / super::number(self.all.max(1))
    }
}

/// Both halves, and the confusions of the one that may be looked at.
#[derive(Debug, Clone, Default)]
struct Measured {
    seen: Tally,
    held_out: Tally,
    confused: BTreeMap<(String, String), usize>,
}

/// The figure.
pub(crate) fn figures() -> Vec<Figure<'static>> {
    let get = super::together(measure);
    let parts = vec![
        Contender::counted("held out, %", get(|measured| measured.held_out.percent())),
        Contender::counted("held out, fields", get(|measured| super::number(measured.held_out.all))),
        Contender::counted("developed on, %", get(|measured| measured.seen.percent())),
        Contender::counted("developed on, fields", get(|measured| super::number(measured.seen.all))),
        Contender::counted("DuckDuckGo's own on all, %", || Ok(90.8)),
    ];
    vec![Figure { rounds: 1, ..Figure::count("forms: meaning of fields by code", "", parts) }]
}

/// Whether a file belongs to the half that is not looked at: by the 32-bit FNV-1a hash of its name.
fn is_held_out(name: &str) -> bool {
    name.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)) % 2 == 1
}

fn measure() -> Result<Measured, Reason> {
    let files = FORMS.files(&["html"])?;
    let files: Vec<_> =
        files.into_iter().filter(|path| path.parent().is_some_and(|folder| folder.ends_with("test-forms"))).collect();
    say(&format!("{} pages; each is opened and walked", files.len()));
    let runtime = edith_lab::browser::runtime()?;
    let mut measured = Measured::default();
    let scripts = scripts()?;
    let keep = std::env::var_os("EDITH_MEANING_FACTS");
    let mut kept = String::new();
    let titles = titles(&files)?;
    runtime.block_on(async {
        let browser = Browser::start(&Options::default()).await?;
        let page = browser.open_blank().await?;
        for path in &files {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let title = titles.get(&name).map(String::as_str).unwrap_or_default();
            let walked = walked(&page, path, title, &scripts).await.map_err(|error| format!("{name}: {error}"))?;
            let held_out = is_held_out(&name);
            if keep.is_some() && !held_out {
                kept.push_str(&format!("{}\n", json!({ "file": name, "walked": walked })));
            }
            for (label, found) in classified(&walked)? {
                let tally = if held_out { &mut measured.held_out } else { &mut measured.seen };
                tally.all += 1;
                if fits(&label, found) {
                    tally.right += 1;
                } else if !held_out {
                    *measured.confused.entry((label, found.map_or("none", Meaning::token).to_owned())).or_default() +=
                        1;
                }
            }
        }
        Ok::<_, Reason>(())
    })?;
    if let Some(file) = keep {
        std::fs::write(file, kept)?;
    }
    let mut confused: Vec<_> = measured.confused.iter().collect();
    confused.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    for ((label, found), count) in confused.into_iter().take(40) {
        say(&format!("{count:4} {label} taken for {found}"));
    }
    Ok(measured)
}

/// The pages' titles, which were stored beside them.
fn titles(files: &[std::path::PathBuf]) -> Result<BTreeMap<String, String>, Reason> {
    let folder = files.first().and_then(|path| path.parent()).ok_or("there are no pages")?;
    let index: Value = serde_json::from_str(&std::fs::read_to_string(folder.join("index.json"))?)?;
    let text = |one: &Value, name: &str| one[name].as_str().unwrap_or_default().to_owned();
    Ok(index.as_array().into_iter().flatten().map(|one| (text(one, "html"), text(one, "title"))).collect())
}

/// The page's scripts as one.
fn scripts() -> Result<String, Reason> {
    let folder = edith_lab::paths::root().join("extension");
    let read = |name: &&str| std::fs::read_to_string(folder.join(name));
    Ok(SCRIPT_FILES.iter().map(read).collect::<Result<Vec<_>, _>>()?.join("\n;\n"))
}

/// Opens a page and walks it. What hides a labelled field is shown first: the forms were stored without most of their styles and scripts, and the
/// authors' own test looks at hidden fields as well. A label is kept by its element's number and taken out of the page.
async fn walked(page: &Page, path: &Path, title: &str, scripts: &str) -> Result<Value, Reason> {
    page.goto(&format!("file://{}", path.display())).await?;
    let options = serde_json::to_value(WalkOptions { fields: true, ..WalkOptions::default() })?;
    let before = "globalThis.labelled = [...document.querySelectorAll('[data-manual-scoring]')].map((element) => {
        const label = element.getAttribute('data-manual-scoring');
        element.removeAttribute('data-manual-scoring');
        for (let at = element; at; at = at.parentElement) {
            at.removeAttribute('hidden'); at.removeAttribute('inert');
            if (at.localName === 'dialog') at.setAttribute('open', '');
            if (at.localName === 'details') at.open = true;
            const { display, visibility, opacity } = getComputedStyle(at);
            if (display === 'none') at.style.setProperty('display', at === element ? 'inline-block' : 'block', 'important');
            if (visibility !== 'visible') at.style.setProperty('visibility', 'visible', 'important');
            if (opacity === '0') at.style.setProperty('opacity', '1', 'important');
        }
        element.disabled = false; element.readOnly = false;
        const { width, height } = element.getBoundingClientRect();
        if (width < 8 || height < 8) element.style.cssText += ';position:static!important;width:120px!important;height:20px!important;clip:auto!important;clip-path:none!important;transform:none!important';
        return [element, label];
    }); 0";
    page.eval_within(&format!("document.title = {}; {before}", json!(title)), PAGE).await?;
    page.eval_within(&format!("{scripts}\n;0"), PAGE).await?;
    let walk = format!(
        "({{ page: edithPage.walk({options}), labels: labelled.map(([element, label]) => [edithParts.isListed(element) ? edithParts.numberOf(element) : 0, label]) }})"
    );
    Ok(page.eval_within(&walk, PAGE).await?)
}

/// Each label with the meaning that code tells of its field; a field that the walk does not list has none.
fn classified(walked: &Value) -> Result<Vec<(String, Option<Meaning>)>, Reason> {
    let raw = RawPage::parse(walked["page"].as_str().unwrap_or_default())?;
    let index = Index::build(raw, &mut UidTable::default());
    let labels = walked["labels"].as_array().cloned().unwrap_or_default();
    let told = labels.iter().map(|pair| {
        let element = index.elements.iter().find(|element| Some(u64::from(element.target.node)) == pair[0].as_u64());
        let label = pair[1].as_str().unwrap_or_default().to_owned();
        (label, element.and_then(|element| meaning(element, &index)))
    });
    Ok(told.collect())
}

/// Whether a meaning is what the authors say; for a field that they call unknown, none of those that they tell apart.
fn fits(label: &str, found: Option<Meaning>) -> bool {
    use Meaning as M;
    label.split(" OR ").any(|label| {
        let meant: &[Meaning] = match label.trim() {
            "emailAddress" => &[M::Email],
            "username" => &[M::Username],
            "password" => &[M::Password, M::NewPassword],
            "password.current" => &[M::Password],
            "password.new" => &[M::NewPassword],
            "firstName" => &[M::GivenName],
            "middleName" => &[M::MiddleName],
            "lastName" => &[M::FamilyName],
            "fullName" => &[M::FullName],
            "phone" => &[M::Phone, M::PhoneNational],
            "addressStreet" => &[M::Street],
            "addressStreet2" => &[M::StreetMore],
            "addressCity" => &[M::City],
            "addressProvince" => &[M::Region],
            "addressPostalCode" => &[M::PostalCode],
            "addressCountryCode" => &[M::Country],
            "birthdayDay" => &[M::BirthDay],
            "birthdayMonth" => &[M::BirthMonth],
            "birthdayYear" => &[M::BirthYear],
            "birthday" => &[M::BirthDate],
            "cardName" => &[M::CardName],
            "cardNumber" => &[M::CardNumber],
            "cardSecurityCode" => &[M::CardCode],
            "expiration" => &[M::CardExpiry],
            "expirationMonth" => &[M::CardExpiryMonth],
            "expirationYear" => &[M::CardExpiryYear],
            "totp" => &[M::OneTimeCode],
            _ => return found.is_none_or(|found| !TOLD.contains(&found)),
        };
        found.is_some_and(|found| meant.contains(&found))
    })
}

/// What the authors' labels tell apart.
const TOLD: [Meaning; 27] = {
    use Meaning as M;
    [
        M::Email,
        M::Username,
        M::Password,
        M::NewPassword,
        M::GivenName,
        M::MiddleName,
        M::FamilyName,
        M::FullName,
        M::Phone,
        M::PhoneNational,
        M::Street,
        M::StreetMore,
        M::City,
        M::Region,
        M::PostalCode,
        M::Country,
        M::BirthDay,
        M::BirthMonth,
        M::BirthYear,
        M::BirthDate,
        M::CardName,
        M::CardNumber,
        M::CardCode,
        M::CardExpiry,
        M::CardExpiryMonth,
        M::CardExpiryYear,
        M::OneTimeCode,
    ]
};
