import BatonCEL
import BatonValues

/// Something that `fake` makes up.
package struct FakeKind: Sendable {
    /// What stands in the call: `fake("email")`.
    package let name: String
    /// A value that it may make.
    package let example: String
    package let sentence: String
    let make: @Sendable (inout FakeSource) throws(CELError) -> String

    private init(
        _ name: String, _ example: String, _ sentence: String,
        _ make: @escaping @Sendable (inout FakeSource) throws(CELError) -> String
    ) {
        self.name = name
        self.example = example
        self.sentence = sentence
        self.make = make
    }

    /// One of these words.
    private init(_ name: String, _ example: String, _ sentence: String, of words: [String]) {
        self.init(name, example, sentence) { source throws(CELError) in try source.pick(words) }
    }

    package static func named(_ name: String) -> FakeKind? { byName[name] }

    private static let byName = Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

    package static let all: [FakeKind] = people + places + internet + business + words

    private static let people = [
        FakeKind("first_name", "Ines", "A given name.", of: FakeWords.firstNames),
        FakeKind("last_name", "Lindqvist", "A family name.", of: FakeWords.lastNames),
        FakeKind("full_name", "Ines Lindqvist", "Given and family name.") { source throws(CELError) in
            "\(try source.pick(FakeWords.firstNames)) \(try source.pick(FakeWords.lastNames))"
        },
        FakeKind("username", "ines.lindqvist42", "Letters, a dot and digits.") { source throws(CELError) in
            try source.account()
        },
        FakeKind("email", "ines.lindqvist42@example.com", "An address at a domain for examples (RFC 2606).") {
            source throws(CELError) in "\(try source.account())@\(try source.pick(FakeWords.exampleDomains))"
        },
        FakeKind("password", "Ka7-vetu-Mo3142", "Small and capital letters, digits and hyphens.") {
            source throws(CELError) in
            let pairs = FakeWords.syllables
            let capital = try source.pick(pairs).capitalizedFirst
            let first = "\(capital)\(try source.digits(1))-\(try source.pick(pairs))\(try source.pick(pairs))"
            return "\(first)-\(try source.pick(pairs).capitalizedFirst)\(try source.digits(4))"
        },
        FakeKind("phone", "+1-202-555-0142", "A number kept free for fiction.") { source throws(CELError) in
            "+1-\(try source.number(201...989))-555-01\(try source.digits(2))"
        },
        FakeKind("job_title", "Senior Payments Planner", "What somebody works as.") { source throws(CELError) in
            let (level, area) = (try source.pick(FakeWords.jobLevels), try source.pick(FakeWords.jobAreas))
            return "\(level) \(area) \(try source.pick(FakeWords.jobRoles))"
        },
    ]

    private static let places = [
        FakeKind("street", "Harbour Lane", "The name of a street.") { source throws(CELError) in
            "\(try source.pick(FakeWords.streets)) \(try source.pick(FakeWords.streetEndings))"
        },
        FakeKind("street_address", "17 Harbour Lane", "House number and street.") { source throws(CELError) in
            let street = "\(try source.pick(FakeWords.streets)) \(try source.pick(FakeWords.streetEndings))"
            return "\(try source.number(1...240)) \(street)"
        },
        FakeKind("postcode", "40213", "Five digits.") { source throws(CELError) in try source.digits(5) },
        FakeKind("city", "Porto", "A city.", of: FakeWords.cities),
        FakeKind("country", "Portugal", "The English name of a country.", of: FakeWords.countries.map(\.name)),
        FakeKind("country_code", "PT", "Two letters (ISO 3166-1).", of: FakeWords.countries.map(\.code)),
        FakeKind("locale", "pt", "A language in two letters (ISO 639-1).", of: FakeWords.languages),
    ]

    private static let internet = [
        FakeKind("domain", "quiet-lantern.example", "A host name that is never registered (RFC 2606).") {
            source throws(CELError) in
            "\(try source.pick(FakeWords.adjectives))-\(try source.pick(FakeWords.nouns)).example"
        },
        FakeKind("url", "https://quiet-lantern.example/harbour", "An HTTPS URL at such a host.") {
            source throws(CELError) in
            let host = "\(try source.pick(FakeWords.adjectives))-\(try source.pick(FakeWords.nouns))"
            return "https://\(host).example/\(try source.pick(FakeWords.nouns))"
        },
        FakeKind("image_url", "https://images.example/harbour/640x480.jpg", "The URL of no real picture.") {
            source throws(CELError) in "https://images.example/\(try source.pick(FakeWords.nouns))/640x480.jpg"
        },
        FakeKind("ip", "203.0.113.42", "An IPv4 address for documents (RFC 5737).") { source throws(CELError) in
            "\(try source.pick(["192.0.2", "198.51.100", "203.0.113"])).\(try source.number(1...254))"
        },
        FakeKind("ipv6", "2001:db8:7c:1f:9a02:41:5:e3", "An IPv6 address for documents (RFC 3849).") {
            source throws(CELError) in
            var parts = ["2001", "db8"]
            for _ in 0..<6 { parts.append(String(try source.number(0...0xFFFF), radix: 16)) }
            return parts.joined(separator: ":")
        },
        FakeKind("mac", "02:9f:41:7b:c0:3d", "A MAC address that is given out locally.") { source throws(CELError) in
            "02:" + (try source.bytes(5, separator: ":"))
        },
        FakeKind("user_agent", "ExampleBrowser/7.2 (Linux; x86_64)", "The name of no real browser.") {
            source throws(CELError) in
            let version = "\(try source.number(1...20)).\(try source.number(0...9))"
            return "ExampleBrowser/\(version) (\(try source.pick(FakeWords.systems)))"
        },
        FakeKind("semver", "3.14.2", "A version by Semantic Versioning.") { source throws(CELError) in
            "\(try source.number(0...9)).\(try source.number(0...20)).\(try source.number(0...20))"
        },
        FakeKind("file_name", "quiet-lantern.pdf", "A file name with its ending.") { source throws(CELError) in
            let name = "\(try source.pick(FakeWords.adjectives))-\(try source.pick(FakeWords.nouns))"
            return "\(name).\(try source.pick(FakeWords.files).ending)"
        },
        FakeKind("file_extension", "pdf", "The ending of a file name.", of: FakeWords.files.map(\.ending)),
        FakeKind("file_path", "/srv/harbour/lantern.pdf", "An absolute path.") { source throws(CELError) in
            let folder = "\(try source.pick(FakeWords.folders))/\(try source.pick(FakeWords.nouns))"
            return "\(folder)/\(try source.pick(FakeWords.nouns)).\(try source.pick(FakeWords.files).ending)"
        },
        FakeKind("folder", "/srv", "The absolute path of a folder.", of: FakeWords.folders),
        FakeKind("mime_type", "application/pdf", "A media type.", of: FakeWords.files.map(\.type)),
    ]

    private static let business = [
        FakeKind("company", "Lindqvist Logistics Ltd", "The name of a company.") { source throws(CELError) in
            let (name, trade) = (try source.pick(FakeWords.lastNames), try source.pick(FakeWords.trades))
            return "\(name) \(trade) \(try source.pick(FakeWords.companyEndings))"
        },
        FakeKind("catch_phrase", "Quiet planning for every harbour", "What a company says of itself.") {
            source throws(CELError) in
            let adjective = try source.pick(FakeWords.adjectives).capitalizedFirst
            return "\(adjective) \(try source.pick(FakeWords.verbs))ing for every \(try source.pick(FakeWords.nouns))"
        },
        FakeKind("department", "Garden", "A department of a shop.", of: FakeWords.departments),
        FakeKind("product", "Quiet Oak Lamp", "Something that is sold.") { source throws(CELError) in
            let adjective = try source.pick(FakeWords.adjectives).capitalizedFirst
            return "\(adjective) \(try source.pick(FakeWords.materials)) \(try source.pick(FakeWords.products))"
        },
        FakeKind("material", "Oak", "What something is made of.", of: FakeWords.materials),
        FakeKind("currency_code", "SEK", "Three letters (ISO 4217).", of: FakeWords.currencies.map(\.code)),
        FakeKind("currency", "Swedish krona", "The English name of a currency.", of: FakeWords.currencies.map(\.name)),
        FakeKind("currency_symbol", "kr", "The sign of a currency.", of: FakeWords.currencies.map(\.symbol)),
        FakeKind("iban", "DE68500105178297336485", "An account number whose check digits are right (ISO 13616).") {
            source throws(CELError) in
            let account = try source.digits(18)
            // The letters DE are 13 and 14; the remainder modulo 97 of the whole is 1.
            let remainder = (account + "131400").utf8.reduce(0) { ($0 * 10 + Int($1 - UInt8(ascii: "0"))) % 97 }
            let check = String(98 - remainder)
            return "DE\(check.utf8.count == 1 ? "0" : "")\(check)\(account)"
        },
        FakeKind("bic", "LINDDEFF", "The eight characters of a bank (ISO 9362).") { source throws(CELError) in
            var letters = ""
            for _ in 0..<4 { letters += try source.pick(FakeWords.capitals) }
            return "\(letters)DE\(try source.pick(FakeWords.capitals))\(try source.pick(FakeWords.capitals))"
        },
    ]

    private static let paragraphExample =
        "The early pebble turns a window. The warm sailor joins a bridge. The calm comet opens a letter."

    private static let words = [
        FakeKind("word", "lantern", "Any of the words below.") { source throws(CELError) in try source.words(1)[0] },
        FakeKind("words", "lantern quiet paint", "Three words.") { source throws(CELError) in
            try source.words(3).joined(separator: " ")
        },
        FakeKind("slug", "lantern-quiet-paint", "Three words with hyphens.") { source throws(CELError) in
            try source.words(3).joined(separator: "-")
        },
        FakeKind("noun", "lantern", "A noun.", of: FakeWords.nouns),
        FakeKind("verb", "paint", "A verb.", of: FakeWords.verbs),
        FakeKind("adjective", "quiet", "An adjective.", of: FakeWords.adjectives),
        FakeKind("color", "teal", "A colour.", of: FakeWords.colors),
        FakeKind("hex_color", "#2a9d8f", "A colour as HTML has it.") { source throws(CELError) in
            "#" + (try source.bytes(3, separator: ""))
        },
        FakeKind("sentence", "The quiet lantern paints a harbour.", "A sentence without sense.") {
            source throws(CELError) in try source.sentence()
        },
        FakeKind("paragraph", paragraphExample, "Three such sentences.") {
            source throws(CELError) in try source.sentences(3)
        },
    ]
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
