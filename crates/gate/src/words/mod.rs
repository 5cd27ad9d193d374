//! The words by which commitments are recognised, as data: English, German, Spanish, French, Portuguese, Italian, Polish.
//!
//! Written as people write them and compared folded (lower case, no accents), whole words only. A missing phrase lets an action pass unasked, too
//! wide a one asks too often; the tests have examples of both for each language.

pub(crate) mod asking_words;
pub(crate) mod clause_words;
pub(crate) mod meanings;
pub(crate) mod order_words;
pub(crate) mod pair_words;
pub(crate) mod phrases;
pub(crate) mod request_words;

use crate::words::phrases::{At, any_of, words};
use edith_protocol::Commitment;
use edith_protocol::Commitment::{Account, Buys, Deletes, Downloads, Installs, Pays, Posts, Sends, Shares};

/// How sure a phrase is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sure {
    /// Even on a link that only leads somewhere.
    Firm,
    /// On everything but such links.
    Plain,
    /// Anywhere on what can only be a command (a button, a menu item); on other clickable text where the row says.
    Command,
    /// Only on what submits a form, or beside freshly written text: elsewhere it opens an editor or sorts a list.
    Weak,
}

/// Phrases with one meaning.
pub(crate) struct Saying {
    pub what: Commitment,
    pub at: At,
    pub sure: Sure,
    /// Divided by commas: a text takes far less of the package than a table of texts.
    pub phrases: &'static str,
}

const fn row(what: Commitment, at: At, sure: Sure, phrases: &'static str) -> Saying {
    Saying { what, at, sure, phrases }
}

/// What an account is called, folded.
#[rustfmt::skip]
pub(crate) const ACCOUNTS: &[&str] = &[
    "account", "accounts", "konto", "konten", "benutzerkonto", "nutzerkonto", "kundenkonto", "cuenta", "cuentas", "compte", "comptes", "conta", "contas", "konta", "kont",
];

/// Button labels. The first match counts, so graver meanings come first.
#[rustfmt::skip]
pub(crate) const LABELS: &[Saying] = &[
    // Money.
    row(Pays, At::Start, Sure::Plain, "pay, pagar, payer, donate now, donate with, transfer money, transfer now, transfer funds"),
    row(Pays, At::Whole, Sure::Plain, "donate, donar, spenden, überweisen, transferir, faire un don"),
    row(Pays, At::End, Sure::Plain, "bezahlen, zahlen"),
    row(Pays, At::Edge, Sure::Plain, "\
        paga, pague, zahlen mit, zahlen in, pagar con, payer avec, payer par, pagar com, pagamento por, pagamento com, paga con, zapłać przez, \
        wspieraj, donner, pay with, pay by, pay in, doar, doe, dona, fai una donazione, faire un don, spenden, zapłać, opłać, zapłacić, wesprzyj, \
        przekaż darowiznę, refund, issue refund, create refund, rückerstatten, erstatten, erstattung erstellen, reembolsar, rembourser, rimborsa, \
        rimborsare, zwróć, zwróć środki, cash out, withdraw funds, checkout with"),
    row(Pays, At::Anywhere, Sure::Firm, "\
        and pay, confirm payment, submit payment, complete payment, make payment, make a payment, authorize payment, authorise payment, \
        confirm pay, confirm transfer, und bezahlen, und zahlen, zahlung bestätigen, zahlung freigeben, zahlung abschließen, \
        überweisung ausführen, überweisung bestätigen, y pagar, confirmar pago, confirmar el pago, realizar pago, realizar el pago, \
        confirmar transferencia, et payer, and pagar, and payer, confirmer le paiement, effectuer le paiement, valider le paiement, \
        confirmer le virement"),
    row(Pays, At::Anywhere, Sure::Plain, "\
        pay now, send money, send payment, jetzt bezahlen, jetzt zahlen, jetzt spenden, geld senden, pagar ahora, enviar dinero, donar ahora, \
        payer maintenant, envoyer de l'argent"),
    row(Buys, At::Anywhere, Sure::Firm, "\
        place order, place your order, place my order, place the order, confirm order, confirm your order, confirm my order, confirm purchase, \
        confirm your purchase, complete order, complete your order, complete purchase, complete your purchase, submit order, submit your order, \
        finalize order, finalise order, order with obligation to pay, confirm booking, complete booking, confirm reservation, \
        complete reservation, place bid, confirm bid, zahlungspflichtig, kostenpflichtig, kauf abschließen, kauf bestätigen, \
        bestellung abschicken, bestellung abschließen, bestellung aufgeben, bestellung absenden, bestellung bestätigen, verbindlich bestellen, \
        verbindlich buchen, buchung abschließen, buchung bestätigen, gebot abgeben, realizar pedido, realizar el pedido, realiza tu pedido, \
        realizar mi pedido, confirmar pedido, confirmar el pedido, confirmar compra, confirmar la compra, confirmar reserva, finalizar pedido, \
        completar compra, completar pedido, hacer pedido, obligación de pago, passer commande, passer la commande, passer ma commande, \
        valider la commande, valider ma commande, confirmer la commande, confirmer ma commande, confirmer l'achat, confirmer mon achat, \
        finaliser la commande, finaliser ma commande, obligation de paiement, confirmer la réservation"),
    row(Buys, At::Start, Sure::Plain, "\
        buy now, buy it, buy this, buy for, buy with, buy and, order now, purchase now, jetzt kaufen, sofort kaufen, jetzt bestellen, \
        jetzt buchen, comprar ahora, comprar ya, comprar por, comprar con, pedir ahora, acheter maintenant, acheter pour, acheter avec, \
        acheter en, commander maintenant"),
    row(Buys, At::Whole, Sure::Plain, "buy, purchase, 1-click, kaufen, bestellen, comprar, acheter"),
    row(Buys, At::Whole, Sure::Weak, "ordina, order, book, pedir, finalizar compra, commander, réserver, reservar, buchen"),
    row(Pays, At::Whole, Sure::Plain, "rückerstattung, erstattung, reembolso, remboursement, rimborso, zwrot, zwrot pieniędzy"),
    row(Buys, At::Edge, Sure::Plain, "\
        buy, kaufe, compre, comprar, acheter, achetez, acquista, acquistare, compra ora, kup, kup teraz, kupić, zamów, zamawiam, ordina ora, \
        ordina adesso, encomendar, faça seu pedido, compra con un click, fazer pedido, kupuję, kaufen, erwerben, order and, bestellen und"),
    // Loss.
    row(Deletes, At::Start, Sure::Firm, "\
        delete, permanently delete, yes delete, confirm delete, confirm deletion, löschen, eliminar, borrar, supprimer"),
    row(Deletes, At::Edge, Sure::Command, "\
        delete, erase, destroy, purge, wipe, delete and, löschen, lösche, vernichten, eliminar, elimine, elimina, borrar, borre, borra, suprimir, \
        destruir, purgar, supprimer, supprimez, effacer, effacez, détruire, purger, excluir, exclua, apagar, apague, deletar, expurgar, eliminare, \
        cancella, cancellare, distruggi, epura, usuń, usunąć, skasuj, exclui, suprima, elimini, skasować, wymaż, zniszcz, oczyść"),
    row(Deletes, At::Edge, Sure::Firm, "excluir, apagar, elimina, usuń, skasuj"),
    row(Deletes, At::End, Sure::Firm, "löschen"),
    row(Deletes, At::Start, Sure::Plain, "\
        move to trash, move to bin, empty trash, empty bin, empty recycle bin, erase, remove permanently, permanently remove, remove account, \
        close account, close my account, close your account, deactivate account, discard draft, clear history, clear all data, factory reset, \
        mover a la papelera, vaciar papelera, vaciar la papelera, cerrar cuenta, vider la corbeille, mettre à la corbeille, \
        déplacer vers la corbeille, fermer le compte, fermer mon compte"),
    row(Deletes, At::Anywhere, Sure::Plain, "in den papierkorb, papierkorb leeren, konto schließen, entwurf verwerfen"),
    row(Deletes, At::Whole, Sure::Plain, "trash, wipe, papierkorb, papelera, corbeille"),
    row(Deletes, At::Anywhere, Sure::Plain, "\
        to trash, to the trash, to bin, to the bin, vers la corbeille, dans la corbeille, para a lixeira, para o lixo, no lixo, nel cestino, \
        do kosza, a la papelera, à la corbeille, empty folder, opróżnij"),
    row(Deletes, At::Whole, Sure::Plain, "empty, leeren, vaciar, vider, esvaziar, svuota"),
    // Accounts and permissions.
    row(Account, At::Anywhere, Sure::Plain, "\
        change password, change my password, update password, set password, set new password, reset password, change email, change e mail, \
        change phone number, grant access, allow access, give access, approve access, grant permission, grant permissions, change permissions, \
        change role, make admin, make owner, add as admin, make administrator, transfer ownership, revoke access, remove access, \
        turn off two factor, disable two factor, disable 2fa, turn off 2fa, enable 2fa, turn on 2fa, enable two factor, turn on two factor, \
        create api key, generate api key, create token, generate token, generate new token, create access token, link account, connect account, \
        log out everywhere, log out of all, sign out everywhere, sign out of all, change plan, cancel subscription, cancel membership, \
        passwort ändern, kennwort ändern, passwort zurücksetzen, e mail ändern, e mail adresse ändern, zugriff erlauben, zugriff gewähren, \
        zugriff geben, zugriff entziehen, berechtigung erteilen, berechtigungen ändern, rolle ändern, zum admin machen, zum administrator machen, \
        konto verknüpfen, konto verbinden, überall abmelden, api schlüssel erstellen, abo kündigen, abonnement kündigen, cambiar contraseña, \
        cambiar la contraseña, restablecer contraseña, restablecer la contraseña, cambiar correo, cambiar el correo, permitir acceso, \
        permitir el acceso, conceder acceso, dar acceso, otorgar acceso, conceder permiso, otorgar permiso, quitar acceso, revocar acceso, \
        cambiar permisos, cambiar rol, hacer administrador, vincular cuenta, conectar cuenta, cerrar todas las sesiones, cancelar suscripción, \
        cancelar la suscripción, changer le mot de passe, modifier le mot de passe, réinitialiser le mot de passe, changer l'adresse, \
        modifier l'adresse e mail, autoriser l'accès, accorder l'accès, donner accès, donner l'accès, retirer l'accès, révoquer l'accès, \
        modifier les autorisations, changer le rôle, nommer administrateur, associer le compte, lier le compte, se déconnecter partout, \
        résilier l'abonnement, annuler l'abonnement"),
    row(Account, At::Whole, Sure::Plain, "authorize, authorise, autorisieren, autorizar, autoriser, allow, erlauben, permitir"),
    row(Account, At::Edge, Sure::Plain, "\
        revoke, ban, kick, unlink, disconnect, widerrufen, zurückziehen, revocar, révoquer, revogar, revoca, unieważnij, odwołaj, bannen, \
        verbannen, sperren, expulsar, banear, bannir, expulser, chutar, anuluj dostęp, banir, banna, espelli, bandisci, zbanuj, wyrzuć, \
        wyłącz 2fa, take ownership, grant, set password"),
    row(Account, At::Whole, Sure::Plain, "\
        block, blockieren, bloquear, bloquer, blocca, zablokuj, blokuj, trennen, desconectar, déconnecter, disconnetti, rozłącz, autoriza, \
        autorizza, autoryzuj, exclure, anular"),
    // What others see or use.
    row(Shares, At::Anywhere, Sure::Plain, "\
        share with, share publicly, share to, make public, make it public, make this public, anyone with the link, invite people, invite members, \
        invite member, invite user, invite users, add collaborator, add people, get public link, create public link, öffentlich machen, \
        öffentlich freigeben, für alle freigeben, jeder mit dem link, personen einladen, mitglied einladen, mitglieder einladen, compartir con, \
        hacer público, cualquiera con el enlace, cualquier persona con el enlace, invitar a, invitar personas, partager avec, rendre public, \
        toute personne disposant du lien, tous les utilisateurs disposant du lien, inviter des, inviter un membre"),
    row(Shares, At::Edge, Sure::Plain, "\
        invite, einladen, convide, invitez, zaprosić, invitar, invita, inviter, convidar, invitare, zaproś, compartilhar com, partilhar com, \
        condividi con, tornar público, rendi pubblico, upublicznij"),
    row(Shares, At::Anywhere, Sure::Plain, "\
        udostępnij wszystkim, compartilhar com, partilhar com, condividi con, share this, condividi questo, allow public, öffentlichen zugriff"),
    row(Shares, At::Whole, Sure::Weak, "invite, grant, einladen, freigeben, invitar, inviter"),
    row(Shares, At::End, Sure::Weak, "freigeben, einladen"),
    // Programs and files.
    row(Installs, At::Start, Sure::Plain, "\
        install, reinstall, add to chrome, add to firefox, add to edge, add extension, run anyway, keep anyway, jetzt installieren, \
        zu chrome hinzufügen, erweiterung hinzufügen, trotzdem ausführen, trotzdem behalten, instalar, añadir a chrome, agregar a chrome, \
        añadir extensión, ejecutar de todos modos, installer, ajouter à chrome, ajouter l'extension, exécuter quand même"),
    row(Installs, At::End, Sure::Plain, "installieren"),
    row(Downloads, At::Start, Sure::Plain, "download, descargar, télécharger, jetzt herunterladen, herunterladen"),
    row(Installs, At::Edge, Sure::Plain, "installa, zainstaluj"),
    row(Downloads, At::Edge, Sure::Plain, "\
        descarregar, baixar, baixe, scarica, scaricare, pobierz, télécharger, download, descargar, descarga, ściągnij, téléchargez, descargue, \
        pobrać, fazer download, herunterladen, transferir ficheiro"),
    row(Downloads, At::End, Sure::Plain, "herunterladen, downloaden"),
    // The public.
    row(Posts, At::Whole, Sure::Plain, "post, publish, tweet, repost, retweet, go live, post it, post all"),
    row(Posts, At::Start, Sure::Plain, "\
        post reply, post comment, post a comment, post your, post my, post this, post now, post to, post review, post a review, post answer, \
        post question, post message, post update, post tweet, post ad, post listing, publish now, publish post, publish article, publish changes, \
        publish page, publish review, publish comment, publish to, submit review, submit comment, submit reply, submit post, share now, \
        share post, publicar, tuitear, publier, poster, tweeter"),
    row(Posts, At::End, Sure::Plain, "veröffentlichen, posten, twittern"),
    row(Posts, At::Whole, Sure::Weak, "\
        reply, comment, share, answer, antworten, kommentieren, teilen, responder, comentar, compartir, répondre, commenter, partager"),
    row(Posts, At::Edge, Sure::Plain, "\
        publish, publicar, postar, pubblicare, opublikuj, publikuj, opublikować, publiez, veröffentliche, boost, booster, repost, reblog, \
        impulsar, impulsionar, dar boost, potenzia, podbij"),
    row(Posts, At::Start, Sure::Weak, "\
        comment, reply, kommentieren, antworten, comentar, responder, commenter, répondre, commenta, rispondi, skomentuj, komentuj, odpowiedz"),
    // Somebody else.
    row(Sends, At::Start, Sure::Plain, "send, enviar, envoyer, expédier, senden, absenden, abschicken"),
    row(Sends, At::End, Sure::Plain, "senden, absenden, abschicken, verschicken, einsenden"),
    row(Sends, At::Edge, Sure::Command, "\
        send, resend, enviar, envíe, envía, reenviar, envoyer, envoyez, renvoyer, mandar, submeter, invia, inviare, inoltra, reinvia, spedisci, \
        wyślij, wysłać, wysyłaj, erneut senden, schicken, soumettre, einreichen, versenden, sende, schicke, reinviare, złóż, ponów wysyłkę, ponów, \
        remeter"),
    row(Sends, At::Anywhere, Sure::Plain, "and send, und senden, y enviar, et envoyer"),
    row(Sends, At::Start, Sure::Plain, "\
        submit application, submit request, submit form, submit ticket, submit inquiry, submit enquiry, submit message, submit claim, \
        submit report, submit feedback, submit your, submit my"),
    row(Posts, At::Start, Sure::Plain, "publique, poste, pubblica, pubblichi, opublikować, zamieść, umieść wpis, toot, postea, postear, postare"),
    row(Posts, At::Whole, Sure::Plain, "reshare, weitersagen, republish"),
    row(Buys, At::Start, Sure::Plain, "\
        purchase, compra, book now, book it, book this, book your, book my, book a, book an, book for, book online, book appointment, book table, \
        book room, book ticket, book tickets, book flight, book and, reserve now, reserve your, reserve a, reserve this, jetzt reservieren, \
        jetzt mieten, jetzt abonnieren, buche, reservar ahora, reserva ahora, reserve ahora, contratar ahora, alquilar ahora, réserver maintenant, \
        réservez, louer maintenant, commandez, reservar agora, reserve agora, alugar agora, assinar agora, assine agora, contratar agora, prenota, \
        prenotare, noleggia, abbonati ora, zarezerwuj, rezerwuj, zabukuj, wypożycz teraz, subscribe now, upgrade now, rent now, order your, \
        order this, order it, start subscription, bid now, place a bid, pide ahora, suscribirse ahora, encomende, peça agora"),
    row(Buys, At::Edge, Sure::Plain, "\
        jetzt buchen, jetzt reservieren, kostenpflichtig buchen, verbindlich reservieren, zamówić, zamówienie z obowiązkiem zapłaty, \
        ordina con obbligo di pagamento, effettua ordine, invia ordine, złóż zamówienie, kup teraz"),
    row(Buys, At::Whole, Sure::Weak, "\
        book, reserve, subscribe, reservieren, abonnieren, suscribirse, s'abonner, assinar, abbonati, subskrybuj, encomendar, rezerwacja"),
    row(Pays, At::Edge, Sure::Plain, "\
        zahle, bezahle, zahlen sie, begleichen, überweise, spende, rückzahlung, zurückerstatten, zurückzahlen, erstatte, auszahlen, abonar, \
        reembolse, reintegrar, retirar fondos, paie, réglez, versez, remboursez, faire un virement, estornar, versa ora, dokonaj płatności, \
        dokonaj wpłaty, przelej, wpłać, wypłać, ureguluj, uiść, wspomóż, podaruj, płać, pay invoice, make a donation, top up, add funds, \
        send funds, charge card, charge customer, capture payment, guthaben aufladen, recargar saldo, doładuj, zwróć pieniądze, zwrócić środki, \
        faça uma doação, fazer uma doação, hacer una donación, haz una donación, fais un don, faites un don, przekaż pieniądze, envía dinero, \
        enviar dinheiro, envie dinheiro, invia denaro, wyślij pieniądze, jetzt zahlen, jetzt spenden, paga ora, doa, dona ora, apoie, pagar ora, \
        zapłać teraz"),
    row(Pays, At::Start, Sure::Plain, "pagare, payez"),
    row(Deletes, At::Edge, Sure::Command, "\
        uninstall, expunge, prune, lösch, zerstören, zerstöre, tilgen, vernichte, eliminarl*, borrarl*, elimínal*, bórral*, cancellalo, \
        distruggere, cancelli, kasuj, kasować, usuwaj, usuwać, wymazać, zniszczyć, zlikwiduj, destruye, destruya, apaga, exclui, deinstallieren, \
        deinstalliere, desinstalar, desinstale, désinstaller, désinstallez, disinstalla, disinstallare, odinstaluj, odinstalować"),
    row(Deletes, At::Whole, Sure::Plain, "\
        löschung, kontolöschung, suppression, eliminazione, cancellazione, exclusão, usuwanie, usunięcie, suppression définitive, \
        dauerhaft gelöscht"),
    row(Deletes, At::Start, Sure::Plain, "usuwanie"),
    row(Deletes, At::Edge, Sure::Plain, "\
        auf werkseinstellungen zurücksetzen, ripristina impostazioni di fabbrica, przywróć ustawienia fabryczne, restablecer valores de fábrica, \
        restaurar padrões de fábrica, réinitialiser aux paramètres d'usine"),
    row(Account, At::Whole, Sure::Plain, "\
        zulassen, permetti, consenti, zezwól, gewähren, conceder, accorder, concedi, nadaj, przyznaj, przyznać, verbindung trennen, \
        verbindung aufheben, verbindung lösen, verbindung beenden, odłącz, scollega, desenlazar, deactivate user, disable user, suspend user, \
        unban, benutzer deaktivieren, desactivar usuario, désactiver l'utilisateur, desativar usuário, desativar utilizador, disattiva utente, \
        dezaktywuj użytkownika, log out others, block sender, sperren"),
    row(Account, At::Start, Sure::Plain, "desconectar, desconecte, rozłącz, delete api, verbindung trennen mit"),
    row(Shares, At::Start, Sure::Plain, "zapraszaj, invitez, invitate, convide, convida, einladung senden"),
    row(Installs, At::Edge, Sure::Plain, "installiere, instaluj, instale, instala, installez, zainstaluj"),
    row(Installs, At::Start, Sure::Plain, "installare, instalować, zainstalować"),
    row(Downloads, At::Edge, Sure::Plain, "\
        runterladen, descárgalo, descárguelo, bajar archivo, téléchargement du fichier, faça o download, ściągnąć, pobieraj, scarichi"),
    row(Sends, At::Edge, Sure::Command, "\
        übermitteln, zusenden, zuschicken, versende, verschicke, abschicken, schicke ab, reenvía, reenvíe, enviarl*, envíal*, remitir, envoie, \
        renvoyez, renvoie, réenvoyer, submeta, re-enviar, rimanda, spedire, rinvia, manda, mandare, ponowić, roześlij, odeślij, wysyłać, \
        prześlij dalej, prześlij ponownie, prześlij wiadomość, prześlij odpowiedź, prześlij zgłoszenie, prześlij formularz, réexpédier"),
    row(Sends, At::Start, Sure::Plain, "\
        email invoice, email quote, email credit, email customer, email client, email all, email selected, email purchase, email statement, \
        email receipt"),
    row(Sends, At::Whole, Sure::Plain, "prześlij, jetzt senden"),
    row(Pays, At::Edge, Sure::Plain, "donate, sponsor, send tip, leave a tip, withdraw money, withdraw balance"),
    row(Sends, At::Edge, Sure::Command, "rispedisci"),
    row(Posts, At::Anywhere, Sure::Weak, "\
        comment, reply, review, kommentar, kommentieren, antwort, antworten, bewertung, rezension, beitrag, comentario, comentar, respuesta, \
        responder, reseña, opinión, publicación, commentaire, commenter, réponse, répondre, avis, publication, resposta, avaliação, publicação, \
        postagem, commento, commenta, risposta, rispondi, recensione, komentarz, skomentuj, komentuj, odpowiedź, recenzję, opinię, wpis, issue, \
        topic, thread, answer, question"),
    row(Posts, At::Edge, Sure::Plain, "cross post, crosspost, post as, post anonymously, post quick, post announcement"),
    row(Pays, At::Whole, Sure::Plain, "withdraw, charge, capture, einziehen, capturar, capturer, cattura, przechwyć, charge now, bill now"),
    row(Shares, At::Edge, Sure::Plain, "\
        unshare, stop sharing, freigabe aufheben, freigabe beenden, dejar de compartir, arrêter le partage, ne plus partager, \
        parar de compartilhar, deixar de compartilhar, deixar de partilhar, smetti di condividere, interrompi condivisione, \
        interrompi la condivisione, przestań udostępniać, zakończ udostępnianie, anuluj udostępnianie, cofnij udostępnianie"),
    row(Account, At::Edge, Sure::Plain, "\
        unban, entbannen, sperre aufheben, sperrung aufheben, bann aufheben, blockierung aufheben, desbanear, débannir, desbanir, sbanna, \
        riammetti, rimuovi ban, rimuovi il ban, togli ban, odbanuj"),
    row(Posts, At::Anywhere, Sure::Plain, "\
        e pubblica, e publique, e publicar, y publica, et publier, und veröffentlichen, i opublikuj, and publish, and post"),
    row(Posts, At::Whole, Sure::Plain, "beitrag, publicación, publicação, postagem, pubblicazione, wpis"),
    row(Account, At::Edge, Sure::Plain, "\
        rauswerfen, kicken, hinauswerfen, vetar, echar, éjecter, caccia, wykop, darse de baja, confirm and enable, bestätigen und aktivieren, \
        confirmar y activar, confirmer et activer, confirmar e ativar, conferma e attiva, potwierdź i włącz"),
    row(Sends, At::Edge, Sure::Command, "prześlij"),
];

/// What may be deleted without loss: a label that deletes nothing else is harmless.
#[rustfmt::skip]
pub(crate) const SOFT_OBJECTS: &[&str] = &[
    "cache", "caché", "color", "colour", "farbe", "couleur", "colore", "cor", "suchverlauf", "cart", "basket", "bag", "filter", "filters", "search", "query", "input", "warenkorb", "einkaufswagen", "suche", "sucheingabe", "suchtext", "eingabe", "auswahl", "carrito", "cesta", "filtro",
    "filtros", "búsqueda", "selección", "panier", "filtre", "filtres", "recherche", "carrinho", "busca", "pesquisa", "seleção", "carrello", "filtri", "ricerca", "ricerche", "selezione", "koszyk", "koszyka",
    "filtr", "filtry", "filtra", "wyszukiwanie", "wyszukiwania", "zaznaczenie",
];
/// Words that may be beside them.
#[rustfmt::skip]
pub(crate) const FILLERS: &[&str] = &[
    "l", "d", "application", "app", "aplicación", "anwendung", "aplicação", "applicazione", "aplikacji", "history", "historial", "historique", "histórico", "cronologia", "historię", "selected", "ausgewählte", "sélectionnée", "selezionato", "de", "delle", "all", "the", "my", "your", "this", "a", "from", "of", "to", "text", "term", "applied", "current", "shopping", "aus", "dem", "der", "die", "das", "den", "alle", "diesen", "del", "de", "la", "el", "los", "las", "todos", "mi",
    "tu", "du", "le", "les", "tous", "mon", "votre", "do", "da", "dos", "o", "os", "as", "meu", "dal", "dalla", "il", "i", "tutti", "z", "ze", "wszystkie", "texto", "texte", "testo",
];

/// Phrases that cancel a label's meaning: those about money only where they are the phrase itself, the others wherever they are in it.
#[rustfmt::skip]
pub(crate) const NOT: &[(Commitment, &str)] = &[
    (Pays, "\
        refund period, refund amount, refund policy, refund status, refund reason*, refund details, refund date, refund id, pay attention, \
        pay later, pay per, pay as, pay scale, pay gap, pay rise, pay raise, pay slip, pay slips, pay grade, pay stub, pay stubs, pay period, \
        pay heed, pay tribute, pay a visit, pay equity, pay transparency, pay rate, pay rates, pay range, pay and benefits, payment reminder, \
        später bezahlen, später zahlen, in zahlen, daten und zahlen, fakten, pagar después, pagar más tarde, pagar luego, payer plus tard"),
    (Buys, "\
        order by, purchase order, orden de compra, pedido de compra, bon de commande, buy x, kaufe x, compre x, compra x, comprar x, achetez x, \
        kup x, how to, buying guide, buy later, später kaufen, comprar más tarde, acheter plus tard"),
    (Account, "\
        later, se connecter, connectez vous, mot clé, palabra clave, parola chiave, słowo klucz, palavra chave, cookie, cookies, how to, learn, \
        policy, settings, rules, tips, help, requirements, history, später, más tarde, plus tard"),
    (Shares, "later, invité par, settings, how to, learn, help, später, más tarde, plus tard"),
    (Installs, "\
        guide, instructions, help, how to, later, manual, notes, anleitung, hilfe, später, guía, ayuda, más tarde, instrucciones, aide, plus tard, \
        instalment, instalments"),
    (Downloads, "\
        downloads folder, download ordner, zum download, para download, download history, speed, later, help, guide, center, centre, \
        download page, options, settings, später, hilfe, ayuda, más tarde, opciones, aide, plus tard"),
    (Posts, "later, settings, más tarde, plus tard, später"),
    (Sends, "\
        later, settings, prześlij plik*, prześlij obraz*, prześlij zdjęci*, prześlij awatar, prześlij logo, prześlij swój, prześlij nowy, \
        prześlij nowe, prześlij inny, prześlij url, prześlij folder, prześlij wideo, resend code, resend the code, send code, send a code, \
        send the code, send me a code, send me the code, send me a new code, send otp, send verification code, send new code, send reset code, send to back, send backward, send backwards, \
        später, code senden, code erneut senden, enviar código, enviar el código, enviar un código, más tarde, envoyer le code, envoyer un code, \
        plus tard"),
];

/// Labels that save a form's changes: on a form or page about an account they change it.
#[rustfmt::skip]
pub(crate) const SAVES: &[&str] = &[
    "save", "save changes", "update", "apply", "apply changes", "speichern", "änderungen speichern", "aktualisieren", "übernehmen", "guardar",
    "guardar cambios", "actualizar", "aplicar", "enregistrer", "enregistrer les modifications", "mettre à jour", "appliquer",
];

/// Names of fields for amounts of money.
#[rustfmt::skip]
const AMOUNTS: &[&str] = &[
    "amount", "sum", "betrag", "summe", "importe", "monto", "cantidad a", "montant", "somme", "iban", "account number", "kontonummer",
    "número de cuenta", "numéro de compte", "recipient account",
];

/// Switches with an immediate effect on who sees something or gets in.
#[rustfmt::skip]
pub(crate) const SWITCHES: &[(Commitment, &[&str])] = &[
    (Shares, &[
        "public", "make public", "make it public", "publicly visible", "anyone with the link", "public access", "link sharing", "öffentlich",
        "öffentlich sichtbar", "jeder mit dem link", "público", "hacer público", "cualquiera con el enlace", "rendre public",
        "visible par tous",
    ]),
    (Account, &[
        "two factor authentication", "two step verification", "2fa", "admin", "administrator", "admin access", "allow remote access",
        "zwei faktor authentifizierung", "fernzugriff erlauben", "autenticación de dos factores", "verificación en dos pasos",
        "administrador", "authentification à deux facteurs", "validation en deux étapes", "administrateur",
    ]),
];

/// Extensions of executable files.
#[rustfmt::skip]
pub(crate) const PROGRAMS: &[&str] = &[
    "exe", "msi", "msix", "appx", "dmg", "pkg", "deb", "rpm", "apk", "ipa", "appimage", "bat", "cmd", "ps1", "vbs", "scr", "jar", "sh", "run", "crx",
    "xpi", "iso", "img", "hta", "lnk", "reg", "msc", "cpl", "dll", "docm", "xlsm", "wsf", "command", "flatpak", "snap", "vhd",
];

/// Extensions of files that browsers save rather than show.
#[rustfmt::skip]
pub(crate) const FILES: &[&str] = &[
    "zip", "rar", "7z", "gz", "tgz", "tar", "bz2", "xz", "csv", "xls", "xlsx", "doc", "docx", "ppt", "pptx", "odt", "ods", "odp", "rtf", "ics",
    "vcf", "bin", "epub", "psd", "sql", "bak",
];

/// Labels that confirm whatever the form or page is about.
#[rustfmt::skip]
pub(crate) const CONFIRMS: &[&str] = &[
    "", "confirm", "submit", "complete", "finish", "finalize", "finalise", "yes confirm", "submit form", "bestätigen", "abschließen",
    "confirmar", "completar", "finalizar", "confirmer", "valider", "terminer", "soumettre",
];

/// Those that confirm what the page laid out; the others only submit what was entered.
#[rustfmt::skip]
pub(crate) const CONFIRMS_PAGE: &[&str] = &[
    "confirm", "complete", "finish", "finalize", "finalise", "yes confirm", "bestätigen", "abschließen", "confirmar", "completar",
    "finalizar", "confirmer", "valider", "terminer",
];

/// Labels that agree to an adjacent question, and mean nothing without one.
#[rustfmt::skip]
pub(crate) const AGREES: &[&str] = &[
    "ok", "okay", "yes", "yes please", "yes i m sure", "i m sure", "i agree", "agree", "accept", "continue", "proceed", "go ahead",
    "remove", "discard", "ja", "ja bitte", "ja ich bin sicher", "weiter", "fortfahren", "entfernen", "zustimmen", "akzeptieren", "si",
    "aceptar", "continuar", "quitar", "oui", "accepter", "continuer", "retirer", "d'accord",
];

/// Subjects of questions: words anywhere in a dialog's text.
#[rustfmt::skip]
pub(crate) const QUESTIONS: &[(Commitment, &str)] = &[
    (Pays, "\
        pay, payment, charge, charged, transfer, donate, bezahlen, zahlen, zahlung, überweisen, überweisung, abgebucht, pagar, pago, cobrar, \
        cobrará, transferir, payer, paiement, débité, débiter, virement"),
    (Buys, "\
        buy, purchase, order, bid, booking, kaufen, kauf, bestellen, bestellung, zahlungspflichtig, kostenpflichtig, buchen, buchung, comprar, \
        compra, pedido, acheter, achat, commande, commander"),
    (Deletes, "\
        delete, deleted, deleting, erase, erased, permanently, trash, löschen, gelöscht, löscht, endgültig, papierkorb, eliminar, eliminará, \
        borrar, borrará, papelera, supprimer, supprimé, supprimée, effacer, définitivement, corbeille"),
    (Account, "\
        permission, permissions, access, password, administrator, subscription, zugriff, berechtigung, berechtigungen, passwort, abonnement, \
        acceso, permiso, permisos, contraseña, suscripción, accès, autorisation, autorisations, mot de passe"),
    (Shares, "share, shared, public, freigeben, öffentlich, compartir, público, partager"),
    (Installs, "install, installed, installieren, instalar, installer"),
    (Downloads, "download, herunterladen, descargar, télécharger"),
    (Posts, "publish, published, post, tweet, veröffentlichen, veröffentlicht, posten, publicar, publicará, publier, publié"),
    (Sends, "send, sent, senden, absenden, abschicken, gesendet, verschicken, enviar, enviará, envoyer, envoyé"),
];

/// Subjects of forms and pages: words in the form's address and name, and whole segments of the page's address.
#[rustfmt::skip]
pub(crate) const PLACES: &[(Commitment, &[&str])] = &[
    (Deletes, &["delete", "destroy", "deletion", "löschen", "eliminar", "borrar", "supprimer"]),
    (Pays, &["pay", "payment", "payments", "donate", "donation", "transfer", "zahlung", "bezahlen", "überweisung", "pago", "paiement", "virement"]),
    (Buys, &[
        "checkout", "order", "purchase", "buy", "booking", "placeorder", "kasse", "bestellung", "bestellen", "buchung", "pedido", "compra",
        "commande", "achat",
    ]),
    (Account, &[
        "permissions", "password", "security", "roles", "2fa", "passwort", "kennwort", "sicherheit", "berechtigungen", "contraseña", "seguridad",
        "permisos", "mot de passe", "sécurité", "autorisations",
    ]),
    (Posts, &["comment", "comments", "post", "review", "reviews", "reply", "publish", "kommentar", "bewertung", "comentario", "commentaire", "avis"]),
    (Sends, &[
        "contact", "message", "messages", "mail", "email", "send", "compose", "feedback", "inquiry", "enquiry", "application", "apply",
        "kontakt", "nachricht", "contacto", "mensaje", "contactez",
    ]),
];

/// Names of fields in which Enter sends a message.
#[rustfmt::skip]
pub(crate) const MESSAGE_FIELDS: &[&str] = &[
    "message", "chat", "reply", "write to", "nachricht", "antwort", "mensaje", "respuesta", "réponse",
];

/// What with a message's name makes it a part of a mail, in which Enter does not send.
pub(crate) const MESSAGE_PARTS: &[&str] = &["body", "subject", "text", "betreff", "asunto", "cuerpo", "objet", "corps"];

/// Names of fields in which Enter publishes a comment.
#[rustfmt::skip]
pub(crate) const COMMENT_FIELDS: &[&str] = &[
    "comment", "what's happening", "what's on your mind", "post text", "kommentar", "comentario", "commentaire",
];

/// Places for dropping things for good.
pub(crate) const BINS: &[&str] = &["trash", "bin", "recycle bin", "papierkorb", "papelera", "corbeille"];

/// Whether a field of this name is for an amount of money, or for the receiving account.
pub(crate) fn is_amount(name: &str) -> bool {
    any_of(AMOUNTS.iter(), &words(name))
}

/// Graver effects first.
pub fn gravity(what: Commitment) -> u8 {
    match what {
        Commitment::Pays => 0,
        Commitment::Buys => 1,
        Commitment::Deletes => 2,
        Commitment::Account => 3,
        Commitment::Shares => 4,
        Commitment::Installs => 5,
        Commitment::Downloads => 6,
        Commitment::Posts => 7,
        Commitment::Sends => 8,
    }
}
