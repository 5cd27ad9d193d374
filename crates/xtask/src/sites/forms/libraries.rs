//! The libraries that forms are drawn with, from the npm registry at exact versions.

use crate::npm::{self, NpmError};

/// Kind of form, packages and versions, script.
type Library = (&'static str, &'static [(&'static str, &'static str)], &'static str);

/// All of them.
pub const LIBRARIES: [Library; 9] = [
    (
        "react",
        &[
            ("react", "19.3.1"),
            ("react-dom", "19.3.1"),
            ("react-hook-form", "7.92.0"),
            ("@mui/material", "9.5.0"),
            ("@emotion/react", "11.14.0"),
            ("@emotion/styled", "11.14.1"),
        ],
        include_str!("scripts/react.js"),
    ),
    ("vue", &[("vue", "3.5.45"), ("vuetify", "4.3.0")], include_str!("scripts/vue.js")),
    (
        "angular",
        &[
            ("@angular/core", "22.2.6"),
            ("@angular/common", "22.2.6"),
            ("@angular/compiler", "22.2.6"),
            ("@angular/forms", "22.2.6"),
            ("@angular/platform-browser", "22.2.6"),
            ("@angular/cdk", "22.2.7"),
            ("@angular/material", "22.2.6"),
            ("rxjs", "7.8.2"),
            ("zone.js", "0.16.3"),
        ],
        include_str!("scripts/angular.js"),
    ),
    ("components", &[("@shoelace-style/shoelace", "2.20.1")], include_str!("scripts/components.js")),
    ("surveyjs", &[("survey-core", "2.5.38"), ("survey-js-ui", "2.5.38")], include_str!("scripts/surveyjs.js")),
    (
        "rjsf",
        &[
            ("react", "19.3.1"),
            ("react-dom", "19.3.1"),
            ("@rjsf/core", "6.11.1"),
            ("@rjsf/utils", "6.11.1"),
            ("@rjsf/validator-ajv8", "6.11.1"),
        ],
        include_str!("scripts/rjsf.js"),
    ),
    (
        "jsonforms",
        &[
            ("react", "19.3.1"),
            ("react-dom", "19.3.1"),
            ("@jsonforms/core", "3.8.0"),
            ("@jsonforms/react", "3.8.0"),
            ("@jsonforms/vanilla-renderers", "3.8.0"),
        ],
        include_str!("scripts/jsonforms.js"),
    ),
    ("formio", &[("@formio/js", "5.6.0")], include_str!("scripts/formio.js")),
    (
        "formily",
        &[
            ("react", "18.3.1"),
            ("react-dom", "18.3.1"),
            ("antd", "5.29.3"),
            ("@formily/core", "2.3.7"),
            ("@formily/react", "2.3.7"),
            ("@formily/antd-v5", "1.2.4"),
        ],
        include_str!("scripts/formily.js"),
    ),
];

/// A kind's script with all that it imports; none: the kind needs no library.
pub(super) fn script(kind: &str) -> Result<Option<Vec<u8>>, NpmError> {
    let Some((_, packages, script)) = LIBRARIES.iter().find(|(known, ..)| *known == kind) else { return Ok(None) };
    let built = npm::bundle(&format!("form-{kind}"), packages, script)?;
    std::fs::read(&built).map(Some).map_err(|source| NpmError::File { path: built, source })
}
