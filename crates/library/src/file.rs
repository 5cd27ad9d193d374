//! The bytes of a stored document.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use edith_documents::call::{Failure, Stored};
use edith_records::documents::Documents;

/// The most that is read of one file, in bytes.
const MOST: u64 = 50_000_000;

/// All of its bytes.
///
/// # Errors
/// When it is unknown, too large, or cannot be read from the store.
pub async fn bytes(documents: &Documents, document: &Stored) -> Result<Vec<u8>, Failure> {
    if document.size > MOST {
        return Err(Failure::TooLarge { limit: MOST });
    }
    let failed = |error: edith_port::StoreError| Failure::Failed { error: error.to_string() };
    if !documents.is_there(&document.id).await.map_err(failed)? {
        return Err(Failure::Unknown);
    }
    let mut bytes = Vec::with_capacity(usize::try_from(document.size).unwrap_or_default());
    for number in 0.. {
        let Some(part) = documents.part(&document.id, number).await.map_err(failed)? else { break };
        STANDARD
            .decode_vec(&part, &mut bytes)
            .map_err(|error| Failure::Damaged { what: format!("the stored file: {error}") })?;
        if bytes.len() as u64 > MOST {
            return Err(Failure::TooLarge { limit: MOST });
        }
    }
    Ok(bytes)
}

/// Whether these bytes are a PDF. One may begin after other bytes; readers look this far.
pub fn is_pdf(bytes: &[u8]) -> bool {
    bytes.get(..bytes.len().min(1024)).unwrap_or_default().windows(5).any(|window| window == b"%PDF-")
}
