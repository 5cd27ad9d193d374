//! Tells model and person what the browser itself asks: nobody else can answer that, and the page waits for it.

use super::Hands;
use crate::run::{Acted, Run};
use edith_port::Notice;
use edith_words::say;

impl Hands {
    /// Says what the browser asks in the tab that a step ended in. The person is notified once.
    pub(super) fn tell_browser_ask(&mut self, run: &Run, acted: &mut Acted) {
        let Some(id) = acted.tab else { return };
        let Some(ask) = self.attached.get(&id).and_then(|tab| tab.browser_ask()) else {
            self.asked.take_if(|(tab, _)| *tab == id);
            return;
        };
        let told = Some((id, ask));
        if self.asked == told {
            acted.text.push_str("\nThe browser's own question to the user is still open.");
            return;
        }
        if let Some((_, ask)) = &told {
            acted.text.push_str(&format!("\n{}", ask.for_model()));
            let sentence = ask.for_person();
            self.ports.events.emit(run.progress(sentence.clone(), self.ports.clock.now()));
            self.ports.notices.show_if_away(Notice {
                conversation: run.conversation.clone(),
                title: say!(NoticeBrowserAsks).into(),
                text: sentence.into(),
            });
        }
        self.asked = told;
    }
}
