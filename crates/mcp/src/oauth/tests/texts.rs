//! What a person is told.

use super::fake::World;
use crate::oauth::{SignInError, WindowError};

#[test]
fn windows_that_lead_nowhere_are_told_apart() {
    let world = World::new();
    world.twist(|_| Err(WindowError::Closed));
    assert_eq!(world.sign_in().unwrap_err(), SignInError::Closed);
    world.twist(|_| Err(WindowError::Failed("It could\nnot be loaded.".into())));
    assert_eq!(world.sign_in().unwrap_err(), SignInError::Window { words: "It could not be loaded.".into() });
    world.twist(|_| Err(WindowError::NotLoaded));
    assert_eq!(world.sign_in().unwrap_err(), SignInError::NotLoaded { host: "auth.example".into() });
    assert_eq!((world.asked("/token"), world.0.opened.borrow().len()), (0, 3));
}

#[test]
fn an_error_is_a_plain_sentence() {
    let error = SignInError::NoPkce { host: "auth.example".into() };
    assert_eq!(
        error.to_string(),
        "auth.example does not protect sign-ins against stolen codes (PKCE with S256), so EDITH does not sign in there."
    );
}
