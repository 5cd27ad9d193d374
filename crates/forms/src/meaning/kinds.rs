//! What a field may ask for.

use serde::{Deserialize, Serialize};

macro_rules! meanings {
    ($($(#[doc = $doc:literal])+ $name:ident = $token:literal;)*) => {
        /// What a field asks for. The names in JSON are the tokens of `autocomplete` where HTML has one.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum Meaning {
            $($(#[doc = $doc])+ #[serde(rename = $token)] $name,)*
        }

        impl Meaning {
            /// Every meaning.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// Its name in JSON.
            pub fn token(self) -> &'static str {
                match self { $(Self::$name => $token,)* }
            }
        }
    };
}

meanings! {
    /// The whole name of a person.
    FullName = "name";
    /// Mr, Dr …
    Prefix = "honorific-prefix";
    /// The given name.
    GivenName = "given-name";
    /// A name between given and family name.
    MiddleName = "additional-name";
    /// The family name.
    FamilyName = "family-name";
    /// The name of an account.
    Username = "username";
    /// An address of e-mail.
    Email = "email";
    /// A whole phone number.
    Phone = "tel";
    /// The country's code of a phone number.
    PhoneCountry = "tel-country-code";
    /// A phone number without the country's code.
    PhoneNational = "tel-national";
    /// The company or institution.
    Organization = "organization";
    /// The title of a job.
    JobTitle = "organization-title";
    /// Street and house number.
    Street = "street-address";
    /// The street without the number of the house.
    StreetName = "street-name";
    /// The number of a house by itself.
    HouseNumber = "house-number";
    /// What an address has besides the street: flat, floor, care of.
    StreetMore = "address-line2";
    /// The postal code.
    PostalCode = "postal-code";
    /// The town.
    City = "address-level2";
    /// State, province, canton.
    Region = "address-level1";
    /// The country.
    Country = "country";
    /// The whole date of birth.
    BirthDate = "bday";
    /// The day of birth.
    BirthDay = "bday-day";
    /// The month of birth.
    BirthMonth = "bday-month";
    /// The year of birth.
    BirthYear = "bday-year";
    /// Sex or gender.
    Gender = "sex";
    /// The citizenship.
    Nationality = "nationality";
    /// The language that somebody speaks.
    Language = "language";
    /// The language that somebody spoke first.
    NativeLanguage = "native-language";
    /// The language that somebody speaks most.
    MainLanguage = "main-language";
    /// All languages that somebody speaks, and how well.
    Languages = "languages";
    /// A personal page.
    Website = "url";
    /// A page on LinkedIn.
    LinkedIn = "linkedin";
    /// A page on GitHub.
    GitHub = "github";
    /// A password that exists.
    Password = "current-password";
    /// A password to be set, or set again.
    NewPassword = "new-password";
    /// A one-time code.
    OneTimeCode = "one-time-code";
    /// The number of a payment card.
    CardNumber = "cc-number";
    /// The name on a payment card.
    CardName = "cc-name";
    /// When a payment card expires.
    CardExpiry = "cc-exp";
    /// The month of it.
    CardExpiryMonth = "cc-exp-month";
    /// The year of it.
    CardExpiryYear = "cc-exp-year";
    /// The security code of a payment card.
    CardCode = "cc-csc";
    /// The international number of a bank account.
    BankAccount = "iban";
    /// The number of a bank account within its bank or country.
    AccountNumber = "bank-account-number";
    /// The number of a passport.
    PassportNumber = "passport-number";
    /// The number of an identity card.
    IdentityCardNumber = "identity-card-number";
    /// The number of a licence to drive.
    LicenceNumber = "driving-licence-number";
    /// The number of an office that takes taxes for a person's file.
    TaxNumber = "tax-number";
    /// The number of a state for whoever pays taxes.
    TaxId = "tax-id";
    /// The number for value added tax.
    VatNumber = "vat-number";
    /// A number of social security: of the United States.
    SocialSecurity = "social-security-number";
    /// The same of the United Kingdom.
    NationalInsurance = "national-insurance-number";
    /// The same of Canada.
    SocialInsurance = "social-insurance-number";
    /// The same of Germany and Austria.
    Sozialversicherung = "sozialversicherungsnummer";
    /// The same of France.
    SecuriteSociale = "numero-de-securite-sociale";
    /// The same of Spain.
    SeguridadSocial = "numero-de-seguridad-social";
    /// A foreigner's number of Spain.
    Nie = "nie";
    /// A taxpayer's number of Spain.
    Nif = "nif";
    /// Words to search for.
    Search = "search";
}

impl Meaning {
    /// Whether only the person themselves may enter it: passwords, one-time codes, cards.
    pub fn is_secret(self) -> bool {
        matches!(
            self,
            Self::Password
                | Self::NewPassword
                | Self::OneTimeCode
                | Self::CardNumber
                | Self::CardName
                | Self::CardExpiry
                | Self::CardExpiryMonth
                | Self::CardExpiryYear
                | Self::CardCode
        )
    }

    /// Whether somebody may have several of it that are told apart by their role: at home, at work, for deliveries.
    pub(crate) fn has_roles(self) -> bool {
        matches!(
            self,
            Self::Email
                | Self::Phone
                | Self::PhoneNational
                | Self::Street
                | Self::StreetName
                | Self::HouseNumber
                | Self::StreetMore
                | Self::PostalCode
                | Self::City
                | Self::Region
                | Self::Country
        )
    }

    /// Whether it is one language.
    pub(crate) fn is_language(self) -> bool {
        matches!(self, Self::Language | Self::NativeLanguage | Self::MainLanguage)
    }

    /// Whether it is a number that somebody issued to the person.
    pub(crate) fn is_issued(self) -> bool {
        matches!(
            self,
            Self::BankAccount
                | Self::AccountNumber
                | Self::PassportNumber
                | Self::IdentityCardNumber
                | Self::LicenceNumber
                | Self::TaxNumber
                | Self::TaxId
                | Self::VatNumber
                | Self::SocialSecurity
                | Self::NationalInsurance
                | Self::SocialInsurance
                | Self::Sozialversicherung
                | Self::SecuriteSociale
                | Self::SeguridadSocial
                | Self::Nie
                | Self::Nif
        )
    }

    /// The meaning with this name in JSON.
    pub fn of_token(token: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|meaning| meaning.token() == token)
    }
}
