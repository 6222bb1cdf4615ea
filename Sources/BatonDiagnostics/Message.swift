/// The words of a diagnostic in parts: the text that the program says, and the values that stand in it.
///
/// What is written in the literal is text, what is interpolated is a value: of a file, of the command line, of a server.
/// So a value that must be hidden is found without looking for quotes.
///
/// ```swift
/// let message: Message = "unknown key `\(key)`"
/// ```
package struct Message: Sendable, Equatable, ExpressibleByStringInterpolation, CustomStringConvertible {
    fileprivate enum Part: Sendable {
        case text(String)
        case value(String)

        var string: String {
            switch self {
            case .text(let string), .value(let string): string
            }
        }
    }

    private var parts: [Part]

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var parts: [Part] = []

        package init(literalCapacity: Int, interpolationCount: Int) {}

        package mutating func appendLiteral(_ literal: String) {
            if !literal.isEmpty { parts.append(.text(literal)) }
        }

        package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            parts.append(.value(value.description))
        }

        /// The parts of the other message stay what they are.
        package mutating func appendInterpolation(_ message: Message) { parts += message.parts }
    }

    package init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

    package init(stringLiteral: String) { parts = [.text(stringLiteral)] }

    /// A text that the program says, from a table.
    package init(text: String) { parts = [.text(text)] }

    /// A message that was made elsewhere, such as that of a library: as a whole a value.
    package init(value: String) { parts = [.value(value)] }

    package var text: String { parts.map(\.string).joined() }
    package var description: String { text }

    package static func == (left: Message, right: Message) -> Bool { left.text == right.text }

    package static func + (left: Message, right: Message) -> Message {
        var sum = left
        sum.parts += right.parts
        return sum
    }

    package static func += (left: inout Message, right: Message) { left.parts += right.parts }

    /// The message with each value replaced.
    package func replacingValues(_ replacement: (String) -> String) -> Message {
        var result = self
        result.parts = parts.map {
            if case .value(let value) = $0 { .value(replacement(value)) } else { $0 }
        }
        return result
    }

    /// Lengths in UTF-8 up to which a value and a message are left whole: a URL may have a megabyte.
    private static let longest = (value: 1000, message: 4000)

    /// The message with long values cut, and cut as a whole where it is long all the same.
    var shortened: Message {
        let short = replacingValues { Self.cut($0, to: Self.longest.value) }
        let text = short.text
        return text.utf8.count > Self.longest.message ? Message(value: Self.cut(text, to: Self.longest.message)) : short
    }

    private static func cut(_ text: String, to limit: Int) -> String {
        text.utf8.count > limit ? text.prefix(limit / 2) + "…" : text
    }
}

extension [Message] {
    package func joined(separator: Message) -> Message {
        guard let first else { return "" }
        return dropFirst().reduce(first) { $0 + separator + $1 }
    }
}
