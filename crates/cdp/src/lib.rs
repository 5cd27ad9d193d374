//! A tab driven through the Chrome DevTools Protocol: acting and waiting, over any transport.
