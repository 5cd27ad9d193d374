//! What the user chose by their own words: a site in the task, or where the task began; a secret for one site.

use crate::secret::mask::SECRET_CHARS;
use crate::{Facts, FieldInput, Named, Site, origin_of};
use edith_actions::http_url::HttpUrl;

/// The user's own words, and where the task began.
#[derive(Debug, Clone)]
pub struct UserWords<'a> {
    /// The origin of the tab where the task began; empty: none.
    pub home: &'a str,
    /// The task, and what the user said during it. Answers do not count: what is asked for may be what misled the run.
    pub said: Vec<&'a str>,
}

impl UserWords<'_> {
    /// Whether the user chose the sites of all these addresses for this run.
    pub fn chose<'a>(&self, mut addresses: impl Iterator<Item = &'a str>) -> bool {
        let named = self.named();
        addresses.all(|address| {
            HttpUrl::parse(address).is_ok_and(|url| url.origin() == self.home || named.has(&Site::of(&url), &url))
        })
    }

    fn named(&self) -> Named {
        Named::by(self.said.iter().copied())
    }

    /// Whether the entered secret is in the user's words, and they can only have meant this site: they name no other, or none and the task began
    /// here. Frames and forms of other sites are given nothing.
    pub fn gave(&self, input: &FieldInput, facts: &Facts) -> bool {
        let Ok(url) = HttpUrl::parse(&facts.url) else { return false };
        let of_form = facts.element_or_focus(input.uid).and_then(|element| element.form.as_ref());
        let action = of_form.map(|form| form.action.as_str()).filter(|action| !action.is_empty());
        let leaves = action.is_some_and(|action| origin_of(action) != url.origin());
        if leaves || !facts.frame.is_empty() || input.text.chars().count() < SECRET_CHARS {
            return false;
        }
        let is_edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
        let stands = |text: &&str| {
            text.match_indices(&input.text).any(|(at, found)| {
                let (before, after) =
                    (text.get(..at).unwrap_or_default(), text.get(at + found.len()..).unwrap_or_default());
                is_edge(before.chars().next_back()) && is_edge(after.chars().next())
            })
        };
        let named = self.named();
        let mut sites = named.addresses().map(Site::of).peekable();
        let only_this = match sites.peek() {
            None => url.origin() == self.home,
            Some(_) => sites.all(|site| site == Site::of(&url)),
        };
        only_this && self.said.iter().any(stands)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_given_to_the_one_site_that_the_user_spoke_of() {
        for (prompt, home, page, action, given) in [
            ("log in at http://shop.example/login as ann with hunter22", "", "https://shop.example/login", "", true),
            (
                "log in with the password \"hunter22\" and add a row",
                "https://shop.example",
                "https://shop.example/in",
                "",
                true,
            ),
            ("log in at shop.example with hunter22", "", "https://evil.example/", "", false),
            ("log in at shop.example with hunter22 and read blog.example", "", "https://blog.example/", "", false),
            ("log in at shop.example with hunter22 and read blog.example", "", "https://shop.example/", "", false),
            ("log in with hunter22", "https://shop.example", "https://evil.example/", "", false),
            ("log in at shop.example", "", "https://shop.example/", "", false),
            ("log in at shop.example with xhunter22", "", "https://shop.example/", "", false),
            ("log in at shop.example with hunter22", "", "https://shop.example/", "https://evil.example/in", false),
            ("log in at shop.example with hunter22", "", "https://shop.example/", "https://shop.example/in", true),
        ] {
            let words = UserWords { home, said: vec![prompt] };
            let input = FieldInput { argument: "text", uid: Some(5), text: "hunter22".into() };
            let form = crate::FormShape { action: action.into(), ..Default::default() };
            let field = crate::ElementFacts {
                form: (!action.is_empty()).then_some(form),
                ..crate::ElementFacts::named(5, edith_page::ElementKind::Input, "Password")
            };
            let facts = Facts { url: page.into(), elements: vec![field], ..Facts::default() };
            assert_eq!(words.gave(&input, &facts), given, "{prompt} {page} {action}");
        }
    }

    #[test]
    fn a_site_is_chosen_by_its_host() {
        for (text, address, expected) in [
            ("upload it to jobs.example, please", "https://jobs.example/apply", true),
            ("upload it to (https://jobs.example/apply).", "https://www.jobs.example/", true),
            ("Go to http://localhost:4000/x and upload", "http://localhost:4000/y", true),
            ("Go to http://localhost:4000/x and upload", "http://localhost:4001/y", false),
            ("upload report.pdf", "https://jobs.example/", false),
            ("upload it to jobs.example", "https://jobs.example.evil.example/", false),
            ("upload it to jobs.example", "https://notjobs.example/", false),
        ] {
            let words = UserWords { home: "", said: vec![text] };
            assert_eq!(words.chose(std::iter::once(address)), expected, "{text} {address}");
        }
    }
}
