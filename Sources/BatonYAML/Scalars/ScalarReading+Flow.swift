/// Reads plain and quoted scalars: joins their lines and drops spaces and tabs around line breaks.
extension ScalarReading {
    mutating func readLines(_ range: Range<Int>) {
        var at = range.lowerBound
        while at < range.upperBound {
            let spaces = at
            while at < range.upperBound, isBlank(at) { at += 1 }
            guard at < range.upperBound else { return emit(spaces..<at) }
            if let next = lineBreak(at) {
                at = fold(from: next, before: range.upperBound, replacing: at)
            } else {
                emit(spaces..<at)
                at = readCharacter(at, before: range.upperBound)
            }
        }
    }

    /// Appends the text up to the next space, tab or line break, and returns the offset behind it.
    private mutating func readCharacter(_ at: Int, before end: Int) -> Int {
        let byte = file.bytes[at]
        if style == .singleQuoted, byte == UInt8(ascii: "'") {
            emit(byte, from: at)
            return at + 2
        }
        guard style == .doubleQuoted, byte == UInt8(ascii: "\\"), at + 1 < end else {
            emit(byte, from: at)
            return at + 1
        }
        if let next = lineBreak(at + 1) { return fold(from: next, before: end, replacing: nil) }
        let escape = DoubleQuotedEscape(file.bytes, at: at, before: end)
        for (index, byte) in escape.contents.enumerated() {
            emit(byte, from: min(at + index, at + escape.length - 1))
        }
        return at + escape.length
    }

    /// Skips the spaces, tabs and empty lines after a line break; each further break is kept, and a lone one becomes
    /// a space, unless a backslash swallowed it (`first` is nil).
    private mutating func fold(from start: Int, before end: Int, replacing first: Int?) -> Int {
        var at = start
        var isLone = true
        while at < end {
            if isBlank(at) {
                at += 1
            } else if let next = lineBreak(at) {
                emit(UInt8(ascii: "\n"), from: at)
                isLone = false
                at = next
            } else {
                break
            }
        }
        if isLone, let first { emit(UInt8(ascii: " "), from: first) }
        return at
    }
}
