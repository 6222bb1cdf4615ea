import BatonSystem

/// `"%s is %.2f".format([name, price])`, as CEL's strings extension defines it.
struct StringFormatter {
    private let values: [CELValue]
    private var next = 0

    init(_ values: [CELValue]) { self.values = values }

    mutating func format(_ text: String) throws(CELError) -> String {
        var result: [UInt8] = []
        let bytes = Array(text.utf8)
        var cursor = 0
        while cursor < bytes.count {
            guard bytes[cursor] == UInt8(ascii: "%") else {
                result.append(bytes[cursor])
                cursor += 1
                continue
            }
            cursor += 1
            if cursor < bytes.count, bytes[cursor] == UInt8(ascii: "%") {
                result.append(bytes[cursor])
                cursor += 1
                continue
            }
            let precision = try precision(bytes, &cursor)
            guard cursor < bytes.count else { throw CELError(.argument, "the format ends after `%`") }
            let clause = Character(Unicode.Scalar(bytes[cursor]))
            let rest = bytes[cursor...]
            cursor += 1
            guard "sdfebxXo".contains(clause) else {
                let clause = String(decoding: rest, as: UTF8.self).prefix(1)
                throw CELError(.argument, "`%\(clause)` is no format: there are %s %d %f %e %b %x %X %o and %%")
            }
            guard next < values.count else {
                throw CELError(.argument, "the format wants more values than the list of \(values.count) has")
            }
            result += Array(try write(values[next], clause, precision).utf8)
            next += 1
            try Arithmetic.checkSize(result.count)
        }
        return String(decoding: result, as: UTF8.self)
    }

    private func precision(_ bytes: [UInt8], _ cursor: inout Int) throws(CELError) -> Int32? {
        guard cursor < bytes.count, bytes[cursor] == UInt8(ascii: ".") else { return nil }
        cursor += 1
        let start = cursor
        while cursor < bytes.count, CELLexer.isDigit(bytes[cursor]) { cursor += 1 }
        guard let precision = Int32(String(decoding: bytes[start..<cursor], as: UTF8.self)), precision <= 100 else {
            throw CELError(.argument, "a precision is a number up to 100")
        }
        return precision
    }

    private func write(_ value: CELValue, _ clause: Character, _ precision: Int32?) throws(CELError) -> String {
        switch clause {
        case "s": return try text(value)
        case "d":
            switch try Numeric(value) {
            case .int(let number): return String(number)
            case .uint(let number): return String(number)
            case .double(let number) where !number.isFinite: return CELValue.text(of: number)
            default: throw unfit(value, clause, "integers")
            }
        case "f", "e":
            guard let number = try Numeric(value)?.double else { throw unfit(value, clause, "numbers") }
            if !number.isFinite { return CELValue.text(of: number) }
            return Self.decimal(number, clause == "f" ? "%.*f" : "%.*e", precision ?? 6)
        case "b":
            if case .bool(let flag) = value.kind { return flag ? "1" : "0" }
            return try integer(value, clause, radix: 2)
        case "o": return try integer(value, clause, radix: 8)
        default:
            let isUpper = clause == "X"
            switch value.kind {
            case .string(let text): return Self.hex(Array(text.utf8), isUpper)
            case .bytes(let bytes): return Self.hex(bytes, isUpper)
            default:
                let digits = try integer(value, clause, radix: 16)
                return isUpper ? digits.uppercased() : digits
            }
        }
    }

    private func integer(_ value: CELValue, _ clause: Character, radix: Int) throws(CELError) -> String {
        switch try Numeric(value) {
        case .int(let number): return String(number, radix: radix)
        case .uint(let number): return String(number, radix: radix)
        default: throw unfit(value, clause, "integers")
        }
    }

    private func unfit(_ value: CELValue, _ clause: Character, _ wanted: String) -> CELError {
        CELError(.type, "`%\(clause)` formats \(wanted), not \(value.describedType)")
    }

    /// A list or map as the texts of its elements; map entries are sorted by the texts of their keys.
    private func text(_ value: CELValue) throws(CELError) -> String {
        switch value.kind {
        case .null: return "null"
        case .bytes(let bytes): return String(decoding: bytes, as: UTF8.self)
        case .list, .jsonArray:
            var parts: [String] = []
            for element in value.elements ?? [] { parts.append(try text(element)) }
            return "[" + parts.joined(separator: ", ") + "]"
        case .map, .jsonObject:
            var parts: [(String, String)] = []
            for entry in value.entries ?? [] { parts.append((try text(entry.key), try text(entry.value))) }
            parts.sort { $0.0 < $1.0 }
            return "{" + parts.map { "\($0.0): \($0.1)" }.joined(separator: ", ") + "}"
        case .optional: throw unfit(value, "s", "values")
        default: return try value.templateText()
        }
    }

    private static func hex(_ bytes: [UInt8], _ isUpper: Bool) -> String {
        let digits = Array((isUpper ? "0123456789ABCDEF" : "0123456789abcdef").utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count * 2)
        for byte in bytes {
            result.append(digits[Int(byte >> 4)])
            result.append(digits[Int(byte & 15)])
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Rounds the exact value of the double to the nearest decimal, ties to even, like C.
    private static func decimal(_ number: Double, _ format: String, _ precision: Int32) -> String {
        var buffer = [CChar](repeating: 0, count: 512)
        let length = withVaList([precision, number]) { vsnprintf(&buffer, buffer.count, format, $0) }
        let count = min(max(0, Int(length)), buffer.count - 1)
        return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
