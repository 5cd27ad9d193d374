//! Downloads started by an action. The browser saves them; their content is not read.

use crate::wire::protocol::page::{DownloadProgress, DownloadWillBegin};
use crate::wording::quoted;
use edith_records::documents::size;

/// Longest address in a message, in characters.
const ADDRESS: usize = 120;

/// A download, as its events report it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Download {
    /// Position among its tab's downloads, from 1.
    pub number: u64,
    pub id: String,
    url: String,
    name: String,
    received: u64,
    total: u64,
    state: DownloadState,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum DownloadState {
    #[default]
    GoesOn,
    Finished,
    Canceled,
}

impl Download {
    pub(crate) fn begun(number: u64, begun: DownloadWillBegin) -> Self {
        let (id, url, name) = (begun.id().to_owned(), begun.url().to_owned(), begun.name().to_owned());
        Self { number, id, url, name, ..Self::default() }
    }

    pub(crate) fn progress(&mut self, now: DownloadProgress) {
        self.received = now.received().max(0.0) as u64;
        self.total = now.total().max(0.0) as u64;
        self.state = match now.state() {
            "completed" => DownloadState::Finished,
            "canceled" => DownloadState::Canceled,
            _ => DownloadState::GoesOn,
        };
    }

    pub(crate) fn is_over(&self) -> bool {
        self.state != DownloadState::GoesOn
    }

    /// For the end of a note: the file, its source and its state.
    pub(crate) fn told(&self) -> String {
        let from: String = self.url.chars().take(ADDRESS).collect();
        let so_far = match (self.received, self.total) {
            (0, 0) => String::new(),
            (received, total) if total > received => format!(", {} of {} so far", size(received), size(total)),
            (received, _) => format!(", {} so far", size(received)),
        };
        let end = match self.state {
            DownloadState::Finished => format!("finished, {}", size(self.received.max(self.total))),
            DownloadState::Canceled => "it was not saved: canceled, or blocked by the browser".to_owned(),
            DownloadState::GoesOn => format!("still going on{so_far}"),
        };
        format!(" A download began: {} from {from} ({end}).", quoted(&self.name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::world::part;
    use serde_json::json;

    #[test]
    fn a_download_tells_what_became_of_it() {
        let begun = json!({"guid": "g", "url": "http://a.test/x", "suggestedFilename": "x.csv"});
        let mut download = Download::begun(1, part(&begun));
        let told = |download: &Download| download.told().split_once(" (").unwrap().1.to_owned();
        assert_eq!(download.told(), " A download began: \"x.csv\" from http://a.test/x (still going on).");
        download.progress(part(&json!({"receivedBytes": 1_000, "totalBytes": 5_000_000, "state": "inProgress"})));
        assert_eq!(told(&download), "still going on, 1 KB of 5.0 MB so far).");
        download.progress(part(&json!({"receivedBytes": 5_000_000, "totalBytes": 5_000_000, "state": "completed"})));
        assert_eq!(told(&download), "finished, 5.0 MB).");
        download.progress(part(&json!({"receivedBytes": 0, "totalBytes": 0, "state": "canceled"})));
        assert!(told(&download).contains("not saved"));
    }
}
