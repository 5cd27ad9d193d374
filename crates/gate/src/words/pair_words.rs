//! The words of the pairs, divided by commas: verbs in their usual forms, and what they are done to. `*` stands for the rest of a word.

pub(crate) const CHANGE: &str = "\
    change, reset, update, set, modify, recover, ändern, zurücksetzen, setzen, festlegen, aktualisieren, cambiar, cambia, restablecer, \
    reestablecer, restablece, actualizar, establecer, resetear, changer, modifier, réinitialiser, définir, mettre à jour, alterar, altere, mudar, \
    redefinir, redefina, trocar, defina, atualizar, resetar, repor, modifica, cambiare, reimposta, reimpostare, resetta, ripristina, aggiorna, \
    imposta, impostare, zmień, zmiana, zresetuj, resetuj, ustaw, zaktualizuj, aktualizuj, ändere, setze, aktualisiere, zurücksetzung, cambie, \
    restablezca, actualice, changez, modifiez, réinitialisez, asignar, attribuer, mude, troque, cambi, modifichi, zmienić, zresetować, \
    resetowanie, ustawić, wiederherstellen, restaurar, récupérer, recuperar, recupera, odzyskaj, reiniciar, modificar, modifique, configurar, \
    reconfigurar, atualize, redefine, erneuern, erneuere, neu setzen, modificare, aggiornare, resettare, zmieniać, zmieniaj, przywróć, nadpisz, \
    actualiza, replace, ersetzen, reemplazar, remplacer, substituir, sostituisci, zastąp";
pub(crate) const MAKE: &str = "\
    create, generate, regenerate, new, renew, issue, erstellen, generieren, erzeugen, anlegen, neu generieren, erneuern, crear, generar, \
    regenerar, créer, générer, régénérer, criar, gerar, regerar, crea, genera, generare, rigenera, utwórz, stwórz, generuj, wygeneruj, regeneruj, \
    erstelle, generiere, genere, cree, générez, créez, gere, crie, generuje, wygenerować, utworzyć, generowanie, nuevo, neues, nouveau, novo, \
    nuovo, nowy, neuer, neue, neuen, nueva, nova, nuova, nowa, nowe, nouvelle, gera, crei, generi, genererà, erzeuge, lege, tworzenie, tworzyć, \
    stworzyć, create new, rotate, rotieren, rotar, regenera, regenere, ponownie wygeneruj, odnów, renouveler, renovar, rinnova, rinnovare";
pub(crate) const ADD: &str = "\
    add, hinzufügen, añadir, agregar, ajouter, adicionar, aggiungi, dodaj, añade, agregue, ajoutez, adicione, aggiungere, dodać, añada, agrega, \
    füge, hinterlege, hinterlegen, anexar, dodawanie, dodaj nowy, acrescentar, ajoute";
pub(crate) const REMOVE: &str = "\
    remove, revoke, withdraw, rescind, delete, unlink, disconnect, detach, entfernen, widerrufen, entziehen, zurückziehen, löschen, trennen, \
    quitar, remover, revocar, eliminar, retirar, desvincular, desconectar, retirer, révoquer, supprimer, enlever, dissocier, déconnecter, délier, \
    revogar, excluir, apagar, rimuovi, rimuovere, revoca, revocare, elimina, scollega, disconnetti, usuń, odbierz, cofnij, unieważnij, odłącz, \
    rozłącz, odwołaj, wycofaj, entferne, widerrufe, entziehe, lösche, trenne, elimine, retirez, révoquez, supprimez, déconnectez, revogue, exclua, \
    remova, desconecte, desvincule, disconnettere, usunąć, odłączyć, unieważnić, anular, retomar, eliminare, scollegare, entfernung, quita, quite, \
    borrar, borre, borra, enlevez, effacer, effacez, exclui, apague, rimuova, cancella, cancellare, revochi, usuwać, odebrać, cofnąć, cofnięcie, \
    skasuj, discard, unassign, abziehen, wegnehmen";
pub(crate) const TURN: &str = "\
    enable, disable, turn on, turn off, activate, deactivate, set up, aktivieren, deaktivieren, einschalten, ausschalten, einrichten, activar, \
    desactivar, habilitar, deshabilitar, inhabilitar, configurar, activer, désactiver, configurer, ativar, desativar, desabilitar, abilita, \
    disabilita, attiva, disattiva, configura, włącz, wyłącz, aktywuj, dezaktywuj, skonfiguruj, aktiviere, deaktiviere, aktivierung, deaktivierung, \
    activez, désactivez, ative, desative, active, desactive, attivare, disattivare, włączyć, wyłączyć, wyłączanie, switch on, switch off, \
    abschalten, anschalten, schalte, abilitare, disabilitare, habilite, deshabilite, desabilite, aktywacja, dezaktywacja, dezaktywować, aktywować, \
    konfiguracja, konfigurieren, konfiguriere, configure, setup, reset, zurücksetzen, reiniciar, restablecer, réinitialiser, redefinir, reimposta, \
    resetuj, zresetuj";
pub(crate) const GIVE: &str = "\
    grant, give, allow, approve, make, promote, demote, appoint, assign, authorize, authorise, gewähren, erteilen, geben, machen, ernennen, \
    befördern, erlauben, autorisieren, conceder, otorgar, dar, hacer, nombrar, autorizar, convertir, accorder, donner, nommer, promouvoir, rendre, \
    autoriser, tornar, promover, nomear, concedi, dai, rendi, nomina, autorizza, promuovi, nadaj, przyznaj, mianuj, uczyń, autoryzuj, gewähre, \
    erteile, mache, conceda, accordez, donnez, autorisez, autorize, rendere, przyznać, nadać, concede, otorga, otorgue, concedere, dare, assegna, \
    assegnare, asignar, asigne, atribuir, attribuer, attribuisci, przypisz, udziel, zuweisen, weise, ernenne, mach, befördere, convierta, \
    conviértete, nommez, promouvez, devenez, promova, torne, assuma, promuovere, fai, zostań, awansuj, ustaw jako, permetti, consenti, zezwól, \
    zulassen, permitir, permita, permite, conferir, rétrograder, degradar, degradare, retroceder, zdegraduj, herabstufen, downgrade, hochstufen";
pub(crate) const TRANSFER: &str = "\
    übertragen, traspasar, trasferisci, trasferire, przenieś, przekaż, trasferimento, przeniesienie, übertrage, überschreiben, transfiera, \
    transfira, ceder, transfer*, cedi, przenieść, przekazać, przekazanie, hand over, übergeben, traspase";
pub(crate) const BLOCK: &str = "\
    block, ban, kick, suspend, blockieren, blocken, sperren, verbannen, bannen, bloquear, suspender, expulsar, vetar, banear, bloquer, bannir, \
    expulser, suspendre, exclure, banir, blocca, bloccare, bandisci, banna, espelli, sospendi, zablokuj, blokuj, zbanuj, banuj, wyrzuć, zawieś, \
    blockiere, sperre, bloquee, bloquez, bannissez, bloqueie, chutar, zablokować, zbanować, lock, sperr, verriegeln, blocke, suspendez, suspenda, \
    bloquea, verrouiller, vetare, sospendere, zawiesić, blokowanie, espellere, bannare, report and block, silence, restrict";
pub(crate) const LEAVE: &str = "\
    leave, quit, verlassen, austreten, abandonar, dejar, salir, quitter, sair, deixar, lascia, lasciare, abbandona, esci, opuść, wyjdź, verlasse, \
    abandona, quittez, saia, deixe, opuścić, salga, sal, sortir, partir, partir de, abbandonare, uscire, uscita, wyjście, opuszczanie, austritt, \
    abandone, deixa, sai";
pub(crate) const CLOSE: &str = "\
    close, deactivate, disable, delete, remove, schließen, deaktivieren, löschen, cerrar, desactivar, fermer, clôturer, désactiver, clore, \
    encerrar, fechar, desativar, chiudi, chiudere, disattiva, zamknij, dezaktywuj, schließe, cierre, cierra, fermez, feche, encerre, chiuda, \
    zamknąć, auflösen, kündigen, beenden, terminar, eliminar, borrar, supprimer, clôturez, excluir, apagar, encerramento, eliminare, elimina, \
    usuń, usunąć, skasuj, likwiduj, zlikwiduj, terminate, cancel, cancelar, dezaktywować, disattivare, suspend, lock, sperren, wyłącz, disabilita";
pub(crate) const CONNECT: &str = "\
    connect, link, unlink, disconnect, verbinden, verknüpfen, trennen, conectar, conecta, vincular, desconectar, desvincular, connecter, associer, \
    lier, déconnecter, délier, dissocier, collega, scollega, connetti, disconnetti, połącz, podłącz, rozłącz, odłącz, verbinde, trenne, conecte, \
    desconecte, connectez, déconnectez, associez, collegare, connettere, połączyć, ligar, associar, reconnect, pair, koppeln, verknüpfe, relier, \
    reliez, rattacher, enlazar, enlace con, vincule, vincula, desvincule, ligue, associa, associare, connetta, scollegare, łącz, powiąż, skojarz, \
    odłączyć, rozłączyć";
pub(crate) const CANCEL: &str = "\
    cancel, stornieren, kündigen, abbrechen, cancelar, anular, annuler, résilier, annulla, cancella, anuluj, zrezygnuj, storniere, kündige, \
    cancele, annulez, annullare, anulować, zrezygnować, rescindir, widerrufen, beenden, beende, terminar, termine, quitter, mettre fin, encerrar, \
    rescinda, disdici, disdire, zakończ, wypowiedz, end, stop, void, revoke, withdraw, dar de baja, cancela, anule, anula, deixar, unsubscribe, \
    arrêter, detener, interrompi, parar, stopper";
pub(crate) const CONFIRM: &str = "\
    confirm, place, submit, complete, finalize, finalise, finish, make, execute, bestätigen, abschließen, abschicken, absenden, aufgeben, \
    ausführen, freigeben, durchführen, tätigen, confirmar, realizar, finalizar, completar, hacer, efectuar, ejecutar, efetuar, fazer, concluir, \
    confirmer, confirmez, valider, passer, effectuer, finaliser, conferma, confermare, completa, effettua, invia, concludi, potwierdź, złóż, \
    złożyć, zrealizuj, dokończ, sfinalizuj, wykonaj, bestätige, confirme, confirma, validez, finalisez, confermi, potwierdzić, conclua, process, \
    authorize, charge, settle, retry, start, initiate, verarbeiten, ausstellen, veranlassen, auslösen, anweisen, vornehmen, einziehen, emitir, \
    procesar, liquidar, émettre, traiter, régler, processar, emetti, emettere, elabora, esegui, eseguire, liquida, concludere, completare, \
    efectúe, realice, realiza, complétez, effectuez, passez, efetue, faça, realize, finalizza, finalizzare, effettuare, inoltra, wydaj, udziel, \
    rozlicz, dokonaj, dokończyć, zatwierdź, zrealizować, opłać, sfinalizować, składam, bestelle, tätige, führe, renew, erneuern, renovar, \
    renouveler, rinnova, odnów, enviar, envoyer, wyślij, senden, leisten, realizuj, capture, capturar, capturer, cattura, autoryzuj, einlösen";
pub(crate) const EMPTY: &str = "\
    empty, clear, purge, discard, wipe, leeren, bereinigen, verwerfen, vaciar, limpiar, descartar, vider, nettoyer, abandonner, esvaziar, limpar, \
    svuota, svuotare, pulisci, scarta, cancella, opróżnij, wyczyść, odrzuć, bereinige, leere, vacía, vacíe, limpie, videz, ignorer, esvazie, \
    limpe, wyczyścić, opróżnić, löschen, effacer, borrar, apagar, depurar, nettoyez, svuoti, ripulisci, ripulire, wyczyszczenie, czyść, oczyść, \
    prune, flush, clean, clean up, aufräumen, limpia, pulire, cancellare, usuń, eliminar, supprimer, delete, scartare, odrzucić";
pub(crate) const PUBLIC: &str = "\
    public, öffentlich, público, pública, publique, pubblico, pubblica, publiczny, publiczna, publiczne, publicznym, öffentliche, öffentlichen, \
    öffentliches, públicos, publiques, publics, pubblici, pubbliche, publicznie, publicznego";
pub(crate) const PASSWORD: &str =
    "password*, passwort*, kennwort*, contraseña*, mot de passe, senha*, palavra passe, hasło, hasła";
pub(crate) const CONTACT: &str = "\
    email, emails, e mail, correo, courriel, adresse e mail, phone, telefonnummer, teléfono, téléphone, telefone, e mails, correo electrónico, \
    mail adresse, adresse électronique, phone number, handynummer, rufnummer, número de teléfono, numéro de téléphone, número de telefone, \
    telemóvel, celular, numero di telefono, indirizzo email, numer telefonu, adres e mail, adresu e mail, telefon, mobile number";
pub(crate) const KEYS: &str = "\
    tokens, jeton, jetons, gettone, tokenu, tokeny, api, api key, access key, credentials, zugangsdaten, anmeldedaten, credenciales, credenciais, \
    identifiants, credenziali, poświadczenia, dane uwierzytelniające, backup codes, recovery codes, sicherungscodes, wiederherstellungscodes, \
    wiederherstellungs codes, códigos de respaldo, códigos de recuperación, codes de secours, codes de sauvegarde, codes de récupération, \
    códigos de backup, códigos de recuperação, codici di backup, codici di recupero, codici di ripristino, kody zapasowe, kody odzyskiwania, \
    kodów zapasowych, certificate, secret, geheimnis, ssh, gpg, tokena, tokenów, jetons d, secreto, segreto, segredo, sekret, sekretu, *token, \
    llaves api, clé api, claves api, chave api, chaves api, chiave api, chiavi api, klucz api, klucza api, kluczy api, deploy key, deploy keys, \
    bereitstellungsschlüssel, zugriffsschlüssel, recovery code, kod odzyskiwania, kodów odzyskiwania, certificado, certificat, certificato, \
    certyfikat, zertifikat, private key, privater schlüssel, clave privada, clé privée, chave privada, chiave privata, klucz prywatny, \
    webhook secret, passkey, passkeys, security key, sicherheitsschlüssel, clave de seguridad, clé de sécurité, chave de segurança, \
    chiave di sicurezza, klucz bezpieczeństwa, app password, app passwords, oauth";
pub(crate) const TWO_FACTOR: &str = "\
    2fa, two factor, two step, mfa, otp, zwei faktor, zwei schritt, dos factores, dos pasos, doble factor, deux facteurs, deux étapes, \
    double facteur, double authentification, dois fatores, duas etapas, due fattori, due passaggi, dwuskładnikow*, dwuetapow*, dwustopniow*, \
    authentication, auth, authentifizierung, autenticación, autentificación, authentification, autenticação, autenticazione, uwierzytelnianie, \
    uwierzytelniania, autoryzację, zwei stufen, zweistufige, weryfikacj* dwuetapow*, vérification en deux, totp, authenticator, zweifaktor*, \
    2 factor, 2 faktor, dos etapas, dois passos, due fasi, dwóch etapów, a2f, verificación en dos, verificação em duas, verifica in due, \
    deux facteur*, passkey, passkeys";
pub(crate) const ROLES: &str = "\
    access, zugang, acceso, accès, acesso, accesso, dostęp, dostępu, permission, permissions, permiso, permisos, autorisation, autorisations, \
    permissão, permissões, permesso, permessi, uprawnienie, uprawnienia, admin, admins, administrator*, administrador*, administrateur*, \
    amministrator*, admina, moderator, mod, modérateur, moderatore, moderatora, moderatorem, eigentümer, besitz, besitzer, eigentum, \
    inhaberschaft, propietario, propiedad, titularidad, propriétaire, propriété, proprietário, propriedade, proprietà, titularidade, właściciela, \
    własność, własności, role, roles, rolle, rollen, rol, papel, função, ruolo, rola, privileges, privilegien, privilegios, privilegi, przywileje, \
    prawa, derechos, droits, direitos, diritti, uprawnień, moderation, moderação, administração, *rechte, *zugriff, *berechtigung, \
    *berechtigungen, moderators, moderatoren, moderador*, modérateurs, moderatori, moderatorów, roli, ruoli, papéis, funções, właścicielem, \
    owner*, właściciel, moderación, administración, administration, moderazione, amministrazione, moderacja, moderacji, administracji, mods, \
    adminem, trustee, admini";
pub(crate) const PEOPLE: &str = "\
    member, members, user, users, collaborator, collaborators, participant, team, share, shares, mitglieder, nutzer, mitarbeiter, freigabe, \
    teilnehmer, miembro, miembros, usuario, usuarios, colaborador, participante, equipo, membre, membres, utilisateur, utilisateurs, \
    collaborateur, équipe, partage, membro, membros, utilizador, utilizadores, equipa, compartilhamento, partilha, membri, utente, utenti, \
    collaboratore, squadra, condivisione, członka, członków, użytkownika, użytkowników, zespół, udostępnienie, udostępnianie, follower, followers, \
    sender, contact, person, people, friend, group, absender, kontakt, personen, freund, gruppe, remitente, contacto, persona, personas, amigo, \
    grupo, expéditeur, personne, personnes, ami, groupe, remetente, contato, pessoa, pessoas, mittente, contatto, persone, amico, gruppo, nadawcę, \
    osobę, osoby, znajomego, grupę, grupy, participants, participantes, partecipante, partecipanti, uczestnika, uczestników, utilizadora, \
    colaboradores, collaborateurs, collaboratori, współpracownika, guest, guests, gast, invitado, invité, convidado, ospite, gościa, *mitglied, \
    *benutzer, subscriber, staff, employee";
pub(crate) const ACCOUNT: &str = "\
    accounts, kontos, cuenta, cuentas, compte, comptes, conta, contas, konta, kont, profile, perfil, profilo, conto, kontem, *konto, *konten, \
    *account, accountu, kontu, identity, identität, identidad, identité, identidade, identità, tożsamość, cuenta de usuario, compte utilisateur, \
    perfis, profil, profilu";
pub(crate) const SERVICES: &str = "\
    google, gmail, microsoft, apple, facebook, github, gitlab, stripe, paypal, twitter, oauth*, email, e mail, correo electrónico, gitea, discord, \
    slack, telegram, linkedin, dropbox, yahoo, outlook, mastodon, instagram, youtube, wordpress, openid, sso, ldap, spotify, trello, bitbucket";
pub(crate) const BLOCKED: &str = "\
    instance*, instanz*, instancia*, istanza, instancj*, domain*, dominio, domen*, communit*, comunidad*, comunità, communauté, gemeinschaft, \
    społeczność, ip, site, seite, sitio, sito, person, persona, strony, adresse ip, dirección ip, endereço ip, indirizzo ip, adres ip, adresse, \
    server, serveur, servidor, sender, users ip, społecznością, społeczności, strona, witryna, witrynę, sitio web, site web, stronę";
pub(crate) const GROUPS: &str = "\
    group, board, repository, repo, server, channel, organization, organisation, workspace, project, gruppe, repositorium, kanal, projekt, \
    arbeitsbereich, grupo, tablero, repositorio, canal, organización, proyecto, groupe, tableau, dépôt, projet, quadro, organização, projeto, \
    servidor, gruppo, bacheca, canale, organizzazione, progetto, grupę, tablicę, tablica, repozytorium, organizację, administrator*, admin, \
    adminów, dołączyłeś, team, teams, community, communities, chat, room, space, course, company, equipo, comunidad, sala, espacio, curso, \
    empresa, équipe, communauté, salon, espace, entreprise, equipa, comunidade, espaço, squadra, comunità, stanza, spazio, azienda, zespół, \
    społeczność, pokój, czat, rozmowę, przestrzeń, firmę, raum, unterhaltung, firma, unternehmen, bereich, groupes, grupos, gruppi, grupy, time, \
    boards, channels, rooms, repositories, groups, projects, organizations, gruppen, kanäle, tableros, tableaux, quadros, bacheche";
pub(crate) const PAYMENT: &str = "\
    payment, pay, transfer, withdrawal, deposit, refund, überweisung, pago, transferencia, reembolso, paiement, virement, retrait, remboursement, \
    pagamento, bonifico, rimborso, versamento, płatność, przelew, wpłatę, zwrot, payments, payout, donation, donations, contribution, refunds, \
    zahlungen, spende, erstattung, *zahlung, *rückerstattung, betrag, pagos, donación, devolución, reintegro, paiements, don, versement, \
    pagamentos, doação, reembolsos, estorno, devolução, pagamenti, donazione, rimborsi, płatności, wpłaty, darowiznę, darowizny, darowizna, \
    zwrotu, przelewu, wypłatę, bank transfer, invoice payment";
pub(crate) const PAY_METHOD: &str = "\
    payment method, payment details, card, zahlungsmethode, zahlungsart, zahlungsmittel, método de pago, forma de pago, moyen de paiement, \
    méthode de paiement, mode de paiement, método de pagamento, forma de pagamento, metodo di pagamento, metodo pagamento, metodę płatności, \
    sposób płatności";
pub(crate) const ORDER: &str = "\
    order, orders, purchase, booking, reservation, bid, bestellungen, auftrag, kauf, gebot, pedido, pedidos, compra, reserva, orden, commande, \
    achat, encomenda, ordine, ordini, acquisto, prenotazione, zamówienie, zamówienia, zakup, rezerwację, contract, vertrag, vertrags, contrato, \
    contrat, contratto, umowy, umowę, widerruf, desistimiento, rétractation, desistência, recesso, odstąpienie, quote, angebot, presupuesto, \
    cotización, devis, orçamento, preventivo, wycenę, ofertę, commandes, réservations, encomendas, compras, reservas, achats, acquisti, \
    prenotazioni, rezerwacji, zamówień, buchungen, reservierungen, kaufvertrag, *bestellung, *buchung, *reservierung, renúncia, all'acquisto, \
    licitación, enchère, licitação, lance, appointment, cita, rendez vous, appuntamento, wizyty, wizytę, auction, auktion, estimate";
pub(crate) const SUBSCRIPTION: &str = "\
    subscription, membership, mitgliedschaft, suscripción, membresía, adhésion, assinatura, subscrição, abbonamento, iscrizione, subskrypcję, \
    subskrypcja, członkostwo, plan, abos, *abonnement, *abo, suscripciones, abonnements, assinaturas, abbonamenti, członkostwa, członkowstwo, \
    subskrypcji, abonament, abonamentu, prenumeratę, filiação, afiliación, tesseramento, recurring donation, dauerauftrag";
pub(crate) const STORED: &str = "\
    trash, bin, folder, history, logs, log, data, events, messages, conversation, chat, draft, drafts, papierkorb, ereignisse, nachrichten, \
    entwurf, papelera, carpeta, historial, registros, registro, datos, eventos, mensajes, borrador, corbeille, dossier, historique, journaux, \
    données, événements, brouillon, lixeira, pasta, histórico, dados, mensagens, rascunho, cestino, cartella, cronologia, registri, dati, eventi, \
    messaggi, bozza, kosz, kosza, historię, dzienniki, logi, dziennik, dane, zdarzenia, wiadomości, szkic, wersję roboczą, spam, queue, \
    statistics, statistik*, estadísticas, statistiques, estatísticas, statistiche, statystyki, category, client, user, users, post, topic, kunden, \
    kunde, cliente, beitrag, wpisu, konta, klienta, report*, account, conta, recycle bin, recyclebin, archive, all data, notifications, inbox, \
    database, sessions, records, entries, file history, papelera de reciclaje, poubelle, lixo, reciclagem, wydarzenia, powiadomienia, kolejkę, \
    bazę danych, kontakt, kolejki, historii, danych, wpisy, rozmowę, czat, koszu, statystykę, dziennika, benachrichtigungen, datenbank, einträge, \
    warteschlange, unterhaltung, *verlauf, *protokoll, *protokolle, *daten, *ordner, notificaciones, base de datos, conversación, entradas, cola, \
    base de données, entrées, file d'attente, discussion, indésirables, notificações, banco de dados, base de dados, conversa, fila, notifiche, \
    conversazione, coda, utente, utenti, clienti, usuario, usuarios, utilisateur, utilisateurs, użytkownika, użytkowników, użytkownik, \
    publicación, publication, publicação, flag, flags, versions, versionen, revisions, posta indesiderata, jobs, heartbeats, spool, posta, pocztę, \
    wszystkie wydarzenia, diario, journal, listen, zadania";
pub(crate) const PUBLISHED: &str = "\
    post, posts, content, comment, comments, photo, file, community, topic, thread, beitrag, beiträge, inhalt, inhalte, kommentar, datei, thema, \
    publicación, contenido, comentario, archivo, publication, contenu, commentaire, fichier, sujet, postagem, publicação, conteúdo, arquivo, \
    contenuto, commento, treść, komentarz, plik, wpis, temat, bank account, page, chapter, project, task, invoice, customer, message, contact, \
    document, folder, backup, event, seite, kapitel, projekt, aufgabe, rechnung, kunde, kunden, nachricht, kontakt, dokument, ordner, sicherung, \
    página, capítulo, proyecto, tarea, factura, cliente, mensaje, contacto, documento, carpeta, evento, chapitre, projet, tâche, facture, client, \
    dossier, événement, projeto, tarefa, fatura, mensagem, contato, pasta, capitolo, progetto, attività, fattura, messaggio, contatto, cartella, \
    stronę, rozdział, zadanie, fakturę, klienta, wiadomość, wydarzenie";
pub(crate) const REPORT: &str = "\
    report, melden, denunciar, reportar, signaler, segnala, zgłoś, report this, melde, informar, informe, signalez, denuncie, reporte, segnalare, \
    zgłosić, relatar, zgłoszenie, denuncia, denunciez, dénoncer, reporter, segnali, reporta, reportare, informa, informar de, notificar un, \
    zgłaszaj, raportuj, flag, rapporter, berichten, riporta, raportować";
pub(crate) const REPORTED: &str = "\
    message, abuse, user, issue, bug, nachricht, missbrauch, fehler, mensaje, abuso, problema, error, abus, problème, bogue, mensagem, messaggio, \
    wiadomość, nadużycie, błąd, ten, erro, errore, este, this, diesen, diesem, questo, ce, profil, profile, account, problem, phishing, violation, \
    content, topic, profilo, perfil, usuario, utilisateur, utente, użytkownika, benutzer, thread, inhalt, contenu, conteúdo, contenido, contenuto, \
    treść, contributor, página, page, stronę, video, fehlverhalten, anomalie, erreur, usterkę, fallo, defect, vulnerability, violazione, \
    violación, violação, nadużycia, abusif, fehlers, błędy, an issue, this user, spam";
pub(crate) const EXPORT: &str = "\
    export, save as, exportieren, exportar, exporter, esporta, esportare, eksportuj, wyeksportuj, als speichern, guardar como, enregistrer sous, \
    salvar como, salva come, zapisz jako, exportiere, exporte, exporta, exportez, esporti, eksportować, wyeksportować, eksport, save to, \
    speichern als, exportação";
pub(crate) const FILES: &str = "\
    csv, pdf, excel, xls, xlsx, zip, json, xml, backup, sicherung, datensicherung, copia de seguridad, respaldo, sauvegarde, cópia de segurança, \
    copia di sicurezza, kopię zapasową, ods, odt, docx, opml, html, markdown, txt, text file, textdatei, plain text, file, datei, archivo, \
    fichier, arquivo, plik, pliku, xlsm, ical, ics, vcard, vcf, gpx, pdf datei, csv datei, epub, contained web file, plaintext, portable, data, \
    daten, datos, données, dados, dati, dane";
pub(crate) const DEVICES: &str = "\
    everywhere, devices, all, überall, geräten, dispositivos, appareils, partout, dispositivi, urządzeń, sesiones, sessions, sessões, sessioni, \
    wszędzie, other sessions, andere sitzungen, sitzungen, otras sesiones, autres sessions, outras sessões, altre sessioni, inne sesje, sesje, \
    wszystkie sesje, everyone, browsers";
pub(crate) const LOG_OUT: &str = "\
    log out, logout, sign out, abmelden, ausloggen, cerrar, desconectar, se déconnecter, déconnecter, déconnexion, terminar, sair, encerrar, esci, \
    disconnetti, disconnettersi, wyloguj, revoke, end, terminate, close, beenden, beende, cierra, termina, finalizar, fermer, terminer, encerre, \
    termine, chiudi, terminare, zakończ, rozłącz, trennen, disconnect, déconnectez, desconecte, disconnettiti";
pub(crate) const SHARE: &str = "\
    share, teilen, teile, freigeben, compartir, comparte, comparta, partager, partagez, compartilhar, compartilhe, partilhar, partilhe, condividi, \
    condividere, udostępnij, udostępnić, podziel się, compartilha, reshare, partilha, condividilo, udostępniaj, ricondividi, repartager, \
    recompartir, veröffentliche";
pub(crate) const SHARED: &str = "\
    with, this, publicly, everyone, mit, dies*, über, öffentlich, alle, con, esta, este, públicamente, todos, avec, ce, cette, publiquement, tous, \
    com, questo, questa, pubblicamente, tutti, z, ten, tę, to, publicznie, wszystkim, via, post, photo, file, document, folder, template, beitrag, \
    foto, datei, dokument, ordner, vorlage, publicación, archivo, documento, carpeta, plantilla, publication, message, fichier, dossier, modèle, \
    publicação, arquivo, pasta, modelo, cartella, modello, wpis, zdjęcie, plik, szablon, link, links, url, enlace, lien, collegamento, odnośnik, \
    isso, esse, quest, cet, par, po przez, poprzez, innym, obserwującym, others, otros, article, artikel, artículo, articolo, artigo, artykuł, \
    product, producto, produit, produto, prodotto, produkt, event, evento, veranstaltung, évènement, wydarzenie, album, list, liste, lista, \
    calendar, kalender, calendario, calendrier, agenda, kalendarz, board, tablero, tableau, quadro, bacheca, tablicę, note, nota, notiz, notatkę, \
    external*, katalog, su, people, personen, personas, personnes, pessoas, persone, osobami, by, per, por, pelo, przez, by email";
pub(crate) const FOR_GOOD: &str = "\
    permanently, completely, forever, endgültig, dauerhaft, unwiderruflich, permanentemente, definitivamente, définitivement, completamente, \
    trwale, całkowicie, zawsze, for good, irrevocably, für immer, permanent, para siempre, por completo, pour toujours, para sempre, per sempre, \
    na zawsze, na stałe, bezpowrotnie, nieodwracalnie, dla wszystkich, for everyone, für alle, para todos, pour tous, per tutti";
pub(crate) const RECORDS: &str = "\
    user, users, account, group, album, key, category, vendor, supplier, attachment, record, entry, entries, template, review, reply, answer, \
    channel, room, repository, branch, server, device, rule, webhook, account data, all data, database, benutzer, gruppe, kategorie, lieferant, \
    anhang, eintrag, einträge, vorlage, bewertung, antwort, kanal, gerät, regel, alle daten, datenbank, bankverbindung, *konto, *beitrag, \
    *kommentar, *datei, *ordner, *seite, *daten, usuario, cuenta, grupo, categoría, proveedor, adjunto, registro, entrada, plantilla, reseña, \
    respuesta, canal, repositorio, servidor, dispositivo, regla, datos, utilisateur, compte, groupe, catégorie, fournisseur, pièce jointe, entrée, \
    modèle, avis, réponse, dépôt, serveur, appareil, règle, données, utilizador, conta, fornecedor, anexo, modelo, avaliação, resposta, regra, \
    dados, notas, utente, gruppo, fornitore, allegato, voce, voci, modello, recensione, risposta, canale, regola, dati, foto, utenti, clienti, \
    użytkownika, grupę, dostawcę, załącznik, szablon, odpowiedź, serwer, urządzenie, regułę, dane, product variant, credit, expense, payment, \
    quote, zahlung, gutschrift, ausgabe, angebot, pago, gasto, presupuesto, paiement, dépense, devis, pagamento, despesa, orçamento, spesa, \
    preventivo, płatność, wydatek, ofertę, board, card, karte, bacheca, tablero, tarjeta, tableau, carte, quadro, cartão, tablicę, webhooks, \
    monitor, status page, pagina di stato, checklist, bank transaction, domain, domäne, milestone, meilenstein, hito, jalon, marco, traguardo, \
    kamień milowy, release, version, issue, ticket, company, firma, unternehmen, empresa, entreprise, azienda, firmę, calendar, kalender, \
    calendario, calendrier, kalendarz, address, adresse, dirección, endereço, indirizzo, adres, note, notiz, nota, notatkę, question, frage, \
    pregunta, pergunta, domanda, pytanie, rezension, portafoglio, wallet, cartera, portefeuille, carteira, portfel, collezione, collection, \
    sammlung, colección, coleção, kolekcję, subtask, teilaufgabe, subtarea, sous tâche, sottotask, sottoattività, podzadanie, store, zone, \
    currency, währung, steuersatz, tax rate, tasa de impuestos, tarif, alíquota, stawkę, scheduled, maintenance, wartung, mantenimiento, \
    manutenção, manutenzione, proxy, incident, vorfall, incidente, docker host, feed, theme, modul, module, módulo, plugin, wtyczkę, design, \
    bericht, report, informe, rapport, relatorio, log, logs, script, credenziale, license key, lizenzschlüssel, chave de licença, \
    chiave di licenza, organization, organisation, organización, organização, organizzazione, organizację, team, equipo, équipe, squadra, zespół, \
    role, rolle, rol, função, ruolo, alias, filtre de messagerie, identity, identität, identidad, identité, identità, signature, shelf, book, \
    regal, buch, estante, libro, étagère, livre, prateleira, livro, libreria, półkę, książkę, swimlane, list item";
pub(crate) const DELETION: &str = "\
    deletion, erasure, *löschung, löschen, eliminación, borrado, supresión, suppression, effacement, exclusão, apagamento, eliminação, remoção, \
    eliminazione, cancellazione, rimozione, usunięcie, usunięcia, usuwanie, kasowanie, skasowanie";
pub(crate) const INSIST: &str = "\
    confirm, force, request, bestätigen, bestätige, erzwingen, erzwinge, beantragen, confirmar, confirme, confirma, forzar, forza, solicitar, \
    solicite, confirmer, confirmez, forcer, demander, forçar, conferma, confermare, forzare, richiedi, potwierdź, potwierdzić, wymuś, zażądaj";
pub(crate) const REFUND: &str = "\
    refund, *rückerstattung, *erstattung, *rückzahlung, reembolso, reintegro, remboursement, estorno, rimborso, zwrot, zwrotu";
pub(crate) const ISSUE: &str = "\
    issue, create, settle, grant, process, give, request, erstellen, ausstellen, anlegen, abrechnen, durchführen, veranlassen, bestätigen, \
    gewähren, anfordern, emitir, crear, liquidar, conceder, realizar, hacer, aplicar, solicitar, émettre, créer, régler, effectuer, accorder, \
    demander, criar, processar, emetti, crea, effettua, esegui, concedi, richiedi, utwórz, wydaj, przyznaj, udziel, rozlicz, wykonaj, zleć, zażądaj";
pub(crate) const LEAVE_OPINION: &str = "\
    leave, hinterlassen, hinterlasse, abgeben, absenden, dejar, deja, deje, laisser, laissez, déposer, deixar, deixe, lascia, lasciare, lasciaci, \
    rilascia, zostaw, pozostaw, wystaw, post, publicar, publier, pubblica, posten, poster, postar, opublikuj";
pub(crate) const OPINION: &str = "\
    review, comment, feedback, rating, answer, kommentar, bewertung, rezension, antwort, reseña, comentario, opinión, valoración, respuesta, avis, \
    commentaire, évaluation, réponse, avaliação, opinião, resposta, recensione, commento, valutazione, risposta, komentarz, opinię, recenzję, \
    ocenę, odpowiedź";
pub(crate) const START: &str = "\
    create, submit, start, file, erstellen, erstelle, eröffnen, starten, crear, crea, cree, iniciar, créer, créez, lancer, criar, crie, avvia, \
    creare, utwórz, utworzyć, stwórz, rozpocznij, załóż, zgłoś";
pub(crate) const DISCUSSION: &str = "\
    issue, post, topic, thread, discussion, question, pull request, petition, ticket, beitrag, thema, diskussion, publicación, tema, hilo, \
    discusión, incidencia, sujet, publication, publicação, postagem, tópico, discussão, discussione, argomento, segnalazione, wpis, temat, wątek, \
    dyskusję, zgłoszenie, problem, vorgang, asunto, problema, petición, demande, problème, anomalie, bogue, questão, chamado, questione, \
    zagadnienie, błąd, bug, incident, community, comunidad, communauté, comunità, comunidade, społeczność, announcement, ankündigung";
pub(crate) const SUBMIT: &str =
    "submit, einreichen, absenden, enviar, soumettre, submeter, invia, prześlij, wyślij, zgłoś, złóż, reiche";
pub(crate) const ENTRY: &str = "\
    withdrawal, response, responses, answer, answers, survey, vote, entry, proposal, bug, issue, question, document, solution, order, appeal, \
    complaint, registration, registro, antrag, antworten, odpowiedzi, wniosek, respuestas, réponses, respostas, risposte";
pub(crate) const NOTIFY: &str = "\
    notify, benachrichtigen, benachrichtige, notificar, notifique, notifier, notifiez, avisar, prévenir, notifica, notificare, avvisa, powiadom, \
    powiadomić";
pub(crate) const FRIENDS_IN: &str = "\
    freunde ein, freund ein, leute ein, mitglieder ein, personen ein, jemanden ein, benutzer ein, nutzer ein, kollegen ein, team ein, menschen ein";
pub(crate) const HERUNTER: &str = "herunter, runter";
pub(crate) const LADE: &str = "lade, laden";
pub(crate) const SENDE: &str = "sende, senden, schicke, schicken, reiche, reichen";
pub(crate) const AB: &str = "ab, ein";
pub(crate) const NEW_LINK: &str = "\
    public link, share link, sharing link, freigabelink, öffentlichen link, öffentlicher link, enlace público, enlace para compartir, lien public, \
    lien de partage, link público, link de compartilhamento, link pubblico, link di publiczny link, link publiczny, publiczny odnośnik, \
    link udostępniania, invite link, invitation link, einladungslink, enlace de invitación, lien d'invitation, link de convite, link di invito, \
    link zaproszenia";
pub(crate) const MONEY: &str = "\
    payment, payments, zahlung, zahlungen, pago, pagos, paiement, paiements, pagamento, pagamentos, pagamenti, płatności, wpłaty, pieniędzy, \
    środków, kosztów, money";
pub(crate) const UNBLOCK: &str = "\
    unblock, unban, unlock, unsuspend, entsperren, entsperre, entblocken, freischalten, desbloquear, desbloquee, débloquer, débloquez, \
    desbloqueie, sblocca, sbloccare, odblokuj, odblokować";
pub(crate) const MEMBERS: &str = "\
    member, members, team member, team members, collaborator, collaborators, participant, participants, *mitglied, *mitglieder, teilnehmer, \
    mitarbeiter, miembro, miembros, colaborador, colaboradores, participante, participantes, membre, membres, collaborateur, collaborateurs, \
    membro, membros, membri, collaboratore, collaboratori, partecipante, partecipanti, członka, członków, współpracownika, uczestnika, \
    uczestników, user to, users to, benutzer zur, benutzer zu, usuario a, usuario al, usuarios a, utilisateur au, utilisateur à, utilisateurs au, \
    usuário ao, usuários ao, utilizador ao, utente al, utenti al, użytkownika do, użytkowników do, moderator*, moderador*, modérateur*, owner, \
    eigentümer, propietario, propriétaire, proprietário, właściciela";
pub(crate) const APPROVE: &str = "\
    approve, deny, genehmigen, genehmige, freigeben, freischalten, ablehnen, aprobar, apruebe, denegar, approuver, approuvez, refuser, aprovar, \
    aprove, negar, recusar, approva, approvare, rifiuta, zatwierdź, zatwierdzić, odrzuć";
pub(crate) const APPLICANTS: &str = "\
    registration, registrations, application, applications, user, users, member, account, registrierung, registrierungen, anmeldung, bewerbung, \
    benutzer, mitglied, registro, solicitud de registro, usuario, usuarios, miembro, cuenta, inscription, inscriptions, utilisateur, membre, \
    compte, inscrição, cadastro, utilizador, membro, conta, registrazione, iscrizione, utente, rejestrację, użytkownika, członka, konto, \
    join request, access request, beitrittsanfrage, zugriffsanfrage";
pub(crate) const ACTIVATE: &str = "\
    enable, activate, reactivate, deactivate, disable, aktivieren, reaktivieren, activar, reactivar, habilitar, activer, réactiver, ativar, \
    reativar, attiva, riattiva, abilita, aktywuj, włącz, reaktywuj";
pub(crate) const LOGIN_NAME: &str = "\
    username, user name, benutzername, benutzernamen, nombre de usuario, nom d'utilisateur, nome de usuário, nome de utilizador, nome utente, \
    nazwę użytkownika, nazwa użytkownika, login name, anmeldename, owner, besitzer, właściciela";
pub(crate) const INVITATION: &str = "\
    invitation, invitations, invite, einladung, einladungen, invitación, invitaciones, convite, convites, invito, inviti, zaproszenie, zaproszenia";
pub(crate) const UPGRADE: &str = "\
    upgrade, renew, extend, erneuern, verlängern, upgraden, renovar, prolonger, renouveler, mettre à niveau, fazer upgrade, rinnova, rinnovare, \
    estendi, odnów, przedłuż, ulepsz, start, resume, reactivate, change, switch";
pub(crate) const PLAN: &str = "\
    plan, subscription, license, licence, membership, premium, pro, trial, lizenz, abo, abonnement, mitgliedschaft, suscripción, licencia, \
    membresía, adhésion, assinatura, licença, plano, abbonamento, licenza, piano, subskrypcję, licencję, abonament, członkostwo, domain";
pub(crate) const ORDER_ONLY: &str = "\
    order, booking, reservation, bestellung, buchung, reservierung, pedido, reserva, commande, encomenda, ordine, prenotazione, zamówienie, \
    rezerwację, subscription, abonnement, suscripción, assinatura, abbonamento, subskrypcję";
pub(crate) const COMMENT: &str = "\
    comment, reply, kommentar, antwort, comentario, respuesta, commentaire, réponse, resposta, commento, risposta, komentarz, odpowiedź";
pub(crate) const SETTLE: &str = "\
    approve, void, renew, resume, retry, genehmigen, aprobar, approuver, aprovar, approva, zatwierdź, refund, rembourser, reembolsar, rimborsa, \
    zwróć, erstatten, execute";
pub(crate) const RESET: &str = "\
    reset, zurücksetzen, zurücksetze, reiniciar, restablecer, reinicializar, réinitialiser, redefinir, resetar, reimposta, reimpostare, resetta, \
    azzera, ripristina, zresetuj, resetuj, wyzeruj, zerar";
pub(crate) const COUNTERS: &str = "\
    database, datenbank, base de datos, base de données, banco de dados, base de dados, bazę danych, statistics, stats, statistik*, estadísticas, \
    statistiques, estatísticas, statistiche, statystyki, all data, alle daten, alles, data";
pub(crate) const PURGE: &str = "\
    purge, bereinigen, bereinige, säubern, purgar, depurar, purger, nettoyer, expurgar, limpar, limpiar, pulisci, epura, ripulisci, wyczyść, \
    wyczyścić, oczyść, czyść, wymaż, clear";
pub(crate) const AUTHORIZE: &str = "authorize, authorise, autoriser, autorizar, autorizza";
pub(crate) const ACCEPT: &str = "\
    approve, accept, genehmigen, annehmen, aprobar, aceptar, approuver, accepter, aprovar, aceitar, approva, accetta, zatwierdź, zaakceptuj, \
    przyjmij";
pub(crate) const FACTORY: &str = "factory, werkseinstellung*, fábrica, usine, fabbrica, fabryczn*";
pub(crate) const KEY: &str = "\
    key, keys, *schlüssel, clave, claves, llave, llaves, clé, clés, chave, chaves, chiave, chiavi, klucz, klucze, authenticator";
pub(crate) const SAVE: &str = "save, speichern, guardar, enregistrer, salvar, gravar, salva, zapisz";
pub(crate) const ADMINS: &str = "admin, admins, administrator*, administrador*, administrateur*, amministrator*";
pub(crate) const ACCESS: &str = "access, zugriff, zugang, acceso, accès, acesso, accesso, dostęp";
pub(crate) const SEND: &str = "send, resend";
pub(crate) const PUBLICATION: &str =
    "publish, publication, veröffentlichung, publicación, publicação, pubblicazione, publikację";
pub(crate) const SENDING: &str = "send, sending, versand, envío, envoi, envio, invio, wysłanie, wysyłkę";
