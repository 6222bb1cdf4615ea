/// Variables that Postman makes up at each use: `{{$guid}}`. Baton's values have the same form, not the same words: hosts, addresses
/// and numbers are those that are reserved for examples.
package struct DynamicVariable: Sendable {
    /// In CEL.
    package var expression: String
    /// Whether the value is a text; else it is a number or a boolean.
    package var isText: Bool

    private static func text(_ expression: String) -> DynamicVariable {
        DynamicVariable(expression: expression, isText: true)
    }

    private static func typed(_ expression: String) -> DynamicVariable {
        DynamicVariable(expression: expression, isText: false)
    }

    private static func fake(_ kind: String) -> DynamicVariable { text("fake(\"\(kind)\")") }

    /// One of these words.
    private static func one(of words: String...) -> DynamicVariable {
        let list = words.map { "\"\($0)\"" }.joined(separator: ", ")
        return text("[\(list)][random_int(0, \(words.count - 1))]")
    }

    /// A time that lies up to so many seconds ago or ahead, as JavaScript writes a date.
    private static func date(_ sign: String, within seconds: Int) -> DynamicVariable {
        let moment = "now() \(sign) duration(string(random_int(1, \(seconds))) + \"s\")"
        return text("format_date(\(moment), \"EEE MMM dd yyyy HH:mm:ss 'GMT+0000 (Coordinated Universal Time)'\")")
    }

    /// By name, without `{{` and `}}`.
    package static let all: [String: DynamicVariable] =
        [common, people, places, internet, business, databases, files, words]
        .reduce(into: [:]) { all, group in all.merge(group) { first, _ in first } }

    private static let common: [String: DynamicVariable] = [
        "$guid": text("uuid()"),
        "$randomUUID": text("uuid()"),
        "$timestamp": typed("int(now())"),
        "$isoTimestamp": text(#"format_date(now(), "yyyy-MM-dd'T'HH:mm:ss.SSSXXX")"#),
        "$randomInt": typed("random_int(0, 1000)"),
        "$randomBoolean": typed("random_int(0, 1) == 1"),
        "$randomAlphaNumeric": text("random_string(1)"),
        "$randomDatePast": date("-", within: 31_536_000),
        "$randomDateFuture": date("+", within: 31_536_000),
        "$randomDateRecent": date("-", within: 86_400),
        "$randomMonth": one(
            of: "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December"),
        "$randomWeekday": one(
            of: "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    ]

    private static let people: [String: DynamicVariable] = [
        "$randomFirstName": fake("first_name"),
        "$randomLastName": fake("last_name"),
        "$randomFullName": fake("full_name"),
        "$randomNamePrefix": one(of: "Dr.", "Miss", "Mr.", "Mrs.", "Ms."),
        "$randomNameSuffix": one(of: "I", "II", "III", "Jr.", "MD", "PhD", "Sr."),
        "$randomUserName": fake("username"),
        "$randomEmail": fake("email"),
        "$randomExampleEmail": fake("email"),
        "$randomPassword": text("random_string(15)"),
        "$randomPhoneNumber": text(#""555-01" + string(random_int(0, 9)) + "-" + string(random_int(1000, 9999))"#),
        "$randomPhoneNumberExt": text(
            #"string(random_int(10, 99)) + "-555-01" + string(random_int(0, 9)) + "-" + string(random_int(1000, 9999))"#
        ),
        "$randomJobTitle": fake("job_title"),
        "$randomJobDescriptor": one(of: "Chief", "Deputy", "Junior", "Lead", "Regional", "Senior"),
        "$randomJobArea": one(of: "Accounts", "Data", "Design", "Logistics", "Marketing", "Quality", "Research"),
        "$randomJobType": one(of: "Analyst", "Coordinator", "Developer", "Engineer", "Manager", "Planner"),
    ]

    private static let places: [String: DynamicVariable] = [
        "$randomCity": fake("city"),
        "$randomStreetName": fake("street"),
        "$randomStreetAddress": fake("street_address"),
        "$randomCountry": fake("country"),
        "$randomCountryCode": fake("country_code"),
        "$randomLocale": fake("locale"),
        "$randomLatitude": typed("double(random_int(-900000, 900000)) / 10000.0"),
        "$randomLongitude": typed("double(random_int(-1800000, 1800000)) / 10000.0"),
    ]

    private static let internet: [String: DynamicVariable] = {
        var table: [String: DynamicVariable] = [
            "$randomIP": fake("ip"),
            "$randomIPV6": fake("ipv6"),
            "$randomMACAddress": fake("mac"),
            "$randomUserAgent": fake("user_agent"),
            "$randomProtocol": one(of: "http", "https"),
            "$randomUrl": fake("url"),
            "$randomDomainName": fake("domain"),
            "$randomDomainSuffix": one(of: "com", "net", "org"),
            "$randomDomainWord": fake("noun"),
            "$randomSemver": fake("semver"),
            "$randomColor": fake("color"),
            "$randomHexColor": fake("hex_color"),
            "$randomImageDataUri": text(
                #""data:image/svg+xml;charset=UTF-8,%3Csvg%20xmlns%3D%22http%3A%2F%2Fwww.w3.org%2F2000%2Fsvg%22%2F%3E""#
            ),
        ]
        let pictures = [
            "AvatarImage", "ImageUrl", "AbstractImage", "AnimalsImage", "BusinessImage", "CatsImage", "CityImage",
            "FoodImage", "NightlifeImage", "FashionImage", "PeopleImage", "NatureImage", "SportsImage",
            "TransportImage",
        ]
        for name in pictures { table["$random" + name] = fake("image_url") }
        return table
    }()

    private static let business: [String: DynamicVariable] = [
        "$randomCompanyName": fake("company"),
        "$randomCompanySuffix": one(of: "AG", "Group", "Inc", "LLC", "Ltd"),
        "$randomCatchPhrase": fake("catch_phrase"),
        "$randomCatchPhraseAdjective": fake("adjective"),
        "$randomCatchPhraseDescriptor": fake("adjective"),
        "$randomCatchPhraseNoun": fake("noun"),
        "$randomBs": fake("catch_phrase"),
        "$randomBsAdjective": fake("adjective"),
        "$randomBsBuzz": fake("verb"),
        "$randomBsNoun": fake("noun"),
        "$randomDepartment": fake("department"),
        "$randomProduct": one(of: "Basket", "Bench", "Bowl", "Chair", "Clock", "Cup", "Hat", "Lamp", "Shelf", "Table"),
        "$randomProductName": fake("product"),
        "$randomProductAdjective": fake("adjective"),
        "$randomProductMaterial": fake("material"),
        "$randomPrice": typed("double(random_int(0, 100000)) / 100.0"),
        "$randomBankAccount": text("string(random_int(10000000, 99999999))"),
        "$randomBankAccountName": one(
            of: "Checking Account", "Credit Card Account", "Home Loan Account", "Investment Account", "Savings Account"),
        "$randomBankAccountIban": fake("iban"),
        "$randomBankAccountBic": fake("bic"),
        "$randomCreditCardMask": text("string(random_int(1000, 9999))"),
        "$randomTransactionType": one(of: "deposit", "invoice", "payment", "withdrawal"),
        "$randomCurrencyCode": fake("currency_code"),
        "$randomCurrencyName": fake("currency"),
        "$randomCurrencySymbol": fake("currency_symbol"),
        "$randomBitcoin": text(#""1" + random_string(33)"#),
    ]

    private static let databases: [String: DynamicVariable] = [
        "$randomDatabaseColumn": one(of: "createdAt", "email", "id", "name", "status", "title", "token", "updatedAt"),
        "$randomDatabaseType": one(of: "bigint", "boolean", "date", "double", "int", "text", "timestamp", "varchar"),
        "$randomDatabaseCollation": one(of: "ascii_bin", "utf8_bin", "utf8_general_ci", "utf8_unicode_ci"),
        "$randomDatabaseEngine": one(of: "ARCHIVE", "CSV", "InnoDB", "MEMORY", "MyISAM"),
    ]

    private static let files: [String: DynamicVariable] = [
        "$randomFileName": fake("file_name"),
        "$randomCommonFileName": fake("file_name"),
        "$randomFileType": one(of: "application", "audio", "image", "text", "video"),
        "$randomCommonFileType": one(of: "application", "audio", "image", "text", "video"),
        "$randomFileExt": fake("file_extension"),
        "$randomCommonFileExt": fake("file_extension"),
        "$randomFilePath": fake("file_path"),
        "$randomDirectoryPath": fake("folder"),
        "$randomMimeType": fake("mime_type"),
    ]

    private static let words: [String: DynamicVariable] = [
        "$randomAbbreviation": one(of: "API", "CSS", "HTTP", "JSON", "PNG", "RAM", "SQL", "TCP", "XML"),
        "$randomNoun": fake("noun"),
        "$randomVerb": fake("verb"),
        "$randomIngverb": text(#"fake("verb") + "ing""#),
        "$randomAdjective": fake("adjective"),
        "$randomWord": fake("word"),
        "$randomWords": fake("words"),
        "$randomPhrase": fake("sentence"),
        "$randomLoremWord": fake("word"),
        "$randomLoremWords": fake("words"),
        "$randomLoremSentence": fake("sentence"),
        "$randomLoremSlug": fake("slug"),
        "$randomLoremSentences": fake("paragraph"),
        "$randomLoremParagraph": fake("paragraph"),
        "$randomLoremParagraphs": text(#"fake("paragraph") + "\n" + fake("paragraph") + "\n" + fake("paragraph")"#),
        "$randomLoremText": fake("paragraph"),
        "$randomLoremLines": text(#"fake("sentence") + "\n" + fake("sentence")"#),
    ]

    /// The expressions alone, by name.
    package static let expressions = all.mapValues(\.expression)
}
