//! Commands recognised by a verb and its object, wherever they stand in a label: `Change your password`, `Passwort jetzt ändern`, `Zmień hasło`.
//!
//! In seven languages; a word that ends in `*` is how a word begins. A pair of short lists says what a list of phrases would have to spell out.

use super::Commitment::{self, Account, Buys, Deletes, Downloads, Pays, Posts, Sends, Shares};
use super::phrases::{At, place_of};
use std::ops::Range;

/// A verb, and what it is done to.
pub(super) struct Pair {
    pub what: Commitment,
    pub verbs: &'static [&'static [&'static str]],
    pub objects: &'static [&'static [&'static str]],
}

impl Pair {
    /// Where the verb is, if both stand in the label; what only may be a command has the verb at its start or end.
    pub(super) fn place(&self, label: &[String], is_command: bool) -> Option<Range<usize>> {
        let at = if is_command { At::Anywhere } else { At::Edge };
        let verb = self.verbs.iter().find_map(|list| list.iter().find_map(|word| place_of(word, at, label)))?;
        let has = |word: &&'static str| place_of(word, At::Anywhere, label).is_some_and(|place| place != verb);
        self.objects.iter().any(|list| list.iter().any(&has)).then_some(verb)
    }
}

const fn pair(
    what: Commitment,
    verbs: &'static [&'static [&'static str]],
    objects: &'static [&'static [&'static str]],
) -> Pair {
    Pair { what, verbs, objects }
}

#[rustfmt::skip]
const CHANGE: &[&str] = &[
    "change", "reset", "update", "set", "modify", "recover", "ändern", "zurücksetzen", "setzen", "festlegen", "aktualisieren", "cambiar", "cambia", "restablecer",
    "reestablecer", "restablece", "actualizar", "establecer", "resetear", "changer", "modifier", "réinitialiser", "définir", "mettre à jour", "alterar", "altere",
    "mudar", "redefinir", "redefina", "trocar", "definir", "defina", "atualizar", "resetar", "repor", "modifica", "cambiare", "reimposta", "reimpostare", "resetta",
    "ripristina", "aggiorna", "imposta", "impostare", "zmień", "zmiana", "zresetuj", "resetuj", "ustaw", "zaktualizuj", "aktualizuj",
    "ändere", "setze", "aktualisiere", "zurücksetzung", "cambie", "restablezca", "actualice", "changez", "modifiez", "réinitialisez", "asignar", "attribuer", "mude", "troque", "cambi", "modifichi", "zmienić", "zresetować", "resetowanie", "ustawić", "wiederherstellen", "restaurar", "récupérer", "recuperar", "recupera", "odzyskaj",
];
#[rustfmt::skip]
const MAKE: &[&str] = &[
    "create", "generate", "regenerate", "new", "renew", "issue", "erstellen", "generieren", "erzeugen", "anlegen", "neu generieren", "erneuern", "crear",
    "generar", "regenerar", "créer", "générer", "régénérer", "criar", "gerar", "regenerar", "regerar", "crea", "genera", "generare", "rigenera", "utwórz",
    "stwórz", "generuj", "wygeneruj", "regeneruj",
    "erstelle", "generiere", "genere", "cree", "générez", "créez", "gere", "crie", "generuje", "wygenerować", "utworzyć", "generowanie", "nuevo", "neues", "nouveau", "novo", "nuovo", "nowy",
];
const ADD: &[&str] = &[
    "add",
    "hinzufügen",
    "añadir",
    "agregar",
    "ajouter",
    "adicionar",
    "aggiungi",
    "dodaj",
    "añade",
    "agregue",
    "ajoutez",
    "adicione",
    "aggiungere",
    "dodać",
];
#[rustfmt::skip]
const REMOVE: &[&str] = &[
    "remove", "revoke", "withdraw", "rescind", "delete", "unlink", "disconnect", "detach", "entfernen", "widerrufen", "entziehen", "zurückziehen", "löschen",
    "trennen", "quitar", "remover", "revocar", "eliminar", "retirar", "desvincular", "desconectar", "retirer", "révoquer", "supprimer", "enlever", "dissocier",
    "déconnecter", "délier", "revogar", "excluir", "apagar", "rimuovi", "rimuovere", "revoca", "revocare", "elimina", "scollega", "disconnetti", "usuń", "odbierz",
    "cofnij", "unieważnij", "odłącz", "rozłącz", "odwołaj", "wycofaj",
    "entferne", "widerrufe", "entziehe", "lösche", "trenne", "elimine", "retirez", "révoquez", "supprimez", "déconnectez", "revogue", "exclua", "remova", "desconecte", "desvincule", "disconnettere", "usunąć", "odłączyć", "unieważnić", "anular", "retomar", "eliminare", "scollegare",
];
#[rustfmt::skip]
const TURN: &[&str] = &[
    "enable", "disable", "turn on", "turn off", "activate", "deactivate", "set up", "aktivieren", "deaktivieren", "einschalten", "ausschalten", "einrichten",
    "activar", "desactivar", "habilitar", "deshabilitar", "inhabilitar", "configurar", "activer", "désactiver", "configurer", "ativar", "desativar",
    "desabilitar", "abilita", "disabilita", "attiva", "disattiva", "configura", "włącz", "wyłącz", "aktywuj", "dezaktywuj", "skonfiguruj",
    "aktiviere", "deaktiviere", "aktivierung", "deaktivierung", "activez", "désactivez", "ative", "desative", "active", "desactive", "attivare", "disattivare", "włączyć", "wyłączyć", "wyłączanie",
];
#[rustfmt::skip]
const GIVE: &[&str] = &[
    "grant", "give", "allow", "approve", "make", "promote", "demote", "appoint", "assign", "authorize", "authorise", "gewähren", "erteilen", "geben", "machen",
    "ernennen", "befördern", "erlauben", "autorisieren", "conceder", "otorgar", "dar", "hacer", "nombrar", "autorizar", "convertir", "accorder", "donner", "nommer", "promouvoir",
    "rendre", "autoriser", "tornar", "promover", "nomear", "concedi", "dai", "rendi", "nomina", "autorizza", "promuovi", "nadaj", "przyznaj", "mianuj", "uczyń",
    "autoryzuj",
    "gewähre", "erteile", "mache", "conceda", "accordez", "donnez", "autorisez", "conceder", "conceda", "autorize", "rendere", "przyznać", "nadać",
];
#[rustfmt::skip]
const TRANSFER: &[&str] = &[
    "transfer", "übertragen", "transferir", "traspasar", "transférer", "trasferisci", "trasferire", "przenieś", "przekaż", "transferuj",
    "transfert", "transferencia", "transferência", "trasferimento", "przeniesienie", "übertrage", "überschreiben", "transfiera", "transfira", "ceder", "céder", "transfer*",
];
#[rustfmt::skip]
const BLOCK: &[&str] = &[
    "block", "ban", "kick", "suspend", "blockieren", "blocken", "sperren", "verbannen", "bannen", "bloquear", "suspender", "expulsar", "vetar", "banear", "bloquer",
    "bannir", "expulser", "suspendre", "exclure", "banir", "blocca", "bloccare", "bandisci", "banna", "espelli", "sospendi", "zablokuj", "blokuj", "zbanuj", "banuj", "wyrzuć",
    "zawieś",
    "blockiere", "sperre", "bloquee", "bloquez", "bannissez", "bloqueie", "chutar", "zablokować", "zbanować", "bloccare",
];
#[rustfmt::skip]
const LEAVE: &[&str] = &[
    "leave", "quit", "verlassen", "austreten", "abandonar", "dejar", "salir", "quitter", "sair", "deixar", "lascia", "lasciare", "abbandona", "esci", "opuść", "wyjdź",
    "verlasse", "abandona", "quittez", "saia", "deixe", "opuścić",
];
#[rustfmt::skip]
const CLOSE: &[&str] = &[
    "close", "deactivate", "disable", "delete", "remove", "schließen", "deaktivieren", "löschen", "cerrar", "desactivar", "fermer", "clôturer", "désactiver",
    "clore", "encerrar", "fechar", "desativar", "chiudi", "chiudere", "disattiva", "zamknij", "dezaktywuj",
    "schließe", "cierre", "cierra", "fermez", "feche", "encerre", "chiuda", "zamknąć",
];
#[rustfmt::skip]
const CONNECT: &[&str] = &[
    "connect", "link", "unlink", "disconnect", "verbinden", "verknüpfen", "trennen", "conectar", "conecta", "vincular", "desconectar", "desvincular", "connecter",
    "associer", "lier", "déconnecter", "délier", "dissocier", "collega", "scollega", "connetti", "disconnetti", "połącz", "podłącz", "rozłącz", "odłącz",
    "verbinde", "trenne", "conecte", "desconecte", "connectez", "déconnectez", "associez", "conecte", "collegare", "connettere", "połączyć", "ligar", "associar",
];
#[rustfmt::skip]
const CANCEL: &[&str] = &[
    "cancel", "stornieren", "kündigen", "abbrechen", "cancelar", "anular", "annuler", "résilier", "annulla", "cancella", "anuluj", "zrezygnuj",
    "storniere", "kündige", "cancele", "annulez", "annullare", "anulować", "zrezygnować", "rescindir", "widerrufen",
];
#[rustfmt::skip]
const CONFIRM: &[&str] = &[
    "confirm", "place", "submit", "complete", "finalize", "finalise", "finish", "make", "execute", "bestätigen", "abschließen", "abschicken", "absenden",
    "aufgeben", "ausführen", "freigeben", "durchführen", "tätigen", "confirmar", "realizar", "finalizar", "completar", "hacer", "efectuar", "ejecutar", "efetuar",
    "fazer", "concluir", "confirmer", "confirmez", "valider", "passer", "effectuer", "finaliser", "conferma", "confermare", "completa", "effettua", "invia", "concludi",
    "potwierdź", "złóż", "złożyć", "zrealizuj", "dokończ", "sfinalizuj", "wykonaj",
    "bestätige", "confirme", "confirma", "validez", "finalisez", "confirmez", "confermi", "potwierdzić", "conclua", "finalize",
];
#[rustfmt::skip]
const EMPTY: &[&str] = &[
    "empty", "clear", "purge", "discard", "wipe", "leeren", "bereinigen", "verwerfen", "vaciar", "limpiar", "descartar", "vider", "nettoyer", "abandonner", "esvaziar",
    "limpar", "svuota", "svuotare", "pulisci", "scarta", "cancella", "opróżnij", "wyczyść", "odrzuć",
    "bereinige", "leere", "vacía", "vacíe", "limpie", "videz", "ignorer", "esvazie", "limpe", "wyczyścić", "opróżnić", "löschen", "effacer", "borrar", "apagar",
];
#[rustfmt::skip]
const PUBLIC: &[&str] = &["public", "öffentlich", "público", "pública", "publique", "pubblico", "pubblica", "publiczny", "publiczna", "publiczne", "publicznym"];

const PASSWORD: &[&str] = &[
    "password*",
    "passwort*",
    "passworte",
    "kennwort*",
    "contraseña*",
    "mot de passe",
    "senha*",
    "palavra passe",
    "hasło",
    "hasła",
];
#[rustfmt::skip]
const CONTACT: &[&str] = &["email", "emails", "e mail", "correo", "courriel", "adresse e mail", "phone", "telefonnummer", "teléfono", "téléphone", "telefone", "telefono"];
#[rustfmt::skip]
const KEYS: &[&str] = &[
    "token", "tokens", "jeton", "jetons", "gettone", "tokenu", "tokeny", "api", "api key", "access key", "credentials", "zugangsdaten", "anmeldedaten", "credenciales",
    "credenciais", "identifiants", "credenziali", "poświadczenia", "dane uwierzytelniające", "backup codes", "recovery codes", "sicherungscodes", "backup codes", "wiederherstellungscodes",
    "wiederherstellungs codes", "códigos de respaldo", "códigos de recuperación", "codes de secours", "codes de sauvegarde", "codes de récupération", "códigos de backup", "códigos de recuperação", "codici di backup",
    "codici di recupero", "codici di ripristino", "kody zapasowe", "kody odzyskiwania", "kodów zapasowych", "certificate", "secret", "geheimnis",
];
#[rustfmt::skip]
const TWO_FACTOR: &[&str] = &[
    "2fa", "two factor", "two step", "mfa", "otp", "zwei faktor", "zwei schritt", "dos factores", "dos pasos", "doble factor", "deux facteurs", "deux étapes", "double facteur", "double authentification", "dois fatores",
    "duas etapas", "due fattori", "due passaggi", "dwuskładnikow*", "dwuetapow*", "dwustopniow*", "authentication", "auth", "authentifizierung", "autenticación", "autentificación",
    "authentification", "autenticação", "autenticazione", "uwierzytelnianie", "uwierzytelniania",
    "autoryzację", "zwei stufen", "zweistufige", "weryfikacj* dwuetapow*", "vérification en deux",
];
#[rustfmt::skip]
const ROLES: &[&str] = &[
    "access", "zugriff", "zugang", "acceso", "accès", "acesso", "accesso", "dostęp", "dostępu", "permission", "permissions", "berechtigung", "berechtigungen", "permiso",
    "permisos", "autorisation", "autorisations", "permissão", "permissões", "permesso", "permessi", "uprawnienie", "uprawnienia", "admin", "admins", "administrator*",
    "administrador*", "administrateur*", "amministrator*", "admina", "moderator", "mod", "moderador", "modérateur", "moderatore", "moderatora", "moderatorem", "owner",
    "ownership", "eigentümer", "besitz", "besitzer", "eigentum", "inhaberschaft", "propietario", "propiedad", "titularidad", "propriétaire", "propriété", "proprietário", "propriedade", "proprietario", "proprietà",
    "titularidade", "właściciela", "własność", "własności", "role", "roles", "rolle", "rollen", "rol", "rôle", "papel", "função", "ruolo", "rolę", "rola",
];
#[rustfmt::skip]
const PEOPLE: &[&str] = &[
    "member", "members", "user", "users", "collaborator", "collaborators", "participant", "team", "share", "shares", "mitglied", "mitglieder", "benutzer", "nutzer", "mitarbeiter", "freigabe",
    "teilnehmer", "miembro", "miembros", "usuario", "usuarios", "colaborador", "participante", "equipo", "membre", "membres", "utilisateur", "utilisateurs", "collaborateur", "équipe", "partage", "membro",
    "membros", "usuário", "usuários", "utilizador", "utilizadores", "equipa", "equipe", "compartilhamento", "partilha", "membri", "utente", "utenti", "collaboratore", "squadra", "condivisione", "członka",
    "członków", "użytkownika", "użytkowników", "zespół", "udostępnienie", "udostępnianie", "follower", "followers",
];
#[rustfmt::skip]
const ACCOUNT: &[&str] = &["account", "accounts", "konto", "konten", "kontos", "cuenta", "cuentas", "compte", "comptes", "conta", "contas", "konta", "kont", "profile", "perfil", "profilo", "conto", "compte", "kontem",];
#[rustfmt::skip]
const SERVICES: &[&str] = &[
    "google", "gmail", "microsoft", "apple", "facebook", "github", "gitlab", "stripe", "paypal", "twitter", "oauth*", "email", "e mail", "correo electrónico",
];
#[rustfmt::skip]
const BLOCKED: &[&str] = &[
    "instance*", "instanz*", "instancia*", "instância*", "istanza", "instancj*", "domain*", "dominio", "domínio", "domaine", "domen*", "community", "communit*", "comunidad*",
    "comunità", "communauté", "gemeinschaft", "społeczność", "ip", "site", "seite", "sitio", "sito", "person", "persona", "strony",
];
#[rustfmt::skip]
const GROUPS: &[&str] = &[
    "group", "board", "repository", "repo", "server", "channel", "organization", "organisation", "workspace", "project", "gruppe", "repositorium", "kanal", "projekt", "arbeitsbereich",
    "grupo", "tablero", "repositorio", "canal", "organización", "proyecto", "groupe", "tableau", "dépôt", "projet", "quadro", "repositório", "organização", "projeto", "servidor", "gruppo", "bacheca",
    "canale", "organizzazione", "progetto", "grupę", "tablicę", "tablica", "repozytorium", "kanał", "organizację", "administrator*", "admin", "adminów", "dołączyłeś",
];
#[rustfmt::skip]
const PAYMENT: &[&str] = &[
    "payment", "pay", "transfer", "withdrawal", "deposit", "refund", "zahlung", "überweisung", "auszahlung", "pago", "transferencia", "reembolso", "paiement", "virement", "retrait", "remboursement",
    "pagamento", "transferência", "bonifico", "rimborso", "versamento", "płatność", "przelew", "wpłatę", "zwrot",
];
#[rustfmt::skip]
const PAY_METHOD: &[&str] = &[
    "payment method", "payment details", "card", "zahlungsmethode", "zahlungsart", "zahlungsmittel", "método de pago", "forma de pago", "moyen de paiement", "méthode de paiement", "mode de paiement", "método de pagamento", "forma de pagamento",
    "metodo di pagamento", "metodo pagamento", "metodę płatności", "sposób płatności",
];
#[rustfmt::skip]
const ORDER: &[&str] = &[
    "order", "orders", "purchase", "booking", "reservation", "bid", "bestellung", "bestellungen", "auftrag", "kauf", "buchung", "reservierung", "gebot", "pedido", "pedidos", "compra", "reserva",
    "orden", "commande", "achat", "réservation", "encomenda", "ordine", "ordini", "acquisto", "prenotazione", "zamówienie", "zamówienia", "zakup", "rezerwację", "contract", "vertrag", "vertrags",
    "contrato", "contrat", "contratto", "umowy", "umowę", "widerruf", "desistimiento", "rétractation", "desistência", "recesso", "odstąpienie", "quote", "angebot", "presupuesto", "cotización", "devis", "orçamento", "preventivo", "wycenę", "ofertę",
];
#[rustfmt::skip]
const SUBSCRIPTION: &[&str] = &[
    "subscription", "membership", "abo", "abonnement", "mitgliedschaft", "suscripción", "membresía", "adhésion", "assinatura", "subscrição", "abbonamento", "iscrizione", "subskrypcję", "subskrypcja", "członkostwo",
];
#[rustfmt::skip]
const STORED: &[&str] = &[
    "trash", "bin", "folder", "history", "logs", "log", "data", "events", "messages", "conversation", "chat", "draft", "drafts", "papierkorb", "ordner", "verlauf", "protokolle", "protokoll", "daten", "ereignisse", "nachrichten",
    "entwurf", "papelera", "carpeta", "historial", "registros", "registro", "datos", "eventos", "mensajes", "borrador", "corbeille", "dossier", "historique", "journaux", "données",
    "événements", "évènements", "messages", "brouillon", "lixeira", "pasta", "histórico", "dados", "mensagens", "rascunho", "cestino", "cartella", "cronologia", "registri", "dati", "eventi", "messaggi", "bozza", "kosz", "kosza",
    "folder", "historię", "dzienniki", "logi", "dziennik", "dane", "zdarzenia", "wiadomości", "szkic", "wersję roboczą", "spam", "queue", "statistics", "statistik*", "statistiken", "estadísticas", "statistiques", "estatísticas", "statistiche", "statystyki", "category", "client", "user", "users", "post", "topic",
    "kunden", "kunde", "cliente", "beitrag", "wpisu", "konta", "klienta", "report*", "account", "conta",
];
#[rustfmt::skip]
const PUBLISHED: &[&str] = &[
    "post", "posts", "content", "comment", "comments", "photo", "file", "community", "topic", "thread", "beitrag", "beiträge", "inhalt", "inhalte", "kommentar", "datei", "thema", "publicación", "contenido",
    "comentario", "archivo", "publication", "contenu", "commentaire", "fichier", "sujet", "postagem", "publicação", "conteúdo", "comentário", "arquivo", "contenuto", "commento", "treść", "komentarz", "plik", "wpis", "temat",
    "bank account",
    "page", "chapter", "project", "task", "invoice", "customer", "message", "contact", "document", "folder", "backup", "event", "seite", "kapitel", "projekt", "aufgabe", "rechnung", "kunde", "kunden", "nachricht", "kontakt", "dokument", "ordner", "sicherung", "página", "capítulo", "proyecto", "tarea", "factura", "cliente", "mensaje", "contacto", "documento", "carpeta", "evento", "chapitre", "projet", "tâche", "facture", "client", "dossier", "événement", "projeto", "tarefa", "fatura", "mensagem", "contato", "pasta", "pagina", "capitolo", "progetto", "attività", "fattura", "messaggio", "contatto", "cartella", "stronę", "rozdział", "projekt", "zadanie", "fakturę", "klienta", "wiadomość", "kontakt", "wydarzenie",
];
#[rustfmt::skip]
const REPORT: &[&str] = &["report", "melden", "denunciar", "reportar", "signaler", "segnala", "zgłoś", "report this", "melde", "informar", "informe", "signalez", "denuncie", "reporte", "segnalare", "zgłosić", "relatar",];
#[rustfmt::skip]
const REPORTED: &[&str] = &[
    "message", "abuse", "user", "issue", "bug", "nachricht", "missbrauch", "fehler", "mensaje", "abuso", "problema", "error", "abus", "problème", "bogue", "mensagem", "messaggio", "wiadomość", "nadużycie", "błąd", "ten",
    "erro", "errore", "este", "this", "diesen", "diesem", "questo", "ce", "profil", "profile", "account",
];
#[rustfmt::skip]
const EXPORT: &[&str] = &[
    "export", "save as", "exportieren", "exportar", "exporter", "esporta", "esportare", "eksportuj", "wyeksportuj", "als speichern", "guardar como", "enregistrer sous", "salvar como", "guardar como", "salva come", "zapisz jako",
];
#[rustfmt::skip]
const FILES: &[&str] = &[
    "csv", "pdf", "excel", "xls", "xlsx", "zip", "json", "xml", "backup", "sicherung", "datensicherung", "copia de seguridad", "respaldo", "sauvegarde", "cópia de segurança", "copia di sicurezza", "kopię zapasową",
];
#[rustfmt::skip]
const DEVICES: &[&str] = &["everywhere", "devices", "all", "überall", "geräten", "dispositivos", "appareils", "partout", "dispositivi", "urządzeń", "sesiones", "sessions", "sessões", "sessioni", "wszędzie"];
#[rustfmt::skip]
const LOG_OUT: &[&str] = &[
    "log out", "logout", "sign out", "abmelden", "ausloggen", "cerrar", "desconectar", "se déconnecter", "déconnecter", "déconnexion", "terminar", "sair", "encerrar", "esci", "disconnetti", "disconnettersi", "wyloguj",
];

#[rustfmt::skip]
const SHARE: &[&str] = &["share", "teilen", "teile", "freigeben", "compartir", "comparte", "comparta", "partager", "partagez", "compartilhar", "compartilhe", "partilhar", "partilhe", "condividi", "condividere", "udostępnij", "udostępnić", "podziel się"];
#[rustfmt::skip]
const SHARED: &[&str] = &[
    "with", "this", "publicly", "everyone", "mit", "dies*", "über", "öffentlich", "alle", "con", "esta", "este", "públicamente", "todos", "avec", "ce", "cette", "publiquement", "tous", "com", "publicamente", "questo", "questa", "pubblicamente", "tutti",
    "z", "ten", "tę", "to", "publicznie", "wszystkim", "via", "post", "photo",
    "file", "document", "folder", "template", "beitrag", "foto", "datei", "dokument", "ordner", "vorlage", "publicación", "archivo", "documento", "carpeta", "plantilla", "publication", "message", "fichier", "dossier", "modèle",
    "publicação", "arquivo", "pasta", "modelo", "cartella", "modello", "wpis", "zdjęcie", "plik", "dokument", "szablon",
];
#[rustfmt::skip]
const FOR_GOOD: &[&str] = &["permanently", "completely", "forever", "endgültig", "dauerhaft", "unwiderruflich", "permanentemente", "definitivamente", "définitivement", "completamente", "trwale", "całkowicie", "zawsze"];

/// The pairs, graver meanings first.
pub(super) const PAIRS: &[Pair] = &[
    pair(Pays, &[CONFIRM, &["authorize", "authorise", "autoriser", "autorizar", "autorizza"]], &[PAYMENT]),
    pair(
        Buys,
        &[CONFIRM, CANCEL, &["approve", "genehmigen", "aprobar", "approuver", "aprovar", "approva", "zatwierdź"]],
        &[ORDER],
    ),
    pair(Deletes, &[EMPTY], &[STORED]),
    pair(Deletes, &[REMOVE], &[PUBLISHED, FOR_GOOD]),
    pair(Account, &[CHANGE], &[PASSWORD, TWO_FACTOR, CONTACT, ROLES]),
    pair(Account, &[MAKE, REMOVE, ADD, CHANGE], &[KEYS]),
    pair(Account, &[MAKE], &[&["key", "schlüssel", "clave", "clé", "chave", "chiave", "klucz"]]),
    pair(Account, &[&["save", "speichern", "guardar", "enregistrer", "salvar", "gravar", "salva", "zapisz"]], &[ROLES]),
    pair(Account, &[TURN, REMOVE], &[TWO_FACTOR]),
    pair(Account, &[GIVE, REMOVE, TRANSFER], &[ROLES]),
    pair(Account, &[REMOVE, BLOCK], &[PEOPLE, ACCOUNT, PAY_METHOD]),
    pair(Account, &[BLOCK], &[BLOCKED]),
    pair(Account, &[TRANSFER], &[ACCOUNT, GROUPS, BLOCKED, PEOPLE]),
    pair(Account, &[LEAVE], &[GROUPS, PEOPLE]),
    pair(Account, &[CLOSE], &[ACCOUNT]),
    pair(Account, &[CONNECT], &[ACCOUNT, SERVICES]),
    pair(
        Account,
        &[ADD],
        &[&["admin", "admins", "administrator*", "administrador*", "administrateur*", "amministrator*"]],
    ),
    pair(Account, &[ADD], &[CONTACT]),
    pair(Account, &[CANCEL], &[SUBSCRIPTION]),
    pair(Account, &[LOG_OUT], &[DEVICES]),
    pair(Shares, &[SHARE], &[SHARED]),
    pair(Shares, &[CHANGE, GIVE, &["hacer", "machen"]], &[PUBLIC]),
    pair(Downloads, &[EXPORT], &[FILES]),
    pair(
        Posts,
        &[&["post", "leave", "publicar", "publier", "pubblica"]],
        &[&["review", "comment", "reseña", "avis", "recensione"]],
    ),
    pair(Sends, &[REPORT], &[REPORTED, PUBLISHED]),
];
