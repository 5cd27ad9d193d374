//! The words of questions whether something is meant that say nothing of what it is done to, in the languages of the labels.

/// What asks, warns that it cannot be taken back, is polite or joins words; and how one small thing is called, which is then the one that was pressed
/// for. None of it says how many, or names what holds others: `all`, `everything`, `these`, `folder`, `account`, `team` are asked about.
pub(crate) const ASKING: &str = "\
    are you sure do did don t can cannot could ll re ve s won would will want wish like to really truly actually this that it its be been being is was \
    the a an of your from on in at for with by and or but if then so just only not no yes ok okay confirm cancel continue proceed go ahead keep going \
    undo undone reverse reversed reversible irreversible back get got bring brought restore restored recover recovered get permanent permanently forever \
    good once again now right please warning attention careful caution action operation step way there have has having must need ask asked asking \
    question click press button choose below here later after afterwards before means mean meant about which lost gone deletion removal place placing \
    total amount eur usd gbp chf pln dialog selected current move moved \
    item entry message mail email letter draft note comment reply review post photo picture image file document task event record \
    row line card order \
    sie du ihr mochten mochtest wollen willst soll sollen sind bist sicher wirklich tatsachlich dies diese dieser dieses diesen der die das den dem ein \
    eine einen einer von aus auf zu mit und oder wenn dann nur nicht nein ja bestatigen abbrechen fortfahren weiter ruckgangig gemacht machen werden wird \
    kann konnen konnte endgultig unwiderruflich dauerhaft wiederherstellen wiederhergestellt werden jetzt noch einmal bitte achtung hinweis warnung \
    vorgang aktion schritt gesamt summe betrag ausgewahlte ausgewahlten verschieben verschoben \
    element eintrag objekt nachricht brief entwurf notiz kommentar antwort beitrag foto bild datei dokument aufgabe termin zeile karte bestellung \
    voulez vous veux tu etes es sur sure certain certaine vraiment ce cet cette ces le la l un une de du d que qu ne pas n non oui et ou si alors confirmer \
    annuler continuer poursuivre etre peut pourra pouvez sera est action operation irreversible definitive definitif definitivement defaire annulee \
    recuperer restaurer maintenant encore fois attention avertissement montant selectionne selectionnee deplacer \
    article entree courriel lettre brouillon note commentaire reponse avis photo image fichier document tache evenement ligne carte commande \
    seguro segura que quieres quiere desea deseas realmente de verdad este esta esto el un una del en y o si no se puede podra deshacer deshecho accion \
    permanente permanentemente siempre recuperar restaurar ahora otra vez por favor atencion aviso confirmar cancelar continuar importe seleccionado seleccionada mover \
    elemento entrada mensaje correo carta borrador nota comentario respuesta publicacion foto imagen archivo documento tarea evento fila \
    linea tarjeta pedido \
    tem certeza selecionado selecionada deseja voce quer mesmo isto isso esse essa o os do da nao sim pode sera desfeita desfeito acao agora outra confirmar \
    item mensagem e rascunho comentario resposta imagem arquivo ficheiro tarefa linha cartao \
    sei sicuro sicura selezionato selezionata di voler vuoi volete davvero veramente questo questa questi il lo della dello non si puo essere annullata annullato azione definitiva \
    ora ancora conferma confermare annulla continua importo voce messaggio lettera bozza commento risposta immagine attivita riga carta \
    ordine \
    czy na pewno wybrany wybrana chcesz ten ta to te tej tego nie tak mozna cofnac tej operacji operacja czynnosc trwale teraz prosze uwaga potwierdz anuluj kontynuuj \
    w z i lub jest zostanie wpis wiadomosc szkic notatke notatka komentarz odpowiedz zdjecie obraz plik dokument zadanie wydarzenie \
    wiersz karte karta zamowienie";
