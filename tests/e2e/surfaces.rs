//! Every surface in one walk: what axe finds in light and dark, and what the Tab key reaches.

use edith_lab::browser::Page;
use edith_lab::tour::{self, TourError, Visitor};

use super::axe::Axe;
use super::keys::Keys;

struct Both {
    axe: Option<Axe>,
    keys: Keys,
    seen: usize,
}

impl Visitor for Both {
    async fn visit(&mut self, surface: &'static str, page: &Page) -> Result<(), TourError> {
        self.seen += 1;
        if let Some(axe) = &mut self.axe {
            axe.visit(surface, page).await?;
        }
        self.keys.visit(surface, page).await
    }
}

#[tokio::test]
async fn no_surface_has_a_fault_that_axe_finds_and_tab_reaches_everything_and_shows_where_it_is() {
    let mut both = Both { axe: Axe::new(), keys: Keys::default(), seen: 0 };
    tour::walk(None, &edith_lab::paths::dist(), "en", &mut both).await.unwrap();
    assert!(both.seen >= 12, "{}", both.seen);
    let mut faults = both.axe.map(|axe| axe.faults).unwrap_or_default();
    faults.extend(both.keys.faults);
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}
