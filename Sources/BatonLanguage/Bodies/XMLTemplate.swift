import BatonDiagnostics
import BatonValues

/// The text of an `xml` body. The values of `$(…)` in it are data: they are escaped by where they stand.
///
/// `$(raw(…))` puts markup in, and so does `$(…)` outside of all elements, where no text may stand.
package struct XMLTemplate: Sendable {
    private let text: TextTemplate
    /// Where each expression stands, in order.
    private let positions: [Position]

    /// Where a value stands (Extensible Markup Language 1.0, section 2).
    enum Position: Sendable {
        /// Markup is wanted: the value is put in as it is.
        case markup
        /// The text of an element.
        case content
        /// The value of an attribute.
        case attribute
        /// A section of character data, in which nothing is escaped.
        case characterData
        /// In a tag, a comment or an instruction, where only a name is harmless.
        case name
    }

    package init(_ text: TextTemplate) {
        self.text = text
        var scanner = XMLPositionScanner()
        positions = text.pieces.compactMap { piece in
            switch piece {
            case .literal(let literal):
                scanner.read(literal)
                return nil
            case .expression(let expression):
                let position = Self.isRaw(expression.text) ? .markup : scanner.position
                scanner.skipValue()
                return position
            }
        }
    }

    /// The filled text.
    package func text(from scope: any TemplateScope) throws(StepFailure) -> String {
        if text.literal != nil { return try text.text(from: scope) }
        var next = 0
        return try text.fill(from: scope) { value, expression throws(StepFailure) in
            defer { next += 1 }
            return try Self.escaped(value, at: positions[next], expression)
        }.text
    }

    /// Whether an expression is one call of `raw`.
    private static func isRaw(_ expression: String) -> Bool {
        let bytes = expression.utf8.filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        guard bytes.starts(with: "raw(".utf8), bytes.last == UInt8(ascii: ")") else { return false }
        var depth = 0
        var quote: UInt8?
        var isEscaped = false
        for (index, byte) in bytes.enumerated() {
            if let open = quote {
                if !isEscaped, byte == open { quote = nil }
                isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
                continue
            }
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"): depth -= 1
            default: break
            }
            // The call ends before the expression does.
            if depth == 0, index > 3, index < bytes.count - 1 { return false }
        }
        return depth == 0
    }

    private static func escaped(
        _ value: String, at position: Position, _ expression: Expression
    ) throws(StepFailure) -> String {
        if case .markup = position { return value }
        if let scalar = value.unicodeScalars.first(where: { !isAllowed($0) }) {
            let code = String(scalar.value, radix: 16, uppercase: true)
            let digits = String(repeating: "0", count: max(0, 4 - code.utf8.count)) + code
            throw StepFailure("`\(expression.text)` holds U+\(digits), which XML cannot hold", at: expression.range)
        }
        switch position {
        case .markup: return value
        case .content, .attribute:
            var text = ""
            for scalar in value.unicodeScalars {
                switch scalar {
                case "&": text += "&amp;"
                case "<": text += "&lt;"
                case ">": text += "&gt;"
                case "\"": text += "&quot;"
                case "'": text += "&#39;"
                // A reader would turn these into spaces or line feeds.
                case "\r": text += "&#13;"
                case "\n" where position == .attribute: text += "&#10;"
                case "\t" where position == .attribute: text += "&#9;"
                default: text.unicodeScalars.append(scalar)
                }
            }
            return text
        case .characterData:
            // A section ends where a bracket and what stands beside the value could end it.
            var text = value.replacing("]]>", with: "]]]]><![CDATA[>")
            if let first = text.utf8.first, "]>".utf8.contains(first) { text = "]]><![CDATA[" + text }
            if text.utf8.last == UInt8(ascii: "]") { text += "]]><![CDATA[" }
            return text
        case .name:
            guard !value.isEmpty, value.unicodeScalars.allSatisfy(isOfName) else {
                var failure = StepFailure(
                    "`\(expression.text)` stands in a tag or a comment, and is no name", at: expression.range)
                failure.hint = "`$(raw(…))` puts any text in as it is"
                throw failure
            }
            return value
        }
    }

    /// Whether a document may hold the character (section 2.2).
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }

    private static func isOfName(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".", ":": true
        default: !scalar.isASCII && scalar.properties.isAlphabetic
        }
    }
}

/// Follows the markup of a text as far as it decides where a value stands. Markup that is not well-formed is no mistake:
/// a test may send it.
struct XMLPositionScanner {
    private enum State: Equatable {
        case text
        /// In a start tag or an end tag, outside of quotes.
        case tag(isEnd: Bool)
        case attribute(quote: UInt8, isEnd: Bool)
        case characterData, comment, instruction
        /// In `<!DOCTYPE …>`; in brackets there are further `>`.
        case declaration(inBrackets: Bool)
    }

    private var state = State.text
    /// Number of elements that are open.
    private var depth = 0
    private var previous: UInt8 = 0

    var position: XMLTemplate.Position {
        switch state {
        case .text: depth > 0 ? .content : .markup
        case .attribute: .attribute
        case .characterData: .characterData
        case .tag, .comment, .instruction, .declaration: .name
        }
    }

    /// Goes on behind a value, which ends no tag.
    mutating func skipValue() { previous = 0 }

    mutating func read(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while let byte = bytes.first {
            bytes = bytes.dropFirst(step(byte, bytes))
            previous = byte
        }
    }

    /// Reads what begins with this byte, and returns its length.
    private mutating func step(_ byte: UInt8, _ rest: ArraySlice<UInt8>) -> Int {
        func begins(_ word: StaticString) -> Bool {
            word.withUTF8Buffer { rest.starts(with: $0) }
        }
        switch state {
        case .text:
            guard byte == UInt8(ascii: "<") else { return 1 }
            if begins("<!--") { return enter(.comment, 4) }
            if begins("<![CDATA[") { return enter(.characterData, 9) }
            if begins("<?") { return enter(.instruction, 2) }
            if begins("<!") { return enter(.declaration(inBrackets: false), 2) }
            if begins("</") { return enter(.tag(isEnd: true), 2) }
            return enter(.tag(isEnd: false), 1)
        case .tag(let isEnd):
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                return enter(.attribute(quote: byte, isEnd: isEnd), 1)
            }
            guard byte == UInt8(ascii: ">") else { return 1 }
            if isEnd { depth -= 1 } else if previous != UInt8(ascii: "/") { depth += 1 }
            return enter(.text, 1)
        case .attribute(let quote, let isEnd): return byte == quote ? enter(.tag(isEnd: isEnd), 1) : 1
        case .characterData: return begins("]]>") ? enter(.text, 3) : 1
        case .comment: return begins("-->") ? enter(.text, 3) : 1
        case .instruction: return begins("?>") ? enter(.text, 2) : 1
        case .declaration(let inBrackets):
            switch byte {
            case UInt8(ascii: "["): return enter(.declaration(inBrackets: true), 1)
            case UInt8(ascii: "]"): return enter(.declaration(inBrackets: false), 1)
            case UInt8(ascii: ">") where !inBrackets: return enter(.text, 1)
            default: return 1
            }
        }
    }

    private mutating func enter(_ state: State, _ count: Int) -> Int {
        self.state = state
        return count
    }
}
