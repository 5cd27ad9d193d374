//! Names of what only shows, chooses or searches: a request that says nothing is then believed to do so, too.

use super::ElementFacts;
use super::phrases::{At, stands, words};
use super::words::COOKIES;

/// Names that begin so.
#[rustfmt::skip]
const BEGINNINGS: &[&str] = &[
    "search", "find", "filter", "sort", "show", "hide", "view", "load more", "see", "next page", "previous page", "page", "expand", "collapse",
    "refresh", "reload", "preview", "calculate", "compare", "convert", "translate", "zoom", "play", "add to cart", "add to basket",
    "add to bag", "log in", "login", "sign in", "suche", "suchen", "filtern", "sortieren", "zeige", "anzeigen", "ausblenden", "mehr", "nächste seite",
    "vorherige seite", "seite", "aktualisieren", "vorschau", "berechnen", "vergleichen", "umrechnen", "übersetzen", "in den warenkorb", "anmelden",
    "einloggen", "buscar", "filtrar", "ordenar", "mostrar", "ocultar", "ver", "página", "siguiente página", "calcular", "comparar", "convertir",
    "traducir", "añadir al carrito", "iniciar sesión", "rechercher", "chercher", "filtrer", "trier", "afficher", "masquer", "voir", "page suivante",
    "page précédente", "actualiser", "aperçu", "calculer", "comparer", "convertir", "traduire", "ajouter au panier",
];

/// Names that are just this.
#[rustfmt::skip]
const NAMES: &[&str] = &[
    "close", "cancel", "back", "open", "menu", "more", "less", "edit", "details", "help", "options", "home", "schließen", "abbrechen", "zurück", "öffnen",
    "weniger", "bearbeiten", "hilfe", "optionen", "cerrar", "cancelar", "atrás", "volver", "abrir", "menú", "más", "menos", "editar", "detalles", "ayuda",
    "fermer", "annuler", "retour", "ouvrir", "plus", "moins", "modifier", "détails", "aide",
];

/// Whether an element's name says that it only shows something, or answers a question about cookies.
pub(crate) fn shows(element: &ElementFacts) -> bool {
    let name = if element.triggers.is_empty() { &element.name } else { &element.triggers };
    let name = words(name);
    let is_number = !name.is_empty() && name.iter().all(|word| word.chars().all(|c| c.is_ascii_digit()));
    let is_about_cookies = || {
        let is_it = |around: &String| {
            let around = words(around);
            COOKIES.iter().any(|word| stands(word, At::Anywhere, &around))
        };
        element.context.iter().any(is_it)
    };
    is_number
        || BEGINNINGS.iter().any(|phrase| stands(phrase, At::Start, &name))
        || NAMES.iter().any(|phrase| stands(phrase, At::Whole, &name))
        || is_about_cookies()
}
