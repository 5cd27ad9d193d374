//! `edith man`: one page with every command.

use crate::arguments::Arguments;
use crate::ends::Code;
use clap::{Command, CommandFactory};
use clap_mangen::Man;
use std::io::{Result, Write};

/// The page, in roff.
///
/// # Errors
/// None but those of memory.
pub(crate) fn manual() -> Result<Vec<u8>> {
    let mut program = Arguments::command().disable_help_subcommand(true);
    program.build();
    let mut page = Vec::new();
    let top = Man::new(program.clone());
    top.render_title(&mut page)?;
    top.render_name_section(&mut page)?;
    top.render_synopsis_section(&mut page)?;
    top.render_description_section(&mut page)?;
    // Those that every command takes.
    top.render_options_section(&mut page)?;
    commands(&program, "edith", &mut page)?;
    writeln!(page, ".SH \"EXIT STATUS\"")?;
    for code in Code::ALL {
        writeln!(page, ".TP\n\\fB{}\\fR\n{}", code.number(), code.meaning())?;
    }
    top.render_version_section(&mut page)?;
    Ok(page)
}

/// A section for each command below this one.
fn commands(above: &Command, name: &str, page: &mut Vec<u8>) -> Result<()> {
    for command in above.get_subcommands().filter(|command| !command.is_hide_set()) {
        let name = format!("{name} {}", command.get_name());
        writeln!(page, ".SH \"{}\"", name.to_uppercase())?;
        // What every command takes is above.
        let own = command.clone().mut_args(|one| if one.is_global_set() { one.hide(true) } else { one });
        let man = Man::new(own.bin_name(name.clone()));
        let mut section = Vec::new();
        man.render_description_section(&mut section)?;
        man.render_synopsis_section(&mut section)?;
        man.render_options_section(&mut section)?;
        for line in String::from_utf8_lossy(&section).lines() {
            match line.strip_prefix(".SH ") {
                Some("DESCRIPTION") => writeln!(page, ".PP")?,
                Some(title) => writeln!(page, ".SS {title}")?,
                None => writeln!(page, "{line}")?,
            }
        }
        commands(command, &name, page)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_every_command_with_its_options_and_the_codes() {
        let page = String::from_utf8(manual().unwrap()).unwrap();
        let plain = page.replace('\\', "");
        let mut program = Arguments::command();
        program.build();
        let mut options = 0;
        for command in program.get_subcommands().filter(|command| command.get_name() != "help") {
            assert!(plain.contains(&format!(".SH \"EDITH {}\"", command.get_name().to_uppercase())), "{page}");
            for long in command.get_arguments().filter_map(|one| one.get_long()) {
                assert!(plain.contains(&format!("--{long}")), "{long}: {page}");
                options += 1;
            }
        }
        assert!(options > 40, "{options}");
        assert!(plain.contains("EDITH GRANTS REVOKE") && !plain.contains("edith-run(1)"), "{page}");
        // What every command takes is there once.
        let (_, below) = plain.split_once("\"EDITH RUN\"").unwrap();
        assert!(below.contains("--document") && !below.contains("--webdriver"), "{below}");
        for code in Code::ALL {
            assert!(page.contains(&format!("\\fB{}\\fR\n{}", code.number(), code.meaning())), "{page}");
        }
    }
}
