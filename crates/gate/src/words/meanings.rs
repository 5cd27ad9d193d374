//! Words of one meaning, and verbs that say nothing by themselves and take their meaning from the words beside them.

/// What cookies are called, as its words are compared.
pub(crate) const CONSENT: &str = "cookie";
/// Verbs of labels that take their meaning from the words beside them: whoever asks to put a lamp into the cart means `Add to cart`.
#[rustfmt::skip]
pub(crate) const PLAIN_VERBS: &[&str] = &[
    "add", "put", "set", "save", "create", "new", "edit", "update", "change", "apply", "into", "the", "your", "this", "hinzufügen", "speichern", "erstellen", "neue", "neuer",
    "neues", "ändern", "bearbeiten", "legen", "den", "die", "das", "einen", "ajouter", "enregistrer", "créer", "nouveau", "nouvelle", "modifier", "les", "des", "aux", "añadir",
    "agregar", "guardar", "crear", "nuevo", "nueva", "editar", "cambiar", "los", "las", "all", "alle", "alles", "tout", "toutes", "todo", "todas", "tutti", "now", "jetzt",
];
/// Words of one meaning: whoever asks in one language may be on a page in another.
#[rustfmt::skip]
pub(crate) const MEANINGS: &[&[&str]] = &[
    &["cart", "basket", "bag", "trolley", "warenkorb", "einkaufswagen", "panier", "carrito", "cesta", "carrinho", "carrello", "koszyk"],
    &["accept", "agree", "akzeptieren", "akzeptiere", "annehmen", "zustimmen", "accepter", "accepte", "aceptar", "acepta", "accetta", "aceitar", "akceptuj"],
    &["cookie", "cookies"],
    &["favourite", "favorite", "favourites", "favorites", "wishlist", "star", "bookmark", "merkliste", "wunschzettel", "favoriten", "lesezeichen", "favoris", "favoritos", "preferiti", "ulubione"],
    &["archive", "archivieren", "archiviere", "archiver", "archivar", "archivia", "arquivar", "archiwizuj"],
    &["rename", "umbenennen", "benenne", "renommer", "renomme", "renombrar", "rinomina", "renomear"],
    &["note", "notes", "notiz", "notizen", "nota", "notas", "notatka"],
    &["task", "todo", "aufgabe", "aufgaben", "tâche", "tarea", "tarefa", "attività", "zadanie"],
    &["event", "appointment", "meeting", "termin", "ereignis", "rendez", "événement", "evento", "cita", "wydarzenie"],
    &["reminder", "erinnerung", "rappel", "recordatorio", "promemoria", "lembrete"],
    &["notification", "notifications", "benachrichtigung", "benachrichtigungen", "notificación", "notificaciones", "notifiche", "powiadomienia"],
    &["language", "sprache", "langue", "idioma", "lingua", "język"],
    &["dark", "dunkel", "dunkles", "sombre", "oscuro", "scuro", "escuro", "ciemny"],
    &["theme", "design", "thème", "tema", "motyw"],
    &["file", "datei", "fichier", "archivo", "ficheiro", "plik"],
    &["folder", "ordner", "dossier", "carpeta", "cartella", "pasta", "katalog"],
    &["project", "projekt", "projet", "proyecto", "progetto", "projeto"],
    &["list", "liste", "lista"],
    &["name", "namen", "nom", "nombre", "nome", "nazwa"],
    &["picture", "photo", "image", "bild", "foto", "imagen", "immagine", "imagem", "zdjęcie"],
    &["quantity", "menge", "anzahl", "quantité", "cantidad", "quantità", "quantidade", "ilość"],
    &["unread", "ungelesen", "lu", "leído", "gelesen", "read"],
    &["done", "complete", "completed", "erledigt", "abgeschlossen", "terminé", "hecho", "fatto", "feito"],
];
