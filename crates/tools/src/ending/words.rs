//! The words by which pages report success or failure, and models failure: in the gate's languages.

/// Longer lines are about something else.
const LINE_CHARS: usize = 160;
/// A line that only says "error" or "saved" is short.
const SHORT_CHARS: usize = 100;

/// Failure on their own.
#[rustfmt::skip]
const REFUSED: &[&str] = &[
    "wrong password", "incorrect password", "invalid password", "wrong username", "incorrect username", "wrong email", "incorrect email", "invalid credentials",
    "wrong credentials", "incorrect credentials", "login failed", "sign-in failed", "sign in failed", "log in failed", "authentication failed", "access denied",
    "permission denied", "payment declined", "card was declined", "was declined", "something went wrong", "an error occurred", "an error has occurred",
    "please try again", "does not match", "do not match", "did not match", "don't match", "doesn't match", "not recognized", "not recognised", "could not be saved",
    "could not be sent", "could not be completed", "too many attempts", "account locked", "session expired", "session has expired",
    "falsches passwort", "passwort ist falsch", "passwort falsch", "ungültige zugangsdaten", "ungültiges passwort", "anmeldung fehlgeschlagen", "zugriff verweigert",
    "wurde abgelehnt", "etwas ist schiefgelaufen", "ein fehler ist aufgetreten", "es ist ein fehler aufgetreten", "versuchen sie es erneut", "bitte erneut versuchen",
    "stimmen nicht überein", "stimmt nicht überein", "zu viele versuche", "sitzung abgelaufen",
    "mot de passe incorrect", "mot de passe erroné", "mot de passe invalide", "identifiants incorrects", "identifiants invalides", "échec de la connexion",
    "échec de connexion", "accès refusé", "paiement refusé", "a été refusé", "une erreur est survenue", "une erreur s'est produite", "veuillez réessayer",
    "ne correspondent pas", "ne correspond pas", "trop de tentatives", "session expirée",
    "contraseña incorrecta", "contraseña no válida", "contraseña errónea", "credenciales incorrectas", "credenciales no válidas", "error al iniciar sesión",
    "acceso denegado", "pago rechazado", "ha sido rechazado", "ha sido rechazada", "algo salió mal", "algo ha ido mal", "se ha producido un error", "ocurrió un error",
    "inténtalo de nuevo", "inténtelo de nuevo", "no coinciden", "no coincide", "demasiados intentos", "la sesión ha caducado",
];

/// Failure if the same page came again.
#[rustfmt::skip]
const COMPLAINTS: &[&str] = &[
    "error", "failed", "failure", "incorrect", "wrong", "invalid", "not valid", "denied", "declined", "rejected", "expired", "required", "is missing", "not found",
    "not allowed", "forbidden", "could not", "couldn't", "cannot", "can't", "unable to", "must be", "must not be", "must contain", "please enter", "please fill",
    "please select", "please choose", "attempts left", "attempt left", "attempts remaining", "already exists", "already taken", "already in use", "too short", "too long",
    "fehler", "fehlgeschlagen", "falsch", "ungültig", "ungültige", "ungültiger", "ungültiges", "abgelehnt", "abgelaufen", "erforderlich", "pflichtfeld", "fehlt",
    "nicht gefunden", "nicht erlaubt", "nicht möglich", "konnte nicht", "konnten nicht", "muss", "bitte geben", "bitte wählen", "bitte füllen", "zu kurz", "zu lang",
    "existiert bereits", "bereits vergeben", "versuche übrig",
    "erreur", "échec", "échoué", "incorrecte", "invalide", "non valide", "refusé", "refusée", "expiré", "expirée", "obligatoire", "introuvable", "impossible", "interdit",
    "n'a pas pu", "doit être", "doit contenir", "veuillez saisir", "veuillez choisir", "veuillez remplir", "trop court", "trop long", "existe déjà", "déjà utilisé",
    "falló", "fallido", "incorrecta", "incorrecto", "no válido", "no válida", "inválido", "inválida", "rechazado", "rechazada", "caducado", "caducada", "obligatorio",
    "no encontrado", "no encontrada", "no permitido", "prohibido", "no se pudo", "no se ha podido", "debe ser", "debe contener", "introduce", "introduzca", "rellena",
    "demasiado corto", "demasiado corta", "ya existe", "en uso",
];

/// Titles of error pages.
#[rustfmt::skip]
const ERROR_PAGES: &[&str] = &[
    "404", "403", "500", "502", "503", "not found", "page not found", "forbidden", "access denied", "bad gateway", "service unavailable", "internal server error",
    "seite nicht gefunden", "nicht gefunden", "page introuvable", "introuvable", "página no encontrada", "no encontrada", "this site can't be reached",
];

/// Success on their own.
#[rustfmt::skip]
const THANKS: &[&str] = &[
    "thank you", "thanks for", "success", "successful", "successfully", "welcome back", "welcome", "has been", "have been", "you are now", "you're now", "is confirmed",
    "vielen dank", "danke für", "erfolgreich", "erfolg", "willkommen", "sie sind jetzt", "du bist jetzt",
    "merci", "avec succès", "succès", "bienvenue", "a bien été", "ont bien été", "vous êtes maintenant",
    "gracias", "con éxito", "correctamente", "bienvenido", "bienvenida", "éxito", "se ha", "se han",
];

/// Success if they are about the claim's subject.
#[rustfmt::skip]
const DONE: &[&str] = &[
    "saved", "sent", "added", "confirmed", "completed", "complete", "created", "updated", "deleted", "removed", "booked", "placed", "submitted", "subscribed",
    "unsubscribed", "logged in", "signed in", "logged out", "signed out", "uploaded", "received", "published", "accepted", "changed", "moved", "copied", "done",
    "shared", "archived", "scheduled", "reserved", "registered", "ordered", "closed", "enabled", "disabled", "activated",
    "gespeichert", "gesendet", "hinzugefügt", "bestätigt", "abgeschlossen", "erstellt", "angelegt", "aktualisiert", "gelöscht", "entfernt", "gebucht", "bestellt",
    "abgeschickt", "angemeldet", "abgemeldet", "hochgeladen", "erhalten", "veröffentlicht", "geändert", "verschoben", "kopiert", "fertig", "erledigt", "aktiviert",
    "enregistré", "enregistrée", "enregistrés", "envoyé", "envoyée", "ajouté", "ajoutée", "confirmé", "confirmée", "terminé", "terminée", "créé", "créée", "mis à jour",
    "supprimé", "supprimée", "réservé", "réservée", "commandé", "connecté", "connectée", "déconnecté", "déconnectée", "téléversé", "reçu", "reçue", "publié", "publiée",
    "modifié", "modifiée", "déplacé", "déplacée", "copié", "copiée", "activé", "activée",
    "guardado", "guardada", "guardados", "enviado", "enviada", "añadido", "añadida", "agregado", "agregada", "confirmado", "confirmada", "completado", "completada",
    "creado", "creada", "actualizado", "actualizada", "eliminado", "eliminada", "reservado", "reservada", "realizado", "conectado", "desconectado", "subido", "subida",
    "recibido", "recibida", "publicado", "publicada", "cambiado", "cambiada", "movido", "movida", "copiado", "copiada", "activado", "activada",
];

/// How a model starts to report failure.
#[rustfmt::skip]
const COULD_NOT: &[&str] = &[
    "i cannot", "i can't", "i can not", "i could not", "i couldn't", "i was unable", "i was not able", "i wasn't able", "i am unable", "i'm unable", "i am not able",
    "i'm not able", "i did not", "i didn't", "i do not have", "i don't have", "i failed", "unable to", "unfortunately", "sorry", "i'm sorry", "i am sorry", "it was not possible",
    "it is not possible", "this is not possible", "this cannot", "this can't", "the task cannot", "the task could not", "not possible", "no,",
    "ich kann nicht", "ich konnte", "ich kann das nicht", "leider", "es tut mir leid", "das ist nicht möglich", "es ist nicht möglich", "das geht nicht", "nicht möglich",
    "je ne peux pas", "je n'ai pas pu", "je n'ai pas", "je ne suis pas", "malheureusement", "désolé", "désolée", "il n'est pas possible", "il n'a pas été possible", "impossible de",
    "no puedo", "no pude", "no he podido", "no fue posible", "no es posible", "no se puede", "lo siento", "lamentablemente", "desafortunadamente", "no logré", "por desgracia",
];

/// What a task says that wants something sent, besides filled in: verbs that are not nouns.
#[rustfmt::skip]
const SEND: &[&str] = &[
    "submit", "send", "publish", "register", "sign up", "sign in", "log in", "subscribe", "place the order", "place an order",
    "absenden", "abschicken", "abschicke", "schick", "schicke", "senden", "sende", "einreichen", "veröffentlichen", "veröffentliche", "registrieren", "registriere", "anmelden",
    "envoyer", "envoie", "envoyez", "soumettre", "soumets", "soumettez", "publier", "publie", "publiez", "inscrire", "inscris",
    "enviar", "envía", "envíe", "publicar", "publica", "publique", "registrar", "inscribir",
];

/// With one of these it wants the opposite of something that it names.
#[rustfmt::skip]
const NOT: &[&str] = &[
    "not", "don't", "dont", "never", "without", "nicht", "ohne", "nie", "kein", "keine", "ne", "n'", "pas", "sans", "jamais", "no", "sin", "nunca",
];

/// Beside these a number is a time, which changes by itself.
#[rustfmt::skip]
const TIMES: &[&str] = &[
    "second", "seconds", "sec", "s", "minute", "minutes", "min", "hour", "hours", "h", "ago", "sekunde", "sekunden", "minuten", "stunde", "stunden", "vor",
    "seconde", "secondes", "heure", "heures", "il y a", "segundo", "segundos", "minuto", "minutos", "hora", "horas", "hace",
];

/// Lower case, single spaces, no quotation marks.
pub(super) fn normal(text: &str) -> String {
    let plain = text.replace(['“', '”', '„', '"', '«', '»', '|', '·'], " ").replace('’', "'").to_lowercase();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a line has these words as whole words. Both are normalised.
pub(super) fn has(line: &str, words: &str) -> bool {
    let words = words.trim_matches(|c: char| ".,;:!?".contains(c));
    if words.is_empty() {
        return false;
    }
    line.match_indices(words).any(|(at, _)| {
        let before = line.get(..at).and_then(|text| text.chars().next_back());
        let mut after = line.get(at + words.len()..).unwrap_or_default().chars();
        let next = after.next();
        let joins = |c: Option<char>, edge: Option<char>| {
            c.is_some_and(char::is_alphanumeric) && edge.is_some_and(char::is_alphanumeric)
        };
        // "24.9" is not part of "24.95", nor "4.90" of "24.90".
        let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        let decimals = matches!(next, Some('.' | ',')) && digit(after.next()) && digit(words.chars().next_back());
        let whole = matches!(before, Some('.' | ',')) && digit(words.chars().next());
        !joins(before, words.chars().next()) && !joins(next, words.chars().next_back()) && !decimals && !whole
    })
}

fn any(line: &str, words: &[&str]) -> bool {
    words.iter().any(|words| has(line, words))
}

/// Whether a new line reports failure. `same_place`: it is still the page acted on.
pub(super) fn is_complaint(line: &str, same_place: bool) -> bool {
    let length = line.chars().count();
    length <= LINE_CHARS && any(line, REFUSED) || same_place && length <= SHORT_CHARS && any(line, COMPLAINTS)
}

/// Whether a page's title is an error's.
pub(super) fn is_error_page(title: &str) -> bool {
    let title = normal(title);
    title.chars().count() <= SHORT_CHARS && any(&title, ERROR_PAGES)
}

/// Whether a new line confirms the claim's subject.
pub(super) fn confirms(line: &str, claim: &str) -> bool {
    let length = line.chars().count();
    let stem = |word: &str| word.chars().take(5).collect::<String>();
    let shares = || {
        let words = line.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().count() > 3);
        words.map(stem).any(|word| claim.split(|c: char| !c.is_alphanumeric()).any(|other| stem(other) == word))
    };
    length <= LINE_CHARS && any(line, THANKS) || length <= SHORT_CHARS && any(line, DONE) && shares()
}

/// Whether the words around a number make it a time.
pub(super) fn is_time(words: &str) -> bool {
    any(words, TIMES)
}

/// Whether a task wants what is filled in to be sent too. One that also says what is not to be done is not understood.
pub fn wants_sending(task: &str) -> bool {
    let task = normal(task);
    let says = |list: &[&str]| list.iter().any(|words| has(&task, &normal(words)));
    says(SEND) && !says(NOT)
}

/// Whether a model's last words report failure.
pub fn says_not_done(text: &str) -> bool {
    let text = normal(text.trim_start_matches(['*', '#', '_', ' ']));
    COULD_NOT.iter().any(|words| text.strip_prefix(words).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric)))
}
