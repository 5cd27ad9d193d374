//! Fakes for every port of the core: scripted model, fake browser, memory store, manual clock.
