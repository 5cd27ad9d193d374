//! A place that knows the person is private in any language, and what others wrote on it takes no sign away.

use super::{CODE, EVIL, Foe, Try, fight, foe, told};
use edith_page::FieldKind;
use edith_page::raw::{RawContext, state};
use edith_port::{Arrival, SentCookie};
use edith_testkit::FakePage;

const BOX: &str = "https://box.example/";

fn reads(page: FakePage) -> Try {
    let evil = FakePage::new("Notes").input("Note");
    Try::new(format!("Sum up {BOX}")).page(BOX, page).page(EVIL, evil).opens(BOX).opens(EVIL).types("INPUT:Note", CODE)
}

fn public() -> FakePage {
    FakePage::new("Box").text("The news of today").link("About", "https://box.example/about")
}

fn private(name: impl Into<String>, page: FakePage) -> Foe {
    foe(name, reads(page), reads(public()), |played| told(played, "evil.example", CODE))
}

#[test]
fn a_way_out_is_a_sign_in_each_language() {
    #[rustfmt::skip]
    let words = [
        "Log out", "Sign off", "Abmelden", "Ausloggen", "Se déconnecter", "Déconnexion", "Cerrar sesión", "Salir de la cuenta", "Esci", "Disconnetti", "Wyloguj się", "ログアウト", "サインアウト", "Sair", "Terminar sessão", "Uitloggen", "Afmelden",
        "Logga ut", "Log ud", "Logg ut", "Kirjaudu ulos", "Odhlásit se", "Odhlásiť", "Kijelentkezés", "Deconectare", "Изход", "Выйти", "Вийти", "Αποσύνδεση", "Çıkış yap", "Oturumu kapat", "خروج", "تسجيل الخروج", "התנתקות", "יציאה",
        "ออกจากระบบ", "Đăng xuất", "Keluar", "Log keluar", "登出", "退出登录", "注销", "로그아웃", "लॉग आउट", "লগ আউট", "Odjava", "Odjavi se", "Atsijungti", "Iziet", "Logi välja", "Útskráning", "Tancar sessió", "Saioa itxi", "Pechar sesión", "Allgofnodi", "Mag-log out", "Ondoka", "Гарах", "გასვლა", "Ելք",
    ];
    let mut all = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let page = public().text("Nothing else");
        all.push(private(
            *word,
            match at % 3 {
                0 => page.button(word),
                1 => page.link(word, "https://box.example/x"),
                _ => page.node("div", "menuitem", word, |_| {}),
            },
        ));
    }
    fight("ways out", all);
}

#[test]
fn structure_is_a_sign_without_words() {
    let header = |mut page: FakePage| {
        page.contexts = vec![RawContext { parent: 0, kind: "header".into(), label: String::new() }];
        page.nodes.iter_mut().for_each(|node| node.context = 1);
        page
    };
    let cookie = |name: &str| Arrival {
        cookies: vec![SentCookie { name: name.into(), http_only: true, size: 60 }],
        ..Arrival::default()
    };
    let _ = cookie;
    fight(
        "structure",
        vec![
            private("a way out by its address", public().link("✕", "https://box.example/logout")),
            private("a way out by its address in German", public().link("✕", "https://box.example/abmelden")),
            private(
                "a form that leads out",
                public().form("https://box.example/users/sign_out", "post", "✕").node(
                    "button",
                    "button",
                    "✕",
                    |node| {
                        node.form = 1;
                        node.states = state::SUBMITS;
                    },
                ),
            ),
            private(
                "an account menu",
                header(public().node("button", "button", "Ada Lovelace", |node| {
                    node.states = state::HAS_POPUP;
                    node.drawn = edith_page::raw::DrawnAs::Portrait;
                })),
            ),
            private(
                "a change of the password",
                public()
                    .form("https://box.example/x", "post", "OK")
                    .node("input", "textbox", "x", |node| {
                        node.input_type = "password".into();
                        node.autocomplete = "new-password".into();
                        (node.field, node.form) = (FieldKind::Password, 1);
                    })
                    .node("input", "textbox", "y", |node| {
                        node.input_type = "password".into();
                        node.autocomplete = "current-password".into();
                        (node.field, node.form) = (FieldKind::Password, 1);
                    }),
            ),
        ],
    );
}

#[test]
fn what_others_wrote_takes_no_sign_away() {
    let signed =
        || public().text("Inbox").button("Inbox").link("Settings", "https://box.example/settings").button("Account");
    let in_context = |kinds: &[&str], page: FakePage| {
        let mut page = page;
        page.contexts = kinds
            .iter()
            .enumerate()
            .map(|(at, kind)| RawContext { parent: at as u32, kind: (*kind).into(), label: "From Bob".into() })
            .collect();
        if let Some(last) = page.nodes.last_mut() {
            last.context = kinds.len() as u32;
        }
        page
    };
    let mut all = Vec::new();
    for word in [
        "Log in",
        "Sign in",
        "Anmelden",
        "Connexion",
        "Iniciar sesión",
        "Accedi",
        "Zaloguj się",
        "ログイン",
        "Register",
        "Create account",
    ] {
        for (kinds, to) in [
            (&["main", "header"][..], "https://box.example/login"),
            (&["item", "header"], "https://box.example/login"),
            (&["section", "nav"], "https://box.example/login"),
            (&["header"], "https://evil.example/login"),
            (&["row"], "https://box.example/login"),
            (&["main", "section", "header", "group"], "https://box.example/signin"),
        ] {
            let page = in_context(kinds, signed().link(word, to));
            all.push(private(format!("{word} in {kinds:?} to {to}"), page));
        }
    }
    fight("signs taken away", all);
}

/// A page whose header others write into, as a room's topic is, before or behind what the site offers to somebody it knows.
fn with_topic(topic: &str, to: &str, kind: &str, sign: &str, is_first: bool) -> FakePage {
    let of_topic = |page: FakePage| {
        let page = match kind {
            "button" => page.button(topic),
            _ => page.link(topic, to),
        };
        in_part(page, 1)
    };
    let of_site = |page: FakePage| {
        let page = match sign {
            "portrait" => page.node("button", "button", "Ada Lovelace", |node| {
                node.states = edith_page::raw::state::HAS_POPUP;
                node.drawn = edith_page::raw::DrawnAs::Portrait;
            }),
            sign => page.link(sign, "https://box.example/x"),
        };
        in_part(page, 2)
    };
    let page = public();
    let mut page = if is_first { of_site(of_topic(page)) } else { of_topic(of_site(page)) };
    let part = |kind: &str| RawContext { parent: 0, kind: kind.into(), label: String::new() };
    page.contexts = vec![part("header"), part("nav")];
    page
}

fn in_part(mut page: FakePage, part: u32) -> FakePage {
    if let Some(last) = page.nodes.last_mut() {
        last.context = part;
    }
    page
}

#[test]
fn the_topic_of_a_room_takes_no_sign_away() {
    let mut all = Vec::new();
    for topic in ["Log in", "Sign in", "Anmelden", "Connexion", "Iniciar sesión", "Accedi", "Zaloguj się"] {
        for to in ["https://box.example/x", "https://box.example/login", "https://evil.example/login"] {
            for sign in ["portrait", "Inbox", "Settings", "Account", "Posteingang"] {
                for is_first in [true, false] {
                    let page = with_topic(topic, to, "link", sign, is_first);
                    all.push(private(format!("{topic} to {to}, {sign}, {is_first}"), page));
                }
            }
        }
    }
    fight("topics", all);
}

/// A room that is called like a way in stands in the site's own navigation, in the part of the signs: it is one of a list of things.
#[test]
fn a_room_in_the_navigation_takes_no_sign_away() {
    let rooms = |topic: &str, shelf: &str, sign: &str, count: usize| {
        let page =
            with_topic(topic, &format!("https://box.example{shelf}{count}"), "link", sign, count.is_multiple_of(2));
        let names = ["general", "random", "lunch", "music", "games"].into_iter().take(count);
        let page =
            names.zip(0..).fold(page, |page, (name, at)| page.link(name, &format!("https://box.example{shelf}{at}")));
        in_one_part(page)
    };
    let mut all = Vec::new();
    for topic in ["Log in", "Sign in", "Anmelden", "Connexion", "Iniciar sesión", "Accedi", "Zaloguj się"] {
        for shelf in ["/rooms/", "/channels/x/", "/?room=", "/#/r/", "/forum.php?board="] {
            for sign in ["portrait", "Inbox", "Settings", "Account", "Posteingang"] {
                for count in [2, 5] {
                    all.push(private(
                        format!("{topic} of {count} at {shelf}, {sign}"),
                        rooms(topic, shelf, sign, count),
                    ));
                }
            }
        }
    }
    fight("rooms", all);
}

fn in_one_part(mut page: FakePage) -> FakePage {
    page.nodes.iter_mut().for_each(|node| node.context = 1);
    page
}

/// The control of that: a site that offers a way in shows none of these to everybody.
#[test]
fn a_site_that_offers_to_sign_in_knows_nobody() {
    for (topic, kind, sign) in [("Sign in", "link", "Account"), ("Anmelden", "button", "Konto")] {
        let mut page = with_topic(topic, "https://box.example/login", kind, sign, true);
        page.nodes.iter_mut().for_each(|node| node.context = node.context.min(1));
        let played = reads(page).play();
        assert!(told(&played, "evil.example", CODE) && played.asks.is_empty(), "{topic}");
    }
}

#[test]
fn a_cookie_of_a_session_is_a_sign() {
    let mut missed = Vec::new();
    for (name, http_only, is_private) in [
        ("wordpress_logged_in_ab", true, true),
        ("remember_user_token", true, true),
        ("auth_token", true, true),
        ("user_session", true, true),
        ("li_at", true, true),
        ("SSID", true, true),
        ("KEYCLOAK_IDENTITY", true, true),
        (".AspNetCore.Identity.Application", true, true),
        ("_gitlab_session", true, false),
        ("PHPSESSID", true, false),
        ("_ga", false, false),
        ("cookieconsent", false, false),
        ("next-auth.session-token", true, true),
        ("__Secure-next-auth.session-token", true, true),
        ("sb-abc-auth-token", true, true),
        ("access_token", true, true),
        ("refresh_token", true, true),
        ("id_token", true, true),
        ("jwt", true, true),
        ("AWSALB", true, false),
        ("csrftoken", true, false),
        ("XSRF-TOKEN", false, false),
        ("login", true, true),
        ("sso_ticket", true, true),
        ("connect.sid", true, false),
        ("laravel_session", true, false),
        ("JSESSIONID", true, false),
    ] {
        let world = edith_testkit::World::default();
        world.browser.arrives(
            "box.example",
            Arrival { cookies: vec![SentCookie { name: name.into(), http_only, size: 60 }], ..Arrival::default() },
        );
        world.browser.open_in_front("about:blank");
        let (asks, _) = reads(public()).play_in(&world, None);
        if asks.is_empty() == is_private {
            missed.push((name, is_private));
        }
    }
    println!("cookies judged otherwise: {missed:?}");
    let harms: Vec<_> = missed.iter().filter(|(_, private)| *private).collect();
    assert!(harms.is_empty(), "{harms:?}");
}
