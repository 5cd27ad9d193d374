//! Words as a person compares them: without case, accents and symbols, `Straße` like `strasse`.

/// A letter's base letters in lower case, without anything above, below or through it.
fn folded(c: char) -> impl Iterator<Item = char> {
    let text: &'static str = match c {
        'à'..='å' | 'ā' | 'ă' | 'ą' | 'ǎ' | 'ạ'..='ặ' => "a",
        'ç' | 'ć' | 'ĉ' | 'ċ' | 'č' => "c",
        'ď' | 'đ' | 'ð' => "d",
        'è'..='ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' | 'ẹ'..='ệ' => "e",
        'ĝ' | 'ğ' | 'ġ' | 'ģ' => "g",
        'ĥ' | 'ħ' => "h",
        'ì'..='ï' | 'ĩ' | 'ī' | 'ĭ' | 'į' | 'ı' | 'ǐ' | 'ỉ'..='ị' => "i",
        'ĵ' => "j",
        'ķ' => "k",
        'ĺ' | 'ļ' | 'ľ' | 'ŀ' | 'ł' => "l",
        'ñ' | 'ń' | 'ņ' | 'ň' => "n",
        'ò'..='ö' | 'ø' | 'ō' | 'ŏ' | 'ő' | 'ơ' | 'ǒ' | 'ọ'..='ợ' => "o",
        'ŕ' | 'ŗ' | 'ř' => "r",
        'ś' | 'ŝ' | 'ş' | 'š' | 'ș' => "s",
        'ţ' | 'ť' | 'ŧ' | 'ț' => "t",
        'ù'..='ü' | 'ũ' | 'ū' | 'ŭ' | 'ů' | 'ű' | 'ų' | 'ư' | 'ǔ' | 'ụ'..='ự' => "u",
        'ŵ' => "w",
        'ý' | 'ÿ' | 'ŷ' | 'ỳ'..='ỹ' => "y",
        'ź' | 'ż' | 'ž' => "z",
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'þ' => "th",
        // Combining marks after their letter.
        '\u{300}'..='\u{36f}' => "",
        _ => return Some(c).into_iter().chain("".chars()),
    };
    None.into_iter().chain(text.chars())
}

/// Lower case without accents, white space as single blanks.
pub fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.extend(word.chars().flat_map(char::to_lowercase).flat_map(folded));
    }
    out
}

/// A text's words: letters and digits, without case and accents.
pub fn words_in(text: &str) -> Vec<String> {
    let plain = plain(text);
    plain.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// The same, joined by single blanks.
pub fn fold(text: &str) -> String {
    words_in(text).join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accents_case_and_signs_do_not_count() {
        for (text, expected) in [
            ("Straße 5", "strasse 5"),
            ("CAFÉ", "cafe"),
            ("cafe\u{301} crème", "cafe creme"),
            ("Ærø, Łódź; Žižkov", "aero lodz zizkov"),
            ("Nguyễn Đức", "nguyen duc"),
            ("İstanbul", "istanbul"),
            ("e-mail", "e mail"),
            ("Цена 灯泡", "цена 灯泡"),
            ("+ €", ""),
        ] {
            assert_eq!(fold(text), expected, "{text}");
        }
        assert_eq!(plain(" Ab\n€ +"), "ab € +");
    }
}
