//! What only a browser shows of an answer and of the first page: where things stand, and what is drawn.

use edith_lab::model_server::{Reply, Script};
use serde_json::json;

use super::SOON;
use super::lab::{Lab, RUN};

const ANSWER: &str = "# Lamps\n\nThe formula is $\\frac{a}{b}$, it costs $5 or $6 [1].\n\n\
| Lamp | Price |\n|---|---|\n| Reading lamp | €18.90 |\n| Floor lamp, black | €1,189.00 |\n\n- [x] bought\n- [ ] sent\n\n\
### Sources\n- [1] “a-b, c” — [a.example](https://a.example/#:~:text=a%2Db%2C%20c)";

/// Where the ends of the texts of the cells of a column are.
const ENDS: &str = "[...document.querySelectorAll('.prose td:nth-child(2)')].map(cell => { \
    const range = document.createRange(); range.selectNodeContents(cell); return Math.round(range.getBoundingClientRect().right); })";

#[tokio::test]
async fn an_answer_is_laid_out_and_the_first_page_fits_the_page_beside_it() {
    let lab = Lab::with(Script::new().then(Reply::text(ANSWER))).await;
    let panel = lab.browser.open_extension("sidepanel.html").await.unwrap();
    let page = panel.page();
    // A panel is seen while a tab beside it is.
    page.eval("Object.defineProperty(document, 'hidden', { get: () => false })").await.unwrap();
    page.wait_for("document.querySelector('.hero__text') !== null", SOON).await.unwrap();

    let first =
        |words: &str| format!("document.querySelector('.tiles .tile__title')?.textContent === {}", json!(words));
    lab.browser.open_page(&lab.sites.shop_url).await.unwrap().to_front().await.unwrap();
    page.wait_for(&first("Compare the prices here"), SOON).await.unwrap();
    lab.browser.open_page(&lab.sites.form_url).await.unwrap().to_front().await.unwrap();
    page.wait_for(&first("Fill in this form"), SOON).await.unwrap();

    panel.accepted(json!({ "type": "CHAT", "prompt": "lamps?" })).await.unwrap();
    page.to_front().await.unwrap();
    page.wait_for("document.querySelector('.hero--line') !== null", RUN).await.unwrap();
    let line = "(() => { const title = document.querySelector('.hero__title'); \
                return title.parentElement.offsetHeight < 40 && title.getClientRects().length === 1; })()";
    assert_eq!(page.eval(line).await.unwrap(), json!(true), "the hero is a line once a task was given");
    page.click(".home__part .tile--row").await.unwrap();
    page.wait_for("document.querySelector('.prose .cited') !== null", SOON).await.unwrap();

    for (what, shown) in [
        (
            "no gap above the first heading",
            "(() => { const prose = document.querySelector('.prose'); \
            return prose.firstElementChild.getBoundingClientRect().top === prose.getBoundingClientRect().top; })()",
        ),
        (
            "maths is drawn as MathML",
            "(() => { const [top, bottom] = document.querySelectorAll('mfrac > mi'); \
            return top.namespaceURI.endsWith('MathML') && top.getBoundingClientRect().bottom <= bottom.getBoundingClientRect().top + 1; })()",
        ),
        (
            "amounts are no maths",
            "document.querySelectorAll('.prose math').length === 1 && document.querySelector('.prose p').textContent.includes('$5 or $6')",
        ),
        (
            "tasks have a box and no bullet",
            "[...document.querySelectorAll('.prose .todo')].every(task => getComputedStyle(task).listStyleType === 'none' \
            && getComputedStyle(task).display === 'list-item' && task.querySelector('input[type=checkbox]:disabled[aria-label]').offsetWidth > 8) && document.querySelector('.todo input').checked",
        ),
        (
            "a source's link leads to the quote",
            "document.querySelector('.cited a').href.endsWith('#:~:text=a%2Db%2C%20c')",
        ),
    ] {
        assert_eq!(page.eval(shown).await.unwrap(), json!(true), "{what}");
    }
    let ends = page.eval(ENDS).await.unwrap();
    assert!(ends[0].is_number() && ends[0] == ends[1], "figures end below each other: {ends}");
    page.eval("document.querySelector('.number a').focus()").await.unwrap();
    page.press("Enter", 13).await.unwrap();
    page.wait_for("document.activeElement?.matches('.cited > li')", SOON).await.unwrap();
    let address = page.eval("location.hash").await.unwrap();
    assert_eq!(address, json!(""), "the panel's own address stays");
    if let Some(folder) = std::env::var_os("LOOK") {
        panel.portraits(std::path::Path::new(&folder), "answer").await.unwrap();
    }
}

/// The addresses are those that `research::fragment` makes of such a page.
#[tokio::test]
async fn the_words_about_a_quote_lead_the_browser_to_its_second_place() {
    let browser = crate::browser().await;
    let page = "<!doctype html><meta charset=utf-8><h2>Desk lamp, black</h2><p>€ 24.90 in stock</p><div style='height:3000px'></div>\
        <h2>Desk lamp, white</h2><p>€ <b>24.90</b> in stock soon</p>\
        <table><tr><td>Floor lamp</td><td>€ 24.90</td><td>sold out</td></tr></table><div style='height:3000px'></div>";
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("page.html");
    std::fs::write(&file, page).unwrap();
    let open =
        async |words: &str| browser.open_page(&format!("file://{}#:~:text={words}", file.display())).await.unwrap();
    for words in
        ["Desk%20lamp%2C%20white-,%E2%82%AC%2024.90,-in%20stock%20soon", "Floor%20lamp-,%E2%82%AC%2024.90,-sold%20out"]
    {
        let page = open(words).await;
        page.to_front().await.unwrap();
        page.wait_for("scrollY > 2000", SOON).await.unwrap_or_else(|error| panic!("{words}: {error}"));
    }
    // The control: by itself the quote leads to its first place, where the page begins.
    let page = open("%E2%82%AC%2024.90").await;
    page.to_front().await.unwrap();
    page.wait_for("document.readyState === 'complete'", SOON).await.unwrap();
    assert_eq!(page.eval("new Promise(done => setTimeout(() => done(scrollY), 500))").await.unwrap(), json!(0));
}
