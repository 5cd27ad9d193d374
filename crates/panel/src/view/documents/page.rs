//! The page `document.html`: one document, page by page, opened at a quote.

use super::chips::shape_icon;
use super::outline::outline;
use super::picture::{choice, page_picture, width};
use super::sheet::sheet;
use crate::state::documents::attached::{facts, stage_words};
use crate::state::documents::kind::{has_pictures, shape};
use crate::state::documents::page::{Drawn, DrawnBlock, Sought, drawn, join};
use crate::state::documents::place::Opening;
use crate::state::format::{bytes, shorten};
use crate::state::text::{fill, t};
use crate::state::wire;
use crate::view::bridge;
use crate::view::el::{all, button, el, flag, live, nothing, password_field, text_field, when};
use crate::view::icon::{Icon, icon, spinner};
use crate::view::store::{Store, focus, store};
use edith_protocol::{BoxShown, Command, DocumentShown, ErrorBody, ErrorCode, HitShown, PageShown};
use leptos::prelude::*;
use leptos::task::spawn_local;

/// Hits of a search.
const HITS: usize = 20;
/// Characters of a hit.
const HIT: usize = 160;

/// What the page holds.
#[derive(Clone, Copy)]
struct Reader {
    place: RwSignal<Opening>,
    document: RwSignal<Option<DocumentShown>>,
    page: RwSignal<Option<PageShown>>,
    error: RwSignal<Option<ErrorBody>>,
    /// Whether the person wants the text of pages that have pictures.
    as_text: RwSignal<bool>,
    /// The picture of the page, or why there is none.
    picture: RwSignal<Option<Result<String, ErrorBody>>>,
    /// What the person typed; nothing keeps it.
    password: RwSignal<Option<String>>,
    query: RwSignal<String>,
    /// The words whose hits are shown.
    sought: RwSignal<String>,
    hits: RwSignal<Option<Vec<HitShown>>>,
}

/// The whole page.
pub(in crate::view) fn document_page() -> AnyView {
    let store = store();
    let reader = Reader {
        place: RwSignal::new(here()),
        document: RwSignal::default(),
        page: RwSignal::default(),
        error: RwSignal::default(),
        as_text: RwSignal::new(false),
        picture: RwSignal::default(),
        password: RwSignal::default(),
        query: RwSignal::default(),
        sought: RwSignal::default(),
        hits: RwSignal::default(),
    };
    let moved = window_event_listener_untyped("hashchange", move |_| reader.place.set(here()));
    on_cleanup(move || moved.remove());
    let turns = window_event_listener(leptos::ev::keydown, move |event| {
        // Fields and what scrolls have these keys for themselves.
        let takes_keys = |active: &web_sys::Element| {
            active.tag_name() == "INPUT" || active.get_attribute("role").is_some_and(|role| role == "region")
        };
        let taken = document().active_element().is_some_and(|active| takes_keys(&active));
        let plain = !taken && !event.alt_key() && !event.ctrl_key() && !event.meta_key() && !event.shift_key();
        match event.key().as_str() {
            "ArrowLeft" if plain => reader.turn(-1),
            "ArrowRight" if plain => reader.turn(1),
            _ => {}
        }
    });
    on_cleanup(move || turns.remove());
    let id = Memo::new(move |_| reader.place.with(|place| place.id.clone()));
    Effect::new(move || {
        let id = id.get();
        reader.password.set(None);
        reader.open(id);
    });
    let at = Memo::new(move |_| reader.place.with(|place| place.page));
    Effect::new(move || {
        let page = at.get();
        if reader.document.with(Option::is_some) {
            reader.fetch(id.get_untracked(), page);
        }
    });
    let drawn = Memo::new(move |_| reader.is_drawn().then(|| (id.get(), at.get(), reader.password.get())));
    Effect::new(move || {
        if let Some((id, page, password)) = drawn.get() {
            reader.draw(id, page, password);
        }
    });
    let is_open = flag(move || reader.document.with(Option::is_some));
    el("div", "reader")
        .add(live(move || head(reader)))
        .add(when(move || is_open.get(), move || bar(reader)))
        .add(live(move || contents(reader)))
        .add(
            el("main", "reader__main")
                .attr("id", "main")
                .attr("tabindex", "-1")
                .add(live(move || hits(reader)))
                .add(live(move || body(store, reader))),
        )
        .view()
}

/// The place in the address, after `#` or else after `?`.
fn here() -> Opening {
    let location = window().location();
    let hash = location.hash().unwrap_or_default();
    Opening::read(&if hash.len() > 1 { hash } else { location.search().unwrap_or_default() })
}

impl Reader {
    fn go(self, place: &Opening) {
        // A place in the address can be gone back to, and passed on. Fails only for a page that is being closed.
        let _ = window().location().set_hash(&place.fragment());
    }

    fn to_page(self, page: u32) {
        let last = self.document.with_untracked(|one| one.as_ref().map_or(1, |one| one.pages)).max(1);
        let place = self.place.get_untracked();
        let page = page.clamp(1, last);
        if page != place.page {
            self.go(&Opening { page, quote: String::new(), ..place });
        }
    }

    fn turn(self, by: i32) {
        self.to_page(self.place.with_untracked(|place| place.page).saturating_add_signed(by));
    }

    /// Whether pages are shown as pictures.
    fn is_drawn(self) -> bool {
        self.has_pictures() && !self.as_text.get()
    }

    fn has_pictures(self) -> bool {
        self.document.with(|one| one.as_ref().is_some_and(|one| has_pictures(one.kind.as_deref().unwrap_or_default())))
    }

    fn draw(self, document_id: String, page: u32, password: Option<String>) {
        self.picture.set(None);
        spawn_local(async move {
            let id = document_id.clone();
            let command = Command::DocumentPicture { document_id, page, width: Some(width()), password };
            let answer = bridge::send(&command).await;
            // The person may have turned the page meanwhile.
            if self.place.with_untracked(|place| place.page == page && place.id == id) {
                self.picture
                    .set(Some(answer.map(|mut answer| wire::field(&mut answer, "picture").unwrap_or_default())));
            }
        });
    }

    fn open(self, id: String) {
        let password = self.password.get_untracked();
        self.document.set(None);
        self.page.set(None);
        self.error.set(None);
        self.hits.set(None);
        self.query.set(String::new());
        self.sought.set(String::new());
        spawn_local(async move {
            let command = Command::DocumentRead { document_id: id.clone(), password };
            let answer = bridge::send(&command).await;
            if self.place.with_untracked(|place| place.id != id) {
                return;
            }
            match answer.map(|mut answer| wire::field::<DocumentShown>(&mut answer, "document")) {
                Ok(shown) => {
                    let shown = shown.unwrap_or_default();
                    document().set_title(&shown.name);
                    self.document.set(Some(shown));
                }
                Err(error) => self.error.set(Some(error)),
            }
        });
    }

    fn fetch(self, document_id: String, page: u32) {
        spawn_local(async move {
            let (mut whole, mut after) = (None::<PageShown>, None);
            let result = loop {
                let command = Command::DocumentPage { document_id: document_id.clone(), page, after };
                match bridge::send(&command).await {
                    Err(error) => break Err(error),
                    Ok(mut answer) => {
                        after = wire::field(&mut answer, "after");
                        let part: PageShown = edith_protocol::json::from_value(answer).unwrap_or_default();
                        match &mut whole {
                            Some(whole) => join(whole, part),
                            None => whole = Some(part),
                        }
                        if after.is_none() {
                            break Ok(whole);
                        }
                    }
                }
            };
            // The person may have turned the page meanwhile.
            if self.place.with_untracked(|place| place.page != page || place.id != document_id) {
                return;
            }
            match result {
                Ok(page) => {
                    self.error.set(None);
                    self.page.set(page);
                }
                Err(error) => {
                    self.page.set(None);
                    self.error.set(Some(error));
                }
            }
        });
    }

    fn search(self) {
        let query = self.query.get_untracked().trim().to_owned();
        self.sought.set(query.clone());
        if query.is_empty() {
            return self.hits.set(None);
        }
        let documents = Some(vec![self.place.with_untracked(|place| place.id.clone())]);
        spawn_local(async move {
            let command = Command::DocumentSearch { query: query.clone(), documents, limit: Some(HITS) };
            let answer = bridge::send(&command).await;
            if self.sought.with_untracked(|sought| *sought == query) {
                let mut found: Vec<HitShown> =
                    answer.map(|mut answer| wire::list(&mut answer, "hits")).unwrap_or_default();
                found.sort_by_key(|hit| hit.page);
                self.hits.set(Some(found));
            }
        });
    }
}

fn head(reader: Reader) -> AnyView {
    let Some(shown) = reader.document.get() else {
        return el("header", "reader__head").add(el("h1", "reader__name").text(t("document"))).view();
    };
    let drawn = shape_icon(shape(shown.kind.as_deref().unwrap_or_default(), &shown.name, &shown.mime));
    let mut line = vec![facts(&shown)];
    if shown.pages > 0 {
        line.push(bytes(shown.size));
    }
    line.dedup();
    let title = shown.title.clone().filter(|title| !title.trim().is_empty() && *title != shown.name);
    line.extend(title.map(|title| shorten(&title, 100)));
    let warnings = shown.warnings.iter().map(|one| el("li", "").text(one.message.clone()).view()).collect::<Vec<_>>();
    let warnings = (!warnings.is_empty()).then(|| el("ul", "reader__warnings").add_all(warnings));
    let words = el("div", "reader__words")
        .add(el("h1", "reader__name").attr("dir", "auto").text(shown.name.clone()))
        .add(el("p", "reader__facts").attr("dir", "auto").text(line.join(" · ")))
        .add_some(warnings);
    el("header", "reader__head").add(icon(drawn)).add(words).view()
}

fn bar(reader: Reader) -> AnyView {
    let last = reader.document.with_untracked(|one| one.as_ref().map_or(1, |one| one.pages)).max(1);
    let at = move || reader.place.with(|place| place.page);
    let turn = |shown: Icon, name: &'static str, by: i32, ends: u32| {
        button("icon-button", move || reader.turn(by))
            .attr("aria-label", name)
            .attr("title", name)
            .live_flag("disabled", move || at() == ends)
            .add(icon(shown))
    };
    let number = el("input", "input reader__number")
        .attr("type", "number")
        .attr("min", "1")
        .attr("max", last.to_string())
        .attr("aria-label", t("page_number"))
        .value(move || at().to_string())
        .on_change(move |text| {
            if let Ok(page) = text.trim().parse() {
                reader.to_page(page);
            }
        });
    let pages = (last > 1).then(|| {
        el("div", "reader__pages")
            .add(turn(Icon::Back, t("page_before"), -1, 1))
            .add(number)
            .add(el("span", "reader__of").text(fill("of_pages", &[("n", &last.to_string())])))
            .add(turn(Icon::Chevron, t("page_after"), 1, last))
    });
    let search =
        text_field("search", t("find_in_document"), t("find_in_document"), reader.query).on_input(move |words| {
            if words.is_empty() {
                reader.search();
            }
        });
    let views = reader.has_pictures().then(|| choice(reader.as_text));
    let steers = (pages.is_some() || views.is_some())
        .then(|| el("nav", "reader__nav").attr("aria-label", t("view_as")).add_some(pages).add_some(views));
    el("div", "reader__bar")
        .add_some(steers)
        .add(
            el("form", "search reader__search")
                .attr("role", "search")
                .on_submit(move || reader.search())
                .add(icon(Icon::Search))
                .add(search),
        )
        .view()
}

fn contents(reader: Reader) -> AnyView {
    let entries = reader.document.with(|one| one.as_ref().map(|one| one.outline.clone()).unwrap_or_default());
    if entries.is_empty() { nothing() } else { outline(&entries, move |page| reader.to_page(page)) }
}

fn hits(reader: Reader) -> AnyView {
    let Some(hits) = reader.hits.get() else { return nothing() };
    if hits.is_empty() {
        return el("p", "reader__none").attr("role", "status").text(t("nothing_found")).view();
    }
    let sought = reader.sought.get_untracked();
    let rows = hits.into_iter().map(|hit| {
        let open = move || {
            let place = reader.place.get_untracked();
            reader.go(&Opening { page: hit.page, quote: String::new(), ..place });
        };
        let row = button("reader__hit", open)
            .add(el("span", "reader__hit-page").text(fill("page_short", &[("page", &hit.page.to_string())])))
            .add(el("span", "").attr("dir", "auto").text(shorten(&hit.text, HIT)));
        el("li", "").add(row).view()
    });
    el("ul", "reader__hits").attr("aria-label", fill("hits_for", &[("query", &sought)])).add_all(rows).view()
}

fn body(store: Store, reader: Reader) -> AnyView {
    if let Some(error) = reader.error.get() {
        return problem(reader, &error);
    }
    let place = reader.place.get();
    let Some(page) = reader.page.get() else {
        let progress = move || {
            let told = store.reading.with(|all| all.get(&place.id).map(stage_words));
            told.unwrap_or_else(|| t("document_reading").to_owned())
        };
        return el("p", "reader__wait").attr("role", "status").add(spinner()).live_text(progress).view();
    };
    let words = Some(reader.sought.get()).filter(|words| !words.is_empty()).unwrap_or_else(|| place.words.clone());
    let sought = match (place.quote.as_str(), words.as_str()) {
        ("", "") => Sought::Nothing,
        ("", words) => Sought::Words(words),
        (quote, _) => Sought::Quote(quote),
    };
    let Drawn { parts, found, areas } = drawn(&page, sought);
    let in_picture = reader.is_drawn();
    if found && !in_picture {
        to_mark();
    }
    let told = match sought {
        Sought::Quote(_) if found => {
            let words = if in_picture && areas.is_empty() { t("quote_in_text") } else { t("quote_marked") };
            Some(el("p", "reader__told").add(icon(Icon::Check)).text(words))
        }
        Sought::Quote(quote) => Some(
            el("p", "reader__told reader__told--not")
                .add(icon(Icon::Alert))
                .add(el("span", "").text(fill("quote_missing", &[("quote", &shorten(quote, 300))]))),
        ),
        Sought::Nothing | Sought::Words(_) => None,
    };
    let name = page.name.clone().map(|name| el("p", "reader__sheet label").attr("dir", "auto").text(name));
    let recognised = page.recognised.then(|| el("p", "reader__told").text(t("page_recognised")));
    all(vec![
        el("div", "").attr("role", "status").add_some(told).add_some(recognised).view(),
        el("article", "reader__page")
            .attr("aria-label", fill("page_of_document", &[("n", &place.page.to_string())]))
            .add_some(name)
            .add(if in_picture { picture(reader, place.page, areas, parts, page) } else { sheet(parts, &page) })
            .view(),
    ])
}

/// The page's picture; its text where there is none, with the reason.
fn picture(reader: Reader, number: u32, areas: Vec<BoxShown>, parts: Vec<DrawnBlock>, page: PageShown) -> AnyView {
    live(move || match reader.picture.get() {
        None => el("p", "reader__wait").attr("role", "status").add(spinner()).text(t("document_drawing")).view(),
        Some(Ok(picture)) => {
            to_mark();
            page_picture(picture, number, &areas)
        }
        Some(Err(error)) => all(vec![problem(reader, &error), sheet(parts.clone(), &page)]),
    })
}

/// Brings the first mark into view, once it is drawn.
fn to_mark() {
    request_animation_frame(|| {
        if let Ok(Some(mark)) = document().query_selector(".sheet mark, .page-picture__mark") {
            let options = web_sys::ScrollIntoViewOptions::new();
            options.set_block(web_sys::ScrollLogicalPosition::Nearest);
            options.set_inline(web_sys::ScrollLogicalPosition::Nearest);
            mark.scroll_into_view_with_scroll_into_view_options(&options);
        }
    });
}

fn problem(reader: Reader, error: &ErrorBody) -> AnyView {
    match error.code {
        ErrorCode::NeedsPassword | ErrorCode::WrongPassword => password(reader, error.code == ErrorCode::WrongPassword),
        _ => {
            let words = match error.code {
                ErrorCode::UnknownDocument => t("document_deleted").to_owned(),
                _ => error.message.clone(),
            };
            el("p", "reader__problem")
                .attr("role", "alert")
                .add(icon(Icon::Alert))
                .add(el("span", "").text(words))
                .view()
        }
    }
}

fn password(reader: Reader, refused: bool) -> AnyView {
    let typed = RwSignal::new(String::new());
    let send = move || {
        let password = typed.get_untracked();
        if !password.is_empty() {
            reader.password.set(Some(password));
            // One that was read before lacks only its pictures.
            if reader.document.with_untracked(Option::is_none) {
                reader.open(reader.place.with_untracked(|place| place.id.clone()));
            }
        }
    };
    let words = if refused { t("document_wrong_password") } else { t("document_locked") };
    let field = password_field(t("password"), typed).attr("id", "document-password");
    // A page that can be read beside it keeps the focus.
    if reader.document.with_untracked(Option::is_none) {
        focus("document-password");
    }
    let submit = el("button", "button button--main").attr("type", "submit").text(t("open"));
    el("form", "reader__unlock")
        .on_submit(send)
        .add(el("p", "").attr("role", "alert").text(words))
        .add(el("div", "reader__unlock-row").add(field).add(submit))
        .view()
}
