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
