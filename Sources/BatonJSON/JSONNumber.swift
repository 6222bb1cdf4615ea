import BatonValues

/// A number of arbitrary size and precision, exactly as the text wrote it.
///
/// An integer of at most 18 digits is stored as an `Int64`, any other number as its text, so that no digit and no
/// notation such as `1.10` or `1e3` is lost. Equality, order and hash use the value.
public struct JSONNumber: Sendable {
    @usableFromInline enum Storage: Sendable {
        case int(Int64)
        /// Text in JSON's grammar that is not the canonical form of an `Int64`.
        case text(String)
    }

    @usableFromInline let storage: Storage

    /// A whole number in its shortest form.
    @inlinable public init(_ value: Int64) { storage = .int(value) }

    /// A whole number in its shortest form.
    @inlinable public init(_ value: Int) { storage = .int(Int64(value)) }

    /// A whole number in its shortest form; it may be larger than an `Int64`.
    @inlinable public init(_ value: UInt64) {
        storage = if let small = Int64(exactly: value) { .int(small) } else { .text(String(value)) }
    }

    /// Takes text that the caller has already checked against the grammar.
    init(checkedText: String) { storage = .text(checkedText) }

    /// The text of a double, which reads back as the same double; nil for infinities and NaN.
    ///
    /// A whole number that fits 64 bits, with or without a sign, is written with all its digits: `1700000000500000`. Any
    /// other is the shortest text, as `0.1` or `1e+300`.
    public init?(exactly value: Double) {
        guard value.isFinite else { return nil }
        if value == 0, value.sign == .minus {
            storage = .text("-0")
        } else if let whole = Int64(exactly: value) {
            storage = .int(whole)
        } else if let whole = UInt64(exactly: value) {
            storage = .text(String(whole))
        } else {
            storage = .text(value.description)
        }
    }

    /// A literal in Swift source; the compiler accepts only finite ones.
    init(floatLiteral value: Double) {
        self = JSONNumber(exactly: value) ?? JSONNumber(0)
    }

    /// Parses a JSON number; nil for any other text, such as leading zeros, `+1`, `.5`, `1.` or a number with spaces
    /// around it.
    public init?(text: some StringProtocol) {
        let text = String(text)
        let number = text.withUTF8Bytes { bytes -> JSONNumber? in
            guard let start = bytes.baseAddress else { return nil }
            var scanner = JSONNumberScanner(start, end: start + bytes.count)
            guard scanner.scan() == .number, scanner.cursor == scanner.end else { return nil }
            return scanner.number
        }
        guard let number else { return nil }
        self = number
    }

    /// The characters as they were written.
    public var text: String {
        switch storage {
        case .int(let value): String(value)
        case .text(let text): text
        }
    }
}
