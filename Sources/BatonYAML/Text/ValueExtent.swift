import BatonDiagnostics

/// The probable extent of a value whose quotes were forgotten: at most to the end of the line.
struct ValueExtent {
    /// Longer values on one line are not searched, because a hostile file could make the search slow.
    private static let longest = 4096
    private static let mostUnclosed = 8

    private let bytes: [UInt8]
    private let end: Int
    private let isInFlow: Bool

    /// The range from `start` to the probable end of the value.
    static func of(_ file: SourceFile, from start: Int, isInFlow: Bool) -> Range<Int> {
        let line = SourceLine(file, at: start)
        let end = min(line.range.upperBound, start + longest)
        let extent = ValueExtent(bytes: file.bytes, end: end, isInFlow: isInFlow)
        var upper = extent.upper(from: start)
        while upper > start, line.isBlank(upper - 1) { upper -= 1 }
        return start..<max(upper, min(start + 1, line.range.upperBound))
    }

    private func upper(from start: Int) -> Int {
        var at = start
        var depth = 0
        var unclosed = 0
        while at < end {
            switch bytes[at] {
            case UInt8(ascii: "(") where unclosed < Self.mostUnclosed:
                if let next = Parentheses.close(bytes, from: at, before: end) {
                    at = next
                    continue
                }
                unclosed += 1
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                guard unclosed < Self.mostUnclosed, at == start || depth > 0 || !isWord(at - 1) else { break }
                if let next = Parentheses.stringEnd(bytes, from: at, before: end) {
                    at = next
                    continue
                }
                unclosed += 1
            case UInt8(ascii: "#"):
                if at > start, isBlank(at - 1) { return at }
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                if isInFlow, depth == 0 { return at }
                depth = max(0, depth - 1)
            case UInt8(ascii: ","):
                if isInFlow, depth == 0 { return at }
            case UInt8(ascii: ":"):
                if isInFlow, depth == 0, at + 1 == end || isBlank(at + 1) { return at }
            default: break
            }
            at += 1
        }
        return end
    }

    private func isBlank(_ at: Int) -> Bool {
        bytes[at] == UInt8(ascii: " ") || bytes[at] == UInt8(ascii: "\t")
    }

    private func isWord(_ at: Int) -> Bool {
        let byte = bytes[at]
        return byte >= 0x80 || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
            || (byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9"))
    }
}

/// Finds the end of parentheses and strings in an expression.
enum Parentheses {
    /// The offset behind the parenthesis that closes the one at `open`; nil if it is not closed before `end`.
    static func close(_ bytes: [UInt8], from open: Int, before end: Int) -> Int? {
        var depth = 0
        var at = open
        while at < end {
            switch bytes[at] {
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"):
                depth -= 1
                if depth == 0 { return at + 1 }
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                guard let next = stringEnd(bytes, from: at, before: end) else { return nil }
                at = next
                continue
            default: break
            }
            at += 1
        }
        return nil
    }

    /// The offset behind the quote that closes the one at `start`.
    static func stringEnd(_ bytes: [UInt8], from start: Int, before end: Int) -> Int? {
        let quote = bytes[start]
        var at = start + 1
        while at < end {
            if bytes[at] == UInt8(ascii: "\\") {
                at += 1
            } else if bytes[at] == quote {
                return at + 1
            }
            at += 1
        }
        return nil
    }

    /// Whether every `$(` in a range is closed in that range; `$$(` does not open an expression.
    static func areClosed(_ bytes: [UInt8], in range: Range<Int>) -> Bool {
        var at = range.lowerBound
        while at + 1 < range.upperBound {
            guard bytes[at] == UInt8(ascii: "$") else {
                at += 1
                continue
            }
            if bytes[at + 1] == UInt8(ascii: "$") {
                at += 2
            } else if bytes[at + 1] == UInt8(ascii: "(") {
                guard let next = close(bytes, from: at + 1, before: range.upperBound) else { return false }
                at = next
            } else {
                at += 1
            }
        }
        return true
    }

    /// Whether a range leaves a parenthesis or, outside of parentheses, a double-quoted string open.
    static func isOpen(_ bytes: [UInt8], in range: Range<Int>) -> Bool {
        var at = range.lowerBound
        while at < range.upperBound {
            let next: Int?
            switch bytes[at] {
            case UInt8(ascii: "("): next = close(bytes, from: at, before: range.upperBound)
            case UInt8(ascii: "\""): next = stringEnd(bytes, from: at, before: range.upperBound)
            default: next = at + 1
            }
            guard let next else { return true }
            at = next
        }
        return false
    }
}
