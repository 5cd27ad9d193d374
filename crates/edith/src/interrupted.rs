//! The person's wish, or the system's, that the program ends.

/// Resolves at an interrupt from the terminal, and where there is one at the system's signal to end.
pub(crate) async fn interrupted() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut ending) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = ending.recv() => {}
            }
            return;
        }
    }
    // Where no signal can be heard, none comes.
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}
