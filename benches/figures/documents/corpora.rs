//! The public collections that documents are measured on.

use edith_lab::corpora::Corpus;

pub(super) const DOCLING: Corpus =
    Corpus { repository: "docling-project/docling", commit: "e1cb2b234c48ff29746b0f2f843d07f8e23905a0" };
pub(super) const MARKITDOWN: Corpus =
    Corpus { repository: "microsoft/markitdown", commit: "a51f725d7ff4cdfe3bb6ad2ce2c04d98bf5f1f00" };
pub(super) const PYTHON_DOCX: Corpus =
    Corpus { repository: "python-openxml/python-docx", commit: "e45454602b53e8e572b179ccf1c91093ec9f4ed7" };
pub(super) const PYTHON_PPTX: Corpus =
    Corpus { repository: "scanny/python-pptx", commit: "278b47b1dedd5b46ee84c286e77cdfb0bf4594be" };
pub(super) const CALAMINE: Corpus =
    Corpus { repository: "tafia/calamine", commit: "263762c8e98ef25da8511d9c5ea1783493e3bf6d" };
pub(super) const PANDOC: Corpus =
    Corpus { repository: "jgm/pandoc", commit: "0a9a2f261510322ee5a33a2a7facce54b8a718ec" };
pub(super) const ARTICLES: Corpus = Corpus {
    repository: "scrapinghub/article-extraction-benchmark",
    commit: "4a3bc979f76c0df73cb95fe272e2fc1b96f9f010",
};
pub(super) const PDF_SAMPLES: Corpus =
    Corpus { repository: "py-pdf/sample-files", commit: "6921079eb3e1ed0944db5ec75016910d59da7fdb" };
pub(super) const PDFPLUMBER: Corpus =
    Corpus { repository: "jsvine/pdfplumber", commit: "147f2c4c07dc1191fc1d05bb589b4f6af3aaf74a" };
pub(super) const CRANFIELD: Corpus =
    Corpus { repository: "Menotron/cs7is3-cranfield-search", commit: "e1328f5d33dfc3a11e78f8f5d99d8a7beb8aa96e" };
pub(super) const CISI: Corpus = Corpus {
    repository: "Shakiba-Alipour/Information-Retrieval-on-CISI",
    commit: "7a23c34602e8949d795bb1835004546e00d1d1ba",
};
pub(super) const CACM: Corpus =
    Corpus { repository: "c00kiemon5ter/LuceneEval", commit: "aee70fa0139ae9b3670a65b1d3df9dcb4dc36b52" };
pub(super) const FINANCEBENCH: Corpus =
    Corpus { repository: "patronus-ai/financebench", commit: "cc39aeb4afdf33909ee1412188bf89035950c2eb" };
