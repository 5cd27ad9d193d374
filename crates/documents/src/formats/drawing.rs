//! What Word and PowerPoint share: alternative texts, charts, diagrams (DrawingML).

use super::xml::Element;
use crate::{Block, BlockKind, Cell, CellValue, Table};
use std::collections::BTreeMap;

/// Points of a chart's series.
const MAX_POINTS: usize = 10_000;

/// The alternative text of a drawing: `docPr` or `cNvPr` (`descr`, else `title`), or a VML shape's `alt`.
pub(crate) fn alternative_text(drawing: Element<'_>) -> String {
    let describes = |e: &Element<'_>| matches!(e.name(), "docPr" | "cNvPr" | "shape" | "rect");
    let text = |e: Element<'_>| {
        let description = e.attribute("descr").or_else(|| e.attribute("alt")).filter(|text| !text.trim().is_empty());
        description.or_else(|| e.attribute("title")).map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
    };
    drawing
        .descendants_unless(|e| e.name() == "txbxContent")
        .into_iter()
        .filter(describes)
        .find_map(text)
        .unwrap_or_default()
}

/// A chart or a diagram's data as a block.
pub(crate) fn graphic(root: Element<'_>) -> Option<Block> {
    if root.name() == "dataModel" {
        let points = root.child("ptLst")?.elements().filter_map(|point| {
            let text = paragraphs(point.child("t")?);
            (!text.is_empty()).then_some(text)
        });
        let text = points.collect::<Vec<_>>().join("\n");
        return (!text.is_empty()).then(|| Block::new(BlockKind::List, text));
    }
    chart(root)
}

/// The lines of a text body.
fn paragraphs(body: Element<'_>) -> String {
    let lines = body.elements().filter(|e| e.name() == "p").map(|p| {
        let runs = p.descendants().into_iter().filter(|e| e.name() == "t").map(Element::text);
        runs.collect::<String>().trim().to_owned()
    });
    lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

/// The points of a chart's cached series (`strCache`, `numCache`, `strLit`, `numLit`), by index.
fn points(data: Option<Element<'_>>) -> BTreeMap<usize, String> {
    let mut points = BTreeMap::new();
    for point in data.map(Element::descendants).unwrap_or_default().into_iter().filter(|e| e.name() == "pt") {
        let index = point.attribute("idx").and_then(|index| index.parse().ok());
        if let (Some(index), Some(value)) = (index.filter(|i| *i < MAX_POINTS), point.child("v")) {
            // Several levels of categories have the same indices; the outer ones follow.
            points
                .entry(index)
                .and_modify(|text| *text = format!("{} {text}", value.text()))
                .or_insert_with(|| value.text());
        }
    }
    points
}

/// A chart as a table: categories by series, named by its title.
fn chart(root: Element<'_>) -> Option<Block> {
    let chart = root.child("chart")?;
    let title = chart.child("title").and_then(|title| {
        let rich = title.find("rich").map(paragraphs).filter(|text| !text.is_empty());
        rich.or_else(|| points(Some(title)).into_values().next())
    });
    let plot = chart.child("plotArea")?;
    let series: Vec<Element<'_>> = plot.descendants().into_iter().filter(|e| e.name() == "ser").collect();
    let mut categories: BTreeMap<usize, String> = BTreeMap::new();
    let mut columns = Vec::new();
    for one in &series {
        for (index, category) in points(one.child("cat").or_else(|| one.child("xVal"))) {
            categories.entry(index).or_insert(category);
        }
        let name = one.child("tx").map(|tx| points(Some(tx)).into_values().collect::<Vec<_>>().join(" "));
        columns.push((name.unwrap_or_default(), points(one.child("val").or_else(|| one.child("yVal")))));
    }
    let axes: Vec<String> = plot
        .elements()
        .filter(|e| e.name().ends_with("Ax"))
        .filter_map(|axis| axis.child("title")?.find("rich").map(paragraphs))
        .filter(|text| !text.is_empty())
        .collect();
    let mut indices: Vec<usize> = categories.keys().copied().collect();
    indices.extend(columns.iter().flat_map(|(_, values)| values.keys().copied()));
    indices.sort_unstable();
    indices.dedup();
    let mut rows = Vec::new();
    let names =
        std::iter::once(Cell::new(axes.join(" / "))).chain(columns.iter().map(|(name, _)| Cell::new(name.clone())));
    rows.push(names.collect::<Vec<_>>());
    for index in indices {
        let category = Cell::new(categories.get(&index).cloned().unwrap_or_default());
        let values = columns.iter().map(|(_, values)| values.get(&index).map(|text| number(text)).unwrap_or_default());
        rows.push(std::iter::once(category).chain(values).collect());
    }
    let says = title.is_some() || rows.iter().flatten().any(|cell| !cell.text.is_empty());
    let mut block = Block::of_table(Table { name: title.clone(), header_rows: 1, rows });
    if let Some(title) = title {
        block.text = format!("{title}\n{}", block.text);
    }
    says.then_some(block)
}

/// A point's number as a cell.
fn number(text: &str) -> Cell {
    let value = text.parse::<f64>().ok().filter(|value| value.is_finite()).map(|value| value.to_string());
    Cell { text: value.clone().unwrap_or_else(|| text.to_owned()), value: value.map(CellValue::Number) }
}

/// What counts of a choice: the newest way to say it, unless that says nothing.
pub(crate) fn chosen(alternatives: Element<'_>) -> Option<Element<'_>> {
    let choice = alternatives.elements().find(|e| e.name() == "Choice" && e.elements().next().is_some());
    choice.or_else(|| alternatives.child("Fallback"))
}
