//! States and provinces by the letters that addresses have for them: `CA` is California. Source: ISO 3166-2, for the United States, Canada and Australia.

use edith_page::fold::fold;

/// Letters and name; folded.
const REGIONS: &[(&str, &str)] = &[
    ("al", "alabama"),
    ("ak", "alaska"),
    ("az", "arizona"),
    ("ar", "arkansas"),
    ("ca", "california"),
    ("co", "colorado"),
    ("ct", "connecticut"),
    ("de", "delaware"),
    ("dc", "district of columbia"),
    ("fl", "florida"),
    ("ga", "georgia"),
    ("hi", "hawaii"),
    ("id", "idaho"),
    ("il", "illinois"),
    ("in", "indiana"),
    ("ia", "iowa"),
    ("ks", "kansas"),
    ("ky", "kentucky"),
    ("la", "louisiana"),
    ("me", "maine"),
    ("md", "maryland"),
    ("ma", "massachusetts"),
    ("mi", "michigan"),
    ("mn", "minnesota"),
    ("ms", "mississippi"),
    ("mo", "missouri"),
    ("mt", "montana"),
    ("ne", "nebraska"),
    ("nv", "nevada"),
    ("nh", "new hampshire"),
    ("nj", "new jersey"),
    ("nm", "new mexico"),
    ("ny", "new york"),
    ("nc", "north carolina"),
    ("nd", "north dakota"),
    ("oh", "ohio"),
    ("ok", "oklahoma"),
    ("or", "oregon"),
    ("pa", "pennsylvania"),
    ("pr", "puerto rico"),
    ("ri", "rhode island"),
    ("sc", "south carolina"),
    ("sd", "south dakota"),
    ("tn", "tennessee"),
    ("tx", "texas"),
    ("ut", "utah"),
    ("vt", "vermont"),
    ("va", "virginia"),
    ("wa", "washington"),
    ("wv", "west virginia"),
    ("wi", "wisconsin"),
    ("wy", "wyoming"),
    ("ab", "alberta"),
    ("bc", "british columbia"),
    ("mb", "manitoba"),
    ("nb", "new brunswick"),
    ("nl", "newfoundland and labrador"),
    ("ns", "nova scotia"),
    ("nt", "northwest territories"),
    ("nu", "nunavut"),
    ("on", "ontario"),
    ("pe", "prince edward island"),
    ("qc", "quebec"),
    ("sk", "saskatchewan"),
    ("yt", "yukon"),
    ("act", "australian capital territory"),
    ("nsw", "new south wales"),
    ("qld", "queensland"),
    ("sa", "south australia"),
    ("tas", "tasmania"),
    ("vic", "victoria"),
    ("wa", "western australia"),
];

/// The same region in the other way of writing: the letters of a name, or the name of letters if only one has them.
pub(crate) fn other_way(region: &str) -> Option<&'static str> {
    let region = fold(region);
    if let Some((letters, _)) = REGIONS.iter().find(|(_, name)| *name == region) {
        return Some(letters);
    }
    let mut named = REGIONS.iter().filter(|(letters, _)| *letters == region).map(|(_, name)| *name);
    named.next().filter(|_| named.next().is_none())
}

/// Whether a text is the name of a region.
pub(crate) fn is_named(text: &str) -> bool {
    let text = fold(text);
    REGIONS.iter().any(|(_, name)| *name == text)
}

/// Whether a text is the name of a region, or its letters.
pub(crate) fn is_region(text: &str) -> bool {
    let text = fold(text);
    REGIONS.iter().any(|(letters, name)| *letters == text || *name == text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_have_letters_and_names() {
        for (region, other) in [
            ("California", Some("ca")),
            ("NY", Some("new york")),
            ("Québec", Some("qc")),
            ("New South Wales", Some("nsw")),
            // Both in the United States and in Australia.
            ("WA", None),
            ("Tirol", None),
        ] {
            assert_eq!(other_way(region), other, "{region}");
        }
    }
}
