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

extension JSONNumber {
    /// The value if it is whole and fits; the notation does not matter: `1.0` and `10e-1` are 1.
    public var int: Int64? {
        switch storage {
        case .int(let value): return value
        case .text(let text):
            let decimal = JSONDecimal(text)
            guard let magnitude = decimal.magnitude else { return nil }
            guard decimal.isNegative else { return Int64(exactly: magnitude) }
            return magnitude <= 1 << 63 ? Int64(truncatingIfNeeded: 0 &- magnitude) : nil
        }
    }

    /// The value of a number whose text is exactly that of an `Int64`, so that the integer alone restores the text; nil
    /// for `1.0`, `1e3` and `-0`.
    package var writtenInteger: Int64? {
        switch storage {
        case .int(let value): value
        case .text(let text): text == "-0" ? nil : Int64(text)
        }
    }

    /// The value if it is whole, not negative, and fits.
    public var uint: UInt64? {
        switch storage {
        case .int(let value): return UInt64(exactly: value)
        case .text(let text):
            let decimal = JSONDecimal(text)
            return decimal.isNegative ? nil : decimal.magnitude
        }
    }

    /// Whether the value is whole; `1e400` and `2.50e1` are.
    public var isInteger: Bool {
        switch storage {
        case .int: true
        case .text(let text): JSONDecimal(text).isInteger
        }
    }

    /// The nearest double; infinite beyond its range.
    public var double: Double {
        switch storage {
        case .int(let value): Double(value)
        case .text(let text): Double(text) ?? .nan
        }
    }

    /// Compares the exact decimal values: negative, zero or positive as `left` is less, equal or greater.
    public static func compare(_ left: JSONNumber, _ right: JSONNumber) -> Int {
        if case (.int(let left), .int(let right)) = (left.storage, right.storage) {
            return left < right ? -1 : left > right ? 1 : 0
        }
        // Rounding to doubles keeps the order, so two different doubles decide the comparison.
        let (leftDouble, rightDouble) = (left.double, right.double)
        if leftDouble < rightDouble { return -1 }
        if leftDouble > rightDouble { return 1 }
        return JSONDecimal.compare(left.decimal, right.decimal)
    }

    /// Whether the number is at most `tolerance` away from another, exactly: 0.3 is 0.1 away from 0.2.
    ///
    /// When the exact difference needs more than 20,000 digits, the numbers are compared as doubles.
    public func isWithin(_ tolerance: JSONNumber, of center: JSONNumber) -> Bool {
        guard let distance = JSONDecimal.distance(decimal, center.decimal) else {
            return (double - center.double).magnitude <= tolerance.double
        }
        return JSONDecimal.compare(distance, tolerance.decimal) <= 0
    }

    package var decimal: JSONDecimal {
        switch storage {
        case .int(let value): JSONDecimal(value)
        case .text(let text): JSONDecimal(text)
        }
    }
}

extension JSONNumber: Hashable, Comparable, CustomStringConvertible {
    /// Equality by value: `1.0` is `1`, and `1e2` is `100`.
    public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
        switch (left.storage, right.storage) {
        case (.int(let left), .int(let right)): left == right
        case (.text(let left), .text(let right)) where left == right: true
        default: compare(left, right) == 0
        }
    }

    /// Order by exact value, however many digits there are.
    public static func < (left: JSONNumber, right: JSONNumber) -> Bool { compare(left, right) < 0 }

    /// Equal values have equal hashes; the notation does not matter.
    public func hash(into hasher: inout Hasher) {
        if let int {
            hasher.combine(int)
        } else if case .text(let text) = storage {
            let decimal = JSONDecimal(text)
            hasher.combine(decimal.digits)
            hasher.combine(decimal.exponent)
            hasher.combine(decimal.isNegative)
        }
    }

    /// The characters as they were written.
    public var description: String { text }
}

/// Reads one number by the grammar of RFC 8259 and computes its value at the same time.
struct JSONNumberScanner {
    enum Outcome { case number, malformed, exponentTooLarge }

    /// The most digits an exponent may have, leading zeros apart: larger exponents could not be compared in fixed
    /// space.
    static let exponentDigits = 18

    private let start: UnsafePointer<UInt8>
    let end: UnsafePointer<UInt8>
    /// After `scan`: the first byte behind the number, or the byte that makes it malformed.
    private(set) var cursor: UnsafePointer<UInt8>
    private var small: Int64?

    init(_ start: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>) {
        self.start = start
        self.end = end
        cursor = start
    }

    /// The scanned number; only valid after `scan` returned `.number`.
    var number: JSONNumber {
        if let small { return JSONNumber(small) }
        let bytes = UnsafeBufferPointer(start: start, count: cursor - start)
        return JSONNumber(checkedText: String(decoding: bytes, as: UTF8.self))
    }

    mutating func scan() -> Outcome {
        let isNegative = cursor < end && cursor.pointee == UInt8(ascii: "-")
        if isNegative { cursor += 1 }
        guard cursor < end else { return .malformed }
        let digitsStart = cursor
        var magnitude: UInt64 = 0
        if cursor.pointee == UInt8(ascii: "0") {
            cursor += 1
        } else {
            while cursor < end, let digit = digit(cursor.pointee) {
                magnitude = magnitude &* 10 &+ digit
                cursor += 1
            }
            guard cursor > digitsStart else { return .malformed }
        }
        let digits = cursor - digitsStart
        var isPlain = true
        if cursor < end, cursor.pointee == UInt8(ascii: ".") {
            isPlain = false
            cursor += 1
            guard skipDigits() > 0 else { return .malformed }
        }
        if cursor < end, cursor.pointee | 0x20 == UInt8(ascii: "e") {
            isPlain = false
            cursor += 1
            if cursor < end, cursor.pointee == UInt8(ascii: "+") || cursor.pointee == UInt8(ascii: "-") { cursor += 1 }
            let exponentStart = cursor
            while cursor < end, cursor.pointee == UInt8(ascii: "0") { cursor += 1 }
            let significant = skipDigits()
            guard cursor > exponentStart else { return .malformed }
            guard significant <= Self.exponentDigits else { return .exponentTooLarge }
        }
        if isPlain, digits <= 18, !isNegative || magnitude != 0 {
            small = isNegative ? -Int64(magnitude) : Int64(magnitude)
        }
        return .number
    }

    private mutating func skipDigits() -> Int {
        let start = cursor
        while cursor < end, digit(cursor.pointee) != nil { cursor += 1 }
        return cursor - start
    }

    private func digit(_ byte: UInt8) -> UInt64? {
        let digit = byte &- UInt8(ascii: "0")
        return digit < 10 ? UInt64(digit) : nil
    }
}
