import BatonJSON

/// JSON with templates, within its texts or in place of a value: `{ "id": {{id}}, "name": "{{name}}" }`.
///
/// Templates are replaced by marks from Unicode's private use area, so that an ordinary parser reads the rest.
struct PostmanTemplatedJSON {
    let value: JSONValue
    let names: [String]
    private let isText: [Bool]

    var namesInText: [String] { zip(names, isText).filter(\.1).map(\.0) }
    var namesAsValue: [String] { zip(names, isText).filter { !$0.1 }.map(\.0) }

    private static let textMark: Unicode.Scalar = "\u{F8E0}"
    private static let valueMark: Unicode.Scalar = "\u{F8E1}"
    private static let endMark: Unicode.Scalar = "\u{F8E2}"

    /// Nil where the text is no JSON.
    init?(_ text: String) {
        if text.unicodeScalars.contains(where: { (0xF8E0...0xF8E2).contains($0.value) }) { return nil }
        let marked = Self.marked(Array(text.utf8))
        guard let value = try? JSONParser.parse(marked.bytes) else { return nil }
        self.value = value
        names = marked.names
        isText = marked.isText
    }

    private static func marked(_ bytes: [UInt8]) -> (bytes: [UInt8], names: [String], isText: [Bool]) {
        var marked: [UInt8] = []
        marked.reserveCapacity(bytes.count)
        var names: [String] = []
        var places: [Bool] = []
        var isText = false
        var index = 0
        while index < bytes.count {
            if let end = PostmanTemplate.endOfName(in: bytes, from: index) {
                let mark = "\(isText ? textMark : valueMark)\(names.count)\(endMark)"
                marked += isText ? Array(mark.utf8) : Array("\"\(mark)\"".utf8)
                places.append(isText)
                names.append(String(decoding: bytes[(index + 2)..<end], as: UTF8.self))
                index = end + 2
                continue
            }
            marked.append(bytes[index])
            if isText, bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count {
                index += 1
                marked.append(bytes[index])
            } else if bytes[index] == UInt8(ascii: "\"") {
                isText.toggle()
            }
            index += 1
        }
        return (marked, names, places)
    }

    enum Piece {
        case literal(String)
        case name(String, isValue: Bool)
    }

    /// The pieces of a text of ``value``.
    func pieces(of text: String) -> [Piece] {
        var pieces: [Piece] = []
        var literal = ""
        var digits: String?
        var isValue = false
        for scalar in text.unicodeScalars {
            switch scalar {
            case Self.textMark, Self.valueMark:
                isValue = scalar == Self.valueMark
                digits = ""
            case Self.endMark:
                guard let number = digits.flatMap({ Int($0) }), names.indices.contains(number) else { break }
                if !literal.isEmpty { pieces.append(.literal(literal)) }
                literal = ""
                pieces.append(.name(names[number], isValue: isValue))
                digits = nil
            default:
                if digits == nil {
                    literal.unicodeScalars.append(scalar)
                } else {
                    digits?.unicodeScalars.append(scalar)
                }
            }
        }
        if !literal.isEmpty { pieces.append(.literal(literal)) }
        return pieces
    }
}

extension PostmanReader {
    /// The value of a JSON text with templates; nil where the same text must be sent instead.
    mutating func templatedJSON(_ text: String, place: String) -> ImportedValue? {
        guard let json = PostmanTemplatedJSON(text), isSameAsValue(json) else { return nil }
        return value(json.value, in: json, place: place)
    }

    /// Whether values of variables can be put in as data: Postman puts them in as they are, with quotes and backslashes, and in
    /// place of a value a text without quotes.
    private mutating func isSameAsValue(_ json: PostmanTemplatedJSON) -> Bool {
        json.namesInText.allSatisfy { name in
            guard let value = unchanging(name) else { return !variables.hasEscapes(names.name(of: name)) }
            return !value.unicodeScalars.contains { $0 == "\"" || $0 == "\\" || $0.value < 0x20 }
        }
            && json.namesAsValue.allSatisfy { name in
                // A name that nobody knows stays a template, which is no JSON.
                if names.winner(of: name) == nil, name.hasPrefix("$") || DynamicVariable.all[name] != nil {
                    return DynamicVariable.all[name].map { !$0.isText } ?? false
                }
                if let value = unchanging(name) { return (try? JSONParser.parse(value)) != nil }
                // What a text is that only a run knows, nobody can say: 200, or no JSON at all.
                let variable = names.name(of: name)
                guard names.winner(of: name) != nil || variables.setSoFar.contains(variable) else { return false }
                return [.typed, .json].contains(variables.kind(of: name, name: variable))
            }
    }

    /// The text of a variable that no script sets.
    private mutating func unchanging(_ name: String) -> String? {
        variables.set[names.name(of: name)] == nil ? variables.literal(of: name) : nil
    }

    private mutating func value(
        _ value: JSONValue, in json: PostmanTemplatedJSON, place: String, field: String? = nil
    ) -> ImportedValue {
        switch value {
        case .null: return .null
        case .bool(let value): return .boolean(value)
        case .number(let number): return .number(number.text)
        case .array(let elements):
            return .list(elements.map { self.value($0, in: json, place: place, field: field) })
        case .object(let object):
            return .map(
                object.members.map { member in
                    let name = text(member.name, in: json)
                    return ImportedValue.Member(
                        name: name, value: self.value(member.value, in: json, place: place, field: name.literal))
                })
        case .string(let text):
            let pieces = json.pieces(of: text)
            if pieces.count == 1, case .name(let name, let isValue)? = pieces.first {
                if let field, NamedSecrets.isSecret(field) { feedingAuth.insert(name) }
                return .text(isValue ? unquoted(name) : quoted(name))
            }
            if let field, NamedSecrets.isSecret(field), case .literal(let literal)? = pieces.first, pieces.count == 1 {
                return .text(secretText(literal, wanted: field, place: place))
            }
            return .text(self.text(text, in: json))
        }
    }

    private mutating func text(_ text: String, in json: PostmanTemplatedJSON) -> ImportText {
        var result = ImportText()
        for piece in json.pieces(of: text) {
            switch piece {
            case .literal(let literal): result.append(.literal(literal))
            case .name(let name, _): result.append(reference(to: name, depth: 0))
            }
        }
        return result
    }

    /// A template that is a whole text: its value is one, whatever the variable holds.
    private mutating func quoted(_ name: String) -> ImportText {
        let text = reference(to: name, depth: 0)
        guard let expression = text.expression else { return text }
        let isText =
            if let dynamic = DynamicVariable.all[name], names.winner(of: name) == nil {
                dynamic.isText
            } else {
                [.text, .json].contains(variables.kind(of: name, name: expression))
                    || variables.isWithoutValue(name, expression)
            }
        return isText ? text : ImportText(expression: "string(\(expression))")
    }

    /// A template in place of a value: a text in the variable is read as JSON.
    private mutating func unquoted(_ name: String) -> ImportText {
        let text = reference(to: name, depth: 0)
        guard let expression = text.expression else {
            return ImportText(expression: "parse_json(\(celText(text)))")
        }
        if names.winner(of: name) == nil, DynamicVariable.all[name] != nil { return text }
        let isText = [.text, .json].contains(variables.kind(of: name, name: expression))
        return isText ? ImportText(expression: "parse_json(\(expression))") : text
    }

    /// A text with expressions as one expression.
    func celText(_ text: ImportText) -> String {
        if text.isEmpty { return "\"\"" }
        return text.pieces.map { piece in
            switch piece {
            case .literal(let literal): literal.celLiteral
            case .expression(let expression): "string(\(expression))"
            }
        }.joined(separator: " + ")
    }
}
