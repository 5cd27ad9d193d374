//! Office files that a password protects ([MS-OFFCRYPTO]): a compound file with the encrypted package in it.

use super::reading::{Input, ReadError, Reading};
use super::sniff::{CERTAIN, Sniff};
use super::xml::{self, Element, Tree};
use crate::{Document, Kind};
use aes::cipher::{BlockCipherDecrypt, KeyInit};
use aes::{Aes128, Aes192, Aes256, Block};
use base64::Engine;
use sha1::{Digest, Sha1};
use sha2::{Sha256, Sha384, Sha512};
use std::io::{Cursor, Read};

/// Rounds of hashing that are done; Office writes 100,000.
const MAX_ROUNDS: u32 = 1_000_000;
/// Rounds of the standard encryption (2.3.4.7).
const STANDARD_ROUNDS: u32 = 50_000;
/// Bytes of the package that are encrypted together (2.3.4.15).
const SEGMENT: usize = 4_096;
/// The password of files that are only protected against changes.
const READ_ONLY: &str = "VelvetSweatshop";

/// What is hashed with the password for each use of it (2.3.4.13).
const VERIFIER_INPUT: [u8; 8] = [0xfe, 0xa7, 0xd2, 0x76, 0x3b, 0x4b, 0x9e, 0x79];
const VERIFIER_VALUE: [u8; 8] = [0xd7, 0xaa, 0x0f, 0x6d, 0x30, 0x61, 0x34, 0x4e];
const KEY_VALUE: [u8; 8] = [0x14, 0x6e, 0x0b, 0xe7, 0xab, 0xac, 0xd0, 0xd6];

/// Whether this is an encrypted Office file. Which kind is in it is not known before it is opened, so that its name says it.
pub(super) fn sniff(input: &Input<'_>) -> Sniff {
    streams(input.bytes)?;
    let kind = match input.extension().as_str() {
        "xlsx" | "xlsm" | "xlsb" => Kind::Xlsx,
        "pptx" | "pptm" | "ppsx" => Kind::Pptx,
        _ => Kind::Docx,
    };
    Some((kind, CERTAIN))
}

/// Opens an encrypted file with the person's password, and reads what is in it.
pub(super) fn read(input: &Input<'_>, reading: &mut Reading<'_>) -> Result<Document, ReadError> {
    let Some((info, package)) = streams(input.bytes) else { return Err(ReadError::UnknownEncryption) };
    let password = input.password.unwrap_or(READ_ONLY);
    let opened = match open(&info, &package, password)? {
        Some(opened) => opened,
        None if input.password.is_none() => return Err(ReadError::NeedsPassword),
        None => return Err(ReadError::WrongPassword),
    };
    if !opened.starts_with(b"PK") {
        return Err(ReadError::Damaged { what: "its encrypted content is not whole".into() });
    }
    let inner = Input { bytes: &opened, password: None, ..*input };
    (reading.read)(&inner, reading)
}

/// The streams with the way of encryption and with the package.
fn streams(bytes: &[u8]) -> Option<(Vec<u8>, Vec<u8>)> {
    if !bytes.starts_with(b"\xd0\xcf\x11\xe0") {
        return None;
    }
    let mut file = cfb::CompoundFile::open(Cursor::new(bytes)).ok()?;
    let mut content = |name: &str| {
        let mut content = Vec::new();
        let stream = file.open_stream(name).ok()?;
        // What a damaged file still has is enough to say what it is.
        let _ = stream.take(bytes.len() as u64).read_to_end(&mut content);
        Some(content)
    };
    Some((content("/EncryptionInfo")?, content("/EncryptedPackage")?))
}

/// The package; None if the password does not open it.
fn open(info: &[u8], package: &[u8], password: &str) -> Result<Option<Vec<u8>>, ReadError> {
    let unknown = ReadError::UnknownEncryption;
    let password: Vec<u8> = password.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let (size, content) = package.split_at_checked(8).ok_or(ReadError::UnknownEncryption)?;
    let size = size.try_into().map(u64::from_le_bytes).unwrap_or(0);
    let opened = match info.get(..4) {
        Some([4, 0, 4, 0]) => agile(info.get(8..).unwrap_or_default(), content, &password),
        Some([2..=4, 0, 2, 0]) => standard(info.get(4..).unwrap_or_default(), content, &password),
        _ => None,
    };
    let mut opened = opened.ok_or(unknown)?;
    if let Some(opened) = &mut opened {
        opened.truncate(usize::try_from(size).unwrap_or(usize::MAX));
    }
    Ok(opened)
}

/// A hash function by its name.
#[derive(Clone, Copy)]
enum Hash {
    Sha1,
    Sha256,
    Sha384,
    Sha512,
}

impl Hash {
    fn named(name: &str) -> Option<Self> {
        match name {
            "SHA1" | "SHA-1" => Some(Self::Sha1),
            "SHA256" | "SHA-256" => Some(Self::Sha256),
            "SHA384" | "SHA-384" => Some(Self::Sha384),
            "SHA512" | "SHA-512" => Some(Self::Sha512),
            _ => None,
        }
    }

    fn of(self, first: &[u8], second: &[u8]) -> Vec<u8> {
        match self {
            Self::Sha1 => Sha1::new().chain_update(first).chain_update(second).finalize().to_vec(),
            Self::Sha256 => Sha256::new().chain_update(first).chain_update(second).finalize().to_vec(),
            Self::Sha384 => Sha384::new().chain_update(first).chain_update(second).finalize().to_vec(),
            Self::Sha512 => Sha512::new().chain_update(first).chain_update(second).finalize().to_vec(),
        }
    }

    /// The password hashed with a salt and then so many times with the number of the round.
    fn of_password(self, salt: &[u8], password: &[u8], rounds: u32) -> Vec<u8> {
        (0..rounds).fold(self.of(salt, password), |hash, round| self.of(&round.to_le_bytes(), &hash))
    }
}

enum Cipher {
    Short(Aes128),
    Middle(Aes192),
    Long(Aes256),
}

impl Cipher {
    fn new(key: &[u8]) -> Option<Self> {
        match key.len() {
            16 => Aes128::new_from_slice(key).ok().map(Self::Short),
            24 => Aes192::new_from_slice(key).ok().map(Self::Middle),
            32 => Aes256::new_from_slice(key).ok().map(Self::Long),
            _ => None,
        }
    }

    /// Decrypts whole blocks; with an initialisation vector they are chained (CBC), without they are not (ECB).
    fn decrypt(&self, data: &[u8], vector: Option<&[u8]>) -> Vec<u8> {
        let mut before = vector.map(<[u8]>::to_vec);
        let mut opened = Vec::with_capacity(data.len());
        for chunk in data.chunks_exact(16) {
            let Ok(mut block) = Block::try_from(chunk) else { continue };
            match self {
                Self::Short(cipher) => cipher.decrypt_block(&mut block),
                Self::Middle(cipher) => cipher.decrypt_block(&mut block),
                Self::Long(cipher) => cipher.decrypt_block(&mut block),
            }
            match &mut before {
                Some(before) => {
                    opened.extend(block.iter().zip(before.iter()).map(|(byte, mask)| byte ^ mask));
                    chunk.clone_into(before);
                }
                None => opened.extend(block),
            }
        }
        opened
    }
}

/// Bytes cut or filled up to a length (2.3.4.11).
fn fitted(mut bytes: Vec<u8>, length: usize) -> Vec<u8> {
    bytes.resize(length, 0x36);
    bytes
}

/// The parameters of an element of the agile encryption.
struct Parameters {
    hash: Hash,
    salt: Vec<u8>,
    key_length: usize,
}

fn base64_of(element: Element<'_>, name: &str) -> Option<Vec<u8>> {
    base64::engine::general_purpose::STANDARD.decode(element.attribute(name)?.trim()).ok()
}

impl Parameters {
    fn of(element: Element<'_>) -> Option<Self> {
        let number = |name| element.attribute(name)?.parse::<usize>().ok();
        let is = |name, value| element.attribute(name).is_some_and(|own| own == value);
        let is_known =
            is("cipherAlgorithm", "AES") && is("cipherChaining", "ChainingModeCBC") && number("blockSize")? == 16;
        is_known.then_some(())?;
        let hash = Hash::named(&element.attribute("hashAlgorithm")?)?;
        Some(Self { hash, salt: base64_of(element, "saltValue")?, key_length: number("keyBits")? / 8 })
    }
}

/// Agile encryption (2.3.4.10 to 2.3.4.15). None if it is not known; the inner None is a wrong password.
fn agile(info: &[u8], content: &[u8], password: &[u8]) -> Option<Option<Vec<u8>>> {
    let text = xml::decode(info.to_vec());
    let tree = Tree::parse(&text);
    let data = Parameters::of(tree.root().child("keyData")?)?;
    let by_password = tree.root().find("encryptedKey")?;
    let own = Parameters::of(by_password)?;
    let rounds: u32 = by_password.attribute("spinCount")?.parse().ok().filter(|rounds| *rounds <= MAX_ROUNDS)?;
    let hashed = own.hash.of_password(&own.salt, password, rounds);
    let vector = fitted(own.salt.clone(), 16);
    let value = |name, purpose: &[u8]| {
        let cipher = Cipher::new(&fitted(own.hash.of(&hashed, purpose), own.key_length))?;
        Some(cipher.decrypt(&base64_of(by_password, name)?, Some(&vector)))
    };
    let input = value("encryptedVerifierHashInput", &VERIFIER_INPUT)?;
    let expected = value("encryptedVerifierHashValue", &VERIFIER_VALUE)?;
    let hash = own.hash.of(input.get(..own.salt.len().min(input.len()))?, &[]);
    if expected.get(..hash.len()) != Some(&hash) {
        return Some(None);
    }
    let key = value("encryptedKeyValue", &KEY_VALUE)?;
    let cipher = Cipher::new(key.get(..data.key_length)?)?;
    let mut opened = Vec::with_capacity(content.len());
    for (index, segment) in (0u32..).zip(content.chunks(SEGMENT)) {
        let vector = fitted(data.hash.of(&data.salt, &index.to_le_bytes()), 16);
        opened.append(&mut cipher.decrypt(segment, Some(&vector)));
    }
    Some(Some(opened))
}

/// Standard encryption (2.3.4.5 to 2.3.4.9), after its version. None if it is not known; the inner None is a wrong password.
fn standard(info: &[u8], content: &[u8], password: &[u8]) -> Option<Option<Vec<u8>>> {
    let number = |at: usize| Some(u32::from_le_bytes(info.get(at..at + 4)?.try_into().ok()?));
    let header = usize::try_from(number(4)?).ok()?;
    let (algorithm, key_bits) = (number(16)?, number(24)?);
    let key_length = match (algorithm, key_bits) {
        (0x660e, _) => 16,
        (0x660f, _) => 24,
        (0x6610, _) => 32,
        (0, 128 | 192 | 256) => usize::try_from(key_bits / 8).ok()?,
        _ => return None,
    };
    let verifier = info.get(8usize.checked_add(header)?..)?;
    let (salt, sealed, sealed_hash) = (verifier.get(4..20)?, verifier.get(20..36)?, verifier.get(40..72)?);
    let hash = Hash::Sha1;
    let hashed = hash.of(&hash.of_password(salt, password, STANDARD_ROUNDS), &0u32.to_le_bytes());
    let half = |mask: u8| {
        let mut pad = [mask; 64];
        pad.iter_mut().zip(&hashed).for_each(|(pad, byte)| *pad ^= byte);
        hash.of(&pad, &[])
    };
    let key = [half(0x36), half(0x5c)].concat();
    let cipher = Cipher::new(key.get(..key_length)?)?;
    let expected = hash.of(&cipher.decrypt(sealed, None), &[]);
    if !cipher.decrypt(sealed_hash, None).starts_with(&expected) {
        return Some(None);
    }
    Some(Some(cipher.decrypt(content, None)))
}
