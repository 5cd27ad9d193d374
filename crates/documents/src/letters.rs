//! Letters with diacritics: composed from a base and a mark, and taken apart. Latin, Greek, Cyrillic, kana and Hangul, from the canonical
//! decompositions of Unicode; other scripts stay as they are written.

/// For each combining mark the letters that it makes: base, composed, base, composed …
const COMPOSED: &[(char, &str)] = &[
    ('\u{300}', "AÀEÈIÌOÒUÙaàeèiìoòuùÜǛüǜNǸnǹЕЀИЍеѐиѝĒḔēḕŌṐōṑWẀwẁÂẦâầĂẰăằÊỀêềÔỒôồƠỜơờƯỪưừYỲyỳ"),
    (
        '\u{301}',
        "AÁEÉIÍOÓUÚYÝaáeéiíoóuúyýCĆcćLĹlĺNŃnńRŔrŕSŚsśZŹzźÜǗüǘGǴgǵÅǺåǻÆǼæǽØǾøǿΑΆΕΈΗΉΙΊΟΌΥΎΩΏϊΐαάεέηήιίϋΰοόυύωώГЃКЌгѓкќÇḈçḉĒḖēḗÏḮïḯKḰkḱMḾmḿÕṌõṍŌṒōṓPṔpṕŨṸũṹWẂwẃÂẤâấĂẮăắÊẾêếÔỐôốƠỚơớƯỨưứ",
    ),
    ('\u{302}', "AÂEÊIÎOÔUÛaâeêiîoôuûCĈcĉGĜgĝHĤhĥJĴjĵSŜsŝWŴwŵYŶyŷZẐzẑẠẬạậẸỆẹệỌỘọộ"),
    ('\u{303}', "AÃNÑOÕaãnñoõIĨiĩUŨuũVṼvṽÂẪâẫĂẴăẵEẼeẽÊỄêễÔỖôỗƠỠơỡƯỮưữYỸyỹ"),
    ('\u{304}', "AĀaāEĒeēIĪiīOŌoōUŪuūÜǕüǖǪǬǫǭÖȪöȫÕȬõȭȮȰȯȱYȲyȳGḠgḡḶḸḷḹṚṜṛṝ"),
    ('\u{306}', "AĂaăEĔeĕGĞgğIĬiĭOŎoŏUŬuŭУЎИЙийуўȨḜȩḝẠẶạặ"),
    ('\u{307}', "CĊcċEĖeėGĠgġIİZŻzżAȦaȧOȮoȯBḂbḃDḊdḋFḞfḟHḢhḣMṀmṁNṄnṅPṖpṗRṘrṙSṠsṡŚṤśṥŠṦšṧṢṨṣṩTṪtṫWẆwẇXẊxẋYẎyẏſẛ"),
    ('\u{308}', "AÄEËIÏOÖUÜaäeëiïoöuüyÿYŸΙΪΥΫιϊυϋЕЁІЇеёіїHḦhḧÕṎõṏŪṺūṻWẄwẅXẌxẍtẗ"),
    ('\u{309}', "AẢaảÂẨâẩĂẲăẳEẺeẻÊỂêểIỈiỉOỎoỏÔỔôổƠỞơởUỦuủƯỬưửYỶyỷ"),
    ('\u{30a}', "AÅaåUŮuůwẘyẙ"),
    ('\u{30b}', "OŐoőUŰuű"),
    ('\u{30c}', "CČcčDĎdďEĚeěLĽlľNŇnňRŘrřSŠsšTŤtťZŽzžAǍaǎIǏiǐOǑoǒUǓuǔÜǙüǚGǦgǧKǨkǩHȞhȟ"),
    ('\u{30f}', "AȀaȁEȄeȅIȈiȉOȌoȍRȐrȑUȔuȕ"),
    ('\u{311}', "AȂaȃEȆeȇIȊiȋOȎoȏRȒrȓUȖuȗ"),
    ('\u{323}', "BḄbḅDḌdḍHḤhḥKḲkḳLḶlḷMṂmṃNṆnṇRṚrṛSṢsṣTṬtṭVṾvṿWẈwẉZẒzẓAẠaạEẸeẹIỊiịOỌoọƠỢơợUỤuụƯỰưựYỴyỵ"),
    ('\u{324}', "UṲuṳ"),
    ('\u{325}', "AḀaḁ"),
    ('\u{326}', "SȘsșTȚtț"),
    ('\u{327}', "CÇcçGĢgģKĶkķLĻlļNŅnņRŖrŗSŞsşTŢtţEȨeȩDḐdḑHḨhḩ"),
    ('\u{328}', "AĄaąEĘeęIĮiįUŲuųOǪoǫ"),
    ('\u{32d}', "DḒdḓEḘeḙLḼlḽNṊnṋTṰtṱUṶuṷ"),
    ('\u{32e}', "HḪhḫ"),
    ('\u{330}', "EḚeḛIḬiḭUṴuṵ"),
    ('\u{331}', "BḆbḇDḎdḏKḴkḵLḺlḻNṈnṉRṞrṟTṮtṯZẔzẕhẖ"),
];

/// Whether a character is a combining mark that [`compose`] may join to a letter.
pub(crate) fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{3099}' | '\u{309a}')
}

/// The letter that a base and a mark (or two jamo) make.
pub(crate) fn compose(base: char, mark: char) -> Option<char> {
    match (base as u32, mark as u32) {
        // Hangul: 19 leads, 21 vowels, 27 tails.
        (lead @ 0x1100..=0x1112, vowel @ 0x1161..=0x1175) => {
            char::from_u32(0xac00 + ((lead - 0x1100) * 21 + vowel - 0x1161) * 28)
        }
        (syllable @ 0xac00..=0xd7a3, tail @ 0x11a8..=0x11c2) if (syllable - 0xac00) % 28 == 0 => {
            char::from_u32(syllable + tail - 0x11a7)
        }
        // Kana: the voiced letter follows its base, the half-voiced comes after that.
        (0x30a6, 0x3099) => Some('\u{30f4}'),
        (0x3046, 0x3099) => Some('\u{3094}'),
        (kana @ (0x304b..=0x3062 | 0x30ab..=0x30c2), 0x3099) if kana % 2 == 1 => char::from_u32(kana + 1),
        (kana @ (0x3064..=0x3068 | 0x30c4..=0x30c8), 0x3099) if kana % 2 == 0 => char::from_u32(kana + 1),
        (kana @ (0x306f..=0x307b | 0x30cf..=0x30db), 0x3099 | 0x309a) if kana % 3 == 0 => {
            char::from_u32(kana + if mark == '\u{3099}' { 1 } else { 2 })
        }
        _ => {
            let (_, letters) = COMPOSED.iter().find(|(combining, _)| *combining == mark)?;
            pairs(letters).find(|(letter, _)| *letter == base).map(|(_, composed)| composed)
        }
    }
}

/// A letter without its diacritics (`é` → `e`, `ế` → `e`). Letters of their own (`ø`, `ł`, `ß`) stay.
#[cfg(feature = "search")]
pub(crate) fn without_marks(c: char) -> char {
    if c < '\u{c0}' {
        return c;
    }
    let base = COMPOSED.iter().flat_map(|(_, letters)| pairs(letters)).find(|(_, composed)| *composed == c);
    base.map_or(c, |(base, _)| without_marks(base))
}

fn pairs(letters: &str) -> impl Iterator<Item = (char, char)> {
    let mut letters = letters.chars();
    std::iter::from_fn(move || Some((letters.next()?, letters.next()?)))
}

/// Whether a character belongs to a script that puts no spaces between words (Chinese, Japanese, Thai, Lao, Khmer, Burmese).
pub(crate) fn is_unspaced(c: char) -> bool {
    matches!(c as u32,
        0x0e00..=0x0eff | 0x1000..=0x109f | 0x1780..=0x17ff | 0x2e80..=0x303f | 0x3041..=0x30ff | 0x3100..=0x312f
        | 0x31f0..=0x31ff | 0x3400..=0x4dbf | 0x4e00..=0x9fff | 0xf900..=0xfaff | 0xff66..=0xff9f | 0x20000..=0x3ffff)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_composed() {
        for (base, mark, composed) in [
            ('e', '\u{301}', 'é'),
            ('ê', '\u{301}', 'ế'),
            ('U', '\u{308}', 'Ü'),
            ('и', '\u{306}', 'й'),
            ('α', '\u{301}', 'ά'),
            ('か', '\u{3099}', 'が'),
            ('は', '\u{309a}', 'ぱ'),
            ('ツ', '\u{3099}', 'ヅ'),
            ('ᄒ', '\u{1161}', '하'),
            ('하', '\u{11ab}', '한'),
        ] {
            assert_eq!(compose(base, mark), Some(composed), "{base} {mark}");
        }
        assert_eq!(compose('x', '\u{301}'), None);
        assert_eq!(compose('각', '\u{11ab}'), None);
    }

    #[cfg(feature = "search")]
    #[test]
    fn marks_are_taken_off() {
        let plain: String = "Crème brûlée, Žižek, tiếng Việt, ø".chars().map(without_marks).collect();
        assert_eq!(plain, "Creme brulee, Zizek, tieng Viet, ø");
    }
}
