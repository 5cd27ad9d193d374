//! Leave to do something to a page: given once the intent is stored, while what does nothing yet goes on.

use futures_channel::oneshot;
use futures_util::FutureExt;
use futures_util::future::Shared;

/// Leave that is given, or still to be given. The usual one is given.
#[derive(Debug, Clone, Default)]
pub struct Permit(Option<Shared<oneshot::Receiver<()>>>);

impl Permit {
    /// One that is given by sending, and never if the sender goes without that.
    pub fn to_come() -> (oneshot::Sender<()>, Self) {
        let (give, given) = oneshot::channel();
        (give, Self(Some(given.shared())))
    }

    /// Waits until it is given. Where it is not to be had this never comes back: whoever waits is dropped.
    pub async fn given(&self) {
        if let Some(given) = self.0.clone()
            && given.await.is_err()
        {
            std::future::pending::<()>().await;
        }
    }
}
