//! Signs of a session on a page: what a site offers to somebody it knows. By structure: a round picture in its header that opens a menu, a form for a
//! new password that wants the one of now. And by words, which only ever make a site one that knows the person; that it offers signing in says that it
//! does not only where the site itself says so, in its header or navigation, and not where others write.

use crate::place::link_effect::signs_out;
use crate::words::phrases::{At, is_one_of, stands, words};
use edith_page::{Element, ElementKind};

/// Names of ways out, as they are or with more words around: `Log out of all devices`, `Ada, abmelden`.
#[rustfmt::skip]
const SIGN_OUT: &[&str] = &[
    "log out", "logout", "log off", "logoff", "sign out", "signout", "sign off", "abmelden", "ausloggen", "cerrar sesión", "cerrar la sesión",
    "se déconnecter", "déconnexion", "me déconnecter", "terminar sessão", "encerrar sessão", "fazer logout", "disconnetti", "disconnettiti",
    "wyloguj", "wyloguj się", "wyloguj mnie", "uitloggen", "afmelden", "log uit", "meld af", "logga ut", "log ud", "log af", "logg ut", "logg av",
    "kirjaudu ulos", "odhlásit", "odhlásit se", "odhlásiť", "odhlásiť sa", "kijelentkezés", "kijelentkezem", "deconectare", "deconectați vă",
    "ieșire din cont", "çıkış yap", "oturumu kapat", "выйти", "выйти из аккаунта", "вийти", "изход от профила", "odjava", "odjavi se", "αποσύνδεση",
    "atsijungti", "logi välja", "tanca la sessió", "ログアウト", "サインアウト", "退出登录", "登出", "注销", "로그아웃", "تسجيل الخروج", "התנתקות", "התנתק",
    "लॉग आउट", "ออกจากระบบ", "đăng xuất", "log keluar", "লগ আউট", "útskráning", "skrá út", "tancar sessió", "tanca sessió", "saioa itxi", "pechar sesión",
    "allgofnodi", "mag log out", "გასვლა", "ելք", "гарах", "ondoka", "tok uit", "salir de la cuenta", "salir de mi cuenta", "sair da conta",
];
/// The same in languages that leave a full screen in these words, too.
#[rustfmt::skip]
const EXITS: &[&str] = &[
    "salir", "sair", "esci", "выход", "вихід", "изход", "kilépés", "έξοδος", "iziet", "surt", "keluar", "退出", "יציאה", "خروج",
];
/// What each of them has in it, lower case: most names need not be taken apart.
#[rustfmt::skip]
const STEMS: &[&str] = &[
    "out", "off", "abmeld", "auslogg", "sesi", "sess", "salir", "sair", "connec", "connex", "esci", "disconn", "wylog", "uit", "afmeld", "meld af",
    "logga", "log ud", "log af", "logg", "ulos", "odhl", "jelentkez", "deconect", "ieșire", "çıkış", "oturum", "выйти", "выход", "вийти", "вихід",
    "изход", "odjav", "kilép", "αποσύν", "έξοδο", "atsijung", "välja", "iziet", "surt", "アウト", "退出", "登出", "注销", "로그아웃", "خروج", "התנתק", "יציאה",
    "आउट", "ออก", "xuất", "keluar", "আউট", "útskrá", "skrá út", "tanca", "itxi", "pechar", "allgof", "გასვლა", "ելք", "гарах", "ondoka", "tok uit",
];
/// What only account holders see, unless the site itself offers signing in as well.
#[rustfmt::skip]
const ACCOUNT: &[&str] = &[
    "account", "my account", "your account", "account menu", "open account menu", "profile", "my profile", "your profile", "user menu", "open user menu",
    "open user navigation menu", "inbox", "settings", "mein konto", "konto", "profil", "mein profil", "posteingang", "mi cuenta", "cuenta", "perfil",
    "mi perfil", "mon compte", "compte", "mon profil", "boîte de réception", "avatar", "minha conta", "meu perfil", "caixa de entrada", "il mio account",
    "il mio profilo", "profilo", "posta in arrivo", "moje konto", "mój profil", "skrzynka odbiorcza", "odebrane", "postvak in", "mijn account", "inkorg",
    "mitt konto", "mina sidor", "indbakke", "innboks", "min konto", "min side", "saapuneet", "oma tili", "doručená pošta", "můj účet", "môj účet",
    "bejövő levelek", "fiókom", "mesaje primite", "contul meu", "gelen kutusu", "hesabım", "входящие", "личный кабинет", "мой аккаунт", "мой профиль",
    "вхідні", "мій профіль", "εισερχόμενα", "ο λογαριασμός μου", "受信トレイ", "マイページ", "收件箱", "收件匣", "我的账户", "我的帳戶", "받은편지함", "내 계정",
    "البريد الوارد", "حسابي", "דואר נכנס", "החשבון שלי", "hộp thư đến", "tài khoản của tôi", "akun saya",
];
#[rustfmt::skip]
const SIGN_IN: &[&str] = &[
    "log in", "login", "sign in", "signin", "log on", "anmelden", "einloggen", "iniciar sesión", "acceder", "se connecter", "connexion", "entrar",
    "iniciar sessão", "fazer login", "accedi", "zaloguj", "zaloguj się",
];
/// Longer names are not commands, in bytes.
const NAME_BYTES: usize = 40;
/// With more words a name is a sentence.
const WORDS: usize = 5;

/// So many links that differ only in the last piece are a list; two are signing in and signing up.
const LIST: usize = 3;

/// Whether these elements are what a site offers to somebody whom it knows. `everybodys` are names that say nothing here.
pub(crate) fn are_shown<'a>(elements: impl Iterator<Item = &'a Element>, everybodys: &[&str]) -> bool {
    let mut account = false;
    // In which parts of the site's own an account is offered, and a way in: one in another part, as in a room's topic, takes nothing away. What is offered
    // elsewhere before it stays the site's own word, whatever is in a letter below.
    let (mut parts, mut ways_in) = (Vec::new(), Vec::new());
    // Where the links of the page lead, and of these those to an account.
    let (mut links, mut accounts): (Vec<&str>, Vec<&str>) = Default::default();
    // Whose password is changed is known: one form wants the password of now and a new one.
    let (mut current, mut new) = (None, None);
    for element in elements {
        match element.autocomplete.as_str() {
            "current-password" => current = element.form.as_ref(),
            "new-password" => new = element.form.as_ref(),
            _ => {}
        }
        if current.is_some() && current == new {
            return true;
        }
        let part = element.own_part();
        if element.is_portrait && element.is_of_the_site() {
            account = true;
            parts.push(part);
        }
        let is_page = element.href.starts_with("http");
        links.extend(is_page.then(|| shelf(&element.href)));
        let is_sent_out = element.submits && element.form.as_ref().is_some_and(|form| signs_out(&form.action));
        if is_page && signs_out(&element.href) || is_sent_out {
            return true;
        }
        if element.name.len() > NAME_BYTES {
            continue;
        }
        let name = element.name.trim().to_lowercase();
        if is_way_out(&name, element.kind, is_page) {
            return true;
        }
        // How much is new in it: `Inbox (3)`.
        let name = name.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '(' | ')' | ' ' | '+'));
        if ACCOUNT.contains(&name) && !everybodys.contains(&name) {
            account = true;
            // Settings are what every notice about cookies has, too; at the end of a page there is everything.
            let is_elsewhere = part.is_none() && (name == "settings" || !ways_in.is_empty());
            parts.extend((!is_elsewhere).then_some(part));
            accounts.push(shelf(&element.href));
        }
        ways_in.extend((SIGN_IN.contains(&name) && part.is_some()).then(|| (part, shelf(&element.href))));
    }
    // One of a list of things, as a room may be called anything, is no way in.
    let is_thing = |shelf: &str| {
        // In its root a site gives the names itself.
        shelf.splitn(4, '/').nth(3).is_some_and(|below| !below.is_empty())
            && links.iter().filter(|other| **other == shelf).count() >= LIST
            && !accounts.contains(&shelf)
    };
    account && !ways_in.iter().any(|(way, shelf)| !is_thing(shelf) && parts.iter().all(|part| part == way))
}

/// An address without its last piece, in which the things of one list differ: `https://a.example/rooms/` of `https://a.example/rooms/7`.
fn shelf(address: &str) -> &str {
    let last = address.trim_end_matches('/').rfind(['/', '=', '#']);
    last.and_then(|at| address.get(..=at)).unwrap_or_default()
}

/// Whether a lower-case name ends the session: the whole of it, or a part if it is pressed and no link to a page about it.
fn is_way_out(name: &str, kind: ElementKind, is_page: bool) -> bool {
    if !STEMS.iter().any(|stem| name.contains(stem)) {
        return false;
    }
    let presses = matches!(kind, ElementKind::Button | ElementKind::Link | ElementKind::Menuitem);
    let label = words(name);
    let at = if presses && !is_page && label.len() <= WORDS { At::Edge } else { At::Whole };
    SIGN_OUT.iter().any(|phrase| stands(phrase, at, &label)) || is_one_of(EXITS, &label)
}

#[cfg(test)]
mod tests {
    use super::*;
    use edith_page::Index;
    use edith_page::raw::{DrawnAs, RAW_VERSION, RawContext, RawForm, RawNode, RawPage, state};

    /// Whether a page with buttons of these names, or links to these addresses, shows a session.
    fn shows(elements: &[&str]) -> bool {
        shows_in("", elements)
    }

    /// The same with all of them in a part of the page.
    fn shows_in(part: &str, elements: &[&str]) -> bool {
        let node = |(at, text): (usize, &&str)| {
            let link = text.split_once(" -> ");
            let (name, tag) = link.map_or((*text, "button"), |(name, _)| (name, "a"));
            let href = link.map(|(_, to)| format!("https://a.example{to}")).unwrap_or_default();
            let role = if tag == "a" { "link" } else { "button" }.into();
            let context = u32::from(!part.is_empty());
            RawNode {
                node: at as u32 + 1,
                tag: tag.into(),
                role,
                name: name.into(),
                href,
                context,
                ..RawNode::default()
            }
        };
        let contexts = vec![RawContext { parent: 0, kind: part.into(), label: String::new() }];
        let nodes = elements.iter().enumerate().map(node).collect();
        let raw = RawPage {
            version: RAW_VERSION,
            url: "https://a.example/".into(),
            document: "d".into(),
            nodes,
            contexts: if part.is_empty() { Vec::new() } else { contexts },
            ..RawPage::default()
        };
        let index = Index::build(raw, &mut edith_page::UidTable::default());
        assert_eq!(index.elements.len(), elements.len());
        are_shown(index.elements.iter(), &[])
    }

    #[test]
    fn ways_out_and_accounts_show_a_session() {
        for elements in [
            &["Log out"][..],
            &["Log out -> /x"],
            &["Sign out of all devices"],
            &["Ada Lovelace, abmelden"],
            &["Cerrar sesión"],
            &["Déconnexion"],
            &["Sair"],
            &["Terminar sessão"],
            &["Esci"],
            &["Wyloguj się"],
            &["x -> /users/sign_out"],
            &["x -> /index.php?action=logout&token=1"],
            &["x -> /logout.php"],
            &["Inbox (3)"],
            &["Open user menu", "Search"],
            &["Moje konto"],
            &["Sign in to another account", "Log out"],
            &["Uitloggen"],
            &["Logga ut"],
            &["Выйти"],
            &["退出登录"],
            &["로그아웃"],
            &["Postvak IN (3)"],
            // What is in a mail takes nothing away.
            &["Inbox", "Settings", "Log in"],
        ] {
            assert!(shows(elements), "{elements:?}");
        }
    }

    /// Whether a page of these elements, all in a part of it, shows a session.
    fn shows_nodes(part: &str, forms: usize, nodes: Vec<RawNode>) -> bool {
        let number = |(at, node): (usize, RawNode)| RawNode { node: at as u32 + 1, context: 1, ..node };
        let form = |at: usize| RawForm { action: format!("https://a.example/{at}"), ..RawForm::default() };
        let raw = RawPage {
            version: RAW_VERSION,
            url: "https://a.example/".into(),
            document: "d".into(),
            nodes: nodes.into_iter().enumerate().map(number).collect(),
            contexts: vec![RawContext { parent: 0, kind: part.into(), label: String::new() }],
            forms: (0..forms).map(form).collect(),
            ..RawPage::default()
        };
        are_shown(Index::build(raw, &mut edith_page::UidTable::default()).elements.iter(), &[])
    }

    #[test]
    fn a_portrait_in_the_header_is_an_account() {
        let button = |name: &str, drawn| RawNode {
            tag: "button".into(),
            role: "button".into(),
            name: name.into(),
            states: state::HAS_POPUP,
            drawn,
            ..RawNode::default()
        };
        let portrait = |part| shows_nodes(part, 0, vec![button("Zoltán", DrawnAs::Portrait)]);
        assert!(portrait("header") && portrait("nav"));
        // The one who wrote an article, and a menu without a picture.
        assert!(!portrait("main"));
        assert!(!shows_nodes("header", 0, vec![button("Zoltán", DrawnAs::Plain)]));
        let beside = vec![button("EN", DrawnAs::Portrait), button("Sign in", DrawnAs::Plain)];
        assert!(!shows_nodes("header", 0, beside));
    }

    #[test]
    fn a_form_that_changes_a_password_is_an_accounts() {
        let field = |autocomplete: &str, form| RawNode {
            tag: "input".into(),
            input_type: "password".into(),
            name: "Heslo".into(),
            autocomplete: autocomplete.into(),
            form,
            ..RawNode::default()
        };
        let (now, new) = ("current-password", "new-password");
        assert!(shows_nodes("main", 1, vec![field(now, 1), field(new, 1), field(new, 1)]));
        // One to sign in beside one to sign up.
        assert!(!shows_nodes("main", 2, vec![field(now, 1), field(new, 2)]));
        assert!(!shows_nodes("main", 0, vec![field(now, 0), field(new, 0)]));
    }

    #[test]
    fn a_thing_of_a_list_is_no_way_in() {
        for shelf in ["/rooms/", "/channels/c/", "/?room=", "/#", "/app#/room/", "/index.php?board=", "/en/rooms/"] {
            let link = |name: &str, at: u32| format!("{name} -> {shelf}{at}");
            let rooms = ["general", "login", "random"].into_iter().zip(1..).map(|(name, at)| link(name, at));
            let page: Vec<String> = ["Inbox -> /inbox".to_owned()].into_iter().chain(rooms).collect();
            let page: Vec<&str> = page.iter().map(String::as_str).collect();
            for part in ["header", "nav"] {
                assert!(shows_in(part, &page), "{shelf} in {part}");
            }
        }
        // The controls: what a site offers to everybody, whatever is beside it.
        for page in [
            &["Account -> /account", "Log in -> /login", "News -> /news", "About -> /about"][..],
            &["Account -> /en/account", "Log in -> /en/login", "News -> /en/news", "About -> /en/about", "Home -> /en"],
            &["Account -> /account", "Log in -> /account/login", "Sign up -> /account/register"],
            &["Account -> /u", "Log in -> /users/sign_in?next=/a/b/c", "A -> /a/b/c", "B -> /a/b/d", "C -> /a/b/e"],
            &["Account -> /account", "Log in", "One -> /rooms/1", "Two -> /rooms/2", "Three -> /rooms/3"],
        ] {
            assert!(!shows_in("nav", page), "{page:?}");
        }
    }

    #[test]
    fn what_everybody_is_offered_shows_none() {
        for elements in [
            &["Search"][..],
            &["Salir de pantalla completa"],
            &["Esci da schermo intero"],
            &["How to log out of your account -> /help/log-out"],
            &["Sign out of Mail -> /help/sign-out"],
            &["Check out"],
            &["Sign up"],
            &["We will log out everybody who has been away for long"],
        ] {
            assert!(!shows(elements), "{elements:?}");
        }
        for elements in [&["Account", "Sign in"][..], &["Mi cuenta", "Acceder"], &["Konto", "Zaloguj się"]] {
            for part in ["header", "nav"] {
                assert!(!shows_in(part, elements), "{part}: {elements:?}");
            }
            assert!(shows_in("main", elements), "{elements:?}");
        }
    }
}
