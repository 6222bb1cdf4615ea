import BatonJudging

/// Reads lines of `NAME=value` in the format of dotenv files.
///
/// `export` may stand before a name. Empty lines and lines that begin with `#` are skipped, as is ` #` after a value
/// without quotes, with the rest of the line. In single quotes every character is literal; in double quotes `\n`, `\r`,
/// `\t`, `\"`, `\\` and `\$` are escapes. Values in quotes may span lines. Variables are not expanded.
struct AssignmentLines {
    enum LineError: Error { case noAssignment, unclosedQuote, afterQuote }

    private(set) var errors: [(line: Int, error: LineError)] = []
    private let text: [UInt8]
    private var index = 0
    private var line = 1

    init(_ text: [UInt8]) {
        self.text = text
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    /// Whether the first line that is neither empty nor a comment is an assignment.
    static func isFirstLine(of text: [UInt8]) -> Bool {
        var lines = AssignmentLines(text)
        lines.skipBlank()
        return lines.name() != nil
    }

    /// Whether the line holds only spaces, tabs and comments.
    static func isEmpty(_ text: [UInt8]) -> Bool {
        var lines = AssignmentLines(text)
        lines.skipBlank()
        return lines.index >= text.count
    }

    mutating func read() -> [SecretsFile.Given] {
        var given: [SecretsFile.Given] = []
        skipBlank()
        while index < text.count {
            let start = line
            if let name = name() {
                do throws(LineError) {
                    given.append(SecretsFile.Given(name: name, value: try value(), line: start))
                } catch {
                    errors.append((start, error))
                    skipLine()
                }
            } else {
                errors.append((start, .noAssignment))
                skipLine()
            }
            skipBlank()
        }
        return given
    }

    /// Reads the name before `=`; nil where the line is no assignment, of which nothing is then consumed.
    private mutating func name() -> String? {
        let start = index
        skipSpaces()
        if text[index...].starts(with: "export ".utf8) {
            index += 7
            skipSpaces()
        }
        let first = index
        while index < text.count, Self.isInName(text[index]) { index += 1 }
        let name = String(decoding: text[first..<index], as: UTF8.self)
        skipSpaces()
        guard !name.isEmpty, index < text.count, text[index] == UInt8(ascii: "=") else {
            index = start
            return nil
        }
        index += 1
        skipSpaces()
        return name
    }

    private mutating func value() throws(LineError) -> String {
        guard index < text.count else { return "" }
        let quote = text[index]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return bareValue() }
        let start = (index, line)
        index += 1
        var value: [UInt8] = []
        while index < text.count, text[index] != quote {
            var byte = text[index]
            if byte == UInt8(ascii: "\n") { line += 1 }
            if quote == UInt8(ascii: "\""), byte == UInt8(ascii: "\\"), index + 1 < text.count,
                let escaped = Self.escaped(text[index + 1])
            {
                byte = escaped
                index += 1
            }
            value.append(byte)
            index += 1
        }
        guard index < text.count else {
            (index, line) = start
            throw .unclosedQuote
        }
        index += 1
        skipSpaces()
        let ends: [UInt8] = [UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "#")]
        guard index == text.count || ends.contains(text[index]) else { throw .afterQuote }
        skipLine()
        return String(decoding: value, as: UTF8.self)
    }

    private mutating func bareValue() -> String {
        let start = index
        var end = index
        while index < text.count, text[index] != UInt8(ascii: "\n") {
            let isComment = text[index] == UInt8(ascii: "#") && (index == start || Self.isBlank(text[index - 1]))
            if isComment { break }
            if !Self.isBlank(text[index]) { end = index + 1 }
            index += 1
        }
        skipLine()
        return String(decoding: text[start..<end], as: UTF8.self)
    }

    private static func escaped(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "n"): UInt8(ascii: "\n")
        case UInt8(ascii: "r"): UInt8(ascii: "\r")
        case UInt8(ascii: "t"): UInt8(ascii: "\t")
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "$"): byte
        default: nil
        }
    }

    private static func isInName(_ byte: UInt8) -> Bool {
        !isBlank(byte)
            && ![UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "\n"), UInt8(ascii: "\"")].contains(byte)
            && byte != UInt8(ascii: "{")
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
    }

    private mutating func skipSpaces() {
        while index < text.count, text[index] == UInt8(ascii: " ") || text[index] == UInt8(ascii: "\t") { index += 1 }
    }

    private mutating func skipLine() {
        while index < text.count, text[index] != UInt8(ascii: "\n") { index += 1 }
        if index < text.count {
            index += 1
            line += 1
        }
    }

    /// Skips to the next line that is neither empty nor a comment.
    private mutating func skipBlank() {
        while index < text.count {
            let start = index
            while index < text.count, Self.isBlank(text[index]) { index += 1 }
            guard index < text.count else { return }
            guard text[index] == UInt8(ascii: "\n") || text[index] == UInt8(ascii: "#") else {
                index = start
                return
            }
            skipLine()
        }
    }
}
