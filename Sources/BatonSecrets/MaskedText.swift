/// Text in which every known secret is `***`, so that it may be shown, recorded and stored.
///
/// Its makers are the redactor (`SecretRegistry.masked(_:)`), the program's own literals, and what joins these. A literal
/// may interpolate masked text and whole numbers: `"status: expected 2xx, got \(status)"` compiles, `"\(someString)"`
/// does not.
package struct MaskedText: Sendable, Hashable {
    package let text: String

    /// - Parameter masked: what the redactor made.
    init(masked: String) { text = masked }

    /// Text that cannot hold a secret by its nature: a word of the language, the path of a file of the project, what the
    /// user wrote on the command line to select workflows. Each use says why.
    package init(harmless: String) { text = harmless }

    /// Text that was masked when it was recorded, read back from an event stream or from the history.
    package init(recorded: String) { text = recorded }

    package var isEmpty: Bool { text.isEmpty }

    /// Text with another shape: cut, on one line, in capitals. The closure must add nothing but fixed words.
    package func reshaped(_ reshape: (String) -> String) -> MaskedText { MaskedText(masked: reshape(text)) }

    package static func + (left: MaskedText, right: MaskedText) -> MaskedText {
        MaskedText(masked: left.text + right.text)
    }
}

/// Masked text may become plain text anywhere; only the other way is guarded.
extension MaskedText: CustomStringConvertible {
    package var description: String { text }
}

extension MaskedText: ExpressibleByStringInterpolation {
    /// `StaticString`: text that comes into being at run time is no literal.
    package init(stringLiteral: StaticString) { text = stringLiteral.description }

    package init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        package init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

        package mutating func appendLiteral(_ literal: StaticString) { text += literal.description }

        package mutating func appendInterpolation(_ masked: MaskedText) { text += masked.text }

        package mutating func appendInterpolation(_ number: some BinaryInteger) { text += number.description }
    }
}

extension Sequence<MaskedText> {
    package func joined(separator: MaskedText) -> MaskedText {
        MaskedText(masked: map(\.text).joined(separator: separator.text))
    }
}
