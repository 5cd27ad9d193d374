//! Countries by their ISO 3166-1 codes, with their names in English, German, French and Spanish: lists name them in the page's language.
//! Source of the names: Unicode CLDR, territories, shortened to what lists use.

use edith_page::fold::fold;

/// Code of two letters, code of three, names; folded.
const COUNTRIES: &[(&str, &str, &[&str])] = &[
    ("ar", "arg", &["argentina", "argentinien", "argentine"]),
    ("at", "aut", &["austria", "osterreich", "autriche"]),
    ("au", "aus", &["australia", "australien", "australie"]),
    ("be", "bel", &["belgium", "belgien", "belgique", "belgica"]),
    ("bg", "bgr", &["bulgaria", "bulgarien", "bulgarie"]),
    ("bo", "bol", &["bolivia", "bolivien", "bolivie"]),
    ("br", "bra", &["brazil", "brasilien", "bresil", "brasil"]),
    ("ca", "can", &["canada", "kanada"]),
    ("ch", "che", &["switzerland", "schweiz", "suisse", "suiza"]),
    ("cl", "chl", &["chile", "chili"]),
    ("cn", "chn", &["china", "chine"]),
    ("co", "col", &["colombia", "kolumbien", "colombie"]),
    ("cr", "cri", &["costa rica"]),
    ("cu", "cub", &["cuba", "kuba"]),
    ("cy", "cyp", &["cyprus", "zypern", "chypre", "chipre"]),
    (
        "cz",
        "cze",
        &["czechia", "czech republic", "tschechien", "tchequie", "republique tcheque", "chequia", "republica checa"],
    ),
    ("de", "deu", &["germany", "deutschland", "allemagne", "alemania"]),
    ("dk", "dnk", &["denmark", "danemark", "dinamarca"]),
    ("do", "dom", &["dominican republic", "dominikanische republik", "republique dominicaine", "republica dominicana"]),
    ("dz", "dza", &["algeria", "algerien", "algerie", "argelia"]),
    ("ec", "ecu", &["ecuador", "equateur"]),
    ("ee", "est", &["estonia", "estland", "estonie"]),
    ("eg", "egy", &["egypt", "agypten", "egypte", "egipto"]),
    ("es", "esp", &["spain", "spanien", "espagne", "espana"]),
    ("fi", "fin", &["finland", "finnland", "finlande", "finlandia"]),
    ("fr", "fra", &["france", "frankreich", "francia"]),
    (
        "gb",
        "gbr",
        &[
            "united kingdom",
            "great britain",
            "uk",
            "vereinigtes konigreich",
            "grossbritannien",
            "royaume uni",
            "reino unido",
        ],
    ),
    ("gr", "grc", &["greece", "griechenland", "grece", "grecia"]),
    ("gt", "gtm", &["guatemala"]),
    ("hr", "hrv", &["croatia", "kroatien", "croatie", "croacia"]),
    ("hu", "hun", &["hungary", "ungarn", "hongrie", "hungria"]),
    ("id", "idn", &["indonesia", "indonesien", "indonesie"]),
    ("ie", "irl", &["ireland", "irland", "irlande", "irlanda"]),
    ("il", "isr", &["israel"]),
    ("in", "ind", &["india", "indien", "inde"]),
    ("is", "isl", &["iceland", "island", "islande", "islandia"]),
    ("it", "ita", &["italy", "italien", "italie", "italia"]),
    ("jp", "jpn", &["japan", "japon"]),
    ("ke", "ken", &["kenya", "kenia"]),
    ("kr", "kor", &["south korea", "korea republic of", "sudkorea", "coree du sud", "corea del sur"]),
    ("li", "lie", &["liechtenstein"]),
    ("lt", "ltu", &["lithuania", "litauen", "lituanie", "lituania"]),
    ("lu", "lux", &["luxembourg", "luxemburg", "luxemburgo"]),
    ("lv", "lva", &["latvia", "lettland", "lettonie", "letonia"]),
    ("ma", "mar", &["morocco", "marokko", "maroc", "marruecos"]),
    ("mt", "mlt", &["malta", "malte"]),
    ("mx", "mex", &["mexico", "mexiko", "mexique"]),
    ("my", "mys", &["malaysia", "malaisie", "malasia"]),
    ("ng", "nga", &["nigeria"]),
    ("nl", "nld", &["netherlands", "the netherlands", "niederlande", "pays bas", "paises bajos"]),
    ("no", "nor", &["norway", "norwegen", "norvege", "noruega"]),
    ("nz", "nzl", &["new zealand", "neuseeland", "nouvelle zelande", "nueva zelanda"]),
    ("pe", "per", &["peru", "perou"]),
    ("ph", "phl", &["philippines", "philippinen", "filipinas"]),
    ("pk", "pak", &["pakistan"]),
    ("pl", "pol", &["poland", "polen", "pologne", "polonia"]),
    ("pt", "prt", &["portugal"]),
    ("py", "pry", &["paraguay"]),
    ("ro", "rou", &["romania", "rumanien", "roumanie", "rumania"]),
    ("rs", "srb", &["serbia", "serbien", "serbie"]),
    ("ru", "rus", &["russia", "russland", "russie", "rusia"]),
    ("sa", "sau", &["saudi arabia", "saudi arabien", "arabie saoudite", "arabia saudi"]),
    ("se", "swe", &["sweden", "schweden", "suede", "suecia"]),
    ("sg", "sgp", &["singapore", "singapur", "singapour"]),
    ("si", "svn", &["slovenia", "slowenien", "slovenie", "eslovenia"]),
    ("sk", "svk", &["slovakia", "slowakei", "slovaquie", "eslovaquia"]),
    ("th", "tha", &["thailand", "thailande", "tailandia"]),
    ("tn", "tun", &["tunisia", "tunesien", "tunisie", "tunez"]),
    ("tr", "tur", &["turkey", "turkiye", "turkei", "turquie", "turquia"]),
    ("tw", "twn", &["taiwan"]),
    ("ua", "ukr", &["ukraine", "ucrania"]),
    (
        "us",
        "usa",
        &[
            "united states",
            "united states of america",
            "usa",
            "vereinigte staaten",
            "vereinigte staaten von amerika",
            "etats unis",
            "estados unidos",
        ],
    ),
    ("uy", "ury", &["uruguay"]),
    ("ve", "ven", &["venezuela"]),
    ("vn", "vnm", &["vietnam", "viet nam"]),
    ("za", "zaf", &["south africa", "sudafrika", "afrique du sud", "sudafrica"]),
];

/// The code of the country that a text names.
pub(crate) fn country(text: &str) -> Option<&'static str> {
    let text = fold(text);
    COUNTRIES
        .iter()
        .find(|(code, long, names)| *code == text || *long == text || names.contains(&text.as_str()))
        .map(|(code, ..)| *code)
}

/// What a country's citizens are called, by its code of two letters: English, German, French, Spanish; folded, and without the endings that
/// inflect them ([`ENDINGS`]).
const CITIZENS: &str = "ar argentin,argentine,argentinisch at austrian,osterreichisch,autrichien,austriac au australian,australisch,australien \
    be belgian,belgisch,belg bg bulgarian,bulgarisch,bulgar br brazilian,brasilianisch,bresilien,brasilen ca canadian,kanadisch,canadien,canadiens \
    ch swiss,schweizerisch,suiss,suiz cl chilean,chilenisch,chilien,chilen cn chinese,chinesisch,chinois,chin co colombian,kolumbianisch,colombien \
    cz czech,tschechisch,tcheque,chec de german,deutsch,allemand,aleman dk danish,danisch,danois,danes ee estonian,estnisch,estonien \
    es spanish,spanisch,espagnol,espanol fi finnish,finnisch,finlandais,finlandes fr french,franzosisch,francais,frances gb british,britisch,britanniqu,britanic \
    gr greek,griechisch,grec,grecqu,grieg hr croatian,kroatisch,croat hu hungarian,ungarisch,hongrois,hungar ie irish,irisch,irlandais,irlandes \
    in indian,indisch,indien,indi it italian,italienisch,italien jp japanese,japanisch,japonais,japones kr korean,koreanisch,coreen \
    lt lithuanian,litauisch,lituanien lu luxembourgish,luxemburgisch,luxembourgeois lv latvian,lettisch,letton ma moroccan,marokkanisch,marocain,marroqui \
    mx mexican,mexikanisch,mexicain nl dutch,niederlandisch,neerlandais,neerlandes no norwegian,norwegisch,norvegien,norueg pl polish,polnisch,polonais,polac \
    pt portuguese,portugiesisch,portugais,portugues ro romanian,rumanisch,roumain,ruman rs serbian,serbisch,serb ru russian,russisch,russ,rus \
    se swedish,schwedisch,suedois,suec si slovenian,slowenisch,sloven sk slovak,slowakisch,slovaqu tn tunisian,tunesisch,tunisien \
    tr turkish,turkisch,turc,turqu,turc ua ukrainian,ukrainisch,ukrainien,ucranian us american,amerikanisch,americain,estadounidens";

/// How these words are inflected, the longest first.
const ENDINGS: [&str; 12] = ["nes", "es", "er", "en", "em", "ne", "le", "as", "os", "e", "a", "o"];

/// The code of the country whose citizens a word stands for: `British`, `deutscher`, `française`.
pub(crate) fn citizens(word: &str) -> Option<&'static str> {
    let word = fold(word);
    let bare = |ending: &str| word.strip_suffix(ending).filter(|rest| rest.chars().count() > 2);
    let forms: Vec<&str> =
        [word.as_str()].into_iter().chain(ENDINGS.iter().filter_map(|ending| bare(ending))).collect();
    let mut pairs = CITIZENS.split_whitespace();
    std::iter::from_fn(|| pairs.next().zip(pairs.next()))
        .find(|(_, names)| names.split(',').any(|name| forms.contains(&name)))
        .map(|(code, _)| code)
}

/// The code of the country that an answer about somebody's nationality means: its citizens, or itself.
pub(crate) fn nation(text: &str) -> Option<&'static str> {
    citizens(text).or_else(|| country(text))
}

/// What is dialled for a country, by its code of two letters. Source: ITU-T E.164.
const DIALS: &str = "ar54 at43 au61 be32 bg359 bo591 br55 ca1 ch41 cl56 cn86 co57 cr506 cu53 cy357 cz420 de49 dk45 do1 dz213 ec593 ee372 eg20 es34 \
    fi358 fr33 gb44 gr30 gt502 hr385 hu36 id62 ie353 il972 in91 is354 it39 jp81 ke254 kr82 li423 lt370 lu352 lv371 ma212 mt356 mx52 my60 ng234 nl31 \
    no47 nz64 pe51 ph63 pk92 pl48 pt351 py595 ro40 rs381 ru7 sa966 se46 sg65 si386 sk421 th66 tn216 tr90 tw886 ua380 us1 uy598 ve58 vn84 za27";

/// The code that is dialled for a country, without a sign before it.
pub(crate) fn dials(country: &str) -> Option<&'static str> {
    DIALS.split_whitespace().find_map(|one| one.strip_prefix(country))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn citizens_are_known_in_four_languages_however_they_are_bent() {
        let check = |code: &str, words: &[&str]| {
            for word in words {
                assert_eq!(citizens(word), Some(code), "{word}");
            }
        };
        check("gb", &["British", "britisch", "britische", "Britannique", "británica", "británico"]);
        check("de", &["German", "deutsch", "deutscher", "Deutsche", "Allemande", "allemand", "alemana", "alemán"]);
        check("fr", &["French", "französisch", "Française", "français", "francesa", "francés"]);
        check("it", &["Italian", "italienisch", "Italienne", "italiana", "italiano"]);
        check("pl", &["Polish", "polnische", "Polonaise", "polaca"]);
        check("ch", &["Swiss", "schweizerisch", "Suisse", "suiza"]);
        for other in ["the", "English", "citizen", "a", "Martian", "Indiana Jones", "no"] {
            assert_eq!(citizens(other), None, "{other}");
        }
    }

    #[test]
    fn countries_are_known_by_every_name() {
        for text in ["Germany", "Deutschland", "ALLEMAGNE", "Alemania", "de", "DEU"] {
            assert_eq!(country(text), Some("de"), "{text}");
        }
        let unknown: Vec<&str> =
            COUNTRIES.iter().map(|(code, ..)| *code).filter(|code| dials(code).is_none()).collect();
        assert_eq!((dials("at"), unknown), (Some("43"), Vec::new()));
        assert_eq!((country("España"), country("Österreich"), country("Atlantis")), (Some("es"), Some("at"), None));
    }
}
