//! What people write, and the resulting commands.

use super::*;

fn read(text: &str) -> String {
    let parsed = parse(text);
    let mut out: Vec<String> = parsed.commands.iter().map(Command::to_string).collect();
    out.extend(parsed.unknown.iter().map(|words| format!("?{words}")));
    out.join("; ")
}

/// Inputs and their commands, in the interpreter's own words; `?` marks what is not understood.
const TABLE: &[(&str, &str)] = &[
    // Going places.
    ("go to localhost:8000/shop", "go to http://localhost:8000/shop"),
    ("Open example.org.", "go to https://example.org"),
    ("please visit https://a.example/x?y=1", "go to https://a.example/x?y=1"),
    ("navigate to the page localhost:8000", "go to http://localhost:8000"),
    ("open wikipedia", "go to https://www.wikipedia.org"),
    ("open example.org in a new tab", "open https://example.org in a new tab"),
    ("http://127.0.0.1:9/", "go to http://127.0.0.1:9/"),
    ("go to javascript:alert(1)", "go to javascript:alert(1)"),
    ("go back", "go back"),
    ("go back to the results", "go back"),
    ("reload the page", "load the page again"),
    ("go to the cart", "click “cart”"),
    ("open the menu", "click “menu”"),
    // Searching.
    ("search for lamp", "search for “lamp”"),
    ("Search lamp", "search for “lamp”"),
    ("look for a desk lamp", "search for “desk lamp”"),
    ("look up \"red, then blue\"", "search for “red, then blue”"),
    ("find lamps", "search for “lamps”"),
    ("search the shop for lamps", "search for “lamps”"),
    ("search ebay.de for a bicycle", "go to https://ebay.de; search for “bicycle”"),
    ("search wikipedia for desk lamps", "go to https://www.wikipedia.org; search for “desk lamps”"),
    ("serach for lamp", "search for “lamp”"),
    ("search for lamp and press Enter", "search for “lamp”"),
    ("could you please search for lamp for me", "search for “lamp”"),
    ("Can you search for oak shelves?", "search for “oak shelves”"),
    ("Would you press Save?", "click “Save”"),
    ("search for lamp and open it", "search for “lamp”; open the first result"),
    ("find the cheapest lamp and open it", "open the cheapest lamp"),
    ("find the Save button and click it", "scroll to the button “Save”; click the button “Save”"),
    // Typing.
    ("type hello into Message", "type “hello” into “Message”"),
    ("type \"hello, world\" into the message box", "type “hello, world” into the field “message”"),
    ("enter 12 in Quantity", "type “12” into “Quantity”"),
    ("write Dear Ada, thanks into the Body field", "type “Dear Ada, thanks” into the field “Body”"),
    ("type hello", "type “hello”"),
    ("enter ada@x.example as the email", "type “ada@x.example” into “email”"),
    ("type hello and press Enter", "type “hello”; press Enter"),
    ("put Ada in the name field", "type “Ada” into the field “name”"),
    ("type secret into the password field", "type the secret into the field “password”"),
    // Filling.
    ("fill in name: Ada, email: ada@x.example", "set “name” to “Ada”; set “email” to “ada@x.example”"),
    (
        "fill the form with name: Ada Lovelace, city: Paris, France",
        "set “name” to “Ada Lovelace”; set “city” to “Paris, France”",
    ),
    ("fill name with Ada and email with ada@x.example", "set “name” to “Ada”; set “email” to “ada@x.example”"),
    ("fill in the name with Ada", "set “name” to “Ada”"),
    (
        "fill in the form:\nname: Ada\nemail: ada@x.example\nclick Save",
        "set “name” to “Ada”; set “email” to “ada@x.example”; click “Save”",
    ),
    ("fill in Ada as the name", "set “name” to “Ada”"),
    (
        "fill in name: Ada, email: ada@x.example and click Save",
        "set “name” to “Ada”; set “email” to “ada@x.example”; click “Save”",
    ),
    ("fill in name=Ada, age=3", "set “name” to “Ada”; set “age” to “3”"),
    // Clicking.
    ("click Save", "click “Save”"),
    ("click on the Save button", "click the button “Save”"),
    ("press the button called Save changes", "click the button “Save changes”"),
    ("tap Next", "click “Next”"),
    ("clcik Save", "click “Save”"),
    ("click \"Save, and close\"", "click “Save, and close”"),
    (
        "click \"More\" of \"Breads\", then click \"More\" button of the \"Recipes\"",
        "click “More”; click the button “More”",
    ),
    ("click \"Table of contents\"", "click “Table of contents”"),
    ("click More of Breads", "click “More of Breads”"),
    ("click the second Edit link", "click the second link “Edit”"),
    ("double-click the row Ada", "double-click “row Ada”"),
    ("right click the picture", "right-click “picture”"),
    ("click Next twice", "click “Next”; click “Next”"),
    ("click the third button", "click the third button"),
    ("submit", "click “submit”"),
    ("submit the form", "click “submit”"),
    ("save it", "click “save”"),
    ("send the message", "click “send message”"),
    ("proceed to checkout", "click “proceed to checkout”"),
    ("accept cookies", "click “accept cookies”"),
    ("add it to the cart", "click the button “add to cart”"),
    ("add to basket", "click the button “add to cart”"),
    ("put the Desk lamp into my shopping bag", "click the button “add to cart”"),
    ("add the cheapest to the cart", "open the cheapest one; click the button “add to cart”"),
    // Keys.
    ("press Enter", "press Enter"),
    ("hit the escape key", "press Escape"),
    ("press ctrl+a", "press Control+a"),
    ("press Tab twice", "press Tab; press Tab"),
    ("press Enter in the search field", "press Enter in the field “search”"),
    ("press Delete", "click “Delete”"),
    ("press the Delete key", "press Delete"),
    // Ticking.
    ("tick In stock", "tick “In stock”"),
    ("check the In stock box", "tick the checkbox “In stock”"),
    ("uncheck Newsletter", "untick “Newsletter”"),
    ("untick the checkbox Gift wrap", "untick the checkbox “Gift wrap”"),
    ("turn on dark mode", "tick “dark mode”"),
    ("turn notifications off", "untick “notifications”"),
    ("tick Red, Blue", "tick “Red”; tick “Blue”"),
    ("tick \"A and B\" and \"C\"", "tick “A and B”; tick “C”"),
    ("tick Terms and conditions", "tick “Terms and conditions”"),
    // Choosing.
    ("select Germany from Country", "choose “Germany” in “Country”"),
    ("choose Blue in the colour dropdown", "choose “Blue” in the drop-down “colour”"),
    ("select Express", "choose “Express”"),
    ("choose the option Express", "choose “Express”"),
    ("select the Details tab", "click the tab “Details”"),
    ("sort by price", "choose “price” in “sort by”"),
    ("sort the results by Rating", "choose “Rating” in “sort by”"),
    ("filter by In stock", "choose “In stock”"),
    ("only show available", "choose “available”"),
    ("select all", "press Control+a"),
    ("set the quantity to 3", "set “quantity” to “3”"),
    ("set Delivery date to 24 December 2026", "set “Delivery date” to “24 December 2026”"),
    ("change the quantity from 1 to 2", "set “quantity” to “2”"),
    ("set Volume slider to 70", "set the slider “Volume” to “70”"),
    // Picking.
    // Forbidden.
    ("don't buy the lamp", ""),
    ("buy nothing", ""),
    ("please submit nothing", ""),
    ("open the lamp but don't buy it", "click “lamp”"),
    ("open the lamp and do not buy it", "click “lamp”"),
    ("type I like it but don't need it into Comment", "type “I like it but don't need it” into “Comment”"),
    ("click Do not disturb", "click “Do not disturb”"),
    ("type I do not agree into Comment", "type “I do not agree” into “Comment”"),
    ("search for do not disturb signs", "search for “do not disturb signs”"),
    ("open the cheapest", "open the cheapest one"),
    ("show me the cheapest mug", "open the cheapest mug"),
    ("show me the second result", "open the second result"),
    ("Can you give me a short summary of this page?", "sum up the page"),
    ("write a summary", "sum up the page"),
    ("show me the lowest price", "read “lowest price”"),
    ("open the cheapest one", "open the cheapest one"),
    ("open the first result", "open the first result"),
    ("click the most expensive lamp", "open the most expensive lamp"),
    ("choose the best rated", "open the best-rated one"),
    ("open the 3rd product", "open the third one"),
    ("open the last message", "open the last message"),
    ("open the cheapest and click it", "open the cheapest one"),
    // Pointing, dragging, scrolling.
    ("hover over Products", "point at “Products”"),
    ("hover over Products and click it", "point at “Products”; click “Products”"),
    ("drag Card A to Done", "drag “Card A” onto “Done”"),
    ("drag \"Card A\" and drop it onto \"Done\"", "drag “Card A” onto “Done”"),
    ("scroll down", "scroll down"),
    ("scroll up a bit", "scroll up"),
    ("scroll to the bottom", "scroll to the bottom"),
    ("scroll all the way down to the bottom of the page", "scroll to the bottom"),
    ("scroll to the top", "scroll to the top"),
    ("scroll down to Reviews", "scroll to “Reviews”"),
    // Tabs, waiting, pictures, dialogs, files.
    ("switch to tab 2", "switch to tab 2"),
    ("switch to the second tab", "switch to tab 2"),
    ("switch to the last tab", "switch to the last tab"),
    ("switch to the tab Cart", "switch to the tab “Cart”"),
    ("close the tab", "close the tab"),
    ("close tab 2", "close tab 2"),
    ("list the tabs", "list the tabs"),
    ("wait", "wait for the page"),
    ("wait for the page to load", "wait for the page"),
    ("wait 3 seconds", "wait for the page"),
    ("wait for \"Order placed\"", "wait for “Order placed”"),
    ("wait until Done appears", "wait for “Done”"),
    ("take a screenshot", "take a screenshot"),
    ("accept the dialog", "accept the dialog"),
    ("dismiss the alert", "dismiss the dialog"),
    ("click OK in the dialog", "accept the dialog"),
    ("answer the prompt with Ada", "accept the dialog"),
    ("upload cv.pdf to Resume", "upload “cv.pdf”"),
    (
        "log in as ada with password s3cret",
        "set the field “username” to “ada”; set the field “password”; click the button “log in”",
    ),
    ("log in", "click “log in”"),
    // Questions.
    ("tell me the total", "read “total”"),
    ("then tell me the total", "read “total”"),
    ("what is the price of the Desk lamp?", "read “price of the Desk lamp”"),
    ("How much is it?", "read “price”"),
    ("how many results are there?", "read how many “results” there are"),
    ("what is the title of the page", "read the page's title"),
    ("read this page", "read the page"),
    ("summarize this page", "sum up the page"),
    ("tell me the price and the rating", "read “price”; read “rating”"),
    ("check the total", "read “total”"),
    ("find the price", "read “price”"),
    ("read the order number", "read “order number”"),
    // Several.
    (
        "go to localhost:8000/shop, search for lamp, tick In stock, open the cheapest, add it to the cart, then tell me the total",
        "go to http://localhost:8000/shop; search for “lamp”; tick “In stock”; open the cheapest one; click the button “add to cart”; read “total”",
    ),
    (
        "1. Go to a.example\n2. Click Save\n3. Tell me the title",
        "go to https://a.example; click “Save”; read the page's title",
    ),
    ("First, go to a.example. After that click Save. Thanks!", "go to https://a.example; click “Save”"),
    ("Hi! Please open a.example and click Save, thank you", "go to https://a.example; click “Save”"),
    ("- open a.example\n- click Save", "go to https://a.example; click “Save”"),
    ("click Save and then click Close; wait for Done", "click “Save”; click “Close”; wait for “Done”"),
    (
        "I'd like you to go to a.example and search for red and blue lamps",
        "go to https://a.example; search for “red and blue lamps”",
    ),
    (
        "Go to http://127.0.0.1:41235/board, type Buy tea into New task, select high in Priority, click Add task, then tick Water the plants.",
        "go to http://127.0.0.1:41235/board; type “Buy tea” into “New task”; choose “high” in “Priority”; click “Add task”; tick “Water the plants”",
    ),
    (
        "go to a.example/mail, click Compose, fill in to: ada@x.example, subject: Hi there, message: \"See you, bye\", then click Send",
        "go to https://a.example/mail; click “Compose”; set “to” to “ada@x.example”; set “subject” to “Hi there”; set “message” to “See you, bye”; click “Send”",
    ),
    ("open the message from Ada and reply", "click “message from Ada”; click “reply”"),
    (
        "go to a.example and scroll to the bottom and take a screenshot",
        "go to https://a.example; scroll to the bottom; take a screenshot",
    ),
    (
        "Go to a.example. Then, fill out the form: full name = Ada Lovelace; email = ada@x.example; and press submit",
        "go to https://a.example; set “full name” to “Ada Lovelace”; set “email” to “ada@x.example”; click “submit”",
    ),
    // Not understood.
    ("write me a poem about the sea and recite it", "type “me a poem about the sea and recite it”"),
    ("book", "click “book”"),
    ("the weather in Paris", "?the weather in Paris"),
    ("if it is red, click it", "?if it is red; ?click “it”"),
    ("plan my holiday", "?plan my holiday"),
    ("do not buy anything", ""),
    ("thanks", ""),
    ("", ""),
];

/// Fails with what is read otherwise than a table says.
pub(crate) fn check(table: &[(&str, &str)]) {
    let wrong: Vec<String> = table
        .iter()
        .filter_map(|(text, expected)| {
            let got = read(text);
            (got != *expected).then(|| format!("{text:?}\n  want {expected}\n  got  {got}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn words_become_commands() {
    check(TABLE);
}

#[test]
fn no_words_make_it_panic() {
    // Pieces of commands, quotes and other scripts, in orders given by a fixed seed.
    let pieces = [
        "click",
        "\"",
        "“",
        "”",
        "'",
        "to",
        "go to",
        " ",
        ",",
        ", ",
        "and",
        "then",
        ".",
        ". ",
        "fill",
        ": ",
        "=",
        "é",
        "日本",
        "🙂",
        "\n",
        "1.",
        "2) ",
        "the",
        "in",
        "type",
        "tick",
        "localhost:",
        ":",
        "#2",
        "set",
        "’",
        "from",
        "-",
        "press",
        "ctrl+",
        "with",
        "log in as",
        "a",
        "İ",
        "ß",
    ];
    for seed in 0..1500 {
        println!("seed {seed}");
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut text = String::new();
        for _ in 0..12 {
            text.push_str(pieces[rng.usize(..pieces.len())]);
            if rng.bool() {
                text.push(' ');
            }
        }
        let _ = parse(&text);
    }
}

#[test]
fn pasted_text_is_not_taken_for_commands() {
    assert!(parse(&"click Save. ".repeat(3000)).commands.is_empty());
}
