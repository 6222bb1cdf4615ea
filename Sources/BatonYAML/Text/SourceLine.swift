import BatonDiagnostics

/// The line that contains an offset.
struct SourceLine {
    let file: SourceFile
    /// Counted from 1.
    let number: Int
    /// The range of the line without its line break.
    let range: Range<Int>

    init(_ file: SourceFile, at offset: Int) {
        self.init(file, number: Self.number(file.lineStarts, of: offset))
    }

    /// The number of a line, by binary search. Unlike `SourceFile.location(of:)` it does not count columns, which takes
    /// time in a long line.
    private static func number(_ starts: [Int], of offset: Int) -> Int {
        var low = 0
        var high = starts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        return low + 1
    }

    init(_ file: SourceFile, number: Int) {
        self.file = file
        self.number = number
        let whole = file.byteRange(ofLine: number)
        let hasMark = number == 1 && file.bytes.starts(with: [0xEF, 0xBB, 0xBF])
        range = hasMark ? whole.lowerBound + 3..<whole.upperBound : whole
    }

    /// The line without indentation and trailing spaces and tabs.
    var contents: Range<Int> {
        var (lower, upper) = (range.lowerBound, range.upperBound)
        while lower < upper, isBlank(lower) { lower += 1 }
        while upper > lower, isBlank(upper - 1) { upper -= 1 }
        return lower..<upper
    }

    var isBlankOrComment: Bool {
        contents.isEmpty || file.bytes[contents.lowerBound] == UInt8(ascii: "#")
    }

    /// Length of the indentation in bytes.
    var indentation: Int { contents.lowerBound - range.lowerBound }

    /// A correction that replaces a range of the line; nil if the range is not inside of the line, or if the line is
    /// too long to be shown.
    func correction(_ stretch: Range<Int>, _ text: String, isCertain: Bool = false) -> Correction? {
        let contents = contents
        guard stretch.lowerBound >= contents.lowerBound, stretch.upperBound <= range.upperBound, contents.count <= 400
        else { return nil }
        return Correction(file, [.init(stretch, text, isCertain: isCertain)])
    }

    /// The nearest line before this one that is neither empty nor a comment; nil without one.
    var previous: SourceLine? {
        var number = number - 1
        // A line further back is not related to the mistake.
        let first = max(1, number - 100)
        while number >= first {
            let line = SourceLine(file, number: number)
            if !line.isBlankOrComment { return line }
            number -= 1
        }
        return nil
    }

    func isBlank(_ at: Int) -> Bool {
        at < file.bytes.count && (file.bytes[at] == UInt8(ascii: " ") || file.bytes[at] == UInt8(ascii: "\t"))
    }

    /// The offset behind the indentation and the dashes of list items.
    var afterDashes: Int {
        let contents = contents
        var at = contents.lowerBound
        while at + 1 < contents.upperBound, file.bytes[at] == UInt8(ascii: "-"), isBlank(at + 1) {
            at += 1
            while at < contents.upperBound, isBlank(at) { at += 1 }
        }
        return at
    }

    /// The colon behind the first key of the line; dashes of list items are skipped.
    var keyColon: Int? {
        let end = contents.upperBound
        var at = afterDashes
        if at < end, file.bytes[at] == UInt8(ascii: "\"") || file.bytes[at] == UInt8(ascii: "'") {
            at = Parentheses.stringEnd(file.bytes, from: at, before: end) ?? at
        }
        while at < end {
            if file.bytes[at] == UInt8(ascii: ":"), at + 1 == end || isBlank(at + 1) { return at }
            at += 1
        }
        return nil
    }
}
