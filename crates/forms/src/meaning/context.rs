//! What a field's form is for: to sign in, to sign up, or something else.

use super::phrases::{Words, foreign_purpose, pins, signs_in, signs_up};
use edith_page::{Element, ElementKind, FieldKind, Index};

/// What a form is for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Purpose {
    /// It lets in somebody who has an account.
    pub signs_in: bool,
    /// Its password is a new one.
    pub makes_account: bool,
    /// Passwords in it.
    pub passwords: usize,
    /// Other fields that are typed into.
    pub texts: usize,
    /// Whether a password follows next.
    pub before_password: bool,
}

/// The fields of the same form, or of the page where there is none.
fn fields_of<'p>(element: &Element, page: &'p Index) -> Vec<&'p Element> {
    let typed = |other: &&Element| {
        let is_field = matches!(
            other.kind,
            ElementKind::Input | ElementKind::Textarea | ElementKind::Select | ElementKind::Editor
        );
        is_field && other.form_number == element.form_number && other.frame == element.frame
    };
    page.elements.iter().filter(typed).collect()
}

/// What a text of or around a form says: signing in speaks for, signing up against.
fn weigh(text: &str, weight: i32) -> i32 {
    let words = Words::of_label(text);
    if let Some(signs_in) = foreign_purpose(text) {
        return if signs_in { weight } else { -weight };
    }
    weight * (i32::from(words.is_of(signs_in())) - i32::from(words.is_of(signs_up())))
}

pub(super) fn purpose(element: &Element, page: &Index) -> Purpose {
    let fields = fields_of(element, page);
    let all = fields.iter().filter(|field| is_password(field)).count();
    // Two that follow each other are one and its repetition, others belong to ways to sign in side by side.
    let paired = fields.windows(2).any(|two| two.iter().all(|field| is_password(field)));
    let passwords = if paired { all } else { all.min(1) };
    let texts = fields
        .iter()
        .filter(|field| !is_password(field) && field.input_type != "search" && field.role != "searchbox")
        .count();
    let texts = if paired { texts } else { texts.div_ceil(all.max(1)) };
    let mut score = 0;
    let form = element.form.as_ref();
    if let Some(form) = form {
        score += weigh(&form.submit_name, 4);
        score += weigh(&form.name, 2);
        score += weigh(&form.action.replace(['/', '.', '?', '=', '&', '_', '-'], " "), 2);
    }
    score += weigh(&page.title, 2);
    // `reg_email`, `newsletter`: authors name what a field is for.
    let attributes = element.facts.as_deref().map(|facts| format!("{} {}", facts.name, facts.id)).unwrap_or_default();
    score -= 2 * i32::from(Words::of_attribute(&attributes).is_of(signs_up()));
    for context in element.context.iter().take(3) {
        score += weigh(context, 2);
    }
    for button in page.elements.iter().filter(|other| matches!(other.kind, ElementKind::Button | ElementKind::Link)) {
        let same = button.form_number == element.form_number && button.form_number > 0;
        if same && button.kind == ElementKind::Button {
            score += weigh(&button.name, 2);
        } else if same {
            let words = Words::of_label(&button.name);
            // A link to the other form says what this one is not.
            score += 2 * i32::from(words.has(&[
                "forgot",
                "forgot password",
                "forgot your password",
                "forgotten",
                "vergessen",
                "oublie",
                "olvidado",
                "olvidaste",
                "reset password",
            ]));
            score += i32::from(words.has(&["sign up", "register", "create account", "create an account", "join"]));
            score -= 2 * i32::from(words.has(&[
                "sign in",
                "log in",
                "login",
                "already have an account",
                "already a member",
            ]));
            score -= 2 * i32::from(words.has(&["terms", "privacy", "conditions"]));
        }
    }
    score += match (passwords, texts) {
        (1, 0..=1) => 3,
        (1, 2) => 0,
        (1, _) => -3,
        (0, 0..=1) => 0,
        (0, _) => -4,
        (_, _) => -4,
    };
    let next = fields.iter().skip_while(|field| field.uid != element.uid).nth(1);
    let before_password = next.is_some_and(|next| is_password(next) && !Words::of_label(&next.name).is_of(pins()));
    Purpose { before_password, signs_in: score > 0, makes_account: score < 0 || passwords > 1, passwords, texts }
}

/// Whether it holds a password.
pub(super) fn is_password(element: &Element) -> bool {
    element.input_type == "password" || element.field == FieldKind::Password
}
