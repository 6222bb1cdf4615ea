import BatonSecrets

/// Finds the secrets of a project in everything that is written of it, and puts `secrets.NAME` in their place.
///
/// It goes through the project twice. The first time it learns: what stands under the name of a secret, in a field, in a text of
/// any kind or in a comparison, and what has the form of a token (``SecretPlaces``). The second time it looks for all that is
/// known, also in base64, percent-encoded or with escapes, by the redactor of the program. A form other than the value itself
/// is a secret of its own. Where no expression can stand the value is masked, which is a note.
struct SecretSearch: ImportedTextMap {
    var path: [String] = []
    private var secrets: NamedSecrets
    private let collectionName: String
    /// Nil while secrets are learnt.
    private var redactor: Redactor?
    private var notes: [ImportNote] = []

    static func hiding(_ project: ImportedProject) -> ImportedProject {
        var search = SecretSearch(project)
        var project = project
        search.visit(&project)
        if !search.secrets.all.isEmpty {
            search.redactor = search.secrets.redactor
            search.visit(&project)
            project.secrets = search.secrets.all
        }
        project.collection.notes += search.notes
        return project
    }

    private init(_ project: ImportedProject) {
        secrets = NamedSecrets(project.secrets)
        collectionName = project.collection.name
    }

    // MARK: texts

    mutating func text(_ text: ImportText, named name: String?) -> ImportText {
        var result = ImportText()
        for piece in text.pieces {
            switch piece {
            case .expression(let expression): result.append(.expression(self.expression(expression, named: nil)))
            case .literal(let literal):
                let name = text.pieces.count == 1 ? name : nil
                for part in parts(of: literal, named: name) { result.append(part) }
            }
        }
        return result
    }

    mutating func number(_ digits: String, named name: String?) -> ImportedValue {
        guard let name, digits.utf8.count >= 4, SecretNames.documented.contains(name) else { return .number(digits) }
        let secret = self.name(of: digits, wanted: name)
        return redactor == nil ? .number(digits) : .text(ImportText(expression: "parse_json(secrets.\(secret))"))
    }

    mutating func plain(_ text: String, _ place: String) -> String {
        let masked = SecretPlaces.masked(text, redactor)
        if masked == text { return text }
        notes.append(
            ImportNote(
                .lost, request: path.joined(separator: " › "), place: place, statement: masked,
                reason: "A secret stands where no expression can.", advice: "Write it by hand, or take it away."))
        return masked
    }

    func sample(_ text: String) -> String { redactor?.redact(text) ?? text }

    /// The literal with its secrets as expressions.
    private mutating func parts(of literal: String, named name: String?) -> [ImportText.Piece] {
        let bytes = Array(literal.utf8)
        var found = SecretPlaces.find(in: bytes, named: name)
        for place in found { _ = self.name(of: Self.text(bytes[place.range]), wanted: place.name) }
        guard let redactor else { return [.literal(literal)] }
        found += redactor.places(in: bytes).map { hit in
            let isValue = secrets.knows(Self.text(bytes[hit]))
            return .init(range: isValue ? hit : SecretPlaces.word(around: hit, in: bytes), name: "encoded")
        }
        var pieces: [ImportText.Piece] = []
        var start = 0
        for place in SecretPlaces.joined(found) {
            pieces.append(.literal(Self.text(bytes[start..<place.range.lowerBound])))
            pieces.append(.expression("secrets." + self.name(of: Self.text(bytes[place.range]), wanted: place.name)))
            start = place.range.upperBound
        }
        return pieces + [.literal(Self.text(bytes[start...]))]
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

    private mutating func name(of value: String, wanted: String) -> String {
        secrets.name(
            of: value, wanted: String("\(collectionName) \(wanted)".prefix(60)),
            place: path.isEmpty ? "the collection" : "`\(path.joined(separator: " › "))`")
    }

    // MARK: expressions

    mutating func expression(_ text: String, named name: String?) -> String {
        if YAMLText.isNumber(text) {
            guard case .text(let secret) = number(text, named: name) else { return text }
            return secret.expression ?? text
        }
        guard text.utf8.contains(UInt8(ascii: "\"")) || text.utf8.contains(UInt8(ascii: "'")) else { return text }
        let tokens = ExpressionText.tokens(text)
        return tokens.indices.map { index in
            let token = tokens[index]
            guard token.kind == .string, let value = ExpressionText.value(ofLiteral: token.text), !value.isEmpty else {
                return token.text
            }
            let own = Self.name(of: index, in: tokens) ?? (Self.isValue(index, in: tokens) ? name : nil)
            let parts = parts(of: value, named: own).filter { $0 != .literal("") }
            if parts == [.literal(value)] { return token.text }
            let terms = parts.map { part in
                switch part {
                case .literal(let literal): ExpressionText.literal(literal)
                case .expression(let expression): expression
                }
            }
            return terms.count == 1 ? terms[0] : "(\(terms.joined(separator: " + ")))"
        }.joined()
    }

    /// Whether a text of an expression may be its value, or a part of it: no name and no side of a comparison.
    private static func isValue(_ index: Int, in tokens: [(kind: ExpressionText.Token, text: String)]) -> Bool {
        func sign(_ neighbour: Int, _ character: (String) -> Character?) -> Bool {
            guard tokens.indices.contains(neighbour) else { return true }
            return character(tokens[neighbour].text.trimmingSpaces).map("?:+".contains) ?? true
        }
        return sign(index - 1, \.last) && sign(index + 1, { $0.first { $0 != ")" } })
    }

    /// What a text of an expression is a value of: `"name": "value"`, `a.name == "value"`, `a["name"] == "value"`.
    private static func name(of index: Int, in tokens: [(kind: ExpressionText.Token, text: String)]) -> String? {
        guard index > 0 else { return nil }
        let before = tokens[index - 1].text.trimmingSpaces
        if index > 1, tokens[index - 2].kind == .string, before == ":" {
            return ExpressionText.value(ofLiteral: tokens[index - 2].text)
        }
        guard before.hasSuffix("==") || before.hasSuffix("!=") else { return nil }
        var subject = tokens[max(0, index - 8)..<index].map(\.text).joined()
        for ending in ["==", "!=", ")", ".orValue(null", ".orValue(\"\"", ".value("] {
            subject = subject.trimmingSpaces
            if subject.hasSuffix(ending) { subject.removeLast(ending.count) }
        }
        let member = subject.reversed().drop { "\"']".contains($0) }
        return String(member.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "_-".contains($0)) }.reversed())
    }
}

/// Where secrets stand in a text by their names or forms.
enum SecretPlaces {
    struct Place {
        var range: Range<Int>
        /// What the source calls it.
        var name: String
    }

    /// Places in order, which do not overlap.
    static func find(in bytes: [UInt8], named name: String?) -> [Place] {
        if bytes.count < 4 && name == nil { return [] }
        if let name, SecretNames.mayBeSecret(name) { return value(bytes, name).map { [$0] } ?? [] }
        return joined((forms(in: bytes) + pairs(in: bytes)).filter { isValue(bytes[$0.range]) })
    }

    /// Plain text without what a redactor knows, and without what has the form of a secret, whoever wrote it.
    static func masked(_ text: String, _ redactor: Redactor?) -> String {
        let bytes = Array(text.utf8)
        let forms = bytes.count < 8 ? [] : self.forms(in: bytes).filter { isValue(bytes[$0.range]) }
        var masked = ""
        var start = 0
        for place in joined(forms) {
            masked += String(decoding: bytes[start..<place.range.lowerBound], as: UTF8.self) + "***"
            start = place.range.upperBound
        }
        masked = start == 0 ? text : masked + String(decoding: bytes[start...], as: UTF8.self)
        return redactor?.redact(masked) ?? masked
    }

    /// The places in order, of which those that overlap are one.
    static func joined(_ places: [Place]) -> [Place] {
        var joined: [Place] = []
        for place in places.sorted(by: {
            ($0.range.lowerBound, -$0.range.count) < ($1.range.lowerBound, -$1.range.count)
        }) {
            if let last = joined.last, place.range.lowerBound < last.range.upperBound {
                let end = max(last.range.upperBound, place.range.upperBound)
                joined[joined.count - 1].range = last.range.lowerBound..<end
            } else {
                joined.append(place)
            }
        }
        return joined
    }

    /// The whole value of a secret field, without the scheme before it.
    static func value(_ bytes: [UInt8], _ name: String) -> Place? {
        guard let first = bytes.firstIndex(where: { $0 > 0x20 }), let last = bytes.lastIndex(where: { $0 > 0x20 })
        else { return nil }
        var range = first..<(last + 1)
        if let space = bytes[range].firstIndex(of: 0x20),
            AuthorizationValue.isScheme(String(decoding: bytes[first..<space], as: UTF8.self)),
            let credentials = bytes[space..<range.upperBound].firstIndex(where: { $0 > 0x20 })
        {
            range = credentials..<range.upperBound
        } else if range.count == last + 1 - first,
            AuthorizationValue.isScheme(String(decoding: bytes[range], as: UTF8.self))
        {
            return nil
        }
        return isValue(bytes[range]) ? Place(range: range, name: name) : nil
    }

    /// Whether it can be a value: neither a template nor a placeholder.
    private static func isValue(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let first = bytes.first, !"{<$*".utf8.contains(first) else { return false }
        return !["null", "true", "false", "undefined"].contains { bytes.elementsEqual($0.utf8) }
    }

    // MARK: forms

    /// What tokens of known services begin with, with the fewest bytes of a whole one.
    private static let prefixes: [(text: String, fewest: Int)] = [
        ("ghp_", 36), ("gho_", 36), ("ghu_", 36), ("ghs_", 36), ("ghr_", 36), ("github_pat_", 40), ("glpat-", 20),
        ("sk_live_", 20), ("sk_test_", 20), ("rk_live_", 20), ("rk_test_", 20), ("sk-", 24), ("xoxb-", 20),
        ("xoxp-", 20), ("xoxa-", 20), ("xoxs-", 20), ("xapp-", 20), ("AKIA", 20), ("ASIA", 20), ("AIza", 35),
        ("ya29.", 20), ("SG.", 30), ("npm_", 36), ("PMAK-", 30), ("hvs.", 24), ("dop_v1_", 40), ("shpat_", 32),
        ("pypi-", 40), ("eyJ", 30),
    ]

    /// Tokens, keys, and passwords of URLs and connection strings.
    private static func forms(in bytes: [UInt8]) -> [Place] {
        var places = tokens(in: bytes)
        bytes.withUnsafeBufferPointer { buffer in
            places += SecretNames.documented.places(inURL: buffer).map { Place(range: $0, name: "password") }
        }
        guard bytes.contains(UInt8(ascii: ";")) else { return places }
        return places
            + pairs(in: bytes).filter { pair in
                func isEnd(_ at: Int) -> Bool { bytes.indices.contains(at) && bytes[at] == UInt8(ascii: ";") }
                let name = pair.range.lowerBound - 1 - pair.name.utf8.count
                return isEnd(pair.range.upperBound) || isEnd(name - 1)
            }
    }

    private static func tokens(in bytes: [UInt8]) -> [Place] {
        var places: [Place] = []
        var index = 0
        while index < bytes.count {
            guard isTokenByte(bytes[index]) else {
                index += 1
                continue
            }
            let end = bytes[index...].firstIndex { !isTokenByte($0) } ?? bytes.count
            let word = index..<end
            if let name = tokenName(bytes[word]) { places.append(Place(range: word, name: name)) }
            let scheme = String(decoding: bytes[word.prefix(12)], as: UTF8.self)
            if ["bearer", "basic"].contains(scheme.lowercased()), end < bytes.count, bytes[end] == 0x20 {
                let rest = self.word(around: end + 1..<end + 1, in: bytes)
                if SecretNames.isHiddenEverywhere(String(decoding: bytes[rest], as: UTF8.self)), rest.count >= 8 {
                    places.append(Place(range: rest, name: "token"))
                }
            }
            index = end
        }
        return places + privateKeys(in: bytes)
    }

    private static func tokenName(_ word: ArraySlice<UInt8>) -> String? {
        for (prefix, fewest) in prefixes where word.count >= fewest && word.starts(with: prefix.utf8) {
            // A JWT has three parts.
            if prefix == "eyJ", word.count(where: { $0 == UInt8(ascii: ".") }) != 2 { return nil }
            return prefix == "eyJ" ? "jwt" : "token"
        }
        return nil
    }

    private static func privateKeys(in bytes: [UInt8]) -> [Place] {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.contains("PRIVATE KEY-----"), let start = text.firstRange(of: "-----BEGIN")?.lowerBound else {
            return []
        }
        let from = text.utf8.distance(from: text.startIndex, to: start)
        let last = bytes.lastIndex { $0 > 0x20 } ?? from
        var end = max(last + 1, from + 1)
        // Text may go on behind it, and have another one.
        var rest = text[start...]
        while let mark = rest.firstRange(of: "-----END"), let close = rest[mark.upperBound...].firstRange(of: "-----") {
            end = text.utf8.distance(from: text.startIndex, to: close.upperBound)
            rest = rest[close.upperBound...]
        }
        return [Place(range: from..<end, name: "private key")]
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        isNameByte(byte) || byte == UInt8(ascii: ".")
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        0x30...0x39 ~= byte || 0x61...0x7A ~= byte | 0x20 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
    }

    /// The digits of an encoding around a place.
    static func word(around range: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
        func isDigit(_ byte: UInt8) -> Bool { isTokenByte(byte) || "+/=%~".utf8.contains(byte) }
        var (start, end) = (range.lowerBound, range.upperBound)
        while start > 0, isDigit(bytes[start - 1]) { start -= 1 }
        while end < bytes.count, isDigit(bytes[end]) { end += 1 }
        return start..<end
    }

    // MARK: names and values

    /// Values behind names of secrets: in JSON, forms, settings, GraphQL and XML.
    private static func pairs(in bytes: [UInt8]) -> [Place] {
        var places: [Place] = []
        var index = 0
        while index < bytes.count {
            guard isNameByte(bytes[index]) else {
                index += 1
                continue
            }
            let end = bytes[index...].firstIndex { !isNameByte($0) } ?? bytes.count
            if end - index <= 60, end < bytes.count {
                let name = String(decoding: bytes[index..<end], as: UTF8.self)
                if SecretNames.mayBeSecret(name), let range = value(behind: index..<end, in: bytes) {
                    places.append(Place(range: range, name: name))
                    index = range.upperBound
                    continue
                }
            }
            index = end
        }
        return places
    }

    private static func value(behind name: Range<Int>, in bytes: [UInt8]) -> Range<Int>? {
        if let element = contents(ofElement: name, in: bytes) { return element }
        var index = name.upperBound
        func skip(_ isSkipped: (UInt8) -> Bool) { while index < bytes.count, isSkipped(bytes[index]) { index += 1 } }
        func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }
        // A name in quotes, which may be escaped: \"name\".
        skip { isQuote($0) || $0 == UInt8(ascii: "\\") }
        skip { $0 == 0x20 }
        guard index < bytes.count, bytes[index] == UInt8(ascii: ":") || bytes[index] == UInt8(ascii: "=") else {
            return nil
        }
        let isPair = bytes[index] == UInt8(ascii: "=")
        index += 1
        skip { $0 == 0x20 }
        let start = index
        skip { $0 == UInt8(ascii: "\\") }
        if index < bytes.count, isQuote(bytes[index]) {
            let quote = bytes[index]
            let isEscaped = index > start
            index += 1
            let from = index
            while index < bytes.count, bytes[index] != quote {
                if bytes[index] == UInt8(ascii: "\\") {
                    if isEscaped { break }
                    index += 1
                }
                index += 1
            }
            return from < min(index, bytes.count) ? from..<min(index, bytes.count) : nil
        }
        index = start
        if isPair {
            skip { $0 > 0x20 && !"&;,\"'<>)".utf8.contains($0) }
        } else {
            // A line of a header or of YAML.
            guard bytes[..<name.lowerBound].last(where: { $0 != 0x20 && $0 != 0x09 }) ?? 0x0A == 0x0A else {
                return nil
            }
            skip { $0 >= 0x20 }
            while index > start, bytes[index - 1] == 0x20 { index -= 1 }
            // Others are types and aliases of GraphQL.
            guard bytes[start..<index].contains(where: { 0x30...0x39 ~= $0 }) else { return nil }
        }
        return start < index ? start..<index : nil
    }

    /// What stands in `<name …>` or `<prefix:name …>`.
    private static func contents(ofElement name: Range<Int>, in bytes: [UInt8]) -> Range<Int>? {
        var before = name.lowerBound - 1
        if before >= 0, bytes[before] == UInt8(ascii: ":") {
            before -= 1
            while before >= 0, isNameByte(bytes[before]) { before -= 1 }
        }
        guard before >= 0, bytes[before] == UInt8(ascii: "<"),
            let close = bytes[name.upperBound...].firstIndex(where: {
                $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "<")
            }),
            bytes[close] == UInt8(ascii: ">"), bytes[close - 1] != UInt8(ascii: "/")
        else { return nil }
        let end = bytes[close...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
        return close + 1 < end ? close + 1..<end : nil
    }
}
