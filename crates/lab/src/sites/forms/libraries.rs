//! The libraries that forms are drawn with, from the npm registry at exact versions.

use crate::npm::{self, NpmError};

/// Kind of form, packages and versions, script.
type Library = (&'static str, &'static [(&'static str, &'static str)], &'static str);

/// All of them.
pub const LIBRARIES: [Library; 16] = [
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
    (
        "jquery",
        &[
            ("jquery", "3.8.0"),
            ("select2", "4.1.0"),
            ("flatpickr", "4.6.13"),
            ("intl-tel-input", "29.5.1"),
            ("jquery-validation", "1.22.1"),
        ],
        include_str!("scripts/jquery.js"),
    ),
    (
        "bootstrap",
        &[("bootstrap", "5.3.9"), ("@popperjs/core", "2.11.8"), ("tom-select", "2.6.2"), ("filepond", "4.32.12")],
        include_str!("scripts/bootstrap.js"),
    ),
    (
        "mantine",
        &[
            ("react", "19.3.1"),
            ("react-dom", "19.3.1"),
            ("@mantine/core", "9.8.1"),
            ("@mantine/dates", "9.8.1"),
            ("@mantine/form", "9.8.1"),
            ("@mantine/hooks", "9.8.1"),
            ("dayjs", "1.11.23"),
        ],
        include_str!("scripts/mantine.js"),
    ),
    ("elementplus", &[("vue", "3.5.45"), ("element-plus", "2.14.8")], include_str!("scripts/elementplus.js")),
    (
        "primevue",
        &[("vue", "3.5.45"), ("primevue", "4.5.5"), ("@primeuix/themes", "2.0.3")],
        include_str!("scripts/primevue.js"),
    ),
    ("materialweb", &[("@material/web", "2.5.0")], include_str!("scripts/materialweb.js")),
    (
        "headless",
        &[
            ("react", "19.3.1"),
            ("react-dom", "19.3.1"),
            ("react-hook-form", "7.92.0"),
            ("radix-ui", "1.8.1"),
            ("cmdk", "1.1.1"),
            ("react-day-picker", "10.0.2"),
            ("date-fns", "4.4.0"),
        ],
        include_str!("scripts/headless.js"),
    ),
];

/// A kind's script with all that it imports; none: the kind needs no library.
pub(super) fn script(kind: &str) -> Result<Option<Vec<u8>>, NpmError> {
    let Some((_, packages, script)) = LIBRARIES.iter().find(|(known, ..)| *known == kind) else { return Ok(None) };
    let built = npm::bundle(&format!("form-{kind}"), packages, script)?;
    std::fs::read(&built).map(Some).map_err(|source| NpmError::File { path: built, source })
}
