import BatonDiagnostics
import Testing

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
