//! Files that a password protects, encrypted here.

use crate::making::{document, docx, outcome, said};
use crate::sheets::compound;
use aes::cipher::{BlockCipherEncrypt, KeyInit};
use aes::{Aes128, Aes256, Block};
use base64::Engine;
use edith_documents::BlockKind::Paragraph;
use edith_documents::formats::ReadError;
use sha1::{Digest, Sha1};
use sha2::Sha512;

fn utf16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

fn sha512(first: &[u8], second: &[u8]) -> Vec<u8> {
    Sha512::new().chain_update(first).chain_update(second).finalize().to_vec()
}

fn padded(data: &[u8]) -> Vec<u8> {
    let mut data = data.to_vec();
    data.resize(data.len().div_ceil(16) * 16, 0);
    data
}

fn chained(key: &[u8], vector: &[u8], data: &[u8]) -> Vec<u8> {
    let cipher = Aes256::new_from_slice(key).unwrap();
    let mut before = vector[..16].to_vec();
    let mut sealed = Vec::new();
    for chunk in padded(data).chunks(16) {
        let mixed: Vec<u8> = chunk.iter().zip(&before).map(|(byte, mask)| byte ^ mask).collect();
        let mut block = Block::try_from(mixed.as_slice()).unwrap();
        cipher.encrypt_block(&mut block);
        before = block.to_vec();
        sealed.extend(&before);
    }
    sealed
}

fn agile(package: &[u8], password: &str) -> Vec<u8> {
    let (salt, data_salt, key, verifier) = ([7u8; 16], [9u8; 16], [3u8; 32], [5u8; 16]);
    let rounds = 1_000u32;
    let hashed = (0..rounds).fold(sha512(&salt, &utf16(password)), |hash, round| sha512(&round.to_le_bytes(), &hash));
    let sealed = |purpose: [u8; 8], data: &[u8]| {
        let sealed = chained(&sha512(&hashed, &purpose)[..32], &salt, data);
        base64::engine::general_purpose::STANDARD.encode(sealed)
    };
    let base64 = |data: &[u8]| base64::engine::general_purpose::STANDARD.encode(data);
    let common = r#"saltSize="16" blockSize="16" keyBits="256" hashSize="64" cipherAlgorithm="AES" cipherChaining="ChainingModeCBC" hashAlgorithm="SHA512""#;
    let xml = format!(
        r#"<encryption><keyData {common} saltValue="{}"/><keyEncryptors><keyEncryptor><p:encryptedKey spinCount="{rounds}" {common} saltValue="{}" encryptedVerifierHashInput="{}" encryptedVerifierHashValue="{}" encryptedKeyValue="{}"/></keyEncryptor></keyEncryptors></encryption>"#,
        base64(&data_salt),
        base64(&salt),
        sealed([0xfe, 0xa7, 0xd2, 0x76, 0x3b, 0x4b, 0x9e, 0x79], &verifier),
        sealed([0xd7, 0xaa, 0x0f, 0x6d, 0x30, 0x61, 0x34, 0x4e], &sha512(&verifier, &[])),
        sealed([0x14, 0x6e, 0x0b, 0xe7, 0xab, 0xac, 0xd0, 0xd6], &key),
    );
    let info = [&[4, 0, 4, 0, 0x40, 0, 0, 0][..], xml.as_bytes()].concat();
    let mut content = (package.len() as u64).to_le_bytes().to_vec();
    for (index, segment) in (0u32..).zip(package.chunks(4096)) {
        content.extend(chained(&key, &sha512(&data_salt, &index.to_le_bytes()), segment));
    }
    compound(&[("/EncryptionInfo", &info), ("/EncryptedPackage", &content)])
}

fn standard(package: &[u8], password: &str) -> Vec<u8> {
    let sha1 = |first: &[u8], second: &[u8]| Sha1::new().chain_update(first).chain_update(second).finalize().to_vec();
    let (salt, verifier) = ([7u8; 16], [5u8; 16]);
    let hashed = (0..50_000u32).fold(sha1(&salt, &utf16(password)), |hash, round| sha1(&round.to_le_bytes(), &hash));
    let hashed = sha1(&hashed, &[0; 4]);
    let mut pad = [0x36u8; 64];
    pad.iter_mut().zip(&hashed).for_each(|(pad, byte)| *pad ^= byte);
    let cipher = Aes128::new_from_slice(&sha1(&pad, &[])[..16]).unwrap();
    let sealed = |data: &[u8]| {
        let mut sealed = Vec::new();
        for chunk in padded(data).chunks(16) {
            let mut block = Block::try_from(chunk).unwrap();
            cipher.encrypt_block(&mut block);
            sealed.extend(block);
        }
        sealed
    };
    let header: Vec<u8> = [0x24u32, 0, 0x660e, 0x8004, 128, 24, 0, 0].into_iter().flat_map(u32::to_le_bytes).collect();
    let mut info =
        [&[3, 0, 2, 0, 0x24, 0, 0, 0][..], &u32::try_from(header.len()).unwrap().to_le_bytes(), &header].concat();
    info.extend(
        [&16u32.to_le_bytes()[..], &salt, &sealed(&verifier), &20u32.to_le_bytes(), &sealed(&sha1(&verifier, &[]))]
            .concat(),
    );
    let content = [&(package.len() as u64).to_le_bytes()[..], &sealed(package)].concat();
    compound(&[("/EncryptionInfo", &info), ("/EncryptedPackage", &content)])
}

fn secret() -> Vec<u8> {
    // Longer than a segment, and not packed well.
    let noise: Vec<u8> = (0..9_000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    docx("<w:p><w:r><w:t>Secret</w:t></w:r></w:p>", &[("word/noise.bin", &noise)])
}

#[test]
fn a_protected_file_opens_with_its_password_alone() {
    for file in [agile(&secret(), "pässword"), standard(&secret(), "pässword")] {
        assert_eq!(outcome(&file, None).unwrap_err(), ReadError::NeedsPassword);
        assert_eq!(outcome(&file, Some("password")).unwrap_err(), ReadError::WrongPassword);
        let read = outcome(&file, Some("pässword")).unwrap().document;
        assert_eq!(said(&read), [[(Paragraph, "Secret")]]);
    }
}

#[test]
fn a_file_protected_against_changes_opens_without_one() {
    let read = document(&agile(&secret(), "VelvetSweatshop"));
    assert_eq!(said(&read), [[(Paragraph, "Secret")]]);
}

#[test]
fn an_unknown_encryption_is_said() {
    for info in [&[9u8, 0, 9, 0, 1, 2, 3, 4][..], &[4, 0, 4, 0, 0x40, 0, 0, 0, b'<', b'a'], &[3, 0, 2, 0], &[]] {
        let file = compound(&[("/EncryptionInfo", info), ("/EncryptedPackage", &[0; 64])]);
        assert_eq!(outcome(&file, Some("x")).unwrap_err(), ReadError::UnknownEncryption);
    }
}
