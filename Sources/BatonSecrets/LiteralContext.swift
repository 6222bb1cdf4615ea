/// Determines the keys that a line of a file stands below, from the indentation of the lines above it.
enum LiteralContext {
    /// The most lines, in each direction, that are searched for `secret: true`.
    private static let reach = 100
    private static let deepest = 32
    /// The most bytes above the line that are read, because there may be many messages about a large file.
    private static let farthest = 256 << 10
    /// The most bytes that are read of one line.
    private static let longest = 8192

    /// The meaning of values in the line that begins at this offset.
    static func of(_ start: Int, in file: [UInt8]) -> LiteralScan.Meaning {
        guard !file.isEmpty, start <= file.count else { return .ordinary }
        let lines = FileLines(file)
        var parents: [Range<Int>] = []
        let own = lines.line(at: start)
        guard var place = lines.beginning(own) else { return .ordinary }
        var marks = [lines.mark(around: own, place.key)]
        var above = own
        while parents.count < deepest, start - above.lowerBound < farthest, place.column > 0 || place.isElement,
            let line = lines.before(above)
        {
            above = line
            guard let other = lines.beginning(line) else { continue }
            if other.key < place.column || other.key == place.column && place.isElement && other.column == other.key {
                parents.append(line)
                marks.append(lines.mark(around: line, other.key))
                place = other
            } else if other.isElement, other.column < place.column {
                // An earlier key of the same list element, which has the dash.
                place = other
            }
        }
        var meaning = LiteralScan.Meaning.ordinary
        for (line, mark) in zip(parents, marks.dropFirst()).reversed() {
            if let mark, meaning == .ordinary { meaning = mark }
            var scan = LiteralScan(Array(file[line].prefix(longest)), below: meaning)
            scan.run()
            meaning = scan.last
        }
        if let mark = marks[0], meaning == .ordinary { return mark }
        return meaning == .ordinary && lines.goesOn(own) && lines.isBelowSecret(own) ? .secret : meaning
    }

    private struct FileLines {
        let file: [UInt8]

        init(_ file: [UInt8]) { self.file = file }

        func line(at start: Int) -> Range<Int> {
            let end = file[start...].firstIndex(of: UInt8(ascii: "\n")) ?? file.count
            return start..<end
        }

        func before(_ line: Range<Int>) -> Range<Int>? {
            guard line.lowerBound > 0 else { return nil }
            let end = line.lowerBound - 1
            let start = file[..<end].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
            return start..<end
        }

        func after(_ line: Range<Int>) -> Range<Int>? {
            line.upperBound + 1 < file.count ? self.line(at: line.upperBound + 1) : nil
        }

        /// The column of the line's first character, whether that is the dash of a list, and the column behind all
        /// dashes. Nil for an empty line and a comment.
        func beginning(_ line: Range<Int>) -> (column: Int, isElement: Bool, key: Int)? {
            guard let first = file[line].firstIndex(where: { $0 != 0x20 && $0 != 0x0D && $0 != 0x09 }),
                file[first] != UInt8(ascii: "#")
            else { return nil }
            var key = first
            while key + 1 < line.upperBound, file[key] == UInt8(ascii: "-"), file[key + 1] == 0x20 {
                key = file[(key + 1)..<line.upperBound].firstIndex { $0 != 0x20 } ?? line.upperBound
            }
            return (first - line.lowerBound, key > first, key - line.lowerBound)
        }

        /// Whether the line has no key of its own.
        func goesOn(_ line: Range<Int>) -> Bool {
            guard let first = file[line].firstIndex(where: { $0 != 0x20 }), file[first] != UInt8(ascii: "#") else {
                return false
            }
            return !line.contains { index in
                file[index] == UInt8(ascii: ":")
                    && (index + 1 == line.upperBound || [0x20, 0x0D].contains(file[index + 1]))
            }
        }

        /// Whether the nearest line above with a key gives a secret a value that may go on: in a wrong column the lines
        /// below it are no part of it.
        func isBelowSecret(_ own: Range<Int>) -> Bool {
            var above = own
            for _ in 0..<reach {
                guard let line = before(above) else { return false }
                above = line
                if beginning(line) == nil || goesOn(line) { continue }
                var scan = LiteralScan(Array(file[line].prefix(longest)), below: .ordinary)
                scan.run()
                return scan.isOpen && scan.last == .secret
            }
            return false
        }

        /// What a member of the map whose keys begin at that column says of the others, such as `secret: true`.
        func mark(around line: Range<Int>, _ column: Int) -> LiteralScan.Meaning? {
            var above: Range<Int>? = line
            for _ in 0..<reach {
                guard let current = above else { break }
                if let place = beginning(current) {
                    if place.key < column { break }
                    if let mark = mark(current, place.key, column) { return mark }
                    // A dash begins the list element.
                    if place.isElement, place.column < column { break }
                }
                above = before(current)
            }
            var below = after(line)
            for _ in 0..<reach {
                guard let current = below else { break }
                if let place = beginning(current) {
                    if place.column < column { break }
                    if let mark = mark(current, place.key, column) { return mark }
                }
                below = after(current)
            }
            return nil
        }

        private func mark(_ line: Range<Int>, _ key: Int, _ column: Int) -> LiteralScan.Meaning? {
            key == column ? LiteralScan.Meaning(member: file[(line.lowerBound + key)..<line.upperBound]) : nil
        }
    }
}
