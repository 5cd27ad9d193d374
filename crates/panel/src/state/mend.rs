//! What to do on this computer so that a local model server answers an extension: exact commands by system.

use crate::state::text::key;

/// The person's operating system, as far as it changes the commands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum System {
    /// macOS.
    Mac,
    /// Windows.
    Windows,
    /// Linux and others.
    Linux,
}

impl System {
    /// The system that a browser names in `navigator.userAgent`.
    pub fn of(user_agent: &str) -> Self {
        if user_agent.contains("Mac OS") || user_agent.contains("Macintosh") {
            Self::Mac
        } else if user_agent.contains("Windows") {
            Self::Windows
        } else {
            Self::Linux
        }
    }
}

/// A mend: what to do, and the command that does it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mend {
    /// A key of the catalogue.
    pub words: &'static str,
    /// To be copied into a terminal; empty if there is none.
    pub command: &'static str,
}

/// The mend of a local server that refuses requests of extensions; none for a server that is not known.
///
/// Ollama: docs.ollama.com/faq, "How can I allow additional web origins to access Ollama?". LM Studio: lmstudio.ai/docs/cli/serve/server-start. vLLM:
/// docs.vllm.ai, `--allowed-origins`.
pub fn mend(server: &str, system: System) -> Option<Mend> {
    Some(match (server, system) {
        ("Ollama", System::Mac) => {
            Mend { words: key("mend_ollama_mac"), command: "launchctl setenv OLLAMA_ORIGINS \"chrome-extension://*\"" }
        }
        ("Ollama", System::Windows) => {
            Mend { words: key("mend_ollama_windows"), command: "setx OLLAMA_ORIGINS \"chrome-extension://*\"" }
        }
        ("Ollama", System::Linux) => Mend {
            words: key("mend_ollama_linux"),
            command: "sudo mkdir -p /etc/systemd/system/ollama.service.d && printf '[Service]\\nEnvironment=\"OLLAMA_ORIGINS=chrome-extension://*\"\\n' | sudo tee /etc/systemd/system/ollama.service.d/origins.conf && sudo systemctl daemon-reload && sudo systemctl restart ollama",
        },
        ("LM Studio", _) => Mend { words: key("mend_lm_studio"), command: "lms server start --cors" },
        ("vLLM", _) => Mend { words: key("mend_vllm"), command: "--allowed-origins '[\"*\"]'" },
        ("Jan", _) => Mend { words: key("mend_jan"), command: "" },
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_system_has_its_own_command() {
        let systems = [
            ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/140", System::Mac, "launchctl"),
            ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140", System::Windows, "setx"),
            ("Mozilla/5.0 (X11; Linux x86_64) Chrome/140", System::Linux, "systemctl restart ollama"),
        ];
        for (user_agent, system, command) in systems {
            assert_eq!(System::of(user_agent), system);
            let mend = mend("Ollama", system).unwrap();
            assert!(mend.command.contains(command) && mend.command.contains("chrome-extension://*"), "{system:?}");
        }
        assert_eq!(mend("Something", System::Mac), None);
    }
}
