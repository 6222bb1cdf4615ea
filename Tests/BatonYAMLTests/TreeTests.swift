import BatonYAML
import Testing

/// What a sound file becomes.
struct TreeTests {
    @Test(arguments: [
        ("1", "1"), ("-0", "-0"), ("1.10", "1.10"), ("1e5", "1e5"), ("-1.5E-3", "-1.5E-3"), ("1E+2", "1E+2"),
        ("01234", "\"01234\""), ("+49301", "\"+49301\""), ("0x1F", "\"0x1F\""), (".5", "\".5\""), ("1.", "\"1.\""),
        ("1e", "\"1e\""), ("1_000", "\"1_000\""), (".inf", "\".inf\""), ("12:30:45", "\"12:30:45\""),
        ("true", "true"), ("false", "false"), ("True", "\"True\""), ("no", "\"no\""), ("on", "\"on\""),
        ("null", "null"), ("Null", "\"Null\""), ("~", "\"~\""), ("'1'", "\"1\""), ("\"null\"", "\"null\""),
        ("\"true\"", "\"true\""), ("|-\n 1", "\"1\""), ("2026-01-01", "\"2026-01-01\""),
    ])
    func `only what JSON knows is typed, and characters are kept`(_ written: String, _ outline: String) {
        let composed = Composed("a: \(written)\n")
        #expect(composed.messages == [])
        #expect(composed.root?["a"]?.outline == outline)
    }

    @Test func `the range of every YAML node is exact`() throws {
        let yaml = """
            # comment
            é:
              - &x a b
              - "ü"   # comment
            😀: { x: [1, 2] , y: 'z' }
            text: |
              one
              two

            # comment
            last:
              k: v

            # end
            """
        let root = try #require(Composed(yaml).root)
        #expect(root.range.text.hasPrefix("é:"))
        #expect(root.range.text.hasSuffix("k: v"))
        #expect(root.style == .block)
        #expect(root["é"]?.range.text == "- &x a b\n  - \"ü\"")
        #expect(root["é"]?.items?.map(\.range.text) == ["a b", "\"ü\""])
        #expect(root["😀"]?.range.text == "{ x: [1, 2] , y: 'z' }")
        #expect(root["😀"]?.style == .flow)
        #expect(root["😀"]?["x"]?.range.text == "[1, 2]")
        #expect(root["text"]?.range.text == "|\n  one\n  two")
        #expect(root["last"]?.range.text == "k: v")
        #expect(root.entries?.map(\.keyRange.text) == ["é", "😀", "text", "last"])
    }

    @Test func `a list at the indentation of its key ends at its last item`() throws {
        let root = try #require(Composed("a:\n- b: 1\n  c: 2\n-  d\n\n\ne: 1\n").root)
        #expect(root["a"]?.range.text == "- b: 1\n  c: 2\n-  d")
        #expect(root["a"]?.items?.first?.range.text == "b: 1\n  c: 2")
    }

    @Test(arguments: [
        ("a: b", YAMLNode.Style.plain), ("a: 'b'", .singleQuoted), ("a: \"b\"", .doubleQuoted), ("a: |\n b", .literal),
        ("a: >\n b", .folded), ("a: {}", .flow), ("a:\n  - b", .block),
    ])
    func `the style of every YAML scalar is kept`(_ yaml: String, _ style: YAMLNode.Style) {
        #expect(Composed(yaml).root?["a"]?.style == style)
        #expect(Composed(yaml).root?["a"]?.scalar?.isPlain ?? false == (style == .plain))
    }

    @Test func `JSON is YAML`() {
        let json = #"{"a":1,"b":[true,null,"\/\u00e9\ud83d\ude00"],"c":{"d":-1.5e3},\#t"e":""}"#
        let composed = Composed(json)
        #expect(composed.messages == [])
        #expect(composed.root?.outline == #"{a: 1, b: [true, null, "/é😀"], c: {d: -1.5e3}, e: ""}"#)
    }

    @Test func `surrogates are read as pairs only in double quotes, however many there are`() {
        let pairs = String(repeating: #""\ud83d\ude00", '\ud83d\ude00', "#, count: 500)
        let composed = Composed("- [\(pairs)x]\n- \\ud83d\\ude00\n- \"\\\\ud83d\\\\ude00\"\n- |\n  \\ud83d\\ude00\n")
        #expect(composed.messages == [])
        let items = composed.root?.items ?? []
        #expect(items.first?.items?[998].scalar?.text == "😀")
        #expect(items.first?.items?[999].scalar?.text == #"\ud83d\ude00"#)
        #expect(items.dropFirst().map { $0.scalar?.text } == [#"\ud83d\ude00"#, #"\ud83d\ude00"#, "\\ud83d\\ude00\n"])
    }

    @Test func `an explicit key is a key`() {
        #expect(Composed("? a b\n: 1\n").root?.outline == "{a b: 1}")
    }

    @Test func `comments and marks of many bytes do not shift places`() throws {
        let yaml =
            String(repeating: "# ééé😀\n", count: 200) + "a: 😀\nb:\n" + String(repeating: "  - ü: é\n", count: 200)
            + "z: end\n"
        let root = try #require(Composed(yaml).root)
        #expect(root["z"]?.range.text == "end")
        #expect(root["b"]?.items?.allSatisfy { $0.range.text == "ü: é" } == true)
    }
}

/// What a map says of a value by its place is what the value itself says.
@Suite struct OutlineTests {
    @Test func `the outline of a value tells collections, types of scalars and what is missing`() throws {
        let text =
            "map: { a: 1 }\nlist: [1]\ntext: x\nnumber: 1\nnothing: null\nflag: true\nalias: &it { b: 1 }\nagain: *it\n"
        let entries = try #require(Composed(text).root?.entries)
        for index in entries.indices {
            let value = entries[index].value
            switch entries.outline(at: index) {
            case .mapping: #expect(value.entries != nil && value.isMapping)
            case .sequence: #expect(value.items != nil && !value.isMapping)
            case .scalar(let type): #expect(value.scalar?.type == type && !value.isMapping)
            case .missing: #expect(value.isMissing)
            }
        }
        let names = entries.indices.map { "\(entries[$0].keyText) \(entries.outline(at: $0))" }
        #expect(
            names == [
                "map mapping", "list sequence", "text scalar(BatonYAML.ScalarType.string)",
                "number scalar(BatonYAML.ScalarType.number)", "nothing scalar(BatonYAML.ScalarType.null)",
                "flag scalar(BatonYAML.ScalarType.true)", "alias mapping", "again mapping",
            ])
    }
}
