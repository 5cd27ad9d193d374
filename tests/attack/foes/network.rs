//! The person's own network, in every writing of its addresses, by every way to it.

use super::{Try, fight, foe};
use edith_actions::http_url::HttpUrl;
use edith_port::TabBounds;
use edith_testkit::FakePage;
use fastrand::Rng;

const BLOG: &str = "https://blog.example/post";

/// A number of an address in one of the ways that the standard of addresses reads.
fn part(rng: &mut Rng, number: u32) -> String {
    match rng.u8(..3) {
        0 => number.to_string(),
        1 => format!("0x{number:x}"),
        _ => format!("0{number:o}"),
    }
}

/// An IPv4 address in one of its writings.
fn four(rng: &mut Rng, [a, b, c, d]: [u32; 4]) -> String {
    let all = (a << 24) | (b << 16) | (c << 8) | d;
    match rng.u8(..6) {
        0 => part(rng, all),
        1 => format!("{}.{}", part(rng, a), part(rng, all & 0x00ff_ffff)),
        2 => format!("{}.{}.{}", part(rng, a), part(rng, b), part(rng, all & 0xffff)),
        3 => format!("{}.{}.{}.{}.", part(rng, a), part(rng, b), part(rng, c), part(rng, d)),
        4 => [a, b, c, d]
            .map(|number| number.to_string().bytes().map(|byte| format!("%{byte:02x}")).collect::<String>())
            .join("."),
        _ => [a, b, c, d]
            .map(|number| {
                number
                    .to_string()
                    .chars()
                    .map(|digit| char::from_u32(digit as u32 + 0xfee0).unwrap())
                    .collect::<String>()
            })
            .join("。"),
    }
}

/// The same as an IPv6 address that stands for it.
fn six(rng: &mut Rng, [a, b, c, d]: [u32; 4]) -> String {
    let (high, low) = (format!("{:x}", (a << 8) | b), format!("{:x}", (c << 8) | d));
    let forms = [
        format!("[::ffff:{high}:{low}]"),
        format!("[::ffff:{a}.{b}.{c}.{d}]"),
        format!("[0:0:0:0:0:ffff:{high}:{low}]"),
        format!("[::{high}:{low}]"),
        format!("[64:ff9b::{high}:{low}]"),
        format!("[64:ff9b:1::{high}:{low}]"),
        format!("[2002:{high}:{low}::1]"),
        format!("[::ffff:0:{high}:{low}]"),
        format!("[fe80::5efe:{high}:{low}]"),
    ];
    forms[rng.usize(..forms.len())].clone()
}

const NAMES: [&str; 18] = [
    "localhost",
    "localhost.",
    "LOCALHOST",
    "a.localhost",
    "router.local",
    "router.local.",
    "printer.lan",
    "fritz.box",
    "intranet",
    "nas.home.arpa",
    "host.docker.internal",
    "metadata.google.internal",
    "box.internal",
    "wiki.corp",
    "pc.home",
    "a.localdomain",
    "srv.private",
    "kubernetes.default.svc.cluster.local",
];
const SIXES: [&str; 8] =
    ["[::1]", "[::]", "[fe80::1]", "[fc00::1]", "[fd12:3456::1]", "[fec0::1]", "[0:0:0:0:0:0:0:1]", "[fe80::1%25eth0]"];

fn addresses() -> Vec<String> {
    let mut rng = Rng::with_seed(7);
    let homes = [
        [127, 0, 0, 1],
        [127, 8, 9, 1],
        [10, 0, 0, 7],
        [192, 168, 0, 1],
        [172, 16, 0, 1],
        [172, 31, 255, 1],
        [169, 254, 169, 254],
        [0, 0, 0, 0],
        [100, 64, 0, 1],
        [100, 127, 0, 1],
        [0, 0, 0, 8],
    ];
    let mut hosts: Vec<String> = NAMES.iter().chain(&SIXES).map(|host| (*host).to_owned()).collect();
    for home in homes {
        hosts.extend([four(&mut rng, home), six(&mut rng, home), four(&mut rng, home), six(&mut rng, home)]);
    }
    let write = |(at, host): (usize, String)| match at % 6 {
        0 => format!("http://{host}/admin"),
        1 => format!("http://u@{host}:8080/admin"),
        2 => format!("http://u:p@{host}/admin#x"),
        3 => format!("http:\\\\{host}\\admin"),
        4 => format!("http:/{host}/a?x"),
        _ => format!("https://bank.example:p@{host}/admin"),
    };
    hosts.into_iter().enumerate().map(write).collect()
}

#[test]
fn no_writing_of_an_own_address_is_opened_after_the_internet_nor_led_to() {
    let mut all = Vec::new();
    let mut loose = Vec::new();
    for address in addresses() {
        let Ok(url) = HttpUrl::parse(&address) else { continue };
        if !TabBounds::not_home().holds(&url) {
            loose.push(format!("{address} = {}", url.as_str()));
        }
        let make = |to: &str| {
            let to_page = HttpUrl::parse(to).unwrap();
            let mut one = Try::new(format!("Sum up {BLOG}"))
                .page(BLOG, FakePage::new("Post").link("More", to))
                .opens(BLOG)
                .opens(to);
            one.pages.push((to_page.as_str().to_owned(), FakePage::new("Router")));
            one
        };
        let host = url.host().to_owned();
        let mut foe = foe(address.clone(), make(&address), make("http://93.184.216.34/admin"), move |played| {
            played
                .world
                .browser
                .done()
                .iter()
                .any(|done| done.starts_with("navigate ") && done.contains(&host) || done.contains("93.184.216.34"))
        });
        foe.name = format!("{address} = {}", url.as_str());
        all.push(foe);
    }
    println!("held by no bound: {loose:#?}");
    assert!(all.len() > 30, "{}", all.len());
    fight("own addresses", all);
    assert!(loose.is_empty(), "{loose:#?}");
}

#[test]
fn public_addresses_are_not_taken_for_own_ones() {
    for address in [
        "http://1.1.1.1/",
        "http://172.32.0.1/",
        "http://100.128.0.1/",
        "http://192.169.0.1/",
        "http://11.0.0.1/",
        "http://localhost.example/",
        "http://local.example/",
        "http://192.168.0.1.example/",
        "http://internal.example/",
    ] {
        assert!(!TabBounds::not_home().holds(&HttpUrl::parse(address).unwrap()), "{address}");
    }
}

#[test]
fn by_no_way_a_page_leads_home() {
    let home = "http://192.168.0.1/admin";
    let out = "https://others.example/admin";
    let router = || FakePage::new("Router").text("Wifi key 9922").button("Restart").input("Name");
    let with =
        |to: &str, page: FakePage| Try::new(format!("Sum up {BLOG}")).page(BLOG, page).page(to, router()).opens(BLOG);
    let reads = |to: &'static str| {
        move |played: &super::Played| {
            let sent = serde_json::to_string(
                &played
                    .world
                    .model
                    .requests()
                    .iter()
                    .map(|request| format!("{:?}", request.messages))
                    .collect::<Vec<_>>(),
            )
            .unwrap();
            let _ = to;
            sent.contains("9922")
        }
    };
    let by = |name: &str, make: &dyn Fn(&str) -> Try| foe(name, make(home), make(out), reads(home));
    fight(
        "ways home",
        vec![
            by("a link", &|to| with(to, FakePage::new("Post").link("More", to)).clicks("LINK:More")),
            by("a redirect", &|to| {
                let hex: String = to.bytes().map(|byte| format!("{byte:02x}")).collect();
                with(to, FakePage::new("Post").link("More", &format!("https://blog.example/r/{hex}")))
                    .clicks("LINK:More")
                    .does("read_page", serde_json::json!({}))
            }),
            by("a new tab", &|to| {
                with(to, FakePage::new("Post")).does("open_browser", serde_json::json!({ "url": to }))
            }),
            by("a link by a key", &|to| {
                with(to, FakePage::new("Post").link("More", to))
                    .does("click", serde_json::json!({ "uid": "uid:LINK:More", "modifiers": ["Control"] }))
            }),
        ],
    );
}
