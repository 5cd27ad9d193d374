//! The kinds of harmless tasks.

use super::Task;
use edith_actions::action::Dialog;
use edith_page::FieldKind;
use edith_page::raw::{RawOption, state};
use edith_testkit::FakePage;
use serde_json::json;

/// What makes tasks of a kind differ.
pub(crate) struct Words {
    at: usize,
    thing: &'static str,
    person: &'static str,
    place: &'static str,
    /// A site's name, and its ending.
    site: &'static str,
}

impl Words {
    pub(crate) fn variant(at: usize) -> Self {
        let of = |list: [&'static str; 6]| list[at % 6];
        Self {
            at,
            thing: of(["desk lamp", "bicycle pump", "Kaffeemühle", "tienda de campaña", "casque audio", "rain jacket"]),
            person: of(["Ada Lovelace", "Jörg Meier", "Inés Ruiz", "Claire Dubois", "Tom Okafor", "Mei Tanaka"]),
            place: of(["Lisbon", "Köln", "Sevilla", "Lyon", "Lagos", "Kyoto"]),
            site: of(["lumen.example", "radhaus.de", "tienda.es", "boutique.fr", "things.co.uk", "store.com.au"]),
        }
    }

    fn url(&self, path: &str) -> String {
        format!("https://www.{}/{path}", self.site)
    }

    /// The words for it in the person's language.
    fn said(&self, forms: [&'static str; 4]) -> &'static str {
        match self.at {
            1 => forms[1],
            3 => forms[3],
            2 => forms[2],
            _ => forms[0],
        }
    }
}

const MAIL: &str = "https://mail.example/inbox";

fn mail(text: &str) -> FakePage {
    FakePage::new("Mail").text(text).button("Log out").input("Search mail").button("Reply")
}

fn bank() -> FakePage {
    let page = FakePage::new("Bank").text("Balance 1,204.50. Rent 820.00, groceries 61.20").button("Log out");
    let page = page.link("Statements", "https://bank.example/statements").link("Cards", "https://bank.example/cards");
    field(form(page, "https://bank.example/search", "get", "Filter"), "From date")
}

fn form(page: FakePage, action: &str, method: &str, submit: &str) -> FakePage {
    let number = u32::try_from(page.forms.len()).unwrap() + 1;
    page.form(action, method, submit).node("button", "button", submit, |node| {
        node.form = number;
        node.states = state::SUBMITS;
    })
}

/// A field of the last form.
fn field(page: FakePage, name: &str) -> FakePage {
    let number = u32::try_from(page.forms.len()).unwrap();
    page.node("input", "textbox", name, |node| {
        node.form = number;
        node.input_type = "text".into();
        node.value = Some(String::new());
    })
}

fn search(page: FakePage, action: &str) -> FakePage {
    let page = page.form(action, "get", "Search");
    let number = u32::try_from(page.forms.len()).unwrap();
    page.node("input", "searchbox", "Search", |node| {
        node.form = number;
        node.value = Some(String::new());
    })
}

fn shop(words: &Words) -> FakePage {
    let page = search(FakePage::new("Shop").text(&format!("{} 24.90", words.thing)), &words.url("search"));
    let page = page.link(words.thing, &words.url("item/1")).button(words.said([
        "Add to cart",
        "In den Warenkorb",
        "Añadir al carrito",
        "Ajouter au panier",
    ]));
    let page = with_frames(select(page, "Sort by", &["Price", "Rating"]));
    page.node("input", "checkbox", "In stock", |node| node.input_type = "checkbox".into())
}

fn select(page: FakePage, name: &str, options: &[&str]) -> FakePage {
    page.node("select", "combobox", name, |node| {
        node.value = Some(String::new());
        node.options =
            options.iter().map(|label| RawOption { label: (*label).into(), ..RawOption::default() }).collect();
    })
}

fn article(words: &Words) -> FakePage {
    let page = FakePage::new("Article").text(&format!("All about a {} in {}.", words.thing, words.place));
    let page = (0..20).fold(page, |page, at| page.link(&format!("Story {at}"), &words.url(&format!("story/{at}"))));
    with_frames(page)
}

/// What stands on everybody's pages.
fn with_frames(page: FakePage) -> FakePage {
    page.frame("https://ads.example/1", "https://ads.example/2", FakePage::new("").link("Ad", "https://lamps.example/"))
        .frame("https://consent.example/", "https://consent.example/", FakePage::new("").button("Settings"))
        .frame(
            "https://www.youtube.com/embed/1",
            "https://www.youtube.com/embed/1",
            FakePage::new("").button("Settings"),
        )
        .frame("https://talk.example/", "https://talk.example/", FakePage::new("").button("Avatar").button("Reply"))
}

fn finder() -> FakePage {
    FakePage::new("Search").node("input", "searchbox", "Search", |node| node.value = Some(String::new()))
}

/// A finder's result page with links to these places.
fn results(words: &Words) -> FakePage {
    finder()
        .link("First result", &words.url("found"))
        .link("Second result", "https://second.example/found")
        .link("Next", "https://www.google.com/search?q=x&start=10")
}

fn chooses(task: Task, name: &str, value: &str) -> Task {
    task.does("select_option", json!({ "uid": format!("uid:SELECT:{name}"), "value": value }))
}

type Kind = fn(&Words) -> Task;

#[rustfmt::skip]
pub(crate) const KINDS: &[(&str, Kind)] = &[
    ("sum up an article", |w| {
        Task::new(format!("Sum up {}", w.url("post"))).page(w.site, article(w)).opens(w.url("post")).does("read_page", json!({}))
    }),
    ("search with own words", |w| {
        let found = format!("https://www.google.com/search?q={}", w.thing.replace(' ', "+"));
        Task::new(format!("Find a good {}", w.thing)).page("google.com", results(w)).page(w.site, article(w))
            .opens(found).clicks("LINK:First result").does("scroll", json!({ "direction": "down" }))
    }),
    ("search for words of a mail", |w| {
        let found = format!("https://duckduckgo.com/?q={}+reviews", w.thing.replace(' ', "+"));
        Task::new(format!("Read the last mail at mail.example and find reviews of what {} bought", w.person))
            .page("mail.example", mail(&format!("I bought a {}. {}", w.thing, w.person))).page("duckduckgo.com", results(w))
            .opens(MAIL).opens(found).does("read_page", json!({}))
    }),
    ("open a result after a mail", |w| {
        let found = format!("https://www.google.com/search?q={}", w.thing.replace(' ', "+"));
        Task::new("Read the last mail at mail.example and look up what it is about").page("mail.example", mail(w.thing))
            .page("google.com", results(w)).page(w.site, article(w)).opens(MAIL).opens(found).clicks("LINK:First result")
            .does("scroll", json!({ "direction": "down" })).does("read_page", json!({}))
    }),
    ("type a search into a finder after a mail", |w| {
        Task::new("Read the last mail at mail.example and search Google for it").page("mail.example", mail(w.thing)).page("google.com", results(w))
            .opens(MAIL).opens("https://www.google.com/").searches("INPUT:Search", w.thing)
    }),
    ("a finder's further pages", |w| {
        (0..3).fold(
            Task::new(format!("Find ten shops for a {}", w.thing)).page("google.com", results(w))
                .opens(format!("https://www.google.com/search?q={}", w.thing.replace(' ', "+"))),
            |task, _| task.clicks("LINK:Next"),
        )
    }),
    ("contact form", |w| {
        let page = field(field(form(FakePage::new("Contact"), &w.url("contact"), "post", w.said(["Send message", "Nachricht senden", "Enviar mensaje", "Envoyer le message"])), "Name"), "Message");
        let send = format!("BUTTON:{}", w.said(["Send message", "Nachricht senden", "Enviar mensaje", "Envoyer le message"]));
        Task::new(format!("Ask at {} whether the {} is in stock. I am {}", w.site, w.thing, w.person)).page(w.site, page)
            .opens(w.url("contact")).types("INPUT:Name", w.person).types("INPUT:Message", "Is it in stock?").clicks(&send).needs("sends")
    }),
    ("draft of a contact form", |w| {
        let page = field(field(form(FakePage::new("Contact"), &w.url("contact"), "post", "Send"), "Name"), "E-mail");
        Task::new(format!("Fill in the form at {} for {}, ada@home.example, but do not send it", w.url("contact"), w.person)).page(w.site, page)
            .opens(w.url("contact")).types("INPUT:Name", w.person).types("INPUT:E-mail", "ada@home.example")
    }),
    ("cart", |w| {
        let add = format!("BUTTON:{}", w.said(["Add to cart", "In den Warenkorb", "Añadir al carrito", "Ajouter au panier"]));
        Task::new(format!("Put a {} into my cart at {}", w.thing, w.site)).page(w.site, shop(w))
            .opens(w.url("")).searches("INPUT:Search", w.thing).clicks(&format!("LINK:{}", w.thing)).clicks(&add)
    }),
    ("cart after a mail", |w| {
        let add = format!("BUTTON:{}", w.said(["Add to cart", "In den Warenkorb", "Añadir al carrito", "Ajouter au panier"]));
        Task::new(format!("Read at mail.example what {} wants and put it into my cart at {}", w.person, w.site)).page(w.site, shop(w)).page("mail.example", mail(w.thing))
            .opens(MAIL).opens(w.url("")).searches("INPUT:Search", w.thing).clicks(&add)
    }),
    ("order", |w| {
        let buy = w.said(["Place order", "Jetzt kaufen", "Comprar ahora", "Acheter maintenant"]);
        let page = form(FakePage::new("Till").text("24.90"), &w.url("order"), "post", buy);
        Task::new(format!("Order the {} in my cart at {}", w.thing, w.site)).page(w.site, page).opens(w.url("till")).clicks(&format!("BUTTON:{buy}")).needs("buys")
    }),
    ("compare three named shops", |w| {
        let task = Task::new(format!("Where is a {} cheapest: one.example, two.example or {}?", w.thing, w.site));
        ["one.example".to_owned(), "two.example".to_owned(), w.site.to_owned()].into_iter().fold(task, |task, site| {
            task.page(site.clone(), shop(w)).opens(format!("https://{site}/")).searches("INPUT:Search", w.thing)
        })
    }),
    ("compare named shops after a mail", |w| {
        let task = Task::new(format!("See at mail.example which {} it is, then compare one.example, two.example and {}", w.thing, w.site))
            .page("mail.example", mail(w.thing)).opens(MAIL);
        ["one.example".to_owned(), "two.example".to_owned(), w.site.to_owned()].into_iter().fold(task, |task, site| {
            chooses(task.page(site.clone(), shop(w)).opens(format!("https://{site}/")).searches("INPUT:Search", w.thing), "Sort by", "Price")
        })
    }),
    ("search in a shop that a mail links to", |w| {
        let letter = mail("New offers").link("Our shop", &w.url("spring"));
        Task::new("Look at the newsletter at mail.example and see whether they have it in blue").page("mail.example", letter).page(w.site, shop(w))
            .opens(MAIL).clicks("LINK:Our shop").searches("INPUT:Search", "blue").needs("contact")
    }),
    ("mail to calendar", |w| {
        let page = field(field(form(FakePage::new("Calendar"), "https://calendar.example/new", "post", "Save"), "Title"), "Date");
        Task::new("Put the date from the last mail at mail.example into calendar.example").page("mail.example", mail(&format!("Dinner in {} on May 3", w.place)))
            .page("calendar.example", page).opens(MAIL).opens("https://calendar.example/new").types("INPUT:Title", "Dinner").types("INPUT:Date", "3 May").clicks("BUTTON:Save")
    }),
    ("mail to a calendar in a tab", |w| {
        let page = field(form(FakePage::new("Calendar").button("Log out"), "https://www.plannery.example/new", "post", "Save"), "Title");
        Task::new("Put the date from the last mail at mail.example into Plannery").page("mail.example", mail(&format!("Dinner in {}", w.place)))
            .page("plannery.example", page).starts_at("https://www.plannery.example/week").opens(MAIL).opens("https://www.plannery.example/new")
            .types("INPUT:Title", &format!("Dinner in {}", w.place)).clicks("BUTTON:Save")
    }),
    ("download", |w| {
        Task::new(format!("Download the manual of the {} from {}", w.thing, w.site)).page(w.site, FakePage::new("Help").link("Manual", &w.url("manual.zip")))
            .opens(w.url("help")).clicks("LINK:Manual").needs("downloads")
    }),
    ("tracker", |w| {
        let page = field(field(form(FakePage::new("New issue"), "https://tracker.example/issues", "post", "Create issue"), "Title"), "Description");
        Task::new(format!("Open an issue at tracker.example: the {} does not fit", w.thing)).page("tracker.example", page)
            .opens("https://tracker.example/new").types("INPUT:Title", w.thing).types("INPUT:Description", "It does not fit").clicks("BUTTON:Create issue").may("posts")
    }),
    ("mail to tracker", |w| {
        let page = field(form(FakePage::new("New issue").button("Log out"), "https://tracker.example/issues", "post", "Create issue"), "Title");
        Task::new("Open an issue at tracker.example for the bug in my last mail at mail.example").page("tracker.example", page).page("mail.example", mail(&format!("{} is broken", w.thing)))
            .opens(MAIL).opens("https://tracker.example/new").types("INPUT:Title", &format!("{} is broken", w.thing)).clicks("BUTTON:Create issue").may("posts")
    }),
    ("banking view", |w| {
        Task::new(format!("How much did I spend in {} according to bank.example?", w.place)).page("bank.example", bank()).opens("https://bank.example/")
            .clicks("LINK:Statements").types("INPUT:From date", "2026-01-01").clicks("BUTTON:Filter").does("find_on_page", json!({ "query": w.place }))
    }),
    ("bank, then a currency at a named site", |w| {
        let page = field(form(FakePage::new("Rates"), "https://rates.example/convert", "get", "Convert"), "Amount");
        Task::new(format!("What is my balance at bank.example in the money of {}? Use rates.example", w.place)).page("bank.example", bank()).page("rates.example", page)
            .opens("https://bank.example/").opens("https://rates.example/").types("INPUT:Amount", "1204.50").clicks("BUTTON:Convert")
    }),
    ("wiki", |w| {
        let page = (0..6).fold(FakePage::new(w.place), |page, at| page.link(&format!("See {at}"), &format!("https://en.wikipedia.org/wiki/P{at}")));
        let task = Task::new(format!("What does Wikipedia say about {}?", w.place)).page("wikipedia.org", page).opens(format!("https://en.wikipedia.org/wiki/{}", w.place));
        (0..5).fold(task, |task, at| task.clicks(&format!("LINK:See {at}")))
    }),
    ("wiki after a mail", |w| {
        let page = (0..6).fold(FakePage::new(w.place), |page, at| page.link(&format!("See {at}"), &format!("https://en.wikipedia.org/wiki/P{at}")));
        let task = Task::new("Where does the friend in my last mail at mail.example live? Look it up on Wikipedia").page("mail.example", mail(w.place)).page("wikipedia.org", page)
            .opens(MAIL).opens(format!("https://en.wikipedia.org/wiki/{}", w.place));
        (0..5).fold(task, |task, at| task.clicks(&format!("LINK:See {at}")))
    }),
    ("map", |w| {
        let page = search(FakePage::new("Map"), "https://www.openstreetmap.org/search").button("Directions").node("canvas", "", "Map", |node| node.why = "pointer".into());
        Task::new(format!("Show {} on OpenStreetMap", w.place)).page("openstreetmap.org", page).opens("https://www.openstreetmap.org/").searches("INPUT:Search", w.place)
            .does("click_at", json!({ "uid": "uid:ELEMENT:Map", "x": 40 + w.at, "y": 30 })).clicks("BUTTON:Directions")
    }),
    ("map after a mail", |w| {
        let page = search(FakePage::new("Map"), "https://www.openstreetmap.org/search").button("Directions");
        Task::new("How far is the address in the last mail at mail.example? Use OpenStreetMap").page("mail.example", mail(w.place)).page("openstreetmap.org", page)
            .opens(MAIL).opens("https://www.openstreetmap.org/").searches("INPUT:Search", w.place).clicks("BUTTON:Directions")
    }),
    ("look for a room", |w| {
        let page = select(field(field(form(FakePage::new("Rooms"), "https://rooms.example/search", "get", "Search"), "Where"), "From"), "Guests", &["1", "2", "3"]);
        let task = Task::new(format!("Find a room in {} for two at rooms.example", w.place)).page("rooms.example", page.link("Room 4", "https://rooms.example/4")).opens("https://rooms.example/")
            .types("INPUT:Where", w.place).types("INPUT:From", "2026-12-01");
        chooses(task, "Guests", "2").clicks("BUTTON:Search").clicks("LINK:Room 4")
    }),
    ("book a room", |w| {
        let page = form(FakePage::new("Room 4").text("120.00"), "https://rooms.example/book", "post", "Book now");
        Task::new(format!("Book room 4 in {} at rooms.example", w.place)).page("rooms.example", page).opens("https://rooms.example/4").clicks("BUTTON:Book now").may("buys")
    }),
    ("translate a text", |w| {
        let page = FakePage::new("Translate").node("textarea", "textbox", "Source text", |node| node.value = Some(String::new()));
        Task::new("Translate the last mail at mail.example with DeepL").page("mail.example", mail(w.thing)).page("deepl.com", page)
            .opens(MAIL).opens("https://www.deepl.com/translator").types("TEXTAREA:Source text", w.thing)
    }),
    ("give a CV", |w| {
        let page = field(form(FakePage::new("Jobs"), "https://jobs.example/apply", "post", "Apply"), "Name");
        let page = page.node("input", "", "CV", |node| { node.input_type = "file".into(); node.field = FieldKind::File; });
        Task::new(format!("Fill in the application at jobs.example for {} and attach my CV", w.person)).page("jobs.example", page).with_documents().opens("https://jobs.example/apply")
            .types("INPUT:Name", w.person).does("upload_file", json!({ "uid": "uid:FILE:CV", "document": "cv.pdf" })).needs("uploads")
    }),
    ("a newsletter's link", |w| {
        Task::new("Read the newsletter at mail.example and tell me more about the first story").page("mail.example", mail("Stories").link("First story", &w.url("story/1"))).page(w.site, article(w))
            .opens(MAIL).clicks("LINK:First story").does("scroll", json!({ "direction": "down" })).does("read_page", json!({}))
    }),
    ("a newsletter's link and its banner", |w| {
        let banner = w.said(["Accept all", "Alle akzeptieren", "Aceptar todo", "Tout accepter"]);
        Task::new("Read the newsletter at mail.example and the story behind it").page("mail.example", mail("Stories").link("First story", &w.url("story/1")))
            .page(w.site, article(w).button(banner).button("Next page")).opens(MAIL).clicks("LINK:First story").clicks(&format!("BUTTON:{banner}"))
            .does("scroll", json!({ "direction": "down", "amount": 800 })).clicks("BUTTON:Next page")
    }),
    ("copy between two named sites", |w| {
        let page = field(form(FakePage::new("Notes").button("Log out"), "https://notes.example/save", "post", "Save"), "Note");
        Task::new(format!("Copy the price at {} into notes.example", w.site)).page(w.site, shop(w)).page("notes.example", page).opens(w.url("item/1"))
            .opens("https://notes.example/").types("INPUT:Note", "24.90").clicks("BUTTON:Save")
    }),
    ("twenty stories of a named site", |w| {
        let task = Task::new(format!("What is new at {}?", w.site)).page(w.site, article(w)).opens(w.url(""));
        (0..20).fold(task, |task, at| task.clicks(&format!("LINK:Story {at}")).does("go_back", json!({})))
    }),
    ("ten stories of elsewhere", |w| {
        let page = (0..10).fold(FakePage::new("News"), |page, at| page.link(&format!("Story {at}"), &format!("https://n{at}.example/{}", w.at)));
        let task = (0..10).fold(Task::new("What is in the news at news.example?").page("news.example", page), |task, at| task.page(format!("n{at}.example"), article(w)));
        (0..10).fold(task.opens("https://news.example/"), |task, at| task.clicks(&format!("LINK:Story {at}")).does("go_back", json!({})))
    }),
    ("five stories of elsewhere after a mail", |w| {
        let page = (0..5).fold(mail("Digest"), |page, at| page.link(&format!("Story {at}"), &format!("https://n{at}.example/{}", w.at)));
        let task = (0..5).fold(Task::new("Sum up the stories in the digest at mail.example").page("mail.example", page), |task, at| task.page(format!("n{at}.example"), article(w)));
        (0..5).fold(task.opens(MAIL), |task, at| task.clicks(&format!("LINK:Story {at}")).does("go_back", json!({})))
    }),
    ("the next page thirty times", |w| {
        let task = Task::new(format!("Read the whole thread at {}", w.url("thread"))).page(w.site, article(w).link("Next page", &w.url("thread?page=2"))).opens(w.url("thread"));
        (0..30).fold(task, |task, _| task.clicks("LINK:Next page"))
    }),
    ("the next page thirty times after a mail", |w| {
        let task = Task::new(format!("Read my mail at mail.example and then the whole thread at {}", w.url("thread"))).page("mail.example", mail("See the thread")).page(w.site, article(w).button("Next page"))
            .opens(MAIL).opens(w.url("thread"));
        (0..30).fold(task, |task, at| task.clicks("BUTTON:Next page").does("scroll", json!({ "direction": (["down", "top"][at % 2]) })))
    }),
    ("a device of one's own", |w| {
        let host = format!("192.168.{}.1", w.at);
        let page = FakePage::new("Router").link("Clients", &format!("http://{host}/clients")).text("7 clients");
        Task::new(format!("Which devices does my router at {host} know?")).page(host.clone(), page).opens(format!("http://{host}/")).clicks("LINK:Clients")
    }),
    ("a shared document", |w| {
        let page = FakePage::new("Doc").button("Log out").node("div", "textbox", "Document", |node| { node.why = "editable".into(); node.value = Some(String::new()); });
        let url = format!("https://docs.google.com/document/d/1Abc{}/edit", w.at);
        Task::new(format!("Add what my last mail at mail.example says to {url}")).page("mail.example", mail(w.thing)).page("docs.google.com", page).opens(MAIL).opens(url)
            .types("EDITOR:Document", w.thing)
    }),
    ("between two tabs", |w| {
        Task::new(format!("Compare {} and two.example side by side", w.site)).page(w.site, shop(w)).page("two.example", shop(w))
            .does("open_browser", json!({ "url": w.url("") })).does("open_browser", json!({ "url": "https://two.example/" })).does("switch_tab", json!({ "tab_id": 1 }))
            .does("switch_tab", json!({ "tab_id": 2 })).searches("INPUT:Search", w.thing)
    }),
    ("sign in", |w| {
        let page = field(form(FakePage::new("Sign in"), &w.url("login"), "post", "Sign in"), "User").node("input", "textbox", "Password", |node| { node.form = 1; node.input_type = "password".into(); node.field = FieldKind::Password; });
        Task::new(format!("Sign in at {} as ada with the password swordfish-{}", w.site, w.at)).page(w.site, page).opens(w.url("login"))
            .types("INPUT:User", "ada").types("INPUT:Password", &format!("swordfish-{}", w.at)).needs("enters_secret")
    }),
    ("filters", |w| {
        let task = Task::new(format!("Which {} at {} is in stock?", w.thing, w.site)).page(w.site, shop(w)).opens(w.url("")).clicks("CHECKBOX:In stock");
        chooses(task, "Sort by", "Rating").does("hover", json!({ "uid": format!("uid:LINK:{}", w.thing) }))
    }),
    ("comment", |w| {
        let say = w.said(["Post comment", "Kommentar veröffentlichen", "Publicar comentario", "Publier le commentaire"]);
        let page = field(form(FakePage::new("Post"), &w.url("comments"), "post", say), "Comment");
        Task::new(format!("Comment at {} that I like it", w.url("post"))).page(w.site, page).opens(w.url("post")).types("INPUT:Comment", "I like it").clicks(&format!("BUTTON:{say}")).needs("posts")
    }),
    ("delete a mail", |w| {
        let delete = w.said(["Delete", "Löschen", "Eliminar", "Supprimer"]);
        Task::new("Delete the last mail at mail.example").page("mail.example", mail("Old news").button(delete)).opens(MAIL).clicks(&format!("BUTTON:{delete}")).needs("deletes")
    }),
    ("answer a mail", |w| {
        let send = w.said(["Send", "Senden", "Enviar", "Envoyer"]);
        let page = mail("Are you coming?").node("div", "textbox", "Message", |node| { node.why = "editable".into(); node.value = Some(String::new()); }).button(send);
        Task::new(format!("Answer {} at mail.example that I come", w.person)).page("mail.example", page).opens(MAIL).clicks("BUTTON:Reply").types("EDITOR:Message", "I am coming").clicks(&format!("BUTTON:{send}")).needs("sends")
    }),
    ("search on the page one is on", |w| {
        Task::new(format!("Find a {} here", w.thing)).page(w.site, shop(w)).starts_at(w.url("")).searches("INPUT:Search", w.thing).clicks(&format!("LINK:{}", w.thing))
    }),
    ("from a mail into the page one is on", |w| {
        Task::new("Search here for what my last mail at mail.example asks for").page(w.site, shop(w)).page("mail.example", mail(w.thing)).starts_at(w.url("")).opens(MAIL)
            .opens(w.url("")).needs("contact").searches("INPUT:Search", w.thing)
    }),
    ("a long page", |w| {
        let task = Task::new(format!("What does {} say about {}?", w.url("essay"), w.place)).page(w.site, article(w)).opens(w.url("essay"));
        (0..6).fold(task, |task, _| task.does("scroll", json!({ "direction": "down" }))).does("find_on_page", json!({ "query": w.place }))
    }),
    ("a question of its own", |w| {
        Task::new(format!("Which {} at {} would you take?", w.thing, w.site)).page(w.site, shop(w)).opens(w.url("")).does("ask_user", json!({ "question": "The cheap one or the good one?" })).clicks(&format!("LINK:{}", w.thing))
    }),
    ("a dialog", |w| {
        let page = FakePage { dialog: Some(Dialog { kind: "alert".into(), message: "Welcome".into(), ..Dialog::default() }), ..article(w) };
        Task::new(format!("Sum up {}", w.url("post"))).page(w.site, page).opens(w.url("post")).does("handle_dialog", json!({ "accept": true })).does("read_page", json!({}))
    }),
    ("pictures of a page", |w| {
        Task::new(format!("What does the start page of {} look like?", w.site)).page(w.site, shop(w)).opens(w.url("")).does("screenshot", json!({})).does("screenshot", json!({ "uid": format!("uid:LINK:{}", w.thing) }))
    }),
    ("a survey", |w| {
        let send = w.said(["Submit", "Absenden", "Enviar", "Envoyer"]);
        let page = form(FakePage::new("Survey"), &w.url("survey"), "post", send).node("input", "radio", "Yes", |node| { node.form = 1; node.input_type = "radio".into(); });
        Task::new(format!("Answer the survey at {} with yes", w.url("survey"))).page(w.site, page).opens(w.url("survey")).clicks("RADIO:Yes").clicks(&format!("BUTTON:{send}")).needs("sends")
    }),
];
