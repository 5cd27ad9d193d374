//! The documents that the demo asks about.

use super::{Pdf, PdfPage, Sheet, xlsx};

/// The lease of a small workshop: three pages with running headers. The notice period stands on page 2.
pub fn contract() -> Vec<u8> {
    let texts = [
        "# Lease of the workshop in Mill Lane 4\n\
         Between Ada Berger (landlord) and Tom Vogel (tenant).\n\n\
         # 1 Subject\n\
         The landlord lets the workshop of 62 square metres on the ground floor. Two keys are handed over.\n\n\
         # 2 Rent\n\
         The rent is 780.00 euros a month, due on the third working day. A deposit of 1,560.00 euros is paid before the keys are handed over.",
        "# 3 Term and notice\n\
         The lease begins on 1 March 2026 and has no fixed end. Either party may end it with a notice period of three months to the end of a month. \
         Notice must be given in writing.\n\n\
         # 4 Repairs\n\
         The tenant bears small repairs of up to 120.00 euros each. All others are the landlord's.",
        "# 5 Keeping of animals\n\
         Animals are not allowed in the workshop.\n\n\
         # 6 Return\n\
         At the end the workshop is returned swept, with all keys. The deposit is paid back within six weeks.",
    ];
    let pages = texts.iter().enumerate();
    pages
        .fold(Pdf::new("Lease of a workshop"), |pdf, (index, text)| {
            let page = PdfPage::of(text).line(72.0, 50.0, 9.0, "Lease, Mill Lane 4").line(
                270.0,
                800.0,
                9.0,
                &format!("Page {} of 3", index + 1),
            );
            pdf.page(page)
        })
        .bytes()
}

/// A price list: the amounts of the category "lamp" sum up to 71.39.
pub fn price_list() -> Vec<u8> {
    xlsx(&[Sheet {
        name: "Prices",
        rows: &[
            &["Article", "Category", "Price", "Stock"],
            &["Desk lamp", "lamp", "34.99", "3"],
            &["Reading lamp", "lamp", "23.40", "12"],
            &["Clip lamp", "lamp", "13.00", "0"],
            &["Oak table", "table", "249.00", "2"],
            &["Stool", "chair", "39.50", "7"],
        ],
    }])
}
