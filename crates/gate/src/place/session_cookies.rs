//! Whether the browser had the person signed in at a site that shows no sign of it: by the names of the cookies that the site was first asked with.
//!
//! Names of sessions in general (`PHPSESSID`, `connect.sid`, `sessionid`) do not tell: most sites give one to every visitor, and on a later visit it is
//! as old as a sign-in's.

use crate::place::finders;
use crate::place::site::Site;
use edith_actions::SentCookie;
use edith_actions::http_url::HttpUrl;

/// What names of cookies that a sign-in makes have in them, without signs.
const PARTS: &[&str] = &[
    "auth",
    "login",
    "logged",
    "signin",
    "signed",
    "remember",
    "jwt",
    "sso",
    "refreshtoken",
    "accesstoken",
    "idtoken",
    "usersession",
    "usertoken",
    "sessiontoken",
    "passport",
    "credential",
    "identity",
];
/// Whole names of widely used services.
const NAMES: &[&str] =
    &["hsid", "ssid", "lsid", "osid", "1psid", "3psid", "xs", "liat", "atmain", "sessatmain", "rtfa", "redditsession"];
/// What names of other cookies have in them that look alike.
const OTHERS: &[&str] = &[
    "csrf",
    "xsrf",
    "state",
    "nonce",
    "anon",
    "guest",
    "visit",
    "consent",
    "captcha",
    "verif",
    "oauth",
    "unauth",
    "author",
    "redirect",
    "return",
    "callback",
    "popup",
    "prompt",
    "banner",
    "last",
    "prev",
    "checked",
    "eventlogged",
    "checkout",
    "analytics",
];
/// Whose players, posts, maps, buttons and payment fields are on everybody's pages, and get the cookies of the person's session there. What they show
/// is public, and private pages of these hosts refuse to be framed; those of calendars and documents do not, and are not among them.
#[rustfmt::skip]
const EMBEDDED: &[&str] = &[
    "accounts.google.com", "adyen.com", "apis.google.com", "calendly.com", "disqus.com", "doubleclick.net", "embed.music.apple.com", "embed.reddit.com",
    "facebook.com", "instagram.com", "klarna.com", "linkedin.com", "login.microsoftonline.com", "maps.google.com", "open.spotify.com", "paypal.com",
    "pinterest.com", "recaptcha.google.com", "soundcloud.com", "stripe.com", "tiktok.com", "twitch.tv", "twitter.com", "typeform.com", "vimeo.com",
    "www.google.com", "x.com", "youtube-nocookie.com", "youtube.com",
];
/// A flag is not a session: name and value together, in bytes.
const SHORTEST: u32 = 16;

/// Whether the page's own site was sent an `Authorization` header: its scripts ask as somebody.
pub fn is_authorised(address: &HttpUrl, hosts: &[String]) -> bool {
    let here = Site::of(address);
    let is_of_it = |host: &String| Site::parse(&format!("https://{host}/")).is_some_and(|site| site == here);
    is_on!(Cookies) && hosts.iter().any(is_of_it)
}

/// Whether one of these cookies is of a sign-in. Search engines' results for words are public all the same.
pub fn has_session(address: &HttpUrl, cookies: &[SentCookie]) -> bool {
    is_on!(Cookies) && !finders::is_finder(address) && cookies.iter().any(is_session)
}

/// The same for a frame on another site's page.
pub fn has_framed_session(address: &HttpUrl, cookies: &[SentCookie]) -> bool {
    let is_of =
        |site: &&str| address.host().strip_suffix(*site).is_some_and(|sub| sub.is_empty() || sub.ends_with('.'));
    !EMBEDDED.iter().any(is_of) && has_session(address, cookies)
}

fn is_session(cookie: &SentCookie) -> bool {
    let lower = cookie.name.to_ascii_lowercase();
    let bare = lower.trim_start_matches("__host-").trim_start_matches("__secure-");
    let name: String = bare.chars().filter(char::is_ascii_alphanumeric).collect();
    let has = |list: &[&str]| list.iter().any(|part| name.contains(part));
    cookie.http_only && cookie.size >= SHORTEST && !has(OTHERS) && (NAMES.contains(&name.as_str()) || has(PARTS))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cookie(name: &str) -> SentCookie {
        SentCookie { name: name.into(), http_only: true, size: 40 }
    }

    #[test]
    fn a_sign_in_is_told_by_names_and_not_by_what_every_visitor_has() {
        let signed_in = [
            "user_session",
            "__Host-user_session_same_site",
            "auth_token",
            "auth-token",
            "li_at",
            "xs",
            "HSID",
            "__Secure-1PSID",
            "OSID",
            "sess-at-main",
            "wordpress_logged_in_0a1b",
            "remember_user_token",
            "remember_web_59ba36",
            "__Secure-next-auth.session-token",
            ".ASPXAUTH",
            "FedAuth",
            "rtFa",
            "MSPAuth",
            "ESTSAUTHPERSISTENT",
            "appSession.jwt",
            "access_token",
            "refresh_token",
            "roundcube_sessauth",
            "PVEAuthCookie",
            "KEYCLOAK_REMEMBER_ME",
            "reddit_session",
            "_zendesk_authenticated",
            "LOGIN_INFO",
            "sso_user",
            "passport.sid",
            "pmaAuth-1",
            "JSESSIONIDSSO",
        ];
        for name in signed_in {
            assert!(is_session(&cookie(name)), "{name}");
        }
        let everybodys = [
            "PHPSESSID",
            "JSESSIONID",
            "connect.sid",
            "ASP.NET_SessionId",
            "_session_id",
            "laravel_session",
            "sessionid",
            "session-id",
            "session-token2x_",
            "_shopify_y",
            "_gh_sess",
            "XSRF-TOKEN",
            "csrftoken",
            "AWSALB",
            "AWSALBCORS",
            "__cf_bm",
            "cf_clearance",
            "bm_sz",
            "ak_bmsc",
            "_abck",
            "datadome",
            "incap_ses_1",
            "visid_incap_2",
            "TS01a2b3",
            "BIGipServerpool",
            "NID",
            "AEC",
            "SOCS",
            "VISITOR_INFO1_LIVE",
            "YSC",
            "guest_id",
            "token_v2",
            "edgebucket",
            "oauth_state",
            "auth_verification",
            "login_redirect",
            "OptanonConsent",
            "checkout_session_token",
            "_pin_unauth",
            "be_lastLoginProvider",
            "uid",
            "MUID",
        ];
        let wrong: Vec<_> = everybodys.into_iter().filter(|name| is_session(&cookie(name))).collect();
        assert_eq!(wrong, ["session-token2x_"]);
        for (address, private) in [
            ("https://www.youtube.com/embed/1", false),
            ("https://youtube.com.evil.example/", true),
            ("https://notyoutube.com/", true),
            ("https://accounts.google.com/gsi/button", false),
            ("https://calendar.google.com/calendar/embed", true),
            ("https://docs.google.com/document/d/1A/preview", true),
            ("https://bank.example/", true),
        ] {
            assert_eq!(
                has_framed_session(&HttpUrl::parse(address).unwrap(), &[cookie("user_session")]),
                private,
                "{address}"
            );
        }
        assert!(!is_session(&SentCookie { http_only: false, ..cookie("auth_token") }));
        assert!(!is_session(&SentCookie { size: 11, ..cookie("logged_in") }), "a flag");
    }
}
