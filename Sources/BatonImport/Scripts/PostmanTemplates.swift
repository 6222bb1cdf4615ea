/// A text of Postman in pieces: `{{name}}` stands for a variable where no brace is within.
struct PostmanTemplate {
    enum Piece: Equatable {
        case literal(String)
        case name(String)
    }

    private(set) var pieces: [Piece] = []
    /// Whether a name is made of another variable's value, `{{a{{b}}}}`.
    private(set) var isNested = false

    init(_ text: String) {
        let bytes = Array(text.utf8)
        var start = 0
        var index = 0
        var hasOpened = false
        while index < bytes.count {
            if let end = Self.endOfName(in: bytes, from: index) {
                append(bytes[start..<index])
                if hasOpened { isNested = true }
                pieces.append(.name(String(decoding: bytes[(index + 2)..<end], as: UTF8.self)))
                index = end + 2
                start = index
            } else {
                if Self.isDouble(bytes, index, UInt8(ascii: "{")) { hasOpened = true }
                if Self.isDouble(bytes, index, UInt8(ascii: "}")) { hasOpened = false }
                index += 1
            }
        }
        append(bytes[start...])
    }

    var names: [String] {
        pieces.compactMap { piece in if case .name(let name) = piece { name } else { nil } }
    }

    /// The text again, with something in place of each name.
    func text(_ value: (String) -> String) -> String {
        pieces.map { piece in
            switch piece {
            case .literal(let literal): literal
            case .name(let name): value(name)
            }
        }.joined()
    }

    private mutating func append(_ bytes: ArraySlice<UInt8>) {
        if !bytes.isEmpty { pieces.append(.literal(String(decoding: bytes, as: UTF8.self))) }
    }

    /// The offset of the `}}` that ends the name whose `{{` stands at an offset. An empty name is none.
    static func endOfName(in bytes: [UInt8], from index: Int) -> Int? {
        guard isDouble(bytes, index, UInt8(ascii: "{")) else { return nil }
        var end = index + 2
        while end < bytes.count, bytes[end] != UInt8(ascii: "{"), bytes[end] != UInt8(ascii: "}") { end += 1 }
        return end > index + 2 && isDouble(bytes, end, UInt8(ascii: "}")) ? end : nil
    }

    private static func isDouble(_ bytes: [UInt8], _ index: Int, _ byte: UInt8) -> Bool {
        index + 1 < bytes.count && bytes[index] == byte && bytes[index + 1] == byte
    }
}

extension String {
    /// The text as a literal of CEL.
    var celLiteral: String {
        var literal = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"": literal += "\\\""
            case "\\": literal += "\\\\"
            case "\n": literal += "\\n"
            case "\r": literal += "\\r"
            case "\t": literal += "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                let digits = String(scalar.value, radix: 16)
                literal += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\""
    }

    /// The name of something as one line of text: control characters become spaces.
    var oneLine: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.map { scalar in
                    switch scalar.properties.generalCategory {
                    case .control, .lineSeparator, .paragraphSeparator, .format: " "
                    default: scalar
                    }
                }))
    }
}
