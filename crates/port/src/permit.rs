//! Permission to change a page: granted once the intent is stored, while harmless work continues.

use futures_channel::oneshot;
use futures_util::FutureExt;
use futures_util::future::Shared;

/// A permission, granted or pending. By default granted.
#[derive(Debug, Clone, Default)]
pub struct Permit(Option<Shared<oneshot::Receiver<()>>>);

impl Permit {
    /// Granted by sending, and never if the sender is dropped unsent.
    pub fn to_come() -> (oneshot::Sender<()>, Self) {
        let (give, given) = oneshot::channel();
        (give, Self(Some(given.shared())))
    }

    /// Waits for the grant. Without one this never returns: whoever waits is dropped.
    pub async fn given(&self) {
        if let Some(given) = self.0.clone()
            && given.await.is_err()
        {
            std::future::pending::<()>().await;
        }
    }
}
