//! The words of further languages, so that forms in them are not met with silence. Letters with accents are folded, other letters are as written; each
//! piece counts wherever it is in a text, so short ones are left out.

use super::kinds::Meaning;
use Meaning as M;

/// Pieces of a text that speak for a meaning, with `|` between them.
pub(super) const PIECES: &[(Meaning, &str)] = &[
    (
        M::CardName,
        "nome sulla carta|titolare della carta|titolare carta|intestatario carta|nome no cartao|titular do cartao|na karcie|posiadacz karty|владелец карты|имя на карте|владельца карты|カード名義|持卡人|信用卡开户名|kart uzerindeki|naam op kaart|naam op de kaart|kaarthouder|namn pa kortet|kortholder|kortinnehavare|kortinnehaver|navn pa kort|kortin haltij|držitel karty|drzitel karty|카드 소유자",
    ),
    (
        M::CardNumber,
        "numero carta|numero della carta|numero do cartao|numer karty|номер карты|カード番号|信用卡号|信用卡號|卡号|카드번호|카드 번호|kart numarasi|kaartnummer|kortnummer|korttinumero|cislo karty|kartyaszam|numar card|αριθμος καρτας",
    ),
    (
        M::CardCode,
        "codice di sicurezza|codigo de seguranca|セキュリティコード|安全码|guvenlik kodu|veiligheidscode|sakerhetskod|sikkerhetskode|sikkerhedskode|turvakoodi|код безопасности",
    ),
    (
        M::CardExpiry,
        "data di scadenza|scadenza|data de validade|validade|data waznosci|срок действия|有効期限|有效期|son kullanma|vervaldatum|utlopsdato|udlobsdato|utgangsdatum|giltig till|viimeinen voimassaolo|platnost do|유효기간|유효 기간",
    ),
    (
        M::OneTimeCode,
        "codice di verifica|codigo de verificacao|kod weryfikacyjny|код подтверждения|код из смс|код из sms|認証コード|確認コード|验证码|驗證碼|인증번호|인증 번호|dogrulama kodu|verificatiecode|verifieringskod|bekreftelseskode|vahvistuskoodi|overovaci kod",
    ),
    (
        M::Username,
        "логин|логiн|логін|имя пользователя|ім'я користувача|потребителско име|корисничко име|korisnicko ime|ユーザー名|ユーザ名|ユーザid|ユーザーid|ログイン名|ログインid|会員id|クロネコid|用户名|用戶名|帐号|账号|帳號|账户|帳戶|아이디|사용자|\
     اسم المستخدم|שם משתמש|ονομα χρηστη|όνομα χρήστη|nome utente|nome de usuario|nome de utilizador|utilizador|gebruikersnaam|brukernavn|brugernavn|anvandarnamn|kayttajatunnus|kayttajanimi|uzivatelske jmeno|prihlasovaci|pouzivatelske meno|\
     nazwa uzytkownika|uzytkownik|kullanici adi|felhasznalonev|kasutajanimi|vartotojo vardas|lietotajvards|nume de utilizator|nume utilizator|ten dang nhap|tên đăng nhập|tai khoan|tài khoản|ชื่อผู้ใช้|nama pengguna|emri i perdoruesit",
    ),
    (
        M::Password,
        "пароль|парола|лозинка|パスワード|暗証番号|密码|密碼|비밀번호|كلمة المرور|كلمة السر|סיסמה|סיסמא|κωδικος προσβασης|κωδικός|adgangskode|passord|parool|slaptazodis|รหัสผ่าน|mat khau|mật khẩu|kata sandi|lozinka|geslo|fjalekalimi|wachtwoord|palavra passe|losenord",
    ),
    (
        M::Email,
        "posta elettronica|elektronische post|e-mailadres|почта|электронн|пошта|е-мейл|емейл|メールアドレス|メール|邮箱|電子郵件|电子邮|邮件|이메일|البريد|דוא\"ל|ηλεκτρονικ|imejl|имейл|el. pasto|thu dien tu|อีเมล|e-posta|eposta|sahkoposti|adres poczty|poczta elektroniczna|emailova|correio eletronico|tolvupost",
    ),
    (
        M::Phone,
        "cellulare|telemovel|mobiel|mobilni|gsm number|komorkowy|komórka|puhelinnumero|телефон|telefonnumero|telefoni|telefonas|talrunis|тел.|telefone|nomor telepon|no hp|no. hp|nomor hp|טלפון|נייד|رقم الجوال|رقم الهاتف|모바일|전화번호|携帯|행대폰|мобильн|电话|手机|電話番号|電話|手機|휴대폰|전화|الهاتف|τηλεφων|τηλέφων|cep telefonu|puhelin|telefoonnummer|numer telefonu|telefonni|telefonszam|so dien thoai|số điện thoại|โทรศัพท์",
    ),
    (
        M::GivenName,
        "（名）|adi|имя|ім'я|име|名字|名前|お名前 名|（名）|keresztnev|krestni jmeno|krstne meno|prenume|voornaam|fornamn|fornavn|etunimi|vorname|imię|imie|nome|navn|namn|naam|nimi|meno|jmeno|isim|nev|nume|ime|eesnimi|vardas|vards|이름|ονομα|الاسم|שם פרטי|ชื่อ",
    ),
    (
        M::FamilyName,
        "apelido|soyadi|фамилия|прізвище|фамилно име|презиме|姓氏|（姓）|priezvisko|perekonnanimi|pavarde|uzvards|επωνυμο|שם משפחה|นามสกุล|vezeteknev|prijmeni|cognome|sobrenome|nazwisko|achternaam|efternamn|etternavn|efternavn|sukunimi|soyad",
    ),
    (
        M::FullName,
        "nome completo|ad soyad|adi soyadi|volledige naam|fullstandigt namn|fulde navn|fullt navn|koko nimi|celé jméno|cele jmeno|氏名|お名前|姓名|성명|ф.и.о|фио|polnoe imya|nome e cognome|navn og|full naam|nome completo|jmeno a prijmeni|imie i nazwisko|teljes nev|ho ten|họ tên|ad soyad",
    ),
    (
        M::City,
        "comune|localidade|postort|kaupunki|stad|город|місто|град|市区町村|城市|mesto|mjesto|localita|plaats|woonplaats|poststed|paikkakunta|도시|πολη|miejscowosc|varos|citta|grad|sehir",
    ),
    (
        M::PostalCode,
        "郵便番号|код postal|пощенски код|поштански број|poštanski broj|postanski broj|postinumero|postnummer|postnr|psc|cap|cod postal|kodas|indeks|ταχυδρομικος κωδικας|τ.κ.|מיקוד|الرمز البريدي|kode pos|ma buu dien|รหัสไปรษณีย์|邮政编码|郵遞區號|почтовый индекс|индекс|邮编|kod pocztowy|iranyitoszam|smerovaci cislo|posta kodu|codice postale|우편번호",
    ),
    (
        M::Organization,
        "azienda|ragione sociale|nazwa firmy|nazev firmy|nazov firmy|bedrijfsnaam|bedrijf|foretag|virksomhed|firmanavn|bedriftsnavn|yritys|cegnev|nome da empresa|denumire firma|название компании|компания|организация|название организации|компанія|фирма|firma adi|sirket adi|会社名|公司名称|公司|회사명|회사",
    ),
    (M::Region, "wojewodztwo|область|都道府県|省份|regione|provincie|fylke|maakunta|judet|시도"),
    (M::MiddleName, "отчество"),
    (M::StreetMore, "complemento|scala interno|interno scala|建物名|toevoeging|квартира|mieszkanie|numer lokalu"),
    (
        M::Country,
        "nazione|страна|държава|država|drzava|krajina|maa|valsts|šalis|salis|χωρα|χώρα|מדינה|ארץ|الدولة|البلد|negara|quoc gia|quốc gia|ประเทศ|国名|國家|나라|країна|国家|ulke|orszag|zeme|kraj zamieszkania|국가",
    ),
    (
        M::Street,
        "via e numero|rua|adress|numero civico|адрес|адреса|adresa|adres|gade|osoite|straat|адрес проживания|адрес доставки|почтовый адрес|улица|вулиця|улицa|adres zamieszkania|ulica i numer|adresse postale|gatuadress|katuosoite|postiosoite|lahiosoite|gateadresse|vejnavn|indirizzo di residenza|морад|morada|strada|街道|地址|ที่อยู่|διεύθυνση|διευθυνση|כתובת|العنوان|alamat|dia chi|địa chỉ|住所|ulica|indirizzo|endereco|utca|주소",
    ),
    (
        M::BirthDate,
        "дата рождения|дата на раждане|датум рођења|дата народження|datum rodjenja|datum rodenja|syntymaaika|sunniaeg|gimimo data|dzimsanas datums|ημερομηνια γεννησης|תאריך לידה|تاريخ الميلاد|tanggal lahir|ngay sinh|ngày sinh|วันเกิด|data nasterii|szuletesi datum|生年月日|出生日期|data di nascita|data de nascimento|data urodzenia|datum narozeni|geboortedatum|fodelsedatum|dogum tarihi|생년월일",
    ),
];

/// The same for signing in, and for making an account.
pub(super) const SIGNS_IN: &str = "войти|вход|prisijung|ieiet|logi sisse|masuk|iniciar sesión|accedi|entra con|entrar|acceder|conectare|conecteaza|autentificare|đăng nhập|เข้าระบบ|авториз|увійти|вхід|ログイン|サインイン|登录|登入|로그인|تسجيل الدخول|התחבר|כניסה|συνδεση|σύνδεση|เข้าสู่ระบบ|dang nhap|zaloguj|logowanie|prihlasit|prihlaseni|prijava|bejelentkez|autentific|innlogging|inloggning|giris yap|oturum ac|inloggen|entrar na conta";
pub(super) const SIGNS_UP: &str = "регистрац|registruj|registreeri|registre|zaregistruj|inscription|inscreva|criar conta|iscriviti|registrati|crea account|crea un account|cont nou|tao tai khoan|đăng ký|buat akun|δημιουργια λογαριασμου|إنشاء حساب|تسجيل حساب|зарегистр|реєстрац|新規登録|会員登録|新規会員|注册|註冊|회원가입|הרשמ|εγγραφ|สมัคร|dang ky|rejestrac|zarejestruj|registrace|registracija|regisztr|inregistr|kayit ol|uye ol|daftar|utworz konto|vytvorit ucet|skapa konto|opret konto|luo tili|crie sua conta|cadastr";
