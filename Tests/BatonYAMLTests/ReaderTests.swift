import BatonDiagnostics
import BatonFiles
import FuzzTargets
import Testing

@testable import BatonYAML

/// What the grammar of YAML 1.2 allows and few files use.
@Suite struct ReaderTests {
    private static let root = RealPath.folder(of: RealPath.folder(of: RealPath.folder(of: #filePath)))
    private static let samples = FuzzSeeds(repository: root, conformance: root).texts(for: .yaml)

    @Test(arguments: [
        ("a:\t1\t# b\n-\t2\n".replacing("-\t2\n", with: ""), "{a: 1}"), ("-\ta\n- \tb\n", #"["a", "b"]"#),
        ("\t\na:\n  \tb\n\t# c\n", #"{a: "b"}"#), ("a: [\n \tb,\tc ]\n", #"{a: ["b", "c"]}"#),
        ("a: |\n \tb\n", #"{a: "\tb\n"}"#),
    ])
    func `tabs may separate what is not indented by them`(_ text: String, _ outline: String) {
        let composed = Composed(text)
        #expect(composed.messages == [])
        #expect(composed.root?.outline.replacing("\t", with: "\\t") == outline.replacing("\t", with: "\\t"))
    }

    @Test(arguments: [
        ("{a\n b: 1}\n", "{a b: 1}"), ("{\"a\"\n: 1, 'b':2, c:\n 3}\n", "{a: 1, b: 2, c: 3}"),
        ("[a: 1, ? b : 2, \"c\":3]\n", "[{a: 1}, {b: 2}, {c: 3}]"),
        ("[:a, ?b, -c, d:e, ::f]\n", #"[":a", "?b", "-c", "d:e", "::f"]"#),
        ("a: {\n  b: 1\n}\nc: [\n]\n", "{a: {b: 1}, c: []}"), ("[a,\nb,\n]\n", #"["a", "b"]"#),
        ("{? a : 1, b: 2}\n", "{a: 1, b: 2}"),
    ])
    func `pairs and keys between brackets are read`(_ text: String, _ outline: String) {
        let composed = Composed(text)
        #expect(composed.messages == [])
        #expect(composed.root?.outline == outline)
    }

    @Test(arguments: [
        ("--- a\n b\n\n c\n...\n", #""a b\nc""#), ("--- |\na\n b\n", #""a\n b\n""#), ("--- >-\na\nb\n...\n", #""a b""#),
        ("---\n\"a\n b\"\n", #""a b""#), ("...\n# a\n---\nb: 1\n", "{b: 1}"), ("--- [a]\n", #"["a"]"#),
        ("---a: 1\n", "{---a: 1}"),
    ])
    func `a document may begin on the line of its marker`(_ text: String, _ outline: String) {
        let composed = Composed(text)
        #expect(composed.messages == [])
        #expect(composed.root?.outline == outline)
    }

    @Test(arguments: [
        ("&k a: &v b\nc: *k\n*v : d\n", #"{a: "b", c: "a", b: "d"}"#),
        ("a: &x\n  &y b: 1\nc: *x\nd: *y\n", #"{a: {b: 1}, c: {b: 1}, d: "b"}"#),
        ("a: &x\n- 1\nb: *x\n", "{a: [1], b: [1]}"),
        ("a: &x |\n  b\nc: [&y d, *y, *x]\n", #"{a: "b\n", c: ["d", "d", "b\n"]}"#),
        ("&a: b: *a:\n".replacing("*a:", with: "c"), #"{b: "c"}"#), ("- &é 1\n- *é\n", "[1, 1]"),
    ])
    func `anchors stand before keys and values`(_ text: String, _ outline: String) {
        let composed = Composed(text)
        #expect(composed.messages == [])
        #expect(composed.root?.outline == outline)
    }

    @Test func `the places of pairs and of keys with anchors are exact`() throws {
        let root = try #require(Composed("a: [ b: 1 , c ]\nd: &x\n  &y e: 1\n").root)
        #expect(root["a"]?.items?.first?.range.text == "b: 1")
        #expect(root["d"]?.range.text == "&y e: 1")
        #expect(root["d"]?.entries?.first?.keyRange.text == "e")
    }

    @Test func `samples are sound, and changed at random they are still placed and answered`() {
        #expect(Self.samples.count > 100)
        #expect(Self.samples.count { Composed(bytes: $0).messages == [] } * 10 > Self.samples.count * 9)
        var mutation = TextMutation(seed: 11)
        for _ in 0..<2_000 {
            let text = mutation.applied(to: mutation.pick(Self.samples), mutation.pick(Self.samples))
            #expect(
                FuzzTarget.yaml.violation(in: text) == nil, "\(String(decoding: text, as: UTF8.self).debugDescription)")
        }
    }

    @Test(arguments: 0..<50) func `files made at random are placed and answered`(_ seed: UInt64) {
        var random = RandomOrdinaryFile(seed: seed)
        var sound = 0
        for _ in 0..<60 {
            let text = random.file()
            #expect(FuzzTarget.yaml.violation(in: Array(text.utf8)) == nil, "\(text.debugDescription)")
            if Composed(text).diagnostics.isEmpty { sound += 1 }
        }
        #expect(sound > 6)
    }
}
