import BatonJSON
import BatonValues

/// JSON text with one member or element a line, and the lines of one place in it.
///
/// Strings, numbers and words stay as they are written, so text that was masked, and is no JSON any more, stays masked.
struct JSONLayout {
    private static let deepest = 40
    /// Lines around a place that is not the whole document: what fits on a screen.
    private static let mostLines = 16
    /// Lines of a document that is shown as a whole although a place in it is known.
    private static let mostWhole = 32

    private var bytes: [UInt8] = []
    /// The offsets at which lines begin.
    private var starts = [0]
    /// The first line of each container that is open, outermost first.
    private var open: [Container] = []
    /// Number of steps to the place that have been found, and the lines of the deepest value on the way to it.
    private var found = 0
    private var focused = 0..<1
    /// The first lines of the containers around the place, outermost first.
    private var around: [Int] = []

    private struct Container {
        let line: Int
        let isObject: Bool
        /// Whether it is the place, or on the way to it, and with how many steps.
        let depth: Int?
        var count = 0
    }

    init(_ text: String, focus: JSONPlace) {
        let source = Array(text.utf8)
        var index = 0
        var key: Range<Int>?
        while index < source.count {
            switch source[index] {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): index += 1
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                let isObject = source[index] == UInt8(ascii: "{")
                let depth = begin(key.map { source[$0] }, focus)
                key = nil
                open.append(Container(line: starts.count - 1, isObject: isObject, depth: depth))
                bytes.append(source[index])
                index += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                let closed = open.popLast()
                if closed?.count ?? 0 > 0 { breakLine() }
                bytes.append(source[index])
                index += 1
                if let closed, let depth = closed.depth, depth == found, depth == focus.steps.count {
                    focused = closed.line..<starts.count
                }
            case UInt8(ascii: ","), UInt8(ascii: ":"):
                bytes.append(source[index])
                if source[index] == UInt8(ascii: ":") { bytes.append(UInt8(ascii: " ")) }
                index += 1
            default:
                let end = Self.end(ofTokenAt: index, in: source)
                let isKey = key == nil && open.last?.isObject == true && Self.isFollowedByColon(end, in: source)
                if isKey {
                    beginLine()
                    key = index..<end
                } else {
                    _ = begin(key.map { source[$0] }, focus)
                    key = nil
                }
                bytes.append(contentsOf: source[index..<end])
                index = end
            }
        }
    }

    /// Begins a value: on a line of its own unless its key stands there.
    ///
    /// - Returns: the number of steps to the place that end at this value; nil where it is not on the way.
    private mutating func begin(_ key: ArraySlice<UInt8>?, _ focus: JSONPlace) -> Int? {
        guard let parent = open.last else { return 0 }
        if key == nil { beginLine() }
        guard let depth = parent.depth, depth < focus.steps.count else { return nil }
        let isNext =
            switch focus.steps[depth] {
            case .name(let name): key.map { Self.isName(name, $0) } ?? false
            case .index(let index): !parent.isObject && parent.count == index
            }
        // Of members with equal names the last one counts.
        guard isNext, depth + 1 >= found else { return nil }
        found = depth + 1
        let line = starts.count - 1
        focused = line..<line + 1
        around = open.map(\.line)
        return found
    }

    private mutating func beginLine() {
        guard !open.isEmpty else { return }
        open[open.count - 1].count += 1
        breakLine()
    }

    private mutating func breakLine() {
        bytes.append(UInt8(ascii: "\n"))
        starts.append(bytes.count)
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * min(open.count, Self.deepest)))
    }

    private static func isName(_ name: String, _ key: ArraySlice<UInt8>) -> Bool {
        if case .string(let text) = try? JSONParser.parse(Array(key)) { return text == name }
        return false
    }

    private static func end(ofTokenAt start: Int, in source: [UInt8]) -> Int {
        var index = start + 1
        if source[start] == UInt8(ascii: "\"") {
            while index < source.count, source[index] != UInt8(ascii: "\"") {
                index += source[index] == UInt8(ascii: "\\") ? 2 : 1
            }
            return min(source.count, index + 1)
        }
        while index < source.count {
            switch source[index] {
            case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["),
                UInt8(ascii: "]"), UInt8(ascii: "\""), UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"),
                UInt8(ascii: "\r"):
                return index
            default: index += 1
            }
        }
        return index
    }

    private static func isFollowedByColon(_ end: Int, in source: [UInt8]) -> Bool {
        source[end...].first { !($0 == UInt8(ascii: " ") || (9...13).contains($0)) } == UInt8(ascii: ":")
    }

    // MARK: - Excerpt

    /// All lines where they are few, and the number of the line at which the place begins, nil for the whole document.
    /// Else the lines around the place, with those at which the containers around it begin, in about `limit` bytes.
    ///
    /// - Parameter size: bytes of the body, named where lines are left out.
    func excerpt(limit: Int, size: Int) -> (text: String, line: Int?) {
        guard bytes.count > limit || found > 0 && starts.count > Self.mostWhole else {
            return (String(decoding: bytes, as: UTF8.self), found > 0 ? focused.lowerBound : nil)
        }
        let lines = window(limit)
        var text = ""
        var next = 0
        for line in around where line < lines.lowerBound {
            append(line..<line + 1, after: next, limit, to: &text)
            next = line + 1
        }
        append(lines, after: next, limit, to: &text)
        let rest = starts.count - lines.upperBound
        return (text + "\n" + (rest > 0 ? "… \(Self.count(rest, "more ")), " : "") + "\(size) bytes in all", nil)
    }

    private static func count(_ lines: Int, _ word: String = "") -> String {
        Plural.count(lines, "\(word)line")
    }

    /// The place itself comes first, then the lines before and after it in turn.
    private func window(_ limit: Int) -> Range<Int> {
        var first = focused.lowerBound
        var end = first + 1
        var room = limit - length(first)
        let most = found > 0 ? Self.mostLines : Int.max
        func fits(_ line: Int) -> Bool { length(line) <= room && end - first < most }
        while end < focused.upperBound, fits(end) {
            room -= length(end)
            end += 1
        }
        guard end >= focused.upperBound else { return first..<end }
        var canGrow = true
        while canGrow {
            canGrow = false
            if first > 0, fits(first - 1) {
                first -= 1
                room -= length(first)
                canGrow = true
            }
            if end < starts.count, fits(end) {
                room -= length(end)
                end += 1
                canGrow = true
            }
        }
        return first..<end
    }

    private func offsets(of line: Int) -> Range<Int> {
        starts[line]..<(line + 1 < starts.count ? starts[line + 1] - 1 : bytes.count)
    }

    private func length(_ line: Int) -> Int { offsets(of: line).count + 1 }

    private func append(_ lines: Range<Int>, after next: Int, _ limit: Int, to text: inout String) {
        var lines = lines
        // A single line is shown instead of a line that says it is left out.
        if lines.lowerBound == next + 1 { lines = next..<lines.upperBound }
        if lines.lowerBound > next {
            text += "\(text.isEmpty ? "" : "\n")… \(Self.count(lines.lowerBound - next))"
        }
        for line in lines {
            let offsets = offsets(of: line)
            if !text.isEmpty { text += "\n" }
            text += String(decoding: bytes[offsets].prefix(limit), as: UTF8.self)
            if offsets.count > limit { text += "… (\(offsets.count) bytes)" }
        }
    }
}
