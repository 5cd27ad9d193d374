//! Phrases that speak for a meaning, in English, German, French and Spanish; folded, with `|` between them. Data, not rules: to teach a word, add
//! it here.

use super::kinds::Meaning;

/// How much a phrase says by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Says {
    /// It means this whatever is beside it.
    Much,
    /// It means this only if nothing else with a meaning of its own is beside it.
    Little,
}

use Meaning as M;
use Says::{Little, Much};

/// The phrases. If one contains another, the longer one counts.
pub(super) const PHRASES: &[(Meaning, Says, &str)] = &[
    (
        M::Email,
        Much,
        "email|e mail|email address|e mail address|mail address|emailaddress|mailadresse|e mail adresse|email adresse|adresse e mail|\
     adresse email|adresse mail|courriel|adresse courriel|correo electronico|correo|direccion de correo|adresse electronique|emailid|\
     email id|useremail|user email|username email|emial",
    ),
    (M::Email, Little, "mail|newsletter|newsletters|infolettre|nyhetsbrev|nieuwsbrief|boletin"),
    (
        M::Username,
        Much,
        "account id|username|user name|userid|user id|login id|loginid|loginname|login name|benutzername|benutzerkennung|nutzername|anmeldename|\
     nom d utilisateur|nombre de usuario|identifiant|nickname|nick name|screen name|screenname|screen id|account name|userlogin|\
     user login|online id|access id|benutzer|utilisateur|usuario|uname|handle|gamertag|pseudo|login email|username or email|user",
    ),
    (M::Username, Little, "login|log in|account|id|alias|identifier|identity|logon|signin"),
    (
        M::Password,
        Much,
        "password|passwd|pwd|passphrase|passwort|kennwort|mot de passe|mdp|contrasena|clave de acceso|passcode|parola|parole|wachtwoord|\
     senha|haslo|losenord|salasana|sifre|heslo|jelszo",
    ),
    (M::Password, Little, "pass|clave|pw"),
    (
        M::OneTimeCode,
        Much,
        "enter code|enter the code|code we sent|code sent|sent you a code|code from your authenticator|authenticator app code|security passcode|sms verification code|access code|code sms|code recu par sms|codigo sms|freischaltcode|tan code|zugangscode|one time code|one time password|otp|totp|otp code|verification code|verify code|security code sent|2fa|2fa code|two factor code|\
     two factor authentication|mfa code|authentication code|auth code|authenticator code|sms code|6 digit code|six digit code|\
     einmalcode|bestatigungscode|verifizierungscode|sicherheitscode per sms|code de verification|code a usage unique|\
     codigo de verificacion|login code|confirmation code|passcode from|app code|two factor|2 factor|tan",
    ),
    (
        M::FullName,
        Much,
        "first last|recipient full name|vor und familienname|vorname und name|vorname name|prenom nom|nombre s y apellido s|name in full|your full name|complete name|real name|screen real name|full name|fullname|your name|first and last name|first last name|name surname|name and surname|vor und nachname|vorname nachname|\
     vor und zuname|vollstandiger name|vollstandigen namen|nom complet|nom et prenom|prenom et nom|nom prenom|nombre completo|\
     nombre y apellidos|nombre y apellido|nombres y apellidos|contact name|person name|customer name|realname|real name|ihr name|\
     votre nom|su nombre completo|name of applicant|applicant name|vollname|legal name|full legal name|first name and last name|\
     first and surname|name vorname",
    ),
    (M::FullName, Little, "name"),
    (
        M::GivenName,
        Much,
        "first name|firstname|fname|f name|given name|givenname|given names|forename|vorname|rufname|vornamen|prenom|prenoms|\
     nombre de pila|nombres|name first|firstnm|first nm|primer nombre|voornaam|imie|etunimi|fornavn|fornamn",
    ),
    (M::GivenName, Little, "first|nombre|given"),
    (
        M::MiddleName,
        Much,
        "middle name|middlename|mname|middle initial|second name|additional name|zweiter vorname|zweitname|deuxieme prenom|segundo nombre|\
     m i|name middle",
    ),
    (M::MiddleName, Little, "middle|mi"),
    (
        M::FamilyName,
        Much,
        "last name surname|surname last name|family last name|nom famille|apellido paterno|apellidos completos|last name|lastname|lname|l name|surname|family name|familyname|nachname|familienname|zuname|nom de famille|apellido|apellidos|\
     name last|sname|primer apellido|lastnm|achternaam|nazwisko|sukunimi|etternavn|efternamn",
    ),
    (M::FamilyName, Little, "last|nom|sur name|family"),
    (
        M::Prefix,
        Much,
        "salutation|anrede|civilite|tratamiento|honorific|name title|name prefix|title prefix|akademischer titel",
    ),
    (M::Prefix, Little, "title|titel|titre"),
    (
        M::Phone,
        Much,
        "whatsapp number|whatsapp|mobil|telefon mobil|mobil nr|mobilfunknummer|handy nr|tel portable|tel mobile|telephone portable|telephone mobile|numero de contacto|telefono de contacto|telefono celular|cell number|contact phone|telefon nr|tel nr|mobile tel|phone|phone number|phonenumber|telephone|telephone number|telefon|telefonnummer|telefono|numero de telefono|numero de telephone|\
     mobile number|mobile phone|mobile|cell phone|cellphone|cell|handy|handynummer|mobilnummer|mobiltelefon|portable|movil|celular|\
     contact number|daytime phone|evening phone|phone no|mobile no|tel no|rufnummer|gsm|telefoon|numero de movil|numero de portable|\
     phonenum|phone num|phone 1|telefon privat|telefon mobil|home phone|work phone|business phone|phone1|telefone",
    ),
    (M::Phone, Little, "tel|fon|number phone|contact no"),
    (
        M::PhoneCountry,
        Much,
        "phone country code|country code phone|phone country|dial code|dialing code|dialling code|calling code|landervorwahl|indicatif|\
     indicatif pays|indicatif telephonique|prefijo|prefijo telefonico|phone prefix|phone code|country calling code|phone area code|\
     area code|phone extension|phone ext|ext|extension|phone type|mobile type|vorwahl",
    ),
    (
        M::Organization,
        Much,
        "company|company name|organization|organisation|organization name|organisation name|firma|firmenname|unternehmen|societe|\
     entreprise|raison sociale|nom de l entreprise|organisme|nom de la societe|empresa|nombre de la empresa|business name|employer|\
     current employer|current company|arbeitgeber|aktueller arbeitgeber|employeur|employeur actuel|institution|institut|compania|\
     organizacion|companyname|name of company|name of your company|name der firma",
    ),
    (
        M::JobTitle,
        Much,
        "job title|jobtitle|current job title|position title|professional title|berufsbezeichnung|stellenbezeichnung|intitule du poste|\
     poste actuel|titre du poste|puesto actual|cargo actual|titulo profesional|current position|aktuelle position|job role|occupation|\
     beruf|profession|profesion",
    ),
    (M::JobTitle, Little, "position|role|puesto|cargo|poste|fonction"),
    (
        M::Street,
        Much,
        "first line of address|address 1st line|address first line|street no and name|street number and street name|numero et nom de la rue|n et rue|adresse ligne 1|ligne d adresse 1|direccion linea 1|linea de direccion 1|straat en huisnummer|street address line 1|street line 1|address street 1|residence address|wohnanschrift|strasse nummer|strasse und nummer|calle numero|domicilio calle|street address|streetaddress|street|street name|address line 1|address line1|addressline1|address 1|address1|addr1|address line|\
     addressline|strasse|strasse und hausnummer|strasse hausnummer|strasse nr|anschrift|adresszeile 1|adresse 1|rue|numero et rue|\
     numero et nom de rue|voie|calle|calle y numero|direccion 1|direccion postal|adresse postale|home address|mailing address|\
     billing address|shipping address|delivery address|street 1|street1|domicilio|line1|line 1|address street|house number and street|\
     house number and street name|street number and name|street and house number|street and house no|street and number|\
     residential address|permanent address|wohnadresse|postanschrift|full address|adresse complete|vollstandige adresse|direccion completa|your address|address line one|\
     direccion de facturacion|direccion de envio|adresse de livraison|adresse de facturation|lieferadresse|rechnungsadresse|straat",
    ),
    (M::Street, Little, "address|adresse|direccion|addr|road"),
    (
        M::HouseNumber,
        Much,
        "house number|housenumber|house no|street number|streetnumber|building number|hausnummer|hausnr|haus nr|numero de rue|\
     numero de la calle|huisnummer|house num|street no",
    ),
    (
        M::StreetMore,
        Much,
        "street address 2|street address line 2|building|bldg|address second line|second line of address|zusatzliche adresszeile|adresszeile zwei|adresse ligne 2|numero interior|direccion linea 2|apt floor suite|apartment suite unit building floor|etage appartement|batiment etage|apt suite other|escalera|residence batiment|address line 2|address line2|addressline2|address 2|address2|addr2|street 2|street2|adresszeile 2|adresszusatz|zusatz|\
     complement d adresse|complement adresse|adresse 2|direccion 2|apartment|apt|apt number|apt suite|apartment suite|suite|\
     apt suite unit|unit number|floor|stockwerk|etage|batiment|piso|piso puerta|puerta|line2|line 2|address line 3|addressline3|\
     address 3|line 3|line3|address suite|apartment number|flat number|building name|apt unit|wohnungsnummer|house name|\
     address line two|extra address|c o|care of|unit",
    ),
    (
        M::PostalCode,
        Much,
        "c p|zip code 4|billing zip|billing zip code|postal zip|postcode zip|codigo zip|postleit zahl|postal code|postalcode|postcode|post code|zip|zip code|zipcode|zip postal code|zip postcode|postleitzahl|plz|code postal|\
     codigo postal|cp|cap|postnummer|zip5|postal zip code|postal|zippostal|pincode|pin code postal|postnr|eircode|cod postal|cep",
    ),
    (
        M::City,
        Much,
        "city|city town|town|town city|city name|suburb|locality|stadt|ort|wohnort|ortschaft|ville|commune|localite|ciudad|poblacion|\
     localidad|municipio|address city|city or town|plz ort|stadt ort|address level2|woonplaats|plaats|miasto|cidade|township",
    ),
    (
        M::Region,
        Much,
        "state province or region|province or territory|select state|oblast|governorate|kanton bundesland|autonome region|estado provincia|state|state province|province|region|county|state region|state province region|bundesland|kanton|departement|provincia|\
     comunidad autonoma|region state|state code|province state|state or province|address state|address level1|estado|statecode|\
     state territory|prefecture|emirate|state county|province territory",
    ),
    (
        M::Country,
        Much,
        "country|country region|country name|country code|land|staat|pays|pais|country of residence|residence country|land region|nation|\
     pays de residence|pais de residencia|wohnsitzland|country territory|countrycode|kraj|paese|address country|country selector",
    ),
    (
        M::BirthDate,
        Much,
        "d o b|geb datum|date naissance|date of birth|dateofbirth|birth date|birthdate|birthday|dob|bday|geburtsdatum|geburtstag|date de naissance|fecha de nacimiento|\
     born on|geboren am|nee le|ne le|ne e le|nee e le|nacido el|nacida el|fecha nacimiento|date of birth dd mm yyyy|date of birth mm dd yyyy|birth date dd mm yyyy|\
     birthdate mm dd yyyy",
    ),
    (
        M::BirthDay,
        Much,
        "birthday day|day of birth|dob day|geburtstag tag|jour de naissance|dia de nacimiento|date of birth day|birthdate day|\
     bday day|dayofbirth|birth date day|date of birth dd|day of your birth",
    ),
    (
        M::BirthMonth,
        Much,
        "birth month|birthday month|month of birth|dob month|geburtsmonat|mois de naissance|mes de nacimiento|date of birth month|\
     birthdate month|bday month|monthofbirth|birth date month|date of birth mm|month of your birth",
    ),
    (
        M::BirthYear,
        Much,
        "birth year|birthday year|year of birth|dob year|geburtsjahr|annee de naissance|ano de nacimiento|date of birth year|\
     birthdate year|bday year|yearofbirth|birth date year|date of birth yyyy|birthyear|year of your birth",
    ),
    (M::Gender, Much, "gender|sex|geschlecht|sexe|genre|sexo|genero"),
    (
        M::Nationality,
        Much,
        "nationality|citizenship|nationalitat|staatsangehorigkeit|staatsburgerschaft|nationalite|citoyennete|nacionalidad|ciudadania",
    ),
    (M::Language, Much, "preferred language"),
    (
        M::NativeLanguage,
        Much,
        "native language|mother tongue|muttersprache|langue maternelle|lengua materna|idioma materno",
    ),
    (
        M::MainLanguage,
        Much,
        "main language|main spoken language|primary language|primary spoken language|language spoken|spoken language|language you speak|\
     hauptsprache|gesprochene sprache|langue principale|langue parlee|idioma principal|idioma hablado|lengua hablada",
    ),
    (
        M::Languages,
        Much,
        "languages spoken|spoken languages|languages you speak|language skills|foreign languages|sprachkenntnisse|fremdsprachen|\
     gesprochene sprachen|langues parlees|langues que vous parlez|idiomas que habla|idiomas hablados",
    ),
    (M::Languages, Little, "languages|sprachen|langues|idiomas"),
    (
        M::Website,
        Much,
        "website|web site|homepage|personal website|website url|webseite|internetseite|site web|site internet|sitio web|pagina web|\
     portfolio|portfolio url|blog|personal site|portfolio website",
    ),
    (M::Website, Little, "url|web|site"),
    (M::LinkedIn, Much, "linkedin|linkedin url|linkedin profile|linkedin profil|perfil de linkedin|profil linkedin"),
    (M::GitHub, Much, "github|github url|github profile|github username"),
    (
        M::CardNumber,
        Much,
        "credit debit card number|debit card|16 digit card number|numero de la carte|numero de carte bancaire|numero de la tarjeta|numero de tarjeta de credito|nummer der karte|card account no|card number|cardnumber|credit card number|creditcardnumber|credit card|creditcard|debit card number|card no|cc number|ccnumber|\
     cc num|ccnum|cardnum|card num|pan number|kartennummer|kreditkartennummer|numero de carte|numero de tarjeta|payment card number|\
     cc no|ccno|credit card no|acct num|card|cc|numero carte|cardnum1|card account number",
    ),
    (
        M::CardName,
        Much,
        "name as shown on card|name as shown on the card|name as on card|name as it appears on the card|name as it appears|cardholder full name|cardholder s full name|card holder s full name|card holder full name|card owner|name on your card|name on credit or debit card|nom du porteur|nombre como aparece en la tarjeta|nombre que aparece en la tarjeta|nombre de la tarjeta|kontoinhaber karte|name auf der karte|inhaber der karte|name on card|nameoncard|cardholder|cardholder name|card holder|card holder name|cardholdername|cc name|ccname|card name|cardname|\
     credit card name|name on credit card|name on the card|karteninhaber|name des karteninhabers|titulaire de la carte|\
     nom sur la carte|titular de la tarjeta|nombre en la tarjeta|name as it appears on card|holder name|cc holder|cardholder s name|\
     card holder s name|owner name|credit card holder",
    ),
    (
        M::CardExpiry,
        Much,
        "card expiry date|card expiration date|expires end|expires on|date of expiry|gultig bis ende|verfallsdatum|date de validite|caducidad|vencimiento|validez|expiration date mm yy|expiry date mm yy|expiration date|expiry date|expiration|expiry|exp date|expdate|expirydate|card expiry|card expiration|valid thru|valid until|\
     valid to|ablaufdatum|gultig bis|date d expiration|fecha de caducidad|fecha de vencimiento|mm yy|mm yyyy|expiration mm yy|cc exp|\
     ccexp|exp|expires|card exp|date expiration|exp mm yy|end date",
    ),
    (
        M::CardExpiryMonth,
        Much,
        "month of expiry|month of expiration|expiration month|expiry month|exp month|expmonth|expirymonth|expirationmonth|card month|cc month|ccmonth|card exp month|\
     cc exp month|ablaufmonat|mois d expiration|mes de caducidad|card expiry month|card expiration month|expiration date month|exp mo|\
     expiry date month|expiration mm|expires month|cardmonth|exp mm|valid month|ccexpm|exp date month|month expire|expire month|\
     expiry mm|expmm",
    ),
    (
        M::CardExpiryYear,
        Much,
        "year of expiry|year of expiration|expiration year|expiry year|exp year|expyear|expiryyear|expirationyear|card year|cc year|ccyear|card exp year|cc exp year|\
     ablaufjahr|annee d expiration|ano de caducidad|card expiry year|card expiration year|expiration date year|exp yr|expiry date year|\
     expiration yy|expires year|cardyear|exp yy|valid year|ccexpy|exp date year|year expire|expire year|expiry yyyy|expyy|\
     expiration yyyy",
    ),
    (
        M::CardCode,
        Much,
        "kartenprufnummer|kartenprufziffer|3 digit code|verification no|verification value|card verification value|card verification no|card security number|security value|3 digits on back|cvc2 cvv2|code cvc|code cvv|kartensicherheitscode|security code|securitycode|card security code|cvv|cvc|cvv2|cvc2|csc|ccv|cid|card code|cardcode|verification number|\
     card verification|card verification number|card verification code|cc csc|cc cvc|cc cvv|cvn|prufziffer|prufnummer|sicherheitscode|\
     cryptogramme|code de securite|codigo de seguridad|cvd|cvv code|cvc code|cvvcode|cvc cvv|cvv cvc|card id number|\
     credit card verification|cvnumber|security number|card cvv|card cvc|cvv number",
    ),
    (M::BankAccount, Much, "iban|bankverbindung"),
    (
        M::AccountNumber,
        Much,
        "bank account number|kontonummer|numero de compte bancaire|numero de cuenta|cuenta bancaria",
    ),
    (
        M::PassportNumber,
        Much,
        "passport number|passport no|reisepassnummer|passnummer|numero de passeport|numero de pasaporte",
    ),
    (M::PassportNumber, Little, "passport|reisepass|passeport|pasaporte"),
    (
        M::IdentityCardNumber,
        Much,
        "identity card number|id card number|personalausweisnummer|ausweisnummer|numero de carte d identite|carte d identite|dni",
    ),
    (M::IdentityCardNumber, Little, "identity card|id card|personalausweis"),
    (
        M::LicenceNumber,
        Much,
        "driver s license number|drivers license number|driving licence number|driver s licence number|fuhrerscheinnummer|numero de permis de conduire",
    ),
    (M::TaxNumber, Much, "tax number|steuernummer|steuer nr"),
    (
        M::TaxId,
        Much,
        "tax id|tax identification number|tin|steuer id|steuer identifikationsnummer|steueridentifikationsnummer|numero fiscal",
    ),
    (M::VatNumber, Much, "vat number|vat id|vat no|umsatzsteuer id|ust id|ust idnr|numero de tva|numero tva"),
    (M::SocialSecurity, Much, "social security number|ssn"),
    (M::NationalInsurance, Much, "national insurance number|national insurance no"),
    (M::SocialInsurance, Much, "social insurance number"),
    (M::Sozialversicherung, Much, "sozialversicherungsnummer|sv nummer"),
    (M::SecuriteSociale, Much, "numero de securite sociale|numero securite sociale"),
    (M::SeguridadSocial, Much, "numero de la seguridad social|numero de seguridad social|seguridad social"),
    (M::Nie, Much, "nie"),
    (M::Nif, Much, "nif"),
    (
        M::Search,
        Much,
        "search|search for|search query|searchbox|suchen|suchbegriff|rechercher|buscar|keyword search|site search",
    ),
    (M::Search, Little, "q|query|keyword|keywords|suche|recherche|busqueda|find"),
];

/// Words that add nothing to what a text asks: they may be beside any phrase.
pub(super) const FILLERS: &str = "your|the|a|an|of|my|please|enter|type|provide|required|optional|here|in|for|to|and|or|as|field|input|textbox|txt|text|tb|form|frm|\
    fld|ctl00|ctl|main|content|maincontent|placeholder|contentplaceholder|cph|user|customer|client|member|guest|buyer|visitor|\
    subscriber|applicant|candidate|traveller|traveler|passenger|attendee|participant|billing|bill|shipping|ship|delivery|checkout|\
    payment|pay|order|register|registration|reg|signup|sign|up|new|create|account|profile|personal|person|contact|info|information|\
    details|detail|data|primary|home|current|permanent|value|val|box|edit|editor|control|el|id|name|label|lbl|item|entry|js|wp|gform|\
    field1|1|0|2|x|must|be|valid|this|is|we|you|will|with|only|e|g|eg|example|format|no|spaces|digits|number|num|nr|n|address|addr|\
    adresse|business|work|best|full|legal|choose|select|selected|option|dropdown|list|ihr|ihre|ihren|bitte|geben|sie|ein|eingeben|\
    pflichtfeld|wahlen|auswahlen|der|die|das|des|von|und|oder|deine|dein|votre|vos|le|la|les|de|du|d|l|un|une|obligatoire|facultatif|\
    saisissez|entrez|veuillez|saisir|su|tu|los|las|del|obligatorio|opcional|introduzca|ingrese|escriba|introduce|persona|kontakt|\
    kunde|kunden|rechnung|lieferung|rechnungs|liefer|confirm|confirmation|repeat|again|re|verify|retype|reenter|bestatigen|\
    wiederholen|confirmer|confirmar|repetir|dwfrm|dwfrmbilling|singleshipping|shippingaddress|addressfields|login|log|signin|auth|\
    email2|on|file|session|model|attributes|props|attr|item0|st|nd|mr|mrs|ms|us|usa|uk|int|fr|es|en|invalid|error|missing|tool|tip|\
    tooltip|opens|menu|help|show|hide|clear|own|first|letters|characters|max|min|length";

/// Of these words, those that say something besides a fact: the type of an address is none.
pub(super) const TELLING: &str =
    "type|value|order|item|entry|session|file|format|list|option|length|min|max|menu|help|model|error|label";

/// Words that ask for the same fact in other words: `as in your passport`, `where you live`.
pub(super) const OWN: &str = "reach|live|living|lives|residence|resident|residing|call|called|spelled|passport|officially|daytime|evening|main|preferred|usual|actual|present|\
    currently|today|now|mm|dd|yy|yyyy|tt|jj|jjjj|aaaa|wohnen|wohnhaft|lautet|heissen|erreichbar|erreichen|tagsuber|abends|aktuelle|aktueller|aktuelles|\
    derzeitige|derzeitiger|derzeitiges|gegenwartige|jetzige|jetziger|vollstandige|vollstandiger|private|privat|dienstlich|dienstliche|beruflich|\
    berufliche|reisepass|ausweis|laut|tagsuber|meldeadresse|domicile|habitez|vivez|joindre|actuel|actuelle|actuellement|complet|complete|personnel|\
    personnelle|professionnel|professionnelle|principal|principale|appelez|passeport|fiscale|fiscal|journee|residencia|vive|actual|actualmente|completo|\
    completa|profesional|contacto|pasaporte|llama";

/// Other people and things: a text that has one of these asks about them.
pub(super) const OTHERS: &str = "their|them|his|her|leur|leurs|deren|dessen|dieser person|cette personne|esta persona|esa persona|dicha persona|second surname|second last name|\
    segundo apellido|apellido materno|zweiter nachname|acquaintance|somebody you know|someone you know|colleague|bekannter|bekannte|bekannten|kollege|kollegin|kollegen|connaissance|\
    collegue|conocido|conocida|companero|companera|mother|mothers|mother s|father|father s|maiden|guarantor|guarantor s|avalista|aval|fiador|burge|garant|maiden name|parent|parents|guardian|spouse|husband|wife|partner|child|child s|\
    children|kid|son|daughter|sibling|brother|sister|emergency|referee|reference|references|referral|referred|referrer|friend|\
    friend s|recipient|beneficiary|supervisor|manager|landlord|doctor|physician|gp|dentist|hospital|school|university|college|bank|\
    insurer|insurance|insurance company|pet|cat|dog|vehicle|car|street you grew up|favourite|favorite|witness|third party|opponent|\
    previous|former|last employer|your boss|next of kin|birth name|coupon|voucher|promo|gift card|issue date|issue number|reservation|\
    order number|security question|security answer|secret answer|urbanization|gift message|mutter|mutter s|vater|vaters|eltern|\
    erziehungsberechtigte|ehepartner|ehegatte|ehefrau|ehemann|partner in|kind|kindes|kinder|notfall|notfallkontakt|referenz|\
    referenzen|empfehlung|empfohlen|empfanger|vorgesetzte|vorgesetzter|vermieter|vermieters|arzt|hausarzt|hausarztes|krankenkasse|\
    versicherung|schule|hochschule|universitat|haustier|haustiers|fahrzeug|geburtsname|madchenname|zeuge|zeugen|gegner|fruherer|\
    vorheriger|letzter arbeitgeber|ansprechpartner beim|mere|pere|conjoint|conjointe|epoux|epouse|enfant|enfants|urgence|\
    personne de reference|parrain|ami|beneficiaire|superieur|responsable|proprietaire|medecin|medecin traitant|ecole|universite|\
    banque|assurance|assureur|animal|vehicule|jeune fille|nom de naissance|temoin|ancien|precedent|madre|padre|padres|tutor|conyuge|\
    esposo|esposa|hijo|hija|hijos|emergencia|referencia|referencias|amigo|beneficiario|jefe|casero|arrendador|medico|escuela|colegio|\
    universidad|banco|seguro|aseguradora|mascota|vehiculo|soltera|testigo|anterior";

/// People other than the one who fills in, a line for each: a part of a form named so asks about them.
pub(super) const PEOPLE: &[&str] = &[
    "their|them|his|her|leur|leurs|deren|dessen|dieser person|cette personne|esta persona|esa persona|dicha persona|third party|tiers",
    "emergency|emergency contact|notfall|notfallkontakt|urgence|cas d urgence|personne a prevenir|emergencia|contacto de emergencia",
    "next of kin|proche parent",
    "spouse|husband|wife|partner|partner in|partnerin|ehepartner|ehegatte|ehefrau|ehemann|conjoint|conjointe|epoux|epouse|conyuge|esposo|esposa|\
     pareja",
    "child|child s|children|kid|kind|kindes|kinder|enfant|enfants|hijos",
    "son|sohn|fils|hijo",
    "daughter|tochter|fille|hija",
    "mother|mutter|mere|madre",
    "father|vater|pere|padre",
    "second parent|other parent|second guardian|other guardian|zweite sorgeberechtigte|zweiter elternteil|anderer elternteil|autre parent|\
     deuxieme parent|otro progenitor|segundo progenitor",
    "second person|zweite person|deuxieme personne|segunda persona",
    "sibling|geschwister",
    "brother|bruder|frere|hermano",
    "sister|schwester|soeur|hermana",
    "accounts payable|accounts department|buchhaltung|comptabilite|contabilidad",
    "guarantor|guarantor s|guarantors|burge|burgin|garant|garante|garants|caution solidaire|avalista|aval|fiador|fiadora",
    "co signer|cosigner|co applicant|joint applicant|second applicant|mitantragsteller|mitantragstellerin|zweite antragstellerin|\
     zweiter antragsteller|co emprunteur|segundo titular|segundo solicitante",
    "additional driver|second driver|other driver|weiterer fahrer|second conducteur|autre conducteur|otro conductor|segundo conductor",
    "companion|companions|travel companion|mitreisende|mitreisender|begleitperson|begleitpersonen|accompagnant|accompagnante|accompagnants|\
     accompagnateur|acompanante|acompanantes",
    "referee|referees|reference|references|referrer|referenz|referenzen|referent|referencia|referencias",
    "landlord|landlord s|vermieter|vermieters|bailleur|arrendador|casero",
    "supervisor|manager|vorgesetzter|vorgesetzte|superieur|superior",
    "beneficiary|begunstigte|begunstigter|beneficiaire|beneficiario",
    "witness|zeuge|zeugen|temoin|testigo",
    "injured person|injured party|claimant|geschadigte|geschadigte person|geschadigter|geschadigten|verletzte|verletzter|blesse|victime|\
     perjudicado|perjudicada|lesionado|lesionada",
    "opponent|unfallgegner",
    "recipient|empfanger|destinataire|destinatario",
];

/// The roles of addresses and phones, a line each, in the order of [`super::role::ROLES`].
pub(super) const ROLES: [&str; 6] = [
    "private|personal|home|privat|privater|privates|perso|personnel|personnelle|prive|privee|domicile|maison|particular|casa|permanent",
    "work|office|business|professional|workplace|corporate|dienst|dienstlich|dienstliche|dienstlicher|geschafts|geschaftlich|geschaftliche|\
     beruflich|berufliche|buro|firmen|professionnel|professionnelle|pro|bureau|travail|trabajo|laboral|profesional|oficina",
    "billing|invoice|rechnung|rechnungs|rechnungsadresse|rechnungsanschrift|facturation|facturacion",
    "shipping|delivery|liefer|lieferung|lieferadresse|lieferanschrift|versand|livraison|envio|entrega",
    "mobile|cell|cellphone|cellular|handy|handynummer|handy nr|mobil|mobilnummer|mobiltelefon|mobilfunknummer|portable|movil|celular|whatsapp|smartphone",
    "landline|fixed line|festnetz|festnetznummer|fixe|fijo|home phone|home telephone|home tel|home number",
];
/// Words that begin German compounds with a role: `Diensttelefon`.
pub(super) const ROLE_BEGINNINGS: [&str; 8] =
    ["privat", "dienst", "geschafts", "firmen", "buro", "festnetz", "mobil", "liefer"];

/// After one of these a label says how something is written, not what is asked: `Name as in your passport`.
pub(super) const AS: &str = "as|wie|laut|gemass|comme|tel que|tel qu|selon|como|segun|tal como";

/// Places and jobs that are not those of today: wished for, gone to, been born in.
pub(super) const ELSEWHERE: &str = "new|neue|neuer|neuen|neues|nouvelle|nouveau|nueva|nuevo|future|kunftige|kunftiger|futura|futuro|birth|born|desired|wished|preferred|destination|departure|arrival|departing|arriving|pickup|pick up|drop off|accident|\
    incident|event|venue|applied for|applying for|geburt|geburtsort|geburtsland|geboren in|gewunscht|gewunschte|gewunschter|gewunschtes|wunschort|\
    wunsch|reiseziel|ziel|zielort|abfahrt|abreise|ankunft|abholung|abholort|unfall|unfallort|tatort|schadenort|einsatzort|veranstaltung|\
    veranstaltungsort|naissance|ne a|nee a|souhaite|souhaitee|souhaites|souhaitees|desire|desiree|prefere|preferee|accueil|depart|\
    arrivee|lieu de l accident|sinistre|evenement|nacimiento|nacido en|nacida en|deseado|deseada|preferido|preferida|destino|salida|\
    llegada|recogida|accidente|siniestro|evento|solicitado|solicitada";

/// Jobs before today's.
pub(super) const EARLIER: &str = "before|before that|earlier|previous|former|past|prior|davor|zuvor|vorher|fruher|fruherer|fruhere|fruheren|vorheriger|\
    vorherige|ehemaliger|ehemalige|bisheriger|avant|precedent|precedente|precedents|precedentes|ancien|ancienne|anciens|anterior|\
    anteriores|previo|previa|antes";

/// Captchas.
pub(super) const CAPTCHAS: &str = "captcha|captchacode|recaptcha|captcha code|code shown|code above|code in the image|code in the picture|\
    characters in the image|characters shown|letters shown|text in the image|image code|security image|anti spam|antispam|are you human|\
    zeichen im bild|code im bild|sicherheitsfrage|caracteres de la imagen|caracteres affiches|code de l image";

/// Words for a name that may be the whole one or the given one.
pub(super) const BARE_NAMES: &str = "nombre|nome|imie|имя|ім'я|ім|име|ime|navn|namn|naam|nimi|meno|jmeno|isim|ad|nev|nume|emri|vardas|vards|名前|お名前|이름|이름을|姓名";

/// Words of signing in.
pub(super) const SIGNS_IN: &str = "log in|login|sign in|signin|log on|logon|anmelden|einloggen|anmeldung|se connecter|connexion|s identifier|iniciar sesion|\
    inicio de sesion|acceder|entrar|ingresar|accedi|inloggen|logga in|log ind|logg inn|zaloguj|kirjaudu|giris|prihlasit|welcome back|\
    forgot password|forgot your password|passwort vergessen|mot de passe oublie|olvidaste tu contrasena|remember me|keep me signed in|\
    continue with|who are you|authentication|sso|single sign on|find account|reset password|recover";
/// Words of opening an account, buying or writing.
pub(super) const SIGNS_UP: &str = "sign up|signup|register|registration|create account|create an account|create your account|create my account|create new account|\
    join|join now|get started|subscribe|registrieren|registrierung|konto erstellen|konto anlegen|jetzt anmelden|s inscrire|\
    inscription|creer un compte|registrarse|registro|registrate|crear cuenta|crear una cuenta|newsletter|abonnieren|checkout|\
    place order|pay now|buy|payment|billing|shipping|send message|contact us|get in touch|submit application|apply|book|enroll|\
    start free trial|free trial|new customer|new user|don t have an account yet register|donate|kasse|bestellen|paiement|commander|\
    pago|new account|open account|complete registration|request|download|save|next step|sign me up|sign up free|send me|rejoindre|\
    unirse";

/// Secrets of another kind than passwords, which fields for passwords also take.
pub(super) const PINS: &str = "pin|digit|digits|answer|your answer|security question|secret question|ssn|social security|card number|account number|token";
