//! Signs that are written as codes of a symbol font.

/// Codes of fonts (without the private area's F000) and the signs that look like theirs.
const SIGNS: &[(&str, u32, char)] = &[
    ("Wingdings", 0x4a, '☺'),
    ("Wingdings", 0x6c, '●'),
    ("Wingdings", 0x6e, '■'),
    ("Wingdings", 0x6f, '□'),
    ("Wingdings", 0x71, '❑'),
    ("Wingdings", 0x76, '❖'),
    ("Wingdings", 0xa7, '▪'),
    ("Wingdings", 0xa8, '☐'),
    ("Wingdings", 0xd8, '➢'),
    ("Wingdings", 0xdf, '←'),
    ("Wingdings", 0xe0, '→'),
    ("Wingdings", 0xfb, '✗'),
    ("Wingdings", 0xfc, '✓'),
    ("Wingdings", 0xfd, '☒'),
    ("Wingdings", 0xfe, '☑'),
    ("Wingdings 2", 0x50, '✓'),
    ("Wingdings 2", 0x51, '☒'),
    ("Wingdings 2", 0x52, '☑'),
    ("Wingdings 2", 0xa3, '☐'),
    ("Symbol", 0x61, 'α'),
    ("Symbol", 0x62, 'β'),
    ("Symbol", 0x64, 'δ'),
    ("Symbol", 0x65, 'ε'),
    ("Symbol", 0x67, 'γ'),
    ("Symbol", 0x6c, 'λ'),
    ("Symbol", 0x6d, 'μ'),
    ("Symbol", 0x70, 'π'),
    ("Symbol", 0x73, 'σ'),
    ("Symbol", 0x57, 'Ω'),
    ("Symbol", 0x53, 'Σ'),
    ("Symbol", 0x44, 'Δ'),
    ("Symbol", 0xa3, '≤'),
    ("Symbol", 0xb0, '°'),
    ("Symbol", 0xb1, '±'),
    ("Symbol", 0xb3, '≥'),
    ("Symbol", 0xb4, '×'),
    ("Symbol", 0xb7, '•'),
    ("Symbol", 0xb9, '≠'),
    ("Symbol", 0xbb, '≈'),
    ("Symbol", 0xae, '→'),
    ("Symbol", 0xd6, '√'),
    ("Symbol", 0xe5, '∑'),
];

/// The sign that a code of a font shows; None if it is not known.
pub(super) fn symbol(code: u32, font: &str) -> Option<char> {
    let low = if (0xf000..=0xf0ff).contains(&code) { code - 0xf000 } else { code };
    if let Some((_, _, sign)) = SIGNS.iter().find(|(name, at, _)| *name == font && *at == low) {
        return Some(*sign);
    }
    let private = (0xe000..=0xf8ff).contains(&code);
    char::from_u32(code).filter(|c| !private && !c.is_control())
}
