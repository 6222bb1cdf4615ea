import BatonJSON
import BatonValues

/// The reason why an expression has no value.
package struct CELError: Error, Sendable, Equatable {
    /// The kind of error, as one stable word.
    package struct Kind: Sendable, Hashable {
        package let text: String

        /// A variable or member is declared but has no value yet.
        package static let notSet = Kind(text: "not-set")
        package static let noSuchKey = Kind(text: "no-such-key")
        package static let index = Kind(text: "index")
        /// An operation that is not defined for these types.
        package static let type = Kind(text: "type")
        package static let divideByZero = Kind(text: "divide-by-zero")
        /// A result outside the range of its type.
        package static let range = Kind(text: "range")
        /// A value of the right type that is not valid there, such as a text that is not a number.
        package static let argument = Kind(text: "argument")
        /// A text or bytes that are not XML where XML is needed.
        package static let notXML = Kind(text: "not-xml")
        /// More work, or a larger result, than the limits of an expression allow.
        package static let limit = Kind(text: "limit")
        /// The evaluation was cancelled.
        package static let cancelled = Kind(text: "cancelled")
        /// An error of a host function or native object.
        package static let host = Kind(text: "host")

        /// Whether the error ends the evaluation, even if another operand or element would decide the result.
        var isFinal: Bool { self == .limit || self == .cancelled }
    }

    package var kind: Kind
    /// One sentence without a full stop.
    package var message: String
    /// The sub-expression at fault, in UTF-8 offsets of the expression.
    package var range: Range<Int>?
    /// Whether the message contains parts of a secret and must be masked.
    package var isTainted: Bool
    /// What to write instead.
    package var help: String?
    /// Number of variables that the message names, each of which needs the next one.
    package var variableCount = 0
    var missing: MissingKey?

    package init(
        _ kind: Kind, _ message: String, at range: Range<Int>? = nil, isTainted: Bool = false, help: String? = nil
    ) {
        self.kind = kind
        self.message = message
        self.range = range
        self.isTainted = isTainted
        self.help = help
    }

    func at(_ range: Range<Int>) -> CELError {
        guard self.range == nil else { return self }
        var copy = self
        copy.range = range
        return copy
    }
}

extension CELError {
    /// A key that is missing in a map. The existing keys are listed only when the error leaves the expression.
    final class MissingKey: Sendable, Equatable {
        let name: String
        let container: CELValue

        init(_ name: String, in container: CELValue) {
            self.name = name
            self.container = container
        }

        static func == (left: MissingKey, right: MissingKey) -> Bool { left.name == right.name }
    }

    static func missingKey(_ name: String, in value: CELValue, at range: Range<Int>?) -> CELError {
        var error = CELError(.noSuchKey, "there is no `\(name)`", at: range)
        error.missing = MissingKey(name, in: value)
        return error
    }

    /// The same error with the first existing keys and a suggestion for the missing one.
    var detailed: CELError {
        guard let missing, !missing.container.isTainted, let entries = missing.container.entries else { return self }
        var error = self
        error.missing = nil
        let keys = entries.prefix(1000).map(\.key).filter { !$0.isTainted }
        let names = keys.map { $0.stringValue ?? $0.brief }
        if let near = Spelling.nearest(to: missing.name, in: names) { error.help = "did you mean `\(near)`?" }
        guard !entries.isEmpty else {
            error.message += ": the object is empty"
            return error
        }
        let shown = names.prefix(10).map { name in
            let cut = name.count > 40 ? name.prefix(40) + "…" : name
            // A key with a line break or a control character is shown as a JSON string.
            let isOneLine = cut.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } && !cut.contains(where: \.isNewline)
            return isOneLine && !cut.isEmpty ? "`\(cut)`" : JSONWriter.quote(cut)
        }
        error.message += "; there is " + shown.joined(separator: ", ") + (entries.count > shown.count ? ", …" : "")
        return error
    }
}

extension CELError {
    /// The error for values of types that the function has no overload for.
    package static func noOverload(_ name: String, _ values: CELValue...) -> CELError { noOverload(name, values) }

    package static func noOverload(_ name: String, _ values: [CELValue]) -> CELError {
        CELError(
            .type, "`\(name)` does not work on \(values.map(\.describedType).joined(separator: ", "))")
    }
}
