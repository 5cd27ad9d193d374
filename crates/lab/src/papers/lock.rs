//! Encryption of PDF files with AES-256, as Acrobat 9 does it (Adobe Supplement to ISO 32000, extension level 3: version 5, revision 5).
//!
//! Its keys and salts are fixed, so that files are the same each time: it locks samples and keeps no secrets.

use aes::cipher::{BlockCipherEncrypt, KeyInit};
use aes::{Aes256, Block};
use sha2::{Digest, Sha256};

use super::hex::hex;

/// What strings and streams are encrypted with.
const KEY: [u8; 32] = [7; 32];
const START: [u8; 16] = [3; 16];
/// Everything is allowed.
const PERMISSIONS: i32 = -4;

/// What a password does to a file.
pub(super) struct Lock {
    /// The entries `O`, `OE`, `U`, `UE` and `Perms`.
    entries: String,
}

impl Lock {
    pub(super) fn new(password: &str) -> Self {
        let (user, user_key) = Self::entry(password, &[]);
        let (owner, owner_key) = Self::entry("the owner", &user);
        let mut rights = PERMISSIONS.to_le_bytes().to_vec();
        rights.extend(b"\xff\xff\xff\xffTadb\0\0\0\0");
        let rights = chained(&KEY, [0; 16], &rights);
        let entries = format!(
            "/O {} /OE {} /U {} /UE {} /Perms {}",
            hex(&owner),
            hex(&owner_key),
            hex(&user),
            hex(&user_key),
            hex(&rights)
        );
        Self { entries }
    }

    /// What a password is verified with, and the file's key encrypted with it.
    fn entry(password: &str, user: &[u8]) -> (Vec<u8>, Vec<u8>) {
        let hashed = |salt: &[u8; 8]| {
            let hasher = Sha256::new().chain_update(password.as_bytes()).chain_update(salt).chain_update(user);
            <[u8; 32]>::from(hasher.finalize())
        };
        let (verifying, sealing) = ([1; 8], [2; 8]);
        let entry = [hashed(&verifying).as_slice(), &verifying, &sealing].concat();
        (entry, chained(&hashed(&sealing), [0; 16], &KEY))
    }

    /// A string's or stream's bytes, encrypted.
    pub(super) fn sealed(&self, bytes: &[u8]) -> Vec<u8> {
        let padding = 16 - bytes.len() % 16;
        let padded = [bytes, &vec![padding as u8; padding]].concat();
        [START.as_slice(), &chained(&KEY, START, &padded)].concat()
    }

    /// Its part of the trailer.
    pub(super) fn trailer(&self) -> String {
        format!(
            "/ID [<00><00>] /Encrypt << /Filter /Standard /V 5 /R 5 /Length 256 /P {PERMISSIONS} {} \
             /CF << /StdCF << /AuthEvent /DocOpen /CFM /AESV3 /Length 32 >> >> /StmF /StdCF /StrF /StdCF >> ",
            self.entries
        )
    }
}

/// AES-256 in blocks that each depend on the one before (CBC), for whole blocks.
fn chained(key: &[u8; 32], start: [u8; 16], bytes: &[u8]) -> Vec<u8> {
    let cipher = Aes256::new(key.into());
    let mut before = start;
    let mut sealed = Vec::new();
    for block in bytes.chunks(16) {
        let mut mixed = Block::default();
        for (place, (byte, other)) in mixed.iter_mut().zip(block.iter().zip(before)) {
            *place = byte ^ other;
        }
        cipher.encrypt_block(&mut mixed);
        before = mixed.into();
        sealed.extend(before);
    }
    sealed
}
