//! The tasks and their oracles. Oracles are written from the task's words and the texts a model would read; they know no page's code.

mod choices;
mod clicks;
mod hands;
mod mail;
mod pages;
mod writing;

use crate::agent::Agent;
use crate::step::Step;

/// Decides an episode.
pub(super) type Oracle = fn(&mut Agent<'_>) -> Step;

/// Tasks left out, with reasons.
pub(super) const LEFT_OUT: &[(&str, &str)] = &[
    (
        "ascending-numbers",
        "a picture: after the first click the numbers are hidden, only their places tell which is which",
    ),
    ("bisect-angle", "a picture: an angle"),
    ("book-flight-nodelay", "book-flight without animations, which is played"),
    ("chase-circle", "a picture: a moving circle to be followed with the pointer"),
    ("choose-date-nodelay", "choose-date without animations, which is played"),
    ("circle-center", "a picture: a point"),
    ("click-collapsible-2-nodelay", "click-collapsible-2 without animations, which is played"),
    ("click-collapsible-nodelay", "click-collapsible without animations, which is played"),
    ("click-menu-2", "a picture in half of its episodes: the wanted icon is only drawn"),
    ("click-pie-nodelay", "click-pie without animations, which is played"),
    ("click-shape", "a picture: sizes and colours of drawn letters"),
    ("count-shape", "a picture: sizes and colours of drawn letters"),
    ("count-sides", "a picture: a shape on a canvas"),
    ("daily-calendar", "a picture: places between hours"),
    ("drag-cube", "a picture: a turned cube"),
    ("drag-shapes", "a picture: a box that is only drawn"),
    ("drag-shapes-2", "a picture: boxes that are only drawn"),
    ("draw-circle", "a picture: a point to draw around"),
    ("draw-line", "a picture: a point to draw through"),
    ("find-midpoint", "a picture: a place between points"),
    ("hot-cold", "the pointer is to be led over an empty field without a click"),
    ("hover-shape", "a picture: a moving square to be followed with the pointer"),
    ("moving-items", "a picture: moving circles"),
    ("resize-textarea", "a picture: the corner of a field"),
    ("right-angle", "a picture: an angle"),
    ("simon-says", "a picture: which button lights up and when"),
    ("tic-tac-toe", "a drawn game counts as lost, whoever plays"),
    ("use-autocomplete-nodelay", "use-autocomplete without animations, which is played"),
    ("use-colorwheel-2", "a picture: the colour is shown, not named"),
    ("visual-addition", "a picture: blocks to be counted"),
];

/// The tasks played.
pub(super) const TASKS: &[(&str, Oracle)] = &[
    ("book-flight", pages::flight),
    ("button-delay", clicks::two_buttons_later),
    ("buy-ticket", pages::ticket),
    ("choose-date", pages::date),
    ("choose-date-easy", pages::date),
    ("choose-date-medium", pages::date),
    ("choose-list", choices::list),
    ("click-button", clicks::quoted_button),
    ("click-button-sequence", clicks::two_buttons),
    ("click-checkboxes", choices::boxes),
    ("click-checkboxes-large", choices::boxes),
    ("click-checkboxes-soft", choices::similar_boxes),
    ("click-checkboxes-transfer", choices::boxes),
    ("click-collapsible", clicks::button_in_section),
    ("click-collapsible-2", clicks::link_in_tabs),
    ("click-color", clicks::color),
    ("click-dialog", clicks::dialog),
    ("click-dialog-2", clicks::dialog),
    ("click-link", clicks::quoted_link),
    ("click-menu", clicks::menu_path),
    ("click-option", choices::radio),
    ("click-pie", clicks::pie),
    ("click-scroll-list", choices::scroll_list),
    ("click-shades", clicks::shades),
    ("click-tab", clicks::tab),
    ("click-tab-2", clicks::link_in_tabs),
    ("click-tab-2-easy", clicks::link_in_tabs),
    ("click-tab-2-hard", clicks::link_in_tabs),
    ("click-tab-2-medium", clicks::link_in_tabs),
    ("click-test", clicks::first_button),
    ("click-test-2", clicks::named_button),
    ("click-test-transfer", clicks::named_button),
    ("click-widget", clicks::widget),
    ("copy-paste", writing::copy_first),
    ("copy-paste-2", writing::copy_named),
    ("drag-box", hands::box_into_box),
    ("drag-circle", hands::push),
    ("drag-items", hands::list_item),
    ("drag-items-grid", hands::grid_item),
    ("drag-single-shape", hands::push),
    ("drag-sort-numbers", hands::sort),
    ("email-inbox", mail::mailbox),
    ("email-inbox-delete", mail::mailbox),
    ("email-inbox-forward", mail::mailbox),
    ("email-inbox-forward-nl", mail::mailbox),
    ("email-inbox-forward-nl-turk", mail::mailbox),
    ("email-inbox-important", mail::mailbox),
    ("email-inbox-nl-turk", mail::mailbox),
    ("email-inbox-noscroll", mail::mailbox),
    ("email-inbox-reply", mail::mailbox),
    ("email-inbox-star-reply", mail::mailbox),
    ("enter-date", writing::date),
    ("enter-password", writing::password),
    ("enter-text", writing::quoted),
    ("enter-text-2", writing::in_case),
    ("enter-text-dynamic", writing::quoted),
    ("enter-time", writing::time),
    ("find-greatest", hands::greatest),
    ("find-word", writing::word),
    ("focus-text", clicks::focus),
    ("focus-text-2", clicks::focus),
    ("form-sequence", choices::slider_and_box),
    ("form-sequence-2", choices::radio_and_field),
    ("form-sequence-3", choices::dropdown_and_button),
    ("generate-number", hands::generate),
    ("grid-coordinate", clicks::grid_point),
    ("guess-number", writing::guess),
    ("highlight-text", hands::mark_paragraph),
    ("highlight-text-2", hands::mark_named_paragraph),
    ("identify-shape", clicks::shape_name),
    ("login-user", writing::sign_in),
    ("login-user-popup", writing::sign_in),
    ("multi-layouts", writing::movies),
    ("multi-orderings", writing::movies),
    ("navigate-tree", pages::tree),
    ("number-checkboxes", choices::drawn_digit),
    ("odd-or-even", hands::odd_or_even),
    ("order-food", pages::order),
    ("phone-book", pages::phone_book),
    ("read-table", writing::table),
    ("read-table-2", writing::table_twice),
    ("scroll-text", writing::last_word),
    ("scroll-text-2", writing::scroll_field),
    ("search-engine", pages::search),
    ("sign-agreement", writing::agreement),
    ("simple-algebra", writing::reckon),
    ("simple-arithmetic", writing::reckon),
    ("social-media", pages::post),
    ("social-media-all", pages::posts),
    ("social-media-some", pages::posts),
    ("stock-market", pages::stock),
    ("terminal", pages::terminal),
    ("text-editor", hands::editor),
    ("text-transform", writing::drawn_letters),
    ("unicode-test", clicks::quoted_button),
    ("use-autocomplete", writing::autocomplete),
    ("use-colorwheel", choices::colour_picker),
    ("use-slider", choices::slider),
    ("use-slider-2", choices::sliders),
    ("use-spinner", choices::spinner),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{LEFT_OUT, TASKS};

    #[test]
    fn a_hundred_tasks_are_played_and_none_of_them_is_left_out() {
        let played: BTreeSet<_> = TASKS.iter().map(|(name, _)| name).collect();
        let left: BTreeSet<_> = LEFT_OUT.iter().map(|(name, _)| name).collect();
        assert_eq!((played.len(), TASKS.len()), (100, 100));
        assert!(played.is_disjoint(&left));
    }
}
