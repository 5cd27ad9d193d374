//! What a tool that a page offers does, as far as its name, its description, its input and its form tell. A tool may make its words graver, never more
//! harmless: what says that it only reads is watched like what says nothing.

use crate::effect::label::{Label, Reach};
use crate::effect::recognise::{self, is_card_number};
use crate::words::gravity;
use crate::words::phrases::{At, stands, words};
use crate::words::request_words::{of_verbs, tokens};
use crate::{Commitment, EffectClass, ElementFacts, Facts, MASK, SecretKind, ToolFacts, leaves};
use edith_page::PageTool;
use serde_json::{Map, Value};

/// Words in the name or description of a parameter that takes a secret.
#[rustfmt::skip]
const SECRETS: &[(SecretKind, &[&str])] = &[
    (SecretKind::Card, &[
        "cvv", "cvc", "cvv2", "card number", "cardnumber", "credit card", "kartennummer", "kreditkarte", "numero de tarjeta", "numero de carte",
        "card", "numero della carta", "numer karty",
    ]),
    (SecretKind::OneTimeCode, &[
        "otp", "totp", "2fa", "mfa", "one time code", "one time password", "verification code", "security code", "einmalcode", "bestatigungscode",
        "codigo de verificacion", "code de verification", "codice di verifica", "tan",
    ]),
    (SecretKind::Password, &[
        "password", "passwd", "pwd", "passphrase", "passcode", "pin", "secret", "credential", "credentials", "api key", "apikey", "private key",
        "seed phrase", "recovery phrase", "access token", "passwort", "kennwort", "contrasena", "mot de passe", "senha", "haslo",
    ]),
];

impl ToolFacts {
    /// A tool, and what is given to it. `fields`: the elements of its form that get something, with what.
    pub fn of(tool: &PageTool, input: &Map<String, Value>, fields: &[(&ElementFacts, &str)], submits: bool) -> Self {
        let schema = tool.schema().unwrap_or_default();
        let by_field = |value: &str| {
            let is_it = |(_, given): &&(&ElementFacts, &str)| *given == value;
            fields.iter().filter(is_it).find_map(|(element, given)| match recognise::entry(Some(element), given) {
                EffectClass::EntersSecret(kind, _) => Some(kind),
                _ => None,
            })
        };
        let given = leaves(&Value::Object(input.clone()));
        let secrets =
            given.into_iter().filter(|(_, value)| !value.trim().is_empty() && value != "true" && value != "false");
        let secrets = secrets.filter_map(|(place, value)| {
            let by_content = || is_card_number(&value).then_some(SecretKind::Card);
            let kind = by_field(&value).or_else(by_content).or_else(|| asked_for(&place, &schema))?;
            Some((place, kind))
        });
        Self {
            name: tool.name.clone(),
            description: tool.description(),
            is_form: tool.raw.is_form,
            submits,
            is_consequential: tool.raw.is_consequential,
            secrets: secrets.collect(),
            digest: tool.digest(),
        }
    }

    /// What calling it does to the world.
    pub fn class(&self, facts: &Facts) -> EffectClass {
        let done = match (self.is_form, self.submits) {
            // Values in fields do nothing; the form's button is judged when it is pressed. An option may act at once.
            (true, false) => facts.chosen.map_or(EffectClass::Fills, EffectClass::Commits),
            (true, true) => {
                let button = recognise::click(facts.elements.iter().find(|element| element.is_submit), facts);
                let all = [button.commitment(), facts.chosen, self.says()];
                self.committing(all.into_iter().flatten())
            }
            (false, _) => self.committing(self.says().into_iter()),
        };
        match self.secrets.first() {
            Some((_, kind)) => EffectClass::EntersSecret(*kind, None).and_then_enter(done),
            None => done,
        }
    }

    fn committing(&self, all: impl Iterator<Item = Commitment>) -> EffectClass {
        let unnamed = || self.is_consequential.then_some(Commitment::Sends);
        all.min_by_key(|what| gravity(*what)).or_else(unnamed).map_or(EffectClass::Acts, EffectClass::Commits)
    }

    /// The gravest effect that its name and description speak of.
    pub fn says(&self) -> Option<Commitment> {
        let name = words(&tokens(&self.name).join(" "));
        let by_name = of_verbs(&self.name);
        let commands = |words: &[String]| Label { words, is_command: true, at_checkout: false }.says(Reach::Anything);
        let sentences = self.description.split(['.', '!', '?', ';', ':', '\n']).map(words);
        let said = sentences.flat_map(|sentence| [commands(&sentence), commands(&plain(&sentence))]);
        let all = said.chain([by_name, commands(&name)]);
        all.flatten().min_by_key(|what| gravity(*what))
    }

    /// Covers its secrets in the arguments of a call as they are shown.
    pub fn cover(&self, input: &mut Value) {
        cover_at(input, "", &self.secrets);
    }
}

/// The sentence with its verbs as in commands: `Places an order` is `place an order`.
fn plain(sentence: &[String]) -> Vec<String> {
    let stem = |word: &String| {
        let ends = |end: &str| word.len() > end.len() + 1 && word.ends_with(end);
        let without = |count: usize| word.get(..word.len() - count).unwrap_or(word).to_owned();
        match () {
            () if ends("ies") => without(3) + "y",
            () if ["shes", "ches", "sses", "xes"].iter().any(|end| ends(end)) => without(2),
            () if ends("s") && !ends("ss") => without(1),
            () => word.clone(),
        }
    };
    // What a tool answers with is not an answer to somebody.
    if sentence.first().is_some_and(|first| ["answers", "returns", "replies", "responds"].contains(&first.as_str())) {
        return Vec::new();
    }
    let articles = ["a", "an", "the"];
    sentence.iter().map(stem).filter(|word| !articles.contains(&word.as_str())).collect()
}

/// The secret that the parameter at this place asks for, by its name and by what the schema says about it.
fn asked_for(place: &str, schema: &Value) -> Option<SecretKind> {
    let mut property = schema;
    for part in place.split('.').filter(|part| part.parse::<usize>().is_err()) {
        property = property.pointer("/items").unwrap_or(property);
        property = property.get("properties").and_then(|all| all.get(part)).unwrap_or(&Value::Null);
    }
    let said = |name: &str| property.get(name).and_then(Value::as_str).unwrap_or_default();
    if said("format") == "password" || property.get("writeOnly") == Some(&Value::Bool(true)) {
        return Some(SecretKind::Password);
    }
    let texts = [words(&tokens(place).join(" ")), words(said("title")), words(said("description"))];
    let is_in = |list: &&(SecretKind, &'static [&'static str])| {
        texts.iter().any(|text| list.1.iter().any(|phrase| stands(phrase, At::Anywhere, text)))
    };
    SECRETS.iter().find(is_in).map(|(kind, _)| *kind)
}

fn cover_at(value: &mut Value, place: &str, secrets: &[(String, SecretKind)]) {
    let below = |name: &str| if place.is_empty() { name.to_owned() } else { format!("{place}.{name}") };
    match value {
        Value::Object(fields) => fields.iter_mut().for_each(|(name, value)| cover_at(value, &below(name), secrets)),
        Value::Array(items) => {
            items.iter_mut().enumerate().for_each(|(at, value)| cover_at(value, &below(&at.to_string()), secrets));
        }
        other if secrets.iter().any(|(secret, _)| secret == place) => *other = Value::from(MASK),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Commitment::{Account, Buys, Deletes, Pays, Posts, Sends, Shares};
    use edith_page::RawTool;
    use serde_json::json;

    fn tool(name: &str, description: &str) -> ToolFacts {
        ToolFacts { name: name.into(), description: description.into(), ..ToolFacts::default() }
    }

    #[test]
    fn names_and_descriptions_say_what_a_call_does() {
        for (name, description, expected) in [
            ("place_order", "", Some(Buys)),
            ("checkout", "Places an order for everything in the cart.", Some(Buys)),
            ("do_it", "Buys the product now with the saved card.", Some(Buys)),
            ("submitPayment", "", Some(Pays)),
            ("x", "Pays the invoice.", Some(Pays)),
            ("delete_account", "", Some(Deletes)),
            ("x", "Deletes the account and everything in it.", Some(Deletes)),
            ("x", "Löscht das Konto. Konto löschen.", Some(Deletes)),
            ("change_password", "", Some(Account)),
            ("x", "Updates the user's password.", Some(Account)),
            ("post_comment", "", Some(Posts)),
            ("send_message", "Sends a message to the seller.", Some(Sends)),
            ("invite", "Shares the file with people.", Some(Shares)),
            ("search_products", "Searches the shop for products by words, with prices.", None),
            ("add_to_cart", "Puts a product into the cart.", None),
            ("get_weather", "Tells the weather of a city.", None),
            ("filter_results", "Filters and sorts the list by price, brand or size.", None),
            (
                "find",
                "Finds products. Answers with id, name and price of each. Returns an error if there are none.",
                None,
            ),
            ("set_quantity", "Sets how many of a product are in the cart.", None),
            ("show_map", "Shows the map at a place.", None),
            ("list_flights", "Lists flights between two airports on a day.", None),
        ] {
            assert_eq!(tool(name, description).says(), expected, "{name}: {description}");
        }
    }

    #[test]
    fn what_says_that_it_only_reads_gets_no_leave_for_it() {
        let facts = Facts::default();
        assert_eq!(tool("x", "Only reads.").class(&facts), EffectClass::Acts);
        assert_eq!(tool("read_x", "Only reads. Then places the order.").class(&facts), EffectClass::Commits(Buys));
        let warns = ToolFacts { is_consequential: true, ..tool("x", "") };
        assert_eq!(warns.class(&facts), EffectClass::Commits(Sends));
    }

    #[test]
    fn secrets_are_known_by_content_name_and_schema() {
        let schema = json!({"properties": {
            "q": {"description": "The user's password"}, "login": {"properties": {"pinCode": {}}}, "note": {"format": "password"},
            "city": {"description": "Where"}, "codes": {"items": {"properties": {"otp": {}}}},
        }});
        let raw = RawTool { name: "t".into(), schema: schema.to_string(), ..RawTool::default() };
        let input = json!({
            "q": "a", "login": {"pinCode": 1234}, "note": "b", "city": "Oslo", "codes": [{"otp": "77"}], "free": "4111 1111 1111 1111",
            "empty_password": "", "shop_pinboard": "x",
        });
        let facts = ToolFacts::of(&PageTool { name: "t".into(), raw }, input.as_object().unwrap(), &[], false);
        let places: Vec<&str> = facts.secrets.iter().map(|(place, _)| place.as_str()).collect();
        let mut sorted = places.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, ["codes.0.otp", "free", "login.pinCode", "note", "q"]);
        let mut shown = input;
        facts.cover(&mut shown);
        let text = shown.to_string();
        assert!(
            !text.contains("4111") && !text.contains("1234") && !text.contains("77") && text.contains("Oslo"),
            "{text}"
        );
        assert!(matches!(facts.class(&Facts::default()), EffectClass::EntersSecret(_, None)));
    }
}
