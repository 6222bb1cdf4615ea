/// Literal (`|`) and folded (`>`) scalars: indentation, folding and chomping.
extension ScalarReading {
    private enum Chomping { case strip, clip, keep }

    /// Reads from the indicator on and returns the offset at which the contents end.
    mutating func readBlock(from start: Int, parentIndent: Int) -> Int {
        var chomping = Chomping.clip
        var indent: Int?
        var at = start + 1
        while at < file.bytes.count, lineBreak(at) == nil, !isBlank(at) {
            switch file.bytes[at] {
            case UInt8(ascii: "-"): chomping = .strip
            case UInt8(ascii: "+"): chomping = .keep
            case let digit: indent = max(parentIndent, 0) + Int(digit & 0x0F)
            }
            at += 1
        }
        while at < file.bytes.count, lineBreak(at) == nil { at += 1 }
        at = lineBreak(at) ?? at
        readBlockLines(from: &at, indent: indent, parentIndent: parentIndent, chomping: chomping)
        return at
    }

    private mutating func readBlockLines(
        from at: inout Int, indent given: Int?, parentIndent: Int, chomping: Chomping
    ) {
        var indent = given
        var emptyLines: [Int] = []
        var hasIndentation = skipEmptyLines(&at, &indent, parentIndent, into: &emptyLines)
        var lastBreak: Int?
        var wasBlank = false
        while hasIndentation, at < file.bytes.count {
            let startsBlank = isBlank(at)
            if let place = lastBreak {
                let folds = style == .folded && !wasBlank && !startsBlank
                if !folds {
                    emit(UInt8(ascii: "\n"), from: place)
                } else if emptyLines.isEmpty {
                    emit(UInt8(ascii: " "), from: place)
                }
            }
            for place in emptyLines { emit(UInt8(ascii: "\n"), from: place) }
            emptyLines = []
            wasBlank = startsBlank
            var isBlankLine = true
            while at < file.bytes.count, lineBreak(at) == nil {
                if !isBlank(at) { isBlankLine = false }
                emit(file.bytes[at], from: at)
                at += 1
            }
            // The end of the file ends a line of spaces like a line break.
            lastBreak = lineBreak(at) == nil && !isBlankLine ? nil : at
            at = lineBreak(at) ?? at
            hasIndentation = skipEmptyLines(&at, &indent, parentIndent, into: &emptyLines)
        }
        if chomping != .strip, let place = lastBreak { emit(UInt8(ascii: "\n"), from: place) }
        if chomping == .keep { for place in emptyLines { emit(UInt8(ascii: "\n"), from: place) } }
    }

    /// Skips indentation and empty lines and collects the empty lines; sets `indent` if it is not known yet. Returns
    /// whether the next line is indented enough to belong to the scalar.
    private func skipEmptyLines(
        _ at: inout Int, _ indent: inout Int?, _ parentIndent: Int, into emptyLines: inout [Int]
    ) -> Bool {
        var widest = 0
        while true {
            let start = at
            while at < file.bytes.count, file.bytes[at] == UInt8(ascii: " "), at - start < indent ?? .max { at += 1 }
            let column = at - start
            if let next = lineBreak(at) {
                widest = max(widest, column)
                emptyLines.append(at)
                at = next
                continue
            }
            if at == file.bytes.count, column > 0, indent.map({ column < $0 }) ?? true { emptyLines.append(at) }
            if indent == nil { indent = max(widest, column, parentIndent + 1) }
            return column == indent && !(column == 0 && isMarker(at))
        }
    }

    /// Whether a document marker begins here: it ends a scalar whose lines are not indented, which is the whole
    /// document.
    private func isMarker(_ at: Int) -> Bool {
        let line = file.bytes[at...].prefix(4)
        guard line.starts(with: "---".utf8) || line.starts(with: "...".utf8) else { return false }
        return line.count == 3 || line.last.map { $0 <= UInt8(ascii: " ") } == true
    }
}
