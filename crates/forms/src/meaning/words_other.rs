//! The words of further languages, so that forms in them are not met with silence. Letters with accents are folded, other letters are as written; each
//! piece counts wherever it stands in a text, so short ones are left out.

use super::kinds::Meaning;
use Meaning as M;

/// Pieces of a text that speak for a meaning, with `|` between them.
pub(super) const PIECES: &[(Meaning, &str)] = &[
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
        "почта|электронн|пошта|е-мейл|емейл|メールアドレス|メール|邮箱|電子郵件|电子邮|邮件|이메일|البريد|דוא\"ל|ηλεκτρονικ|imejl|имейл|el. pasto|thu dien tu|อีเมล|e-posta|eposta|sahkoposti|adres poczty|poczta elektroniczna|emailova|correio eletronico|tolvupost",
    ),
    (
        M::Phone,
        "телефон|мобильн|电话|手机|電話番号|電話|手機|휴대폰|전화|الهاتف|τηλεφων|τηλέφων|cep telefonu|puhelin|telefoonnummer|numer telefonu|telefonni|telefonszam|so dien thoai|số điện thoại|โทรศัพท์",
    ),
    (
        M::GivenName,
        "имя|ім'я|名字|お名前 名|（名）|keresztnev|krestni jmeno|prenume|voornaam|fornamn|fornavn|etunimi|vorname|imię",
    ),
    (
        M::FamilyName,
        "фамилия|прізвище|姓氏|（姓）|vezeteknev|prijmeni|cognome|sobrenome|nazwisko|achternaam|efternamn|etternavn|efternavn|sukunimi|soyad",
    ),
    (
        M::FullName,
        "氏名|お名前|ф.и.о|фио|full naam|nome completo|jmeno a prijmeni|imie i nazwisko|teljes nev|ho ten|họ tên|ad soyad",
    ),
    (M::City, "город|місто|市区町村|城市|miejscowosc|varos|citta|grad|sehir"),
    (
        M::PostalCode,
        "郵便番号|почтовый индекс|индекс|邮编|kod pocztowy|iranyitoszam|smerovaci cislo|posta kodu|codice postale|우편번호",
    ),
    (M::Country, "страна|країна|国家|ulke|orszag|zeme|kraj zamieszkania|국가"),
    (M::Street, "адрес проживания|住所|ulica|indirizzo|endereco|utca|주소"),
    (
        M::BirthDate,
        "дата рождения|生年月日|出生日期|data di nascita|data de nascimento|data urodzenia|datum narozeni|geboortedatum|fodelsedatum|dogum tarihi|생년월일",
    ),
];

/// The same for signing in, and for making an account.
pub(super) const SIGNS_IN: &str = "войти|вход|авториз|увійти|вхід|ログイン|サインイン|登录|登入|로그인|تسجيل الدخول|התחבר|כניסה|συνδεση|σύνδεση|เข้าสู่ระบบ|dang nhap|zaloguj|logowanie|prihlasit|prihlaseni|prijava|bejelentkez|autentific|innlogging|inloggning|giris yap|oturum ac|inloggen|entrar na conta";
pub(super) const SIGNS_UP: &str = "регистрац|зарегистр|реєстрац|新規登録|会員登録|新規会員|注册|註冊|회원가입|הרשמ|εγγραφ|สมัคร|dang ky|rejestrac|zarejestruj|registrace|registracija|regisztr|inregistr|kayit ol|uye ol|daftar|utworz konto|vytvorit ucet|skapa konto|opret konto|luo tili|crie sua conta|cadastr";
