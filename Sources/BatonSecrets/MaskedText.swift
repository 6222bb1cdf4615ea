/// Text in which every known secret is replaced by `***`, so that it may be shown, recorded and stored.
///
/// It is made by the redactor (`SecretRegistry.masked(_:)`), from literals in the program, and by joining masked texts.
/// A literal may interpolate masked text and whole numbers: `"status: expected 2xx, got \(status)"` compiles,
/// `"\(someString)"` does not.
package struct MaskedText: Sendable, Hashable {
    package let text: String

    /// - Parameter masked: the output of the redactor.
    init(masked: String) { text = masked }

    /// Text that cannot contain a secret: a word of the workflow language, the path of a file of the project, the
    /// user's arguments on the command line that select workflows. Each use states its reason.
    package init(harmless: String) { text = harmless }

    /// Text that was masked when it was recorded, read back from an event stream or from the history.
    package init(recorded: String) { text = recorded }

    package var isEmpty: Bool { text.isEmpty }

    /// The text in another shape: cut, on one line, in capitals. The closure must not add anything but fixed words.
    package func reshaped(_ reshape: (String) -> String) -> MaskedText { MaskedText(masked: reshape(text)) }

    package static func + (left: MaskedText, right: MaskedText) -> MaskedText {
        MaskedText(masked: left.text + right.text)
    }
}

/// Masked text may be used as plain text anywhere; only the opposite direction is guarded.
extension MaskedText: CustomStringConvertible {
    package var description: String { text }
}

extension MaskedText: ExpressibleByStringInterpolation {
    /// `StaticString` excludes text that is made at run time.
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
