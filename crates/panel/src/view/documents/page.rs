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
use crate::view::icon::{Icon, icon, spinner};
use crate::view::memo::flag;
use crate::view::show::Show;
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
    view! {
        <div class="reader">
            {move || head(reader)}
            <Show when=is_open>{bar(reader)}</Show>
            {move || contents(reader)}
            <main class="reader__main" id="main" tabindex="-1">
                {move || hits(reader)}
                {move || body(store, reader)}
            </main>
        </div>
    }
    .into_any()
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
        return view! { <header class="reader__head"><h1 class="reader__name">{t("document")}</h1></header> }
            .into_any();
    };
    let drawn = shape_icon(shape(shown.kind.as_deref().unwrap_or_default(), &shown.name, &shown.mime));
    let mut line = vec![facts(&shown)];
    if shown.pages > 0 {
        line.push(bytes(shown.size));
    }
    line.dedup();
    let title = shown.title.clone().filter(|title| !title.trim().is_empty() && *title != shown.name);
    line.extend(title.map(|title| shorten(&title, 100)));
    let warnings =
        shown.warnings.iter().map(|one| view! { <li>{one.message.clone()}</li> }.into_any()).collect::<Vec<_>>();
    let warnings = (!warnings.is_empty())
        .then(|| view! { <ul class="reader__warnings">{warnings.collect_view()}</ul> }.into_any());
    let words = view! {
        <div class="reader__words">
            <h1 class="reader__name" dir="auto">{shown.name.clone()}</h1>
            <p class="reader__facts" dir="auto">{line.join(" · ")}</p>
            {warnings}
        </div>
    };
    view! { <header class="reader__head">{icon(drawn)} {words}</header> }.into_any()
}

fn bar(reader: Reader) -> AnyView {
    let last = reader.document.with_untracked(|one| one.as_ref().map_or(1, |one| one.pages)).max(1);
    let at = move || reader.place.with(|place| place.page);
    let turn = |shown: Icon, name: &'static str, by: i32, ends: u32| {
        view! {
            <button
                class="icon-button"
                type="button"
                aria-label=name
                title=name
                disabled=move || at() == ends
                on:click=move |_| reader.turn(by)
            >
                {icon(shown)}
            </button>
        }
    };
    let number = view! {
        <input
            class="input reader__number"
            type="number"
            min="1"
            max=last.to_string()
            aria-label=t("page_number")
            prop:value=move || at().to_string()
            on:change=move |event| {
                let text = event_target_value(&event);
                if let Ok(page) = text.trim().parse() {
                    reader.to_page(page);
                }
            }
        />
    };
    let pages = (last > 1).then(|| {
        view! {
            <div class="reader__pages">
                {turn(Icon::Back, t("page_before"), -1, 1)} {number}
                <span class="reader__of">{fill("of_pages", &[("n", &last.to_string())])}</span>
                {turn(Icon::Chevron, t("page_after"), 1, last)}
            </div>
        }
        .into_any()
    });
    let search = view! {
        <input
            class="input"
            type="search"
            placeholder=t("find_in_document")
            aria-label=t("find_in_document")
            bind:value=reader.query
            on:input=move |event| {
                let words = event_target_value(&event);
                if words.is_empty() {
                    reader.search();
                }
            }
        />
    };
    let views = reader.has_pictures().then(|| choice(reader.as_text));
    let steers = (pages.is_some() || views.is_some()).then(|| {
        view! {
            <nav class="reader__nav" aria-label=t("view_as")>
                {pages}
                {views}
            </nav>
        }
        .into_any()
    });
    view! {
        <div class="reader__bar">
            {steers}
            <form
                class="search reader__search"
                role="search"
                on:submit=move |event| {
                    event.prevent_default();
                    reader.search();
                }
            >
                {icon(Icon::Search)}
                {search}
            </form>
        </div>
    }
    .into_any()
}

fn contents(reader: Reader) -> AnyView {
    let entries = reader.document.with(|one| one.as_ref().map(|one| one.outline.clone()).unwrap_or_default());
    if entries.is_empty() { ().into_any() } else { outline(&entries, move |page| reader.to_page(page)) }
}

fn hits(reader: Reader) -> AnyView {
    let Some(hits) = reader.hits.get() else { return ().into_any() };
    if hits.is_empty() {
        return view! { <p class="reader__none" role="status">{t("nothing_found")}</p> }.into_any();
    }
    let sought = reader.sought.get_untracked();
    let rows = hits.into_iter().map(|hit| {
        let open = move || {
            let place = reader.place.get_untracked();
            reader.go(&Opening { page: hit.page, quote: String::new(), ..place });
        };
        let row = view! {
            <button class="reader__hit" type="button" on:click=move |_| open()>
                <span class="reader__hit-page">{fill("page_short", &[("page", &hit.page.to_string())])}</span>
                <span dir="auto">{shorten(&hit.text, HIT)}</span>
            </button>
        };
        view! { <li>{row}</li> }.into_any()
    });
    view! { <ul class="reader__hits" aria-label=fill("hits_for", &[("query", &sought)])>{rows.collect_view()}</ul> }
        .into_any()
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
        return view! {
            <p class="reader__wait" role="status">
                {spinner()}
                {move || progress()}
            </p>
        }
        .into_any();
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
            Some(view! { <p class="reader__told">{icon(Icon::Check)} {words}</p> })
        }
        Sought::Quote(quote) => Some(view! {
            <p class="reader__told reader__told--not">
                {icon(Icon::Alert)}
                <span>{fill("quote_missing", &[("quote", &shorten(quote, 300))])}</span>
            </p>
        }),
        Sought::Nothing | Sought::Words(_) => None,
    };
    let name = page.name.clone().map(|name| view! { <p class="reader__sheet label" dir="auto">{name}</p> }.into_any());
    let recognised = page.recognised.then(|| view! { <p class="reader__told">{t("page_recognised")}</p> }.into_any());
    view! {
        <div role="status">{told} {recognised}</div>
        <article class="reader__page" aria-label=fill("page_of_document", &[("n", &place.page.to_string())])>
            {name}
            {if in_picture { picture(reader, place.page, areas, parts, page) } else { sheet(parts, &page) }}
        </article>
    }
    .into_any()
}

/// The page's picture; its text where there is none, with the reason.
fn picture(reader: Reader, number: u32, areas: Vec<BoxShown>, parts: Vec<DrawnBlock>, page: PageShown) -> AnyView {
    let shown = move || match reader.picture.get() {
        None => view! {
            <p class="reader__wait" role="status">
                {spinner()}
                {t("document_drawing")}
            </p>
        }
        .into_any(),
        Some(Ok(picture)) => {
            to_mark();
            page_picture(picture, number, &areas)
        }
        Some(Err(error)) => view! {
            {problem(reader, &error)}
            {sheet(parts.clone(), &page)}
        }
        .into_any(),
    };
    view! { {move || shown()} }.into_any()
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
            view! {
                <p class="reader__problem" role="alert">
                    {icon(Icon::Alert)}
                    <span>{words}</span>
                </p>
            }
            .into_any()
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
    let field = view! {
        <input
            class="input"
            type="password"
            placeholder=t("password")
            aria-label=t("password")
            bind:value=typed
            autocomplete="off"
            id="document-password"
        />
    };
    // A page that can be read beside it keeps the focus.
    if reader.document.with_untracked(Option::is_none) {
        focus("document-password");
    }
    let submit = view! { <button class="button button--main" type="submit">{t("open")}</button> };
    view! {
        <form
            class="reader__unlock"
            on:submit=move |event| {
                event.prevent_default();
                send();
            }
        >
            <p role="alert">{words}</p>
            <div class="reader__unlock-row">{field} {submit}</div>
        </form>
    }
    .into_any()
}
