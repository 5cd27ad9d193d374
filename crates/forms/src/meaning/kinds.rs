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
    /// The number of a bank account.
    BankAccount = "iban";
    /// The number of an identity document, a tax or a social insurance number.
    IdentityNumber = "identity-number";
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

    /// The meaning with this name in JSON.
    pub fn of_token(token: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|meaning| meaning.token() == token)
    }
}
