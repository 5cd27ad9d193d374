//! What people write in German, and the commands.

use crate::parser::tests::check;

const TABLE: &[(&str, &str)] = &[
    // Going places.
    ("öffne wikipedia.org", "go to https://wikipedia.org"),
    ("oeffne wikipedia.org", "go to https://wikipedia.org"),
    ("Öffnen Sie bitte die Seite example.org", "go to https://example.org"),
    ("Könnten Sie bitte example.org öffnen?", "go to https://example.org"),
    ("geh zu localhost:8000/shop", "go to http://localhost:8000/shop"),
    ("gehe auf wikipedia", "go to https://www.wikipedia.org"),
    ("ruf example.org in einem neuen Tab auf", "open https://example.org in a new tab"),
    ("öffne das Menü", "click “Menü”"),
    ("öffne den ersten Treffer", "open the first result"),
    ("öffne das günstigste Produkt", "open the cheapest one"),
    ("öffne das guenstigste", "open the cheapest one"),
    ("klick auf das zweite Ergebnis", "open the second result"),
    ("geh zurück", "go back"),
    ("geh eine Seite zurück", "go back"),
    ("gehen Sie bitte zurück", "go back"),
    ("zurueck", "go back"),
    ("lade die Seite neu", "load the page again"),
    ("aktualisiere die Seite", "load the page again"),
    // Searching.
    ("such nach Lampen", "search for “Lampen”"),
    ("suche bitte nach roten Lampen", "search for “roten Lampen”"),
    ("Kannst du nach Lampen suchen?", "search for “Lampen”"),
    ("finde Schreibtischlampen", "search for “Schreibtischlampen”"),
    ("suche auf dieser Seite nach Lampen und öffne den ersten Treffer", "search for “Lampen”; open the first result"),
    ("such im Internet nach dem Wetter in Köln", "go to https://duckduckgo.com/?q=dem%20Wetter%20in%20K%C3%B6ln"),
    // Clicking and keys.
    ("klick auf Speichern", "click “Speichern”"),
    ("klicke bitte auf den Knopf Speichern", "click the button “Speichern”"),
    ("klick auf die Schaltfläche „Weiter, bitte“", "click the button “Weiter, bitte”"),
    ("klick den Speichern-Knopf an", "click the button “Speichern”"),
    ("auf Speichern klicken", "click “Speichern”"),
    ("drücke Enter", "press Enter"),
    ("druecke die Eingabetaste", "press Enter"),
    ("drück auf Weiter", "click “Weiter”"),
    ("doppelklicke auf die Zeile Ada", "double-click “Zeile Ada”"),
    // Typing and filling.
    ("gib Ada Lovelace in das Feld Name ein", "type “Ada Lovelace” into the field “Name”"),
    ("tippe Hallo in Nachricht", "type “Hallo” into “Nachricht”"),
    ("schreib „Hallo, Welt“ in das Nachrichtenfeld", "type “Hallo, Welt” into “Nachrichtenfeld”"),
    ("trag 12 bei Menge ein", "type “12” into “Menge”"),
    (
        "fülle das Formular aus: Name: Ada, E-Mail: ada@x.example",
        "set “Name” to “Ada”; set “E-Mail” to “ada@x.example”",
    ),
    ("fülle Name mit Ada aus", "set “Name” to “Ada”"),
    ("setze die Menge auf 3", "set “Menge” to “3”"),
    ("Stell die Lautstärke bitte auf 40", "set “Lautstärke” to “40”"),
    ("schreib bis bald bitte in Nachricht", "type “bis bald bitte” into “Nachricht”"),
    ("ändere die Menge von 1 auf 2", "set “Menge” to “2”"),
    ("hake Newsletter an", "tick “Newsletter”"),
    ("deaktiviere Newsletter", "untick “Newsletter”"),
    ("schalte Benachrichtigungen aus", "untick “Benachrichtigungen”"),
    ("wähle Deutschland in Land aus", "choose “Deutschland” in “Land”"),
    ("waehle Blau aus", "choose “Blau”"),
    ("sortiere nach Preis", "choose “price” in “sort by”"),
    ("absenden", "click “submit”"),
    ("schick das Formular ab", "click “submit”"),
    ("leg es in den Warenkorb", "click the button “add to cart”"),
    // Looking.
    ("scroll nach unten", "scroll down"),
    ("scrolle bitte ein bisschen nach oben", "scroll up"),
    ("scroll ganz nach unten", "scroll to the bottom"),
    ("geh ans Ende der Seite", "scroll to the bottom"),
    ("scroll zu Bewertungen", "scroll to “Bewertungen”"),
    ("fass diese Seite zusammen", "sum up the page"),
    ("Fassen Sie bitte den Artikel zusammen", "sum up the page"),
    ("kannst du diese Seite zusammenfassen", "sum up the page"),
    ("zusammenfassen", "sum up the page"),
    ("worum geht es hier?", "sum up the page"),
    ("lies die Seite vor", "read the page"),
    ("was kostet die Schreibtischlampe?", "read “price of Schreibtischlampe”"),
    ("was kostet das", "read “price”"),
    ("wie viele Ergebnisse gibt es?", "read how many “results” there are"),
    ("sag mir die Gesamtsumme", "read “total”"),
    ("was ist der Titel der Seite?", "read the page's title"),
    ("wie ist das Wetter?", "read “Wetter”"),
    ("vergleiche die Preise", "compare the prices"),
    // Tabs, waiting, pictures, dialogs.
    ("zeig mir die Tabs", "list the tabs"),
    ("welche Tabs sind offen?", "list the tabs"),
    ("schließ den Tab", "close the tab"),
    ("schliesse Tab 2", "close tab 2"),
    ("mach den Tab zu", "close the tab"),
    ("wechsle zu Tab 2", "switch to tab 2"),
    ("wechsle zum zweiten Tab", "switch to tab 2"),
    ("warte 3 Sekunden", "wait for the page"),
    ("warte auf „Fertig“", "wait for “Fertig”"),
    ("mach einen Screenshot", "take a screenshot"),
    ("mache bitte ein Bildschirmfoto", "take a screenshot"),
    ("nimm den Dialog an", "accept the dialog"),
    ("stopp", "stop"),
    // Several, with courtesy and mistakes.
    (
        "Hallo! Öffne bitte a.example, such nach Lampen und öffne den ersten Treffer, danke",
        "go to https://a.example; search for “Lampen”; open the first result",
    ),
    (
        "geh zu a.example, dann klick auf Speichern und mach einen Screenshot",
        "go to https://a.example; click “Speichern”; take a screenshot",
    ),
    ("offne wikipedia.org", "go to https://wikipedia.org"),
    ("Danke", ""),
    ("plane meinen Urlaub", "?plane meinen Urlaub"),
];

#[test]
fn german_words_become_commands() {
    check(TABLE);
}

#[test]
fn a_task_has_a_language() {
    for (text, expected) in [
        ("öffne example.org", true),
        ("plane mir bitte eine Reise nach Rom", true),
        ("was kostet die Welt", true),
        ("open example.org", false),
        ("plan my holiday in Rome", false),
        ("asdf qwer", false),
        ("", false),
    ] {
        assert_eq!(super::is_german(text), expected, "{text}");
    }
}

/// What sentences of people who did not know the commands taught.
const SPOKEN: &[(&str, &str)] = &[
    (
        "Such bei Google nach billigen Flügen nach Lissabon",
        "go to https://www.google.com/search?q=billigen%20Fl%C3%BCgen%20nach%20Lissabon",
    ),
    ("Such Lampen mit Google", "go to https://www.google.com/search?q=Lampen"),
    ("Leg die erste Lampe in den Warenkorb", "click the button “add to cart”"),
    ("Zeig mir alle offenen Tabs", "list the tabs"),
    ("Gib bei Suche Kaffeemaschine ein und drück Enter", "type “Kaffeemaschine” into “Suche”; press Enter"),
    ("Gib bei „Dein Wunsch“ rote Lampe ein", "type “rote Lampe” into “Dein Wunsch”"),
    ("Setz den Haken bei AGB", "tick “AGB”"),
    ("Nimm den Haken bei Newsletter raus", "untick “Newsletter”"),
    ("Nimm das Häkchen bei Newsletter weg", "untick “Newsletter”"),
    ("Entferne den Haken bei Newsletter", "untick “Newsletter”"),
    ("Was steht auf der Seite über Kündigung?", "search for “Kündigung”"),
    ("Fass mir das bitte kurz zusammen", "sum up the page"),
    ("Mach ein Foto von der Seite", "take a screenshot"),
    ("Öffne Amazon und such nach einem Wasserkocher", "go to https://www.amazon.com; search for “Wasserkocher”"),
    ("Ich möchte auf ebay.de nach einem Fahrrad suchen", "go to https://ebay.de; search for “Fahrrad”"),
    ("nächste Seite", "click “next page”"),
    ("Stell das Datum auf den 3. Mai 2027", "set “Datum” to “3. Mai 2027”"),
];

#[test]
fn german_as_it_is_spoken_becomes_commands() {
    check(SPOKEN);
}

#[test]
fn what_is_forbidden_is_not_done() {
    for text in [
        "Bestell die Lampe nicht",
        "Kauf nichts",
        "Klick nicht auf Kaufen",
        "Klick bitte nicht auf „Kaufen“",
        "Schick das Formular nicht ab",
        "Öffne keine neuen Tabs",
        "Lösche niemals etwas",
        "Such nicht nach Lampen",
        "Gib nichts ein",
        "Kauf die Lampe auf keinen Fall",
        "Bitte nichts kaufen",
        "Nicht auf Kaufen klicken",
        "Auf keinen Fall auf Kaufen klicken",
        "Klick auf gar keinen Fall auf Löschen",
        "Niemals auf Löschen klicken",
        "Du sollst die Lampe nicht bestellen",
        "Bitte die Lampe nicht kaufen",
        "Das Formular bitte nicht absenden",
        "Keine Bestellung abschicken",
        "Ich will nicht, dass du auf Kaufen klickst",
        "Klicke bitte nirgends drauf",
        "Lass das Kaufen",
        "Hör auf zu klicken",
        "Vermeide es, auf Kaufen zu klicken",
    ] {
        assert_eq!(crate::parser::parse(text).commands, [], "{text}");
    }
    check(&[
        ("such nach „Bitte nicht stören“", "search for “Bitte nicht stören”"),
        ("such nach Schildern mit nicht stören", "search for “Schildern mit nicht stören”"),
        ("schreib Ich komme nicht in Nachricht", "type “Ich komme nicht” into “Nachricht”"),
        ("klick auf „Nicht jetzt“", "click “Nicht jetzt”"),
        ("klick auf Nicht stören", "click “Nicht stören”"),
        ("klick auf Keine Angabe", "click “Keine Angabe”"),
        ("wähle Keine Angabe bei Anrede aus", "choose “Keine Angabe” in “Anrede”"),
    ]);
}
