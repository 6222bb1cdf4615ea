import BatonDiagnostics
import Testing

struct SourceFileTests {
    @Test(arguments: [
        ("", [0]), ("a", [0]), ("a\n", [0, 2]), ("a\r\nb\rc\n\nd", [0, 3, 5, 7, 8]), ("\r\r\n", [0, 1, 3]),
    ])
    func `a line ends at LF, CR LF or CR`(_ text: String, _ starts: [Int]) {
        #expect(SourceFile(path: "a", text: text).lineStarts == starts)
    }

    @Test(arguments: 0..<100) func `lines are found wherever their ends lie`(_ seed: Int) {
        // A walk through all residues, so that every order of these bytes comes up at every offset.
        let bytes = (0..<90).map {
            [0x61, 0x0A, 0x0D, 0x0B, 0x0E, 0x8A, 0x8D, 0xFF, 0x09][($0 * $0 * 7 + $0 * seed) % 9]
        }
        var starts = [0]
        for (at, byte) in bytes.enumerated() {
            let isPair = byte == 0x0D && at + 1 < bytes.count && bytes[at + 1] == 0x0A
            if byte == 0x0A || byte == 0x0D && !isPair { starts.append(at + 1) }
        }
        #expect(SourceFile(path: "a", bytes: bytes.map(UInt8.init)).lineStarts == starts)
    }

    @Test(arguments: [(0, 1, 1), (2, 1, 2), (3, 1, 3), (4, 2, 1), (5, 2, 2), (99, 2, 2), (-1, 1, 1)])
    func `columns count code points from 1`(_ offset: Int, _ line: Int, _ column: Int) {
        let file = SourceFile(path: "a", text: "äb\nc")
        #expect(file.location(of: offset) == SourceLocation(line: line, column: column))
    }

    @Test(arguments: [1, 3, 7, 40])
    func `a place is the same in whichever order places are asked for`(_ stride: Int) {
        let text = "one\r\ntwo\n\nä four, which is a longer line\rfive\r\r\nseven"
        let count = text.utf8.count
        let orders = [Array(0...count), (0...count).reversed(), (0...count).map { $0 * stride % (count + 1) }]
        let file = SourceFile(path: "a", text: text)
        let alone = (0...count).map { SourceFile(path: "a", text: text).location(of: $0) }
        #expect(alone.map(\.line).max() == 7)
        for order in orders {
            let one = SourceFile(path: "a", text: text)
            for offset in order {
                #expect(one.location(of: offset) == alone[offset])
                #expect(alone[offset].line == file.lineStarts.count { $0 <= offset })
            }
        }
    }

    @Test func `the text of a line has no line break and mends broken UTF-8`() {
        let file = SourceFile(path: "a", bytes: Array("one\r\ntw".utf8) + [0xFF, 0x0A])
        #expect(file.text(ofLine: 1) == "one")
        #expect(file.text(ofLine: 2) == "tw\u{FFFD}")
        #expect(file.text(ofLine: 3) == "")
        #expect(file.text(ofLine: 0) == "" && file.text(ofLine: 4) == "")
    }

    @Test func `a range knows its text, its ends and its place`() {
        let range = marked("a:\n  «b: c»\n", path: "x/y.yaml")
        #expect(range.text == "b: c")
        #expect(range.start == SourceLocation(line: 2, column: 3))
        #expect(range.end == SourceLocation(line: 2, column: 7))
        #expect(range.description == "x/y.yaml:2:3")
        let key = SourceRange(file: range.file, range.lower..<range.lower + 1)
        let value = SourceRange(file: range.file, range.upper - 1..<range.upper)
        #expect(key.through(value) == range)
        #expect(value.through(key) == value)
        #expect(SourceRange(file: range.file, 90..<99).text == "")
    }

    @Test func `equal ranges of different files differ`() {
        #expect(marked("«a»") != marked("«a»"))
    }
}

/// The range between `«` and `»` in a text that is then without these marks.
func marked(_ text: String, path: String = "test.yaml") -> SourceRange {
    var bytes: [UInt8] = []
    var ends: [Int] = []
    for scalar in text.unicodeScalars {
        if scalar == "«" || scalar == "»" {
            ends.append(bytes.count)
        } else {
            bytes += Array(String(scalar).utf8)
        }
    }
    return SourceRange(file: SourceFile(path: path, bytes: bytes), ends[0]..<ends[1])
}

struct SourceMapTests {
    /// `x: "a\u00e4b"`: content `aäb`, the escape of six characters is two bytes of content.
    private let map = SourceMap(
        file: SourceFile(path: "a", text: #"x: "a\u00e4b""#),
        anchors: [.init(content: 0, source: 4), .init(content: 1, source: 5), .init(content: 3, source: 11)])

    @Test(arguments: [(0, 4), (1, 5), (3, 11), (4, 12), (1000, 13)])
    func `an offset of the content is found in the file`(_ content: Int, _ source: Int) {
        #expect(map.offset(of: content) == source)
    }

    @Test func `a range ends with its last byte`() {
        #expect(map.range(0..<1).text == "a")
        #expect(map.range(3..<4).text == "b")
        #expect(map.range(0..<4).text == #"a\u00e4b"#)
        #expect(map.range(3..<3).text == "" && map.range(3..<3).lower == 11)
    }

    @Test func `a part is addressed from its own start`() {
        #expect(map.dropping(1).dropping(2).range(0..<1).text == "b")
    }

    @Test func `a map without anchors is the file`() {
        let file = SourceFile(path: "a", text: "abc")
        #expect(SourceMap(file: file, anchors: []).range(1..<3).text == "bc")
    }
}
