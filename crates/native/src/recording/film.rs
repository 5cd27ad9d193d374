//! A film of the tab that is worked in: the pictures that the browser sends as something changes, one after the other into a file.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use edith_webp::{Animation, Still};
use std::fs::File;
use std::io::BufWriter;

/// A film is no larger than this, in bytes.
const MOST_BYTES: u64 = 1 << 30;
/// How long the last picture is shown at least, in milliseconds.
const LAST: f64 = 500.0;

/// What is wrong with a film.
#[derive(Debug, thiserror::Error)]
pub enum FilmError {
    /// It cannot be written.
    #[error("{0}")]
    Unwritten(#[from] std::io::Error),
    /// The browser sends pictures of another kind.
    #[error("this browser sends no pictures in WebP")]
    NotWebP,
}

/// A film.
pub(super) struct Film {
    animation: Animation<BufWriter<File>>,
    /// The picture that is shown, until the next one comes; with when it was taken, in milliseconds since 1970.
    shown: Option<(Still, f64)>,
    error: Option<FilmError>,
}

impl Film {
    /// One that goes into a new file.
    pub(super) fn new(file: File) -> Self {
        Self { animation: Animation::new(BufWriter::new(file), 1), shown: None, error: None }
    }

    /// A picture, in base64, taken then. One that shows nothing new is left out, and nothing comes after an error.
    pub(super) fn add(&mut self, picture: &str, taken: f64) {
        if self.error.is_some() || self.animation.bytes() > MOST_BYTES {
            return;
        }
        let still = STANDARD.decode(picture).ok().and_then(|bytes| Still::read(&bytes));
        let Some(still) = still else {
            self.error = Some(FilmError::NotWebP);
            return;
        };
        if self.shown.as_ref().is_some_and(|(shown, _)| *shown == still) {
            return;
        }
        self.turn_over(taken);
        self.shown = Some((still, taken));
    }

    /// Writes the picture that was shown until now.
    fn turn_over(&mut self, until: f64) {
        if let Some((still, since)) = self.shown.take()
            && let Err(error) = self.animation.add(&still, (until - since).max(1.0).round() as u64)
        {
            self.error = Some(error.into());
        }
    }

    /// Ends it; returns how many pictures it has.
    ///
    /// # Errors
    /// See [`FilmError`].
    pub(super) fn end(&mut self, now: f64) -> Result<u32, FilmError> {
        let since = self.shown.as_ref().map_or(now, |(_, since)| *since);
        self.turn_over(now.max(since + LAST));
        match self.error.take() {
            Some(error) => Err(error),
            None if self.animation.frames() == 0 => Ok(0),
            None => {
                self.animation.end()?;
                Ok(self.animation.frames())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Seek;

    fn picture(red: u8) -> String {
        let mut bytes = Vec::new();
        image_webp::WebPEncoder::new(&mut bytes).encode(&[red, 0, 0], 1, 1, image_webp::ColorType::Rgb8).unwrap();
        STANDARD.encode(bytes)
    }

    #[test]
    fn each_picture_is_shown_until_the_next_that_differs() {
        let mut file = tempfile::tempfile().unwrap();
        let mut film = Film::new(file.try_clone().unwrap());
        for (red, taken) in [(9, 1_000.0), (9, 1_300.0), (8, 1_700.0), (7, 1_800.0)] {
            film.add(&picture(red), taken);
        }
        assert_eq!(film.end(4_800.0).unwrap(), 3);
        file.rewind().unwrap();
        let mut decoder = image_webp::WebPDecoder::new(std::io::BufReader::new(file)).unwrap();
        let mut out = vec![0; decoder.output_buffer_size().unwrap()];
        let durations: Vec<u32> = (0..3).map(|_| decoder.read_frame(&mut out).unwrap()).collect();
        assert_eq!(durations, [700, 100, 3_000]);
    }

    #[test]
    fn what_is_no_webp_ends_it_with_a_reason() {
        let mut film = Film::new(tempfile::tempfile().unwrap());
        film.add("iVBORw0KGgo=", 1.0);
        film.add(&picture(1), 2.0);
        assert!(matches!(film.end(3.0), Err(FilmError::NotWebP)));
        assert_eq!(Film::new(tempfile::tempfile().unwrap()).end(1.0).unwrap(), 0);
    }
}
