//! The words that say whether a person orders anything.

/// What begins another clause, in the gate's main languages.
pub(crate) const JOINS: &[&str] = &["and", "then", "und", "dann", "et", "puis", "y", "luego", "después"];
/// What only makes a request polite.
#[rustfmt::skip]
pub(crate) const POLITE: &[&str] = &[
    "please", "now", "also", "can you", "could you", "would you", "will you", "bitte", "jetzt", "auch", "kannst du", "könntest du", "können sie", "könnten sie",
    "s'il te plaît", "s'il vous plaît", "peux tu", "pouvez vous", "pourrais tu", "pourriez vous", "por favor", "puedes", "puede", "podrías", "podría",
];
/// What comes between a verb and what it is done to, and not between two nouns: articles, possessives, pronouns. `share the price`, not `share price`.
#[rustfmt::skip]
pub(crate) const DETERMINERS: &[&str] = &[
    "the", "a", "an", "my", "our", "this", "that", "these", "those", "it", "them", "all", "every", "everything", "me", "us", "to",
    "der", "die", "das", "den", "dem", "ein", "eine", "einen", "einem", "mein", "meine", "meinen", "diese", "diesen", "dieses", "alle", "alles", "mich", "mir", "uns", "es", "sie", "ihn",
    "le", "la", "les", "un", "une", "mon", "ma", "mes", "ce", "cet", "cette", "ces", "tout", "tous", "toutes", "moi",
    "el", "los", "las", "una", "mi", "mis", "este", "esta", "ese", "esa", "todo", "todos", "todas",
];
/// With these a clause begins that wants something read or answered, or that only says where: every other verb before an object asks for a change.
#[rustfmt::skip]
pub(crate) const READS: &[&str] = &[
    "tell", "show", "find", "read", "list", "compare", "sum", "summarise", "summarize", "look", "check", "search", "see", "explain", "describe",
    "translate", "count", "open", "go", "visit", "get", "give", "collect", "extract", "report", "say", "name", "calculate", "research", "identify",
    "determine", "analyze", "analyse", "review", "verify", "view", "navigate", "return", "provide", "tell", "use", "using", "need", "want", "know",
    "what", "which", "who", "whose", "when", "where", "why", "how", "is", "are", "was", "were", "do", "does", "did", "has", "have", "had", "can",
    "could", "should", "would", "will", "may", "must", "if", "there", "here", "i", "we", "you", "he", "she", "they", "it", "the", "a", "an", "my",
    "our", "this", "that", "all", "in", "on", "at", "from", "for", "with", "about", "of", "by", "as", "to", "into", "within", "under", "after",
    "before", "between", "during", "until", "since", "or", "but", "not", "no", "only", "also", "just", "based", "according", "like", "than",
    "sag", "sage", "zeig", "zeige", "finde", "find", "lies", "lese", "vergleiche", "fasse", "suche", "such", "schau", "prüfe", "erkläre", "beschreibe",
    "übersetze", "zähle", "öffne", "gehe", "geh", "nenne", "gib", "was", "welche", "welcher", "welches", "wer", "wann", "wo", "warum", "wie", "ist",
    "sind", "war", "hat", "haben", "kann", "ich", "wir", "im", "in", "auf", "an", "von", "aus", "für", "mit", "über", "nach", "bei", "zu", "der", "die",
    "das", "den", "dem", "ein", "eine", "mein", "meine", "es", "ob",
    "dis", "dites", "montre", "trouve", "lis", "liste", "compare", "résume", "cherche", "regarde", "vérifie", "explique", "décris", "traduis", "compte",
    "ouvre", "va", "donne", "quel", "quelle", "quels", "quelles", "qui", "quand", "où", "pourquoi", "comment", "que", "est", "sont", "dans", "sur", "de",
    "du", "des", "pour", "avec", "chez", "le", "la", "les", "un", "une", "mon", "ma", "mes", "je", "il", "elle",
    "di", "dime", "muestra", "encuentra", "lee", "lista", "compara", "resume", "busca", "mira", "comprueba", "explica", "describe", "traduce", "cuenta",
    "abre", "ve", "da", "dame", "qué", "cuál", "cuáles", "quién", "cuándo", "dónde", "cómo", "es", "son", "en", "sobre", "para", "con", "el", "los",
    "las", "una", "mi", "mis", "al", "del",
    "dimmi", "mostra", "trova", "leggi", "confronta", "cerca", "quanto", "quale", "diz", "mostra", "procura", "powiedz", "pokaż", "znajdź", "przeczytaj",
    "porównaj", "jak", "ile", "czy",
];
/// Words of classes to which no language adds any: articles, pronouns, prepositions, conjunctions, auxiliaries. They are in every text, and so say
/// nothing about its subject. As labels are compared, without accents.
#[rustfmt::skip]
pub(crate) const CLOSED: &[&str] = &[
    "the", "and", "but", "nor", "yet", "for", "from", "with", "without", "into", "onto", "upon", "over", "under", "about", "after", "before", "between", "during", "until", "since",
    "within", "through", "against", "via", "per", "off", "out", "than", "then", "that", "this", "these", "those", "which", "who", "whom", "whose", "what", "when", "where", "why", "how",
    "there", "here", "you", "your", "yours", "she", "her", "hers", "him", "his", "its", "our", "ours", "they", "them", "their", "theirs", "mine", "are", "was", "were", "been", "being",
    "has", "have", "had", "does", "did", "can", "could", "should", "would", "will", "shall", "may", "might", "must", "not", "any", "all", "each", "every", "some", "such", "also", "only",
    "just", "very", "too", "now", "please",
    "der", "die", "das", "den", "dem", "des", "ein", "eine", "einen", "einem", "einer", "eines", "kein", "keine", "keinen", "mein", "meine", "meinen", "meinem", "meiner", "dein", "deine",
    "sein", "seine", "ihr", "ihre", "ihren", "ihrem", "ihrer", "unser", "unsere", "euer", "eure", "ich", "sie", "wir", "uns", "euch", "mich", "mir", "dich", "dir", "ihm", "ihn", "ihnen",
    "dieser", "diese", "dieses", "diesen", "diesem", "jene", "jeder", "jede", "jedes", "alle", "alles", "und", "oder", "aber", "denn", "dass", "weil", "wenn", "als", "wie", "von", "vom",
    "aus", "auf", "fur", "mit", "uber", "nach", "bei", "beim", "zum", "zur", "durch", "ohne", "gegen", "unter", "vor", "hinter", "zwischen", "seit", "bis", "ist", "sind", "war", "waren",
    "hat", "haben", "hatte", "kann", "soll", "will", "wird", "werden", "muss", "nicht", "auch", "nur", "noch", "sich", "was", "wer", "wen", "wem", "wann", "warum", "bitte", "jetzt",
    "les", "une", "des", "aux", "mon", "mes", "ton", "tes", "son", "ses", "notre", "nos", "votre", "vos", "leur", "leurs", "cet", "cette", "ces", "tout", "tous", "toute", "toutes", "que",
    "qui", "quoi", "dont", "mais", "donc", "car", "puis", "dans", "sur", "sous", "pour", "par", "avec", "sans", "chez", "vers", "entre", "depuis", "est", "sont", "etait", "ont", "avait",
    "peut", "doit", "pas", "plus", "elle", "ils", "elles", "nous", "vous", "moi", "toi", "lui", "eux",
    "los", "las", "una", "unos", "unas", "del", "mis", "tus", "sus", "este", "esta", "estos", "estas", "ese", "esa", "esos", "esas", "todo", "toda", "todos", "todas", "pero", "porque",
    "como", "cuando", "donde", "con", "sin", "por", "para", "sobre", "entre", "desde", "hasta", "hacia", "esta", "estan", "era", "han", "puede", "debe", "ella", "ellos", "ellas", "nosotros", "quien", "quienes", "cual", "aqui",
    "gli", "uno", "della", "dello", "delle", "degli", "dei", "alla", "alle", "agli", "dal", "dalla", "nel", "nella", "sul", "sulla", "mio", "mia", "miei", "suo", "sua", "suoi", "questo",
    "questa", "quello", "quella", "che", "chi", "non", "anche", "per", "tra", "fra", "sono", "loro", "lui", "lei", "noi", "voi",
    "dos", "das", "uma", "umas", "meu", "minha", "seu", "pelo", "pela", "com", "sem", "ate", "sao", "nao", "ele", "ela", "eles", "elas",
    "nie", "jest", "sie", "dla", "przez", "oraz", "ale", "jak", "moj", "moja", "moje", "ten", "jego", "jej", "ich", "przed", "pod", "nad",
];
/// Those of [`READS`] that are verbs of changes if they begin the whole text: `like the post`.
pub(crate) const BEGINNINGS: &[&str] = &["like"];
/// Verbs of changes after the place that they are made in.
#[rustfmt::skip]
pub(crate) const ACTS: &[&str] = &[
    "add", "put", "set", "save", "create", "edit", "update", "change", "apply", "rename", "move", "mark", "turn", "switch", "close", "reopen", "archive", "assign", "enter",
    "enable", "disable", "star", "pin", "setze", "ändere", "speichere", "erstelle", "benenne", "lege", "verschiebe", "markiere", "ajoute", "enregistre", "crée", "modifie",
    "renomme", "mets", "déplace", "añade", "agrega", "guarda", "crea", "edita", "cambia", "mueve", "renombra", "pon",
];
/// Further verbs of changes, as commands. A text that begins with another verb may as well ask for an answer: it orders only what bears that very verb.
pub(crate) const KNOWN: &str = "\
    fill complete type write insert paste select choose pick tick untick uncheck register log sign join leave follow unfollow mute unmute block \
    unblock snooze flag label tag untag drag drop upload attach import schedule postpone reschedule shift merge split link unlink connect \
    disconnect activate deactivate start stop pause resume finish approve accept decline reject confirm cancel undo redo restore reset remove \
    delete clear empty duplicate copy clone fork invite reply answer send post publish share comment vote rate book order buy reserve subscribe \
    unsubscribe record draft compose increase decrease raise lower reduce extend shorten replace swap adjust configure customise customize \
    organise organize group hide unhide unpin favourite favorite bookmark store convert resolve reassign unassign transition promote demote lock \
    unlock unstar react make submit request let correct fix amend revise rectify \
    setz ändre speicher erstell benenn leg verschieb markier trag trage füge schalte schalt stelle stell aktiviere deaktiviere archiviere \
    archivier lösche lösch entferne schließe schliesse schließ sperre entsperre pinne abonniere merke buche bestelle kaufe reserviere storniere \
    sende schicke schick schreibe schreib antworte poste teile veröffentliche bewerte wähle kreuze fülle füll ergänze ersetze erhöhe senke \
    verringere verlängere kürze sortiere gruppiere verstecke kopiere kopier dupliziere verbinde trenne starte stoppe beende pausiere plane \
    verlege berichtige verbessere bestätige akzeptiere genehmige lade mache mach registriere melde korrigiere aktualisiere verwirf leere nimm hefte weise \
    ajoutez enregistrez créez modifiez renommez mettez déplacez change changez active activez désactive désactivez archive archivez supprime \
    supprimez efface effacez ferme fermez rouvre marque marquez attribue attribuez assigne épingle remplis remplissez complète complétez saisis \
    saisissez écris écrivez insère choisis choisissez sélectionne sélectionnez coche décoche inscris inscrivez abonne désabonne suis suivez \
    bloque envoie envoyez publie publiez partage partagez réponds commente réserve commande achète annule confirme accepte acceptez refuse \
    importe planifie reporte décale augmente diminue réduis remplace règle trie masque copie duplique range classe passe enlève retire vide \
    restaure corrige corrigez rectifie verrouille rétablis lance démarre arrête termine résous fusionne crée \
    activa desactiva archiva borra elimina quita cierra reabre marca asigna fija rellena completa escribe introduce inserta elige selecciona \
    inscribe suscribe sigue silencia bloquea envía manda publica comparte responde comenta reserva pide compra cancela confirma acepta rechaza \
    importa sube programa aplaza aumenta sustituye reemplaza ajusta configura ordena oculta copia duplica anota apunta vacía restaura inicia \
    detén termina resuelve corrige rectifica modifica actualiza haz desmarca añádele \
    aggiungi salva sposta rinomina metti imposta attiva disattiva archivia cancella rimuovi chiudi riapri segna contrassegna assegna fissa \
    compila scrivi inserisci scegli seleziona iscrivi iscrivimi segui silenzia blocca invia pubblica condividi rispondi commenta prenota \
    acquista annulla conferma accetta rifiuta carica pianifica rimanda sostituisci regola nascondi svuota ripristina avvia ferma risolvi \
    aggiorna togli correggi \
    adicione adiciona acrescente salve guarde crie cria edite altere altera mude muda mova renomeie renomeia coloque põe ponha defina define \
    ative ativa desative desativa arquive arquiva exclua apague apaga remova feche fecha reabra atribua fixe preencha preenche escreva escreve \
    insira escolha selecione inscreva assine siga silencie bloqueie envie mande publique compartilhe partilhe responda comente encomende peça \
    compre cancele aceite recuse carregue agende adie aumente reduza substitua ajuste oculte anote esvazie inicie pare resolva atualize faça \
    tire corrija corrige \
    voeg zet plaats bewaar sla maak wijzig verander hernoem verplaats markeer schakel activeer deactiveer archiveer verwijder wis sluit heropen \
    wijs vul kies selecteer schrijf typ abonneer volg demp blokkeer stuur verstuur verzend publiceer deel beantwoord reageer boek reserveer \
    bestel koop annuleer bevestig accepteer weiger importeer verzet verhoog verlaag vervang stel sorteer verberg kopieer dupliceer noteer leeg \
    herstel corrigeer verbeter beëindig pas bewerk werk \
    dodaj zapisz utwórz stwórz edytuj zmień przenieś oznacz włącz wyłącz aktywuj dezaktywuj zarchiwizuj archiwizuj usuń skasuj zamknij przypisz \
    przypnij wypełnij uzupełnij wpisz wstaw wybierz zaznacz odznacz obserwuj wycisz zablokuj wyślij opublikuj udostępnij odpowiedz skomentuj \
    zarezerwuj zamów kup anuluj potwierdź zaakceptuj odrzuć zaimportuj prześlij zaplanuj przełóż zwiększ zmniejsz zastąp ustaw posortuj ukryj \
    skopiuj popraw zduplikuj zanotuj opróżnij przywróć rozpocznij zatrzymaj zakończ";
/// Verbs that give a name.
pub(crate) const NAMES: &[&str] =
    &["name", "call", "title", "nenne", "betitle", "nomme", "appelle", "intitule", "llama", "nombra", "titula"];
/// Verbs that set something to a value, and what comes before the value.
#[rustfmt::skip]
pub(crate) const SETS: &[&str] = &[
    "set", "change", "switch", "rename", "setze", "setz", "stelle", "stell", "ändere", "benenne", "mets", "change", "règle", "passe", "renomme", "pon", "cambia", "renombra",
];
pub(crate) const ONTO: &[&str] = &["to", "auf", "in", "à", "en", "a"];
/// The second parts of German verbs: `lehne … ab`.
#[rustfmt::skip]
pub(crate) const PARTICLES: &[&str] = &[
    "ab", "an", "auf", "aus", "ein", "fest", "fort", "frei", "heraus", "herunter", "hin", "hinein", "hinzu", "hoch", "mit", "nach", "nieder", "raus", "rein",
    "runter", "um", "vor", "weg", "weiter", "zu", "zurück", "zusammen",
];
/// The verbs that ask for an answer with one of these, where the bare verb may ask for a change, by their beginnings.
pub(crate) const SHOWS: &[(&str, &[&str])] = &[
    ("an", &["schau", "sieh", "seh", "hör", "zeig", "guck"]),
    ("auf", &["ruf", "schlag", "zähl", "list"]),
    ("aus", &["such", "rechne", "wähl"]),
    ("heraus", &["such", "find", "les"]),
    ("raus", &["such", "find"]),
    ("nach", &["schau", "seh", "sieh", "schlag", "les", "lies"]),
    ("vor", &["les", "lies"]),
    ("zusammen", &["fass", "stell", "rechne", "zähl"]),
];
/// The verbs that ask for a change with one of these, where the bare verb asks for an answer.
pub(crate) const CHANGES: &[(&str, &[&str])] = &[
    ("ab", &["sag", "gib", "geb"]),
    ("ein", &["gib", "geb"]),
    ("frei", &["gib", "geb"]),
    ("weiter", &["gib", "geb"]),
    ("zu", &["sag"]),
    ("zurück", &["gib", "geb"]),
];
/// Commands whose infinitive has another vowel, with that infinitive.
pub(crate) const VOWELS: &[(&str, &str)] =
    &[("gib", "geb"), ("nimm", "nehm"), ("wirf", "werf"), ("tritt", "tret"), ("lies", "les"), ("sieh", "seh")];
/// The endings of infinitives, with those of their commands after the same stem; Spanish ones also with an attached pronoun.
#[rustfmt::skip]
pub(crate) const COMMANDS: &[(&[&str], &[&str])] = &[
    (&["en", "n"], &["", "e", "t", "et"]),
    (&["er", "re", "ir"], &["e", "es", "ez", "s"]),
    (&["ar", "er", "ir"], &[
        "a", "e", "ad", "ed", "id", "en", "an", "ame", "anos", "ale", "ales", "alo", "ala", "alos", "alas", "eme", "enos", "ele", "eles", "elo", "ela", "elos", "elas",
    ]),
];
/// Verbs that bring something to where it was not, besides those of the gate's table.
pub(crate) const PUTS: &str = "put, lege, packe, mets, mettez, pon, ponga, mete";
/// Words of [`READS`] that begin no order of their own but continue the one before.
#[rustfmt::skip]
pub(crate) const GOES_ON: &[&str] = &[
    "in", "on", "at", "from", "for", "with", "about", "of", "by", "as", "to", "into", "within", "under", "im", "auf", "an", "von", "aus", "für", "mit", "bei", "sur", "dans", "de",
    "du", "des", "pour", "avec", "chez", "en", "para", "con", "del", "al", "not", "no", "only", "but", "or", "than", "like",
];
