//! Scripts without their comments, as they are shipped: every page that EDITH works in loads them.

/// The script without lines that are comments only, blank lines and indents. None where that might change what it says: where a text goes
/// over several lines, or code follows a comment on its line.
#[must_use]
pub fn without_comments(script: &str) -> Option<String> {
    let mut out = String::with_capacity(script.len());
    let mut is_comment = false;
    for line in script.lines().map(str::trim) {
        if line.matches('`').count() % 2 == 1 {
            return None;
        }
        if !is_comment && (line.is_empty() || line.starts_with("//")) {
            continue;
        }
        if is_comment || line.starts_with("/*") {
            is_comment = match line.split_once("*/") {
                Some((_, "")) => false,
                Some(_) => return None,
                None => true,
            };
            continue;
        }
        out.push_str(line);
        out.push('\n');
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::without_comments;

    #[test]
    fn comments_go_and_code_stays() {
        let script = "// What it is.\n(() => {\n\n  /** One. */\n  const a = 1; // Two.\n  /*\n   * Three.\n   */\n  return a;\n})();\n";
        assert_eq!(without_comments(script).unwrap(), "(() => {\nconst a = 1; // Two.\nreturn a;\n})();\n");
    }

    #[test]
    fn what_might_change_is_left_as_it_is() {
        for script in ["const a = `one\n  // two`;\n", "/* one */ const a = 1;\n"] {
            assert_eq!(without_comments(script), None);
        }
    }
}
