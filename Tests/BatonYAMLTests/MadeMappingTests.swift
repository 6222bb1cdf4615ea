import BatonYAML
import Testing

/// Mappings that are put together from parts of a file.
struct MadeMappingTests {
    private static let text =
        "more: {a: 1, b: \"x\\ty\", c: &c [1, {d: *e}]}\n".replacing("*e", with: "'e'")
        + "own:\n  b: 2\n  f: *c\nempty: null\n"

    private let root = Composed(Self.text).root

    @Test func `entries are added where the mapping has none of that name`() throws {
        let own = try #require(root?["own"])
        let more = try #require(root?["more"]?.entries)
        let made = own.extended(by: more)
        #expect(made.outline == #"{a: 1, c: [1, {d: "e"}], b: 2, f: [1, {d: "e"}]}"#)
        #expect(made.range == own.range && made.style == own.style)
        #expect(made.entries?.map(\.keyRange.text) == ["a", "c", "b", "f"])
        #expect(made["f"]?.aliasRange?.text == "*c")
        #expect(made["f"]?.items?[1]["d"]?.range.text == "'e'")
        #expect(made["c"]?.aliasRange == nil)
    }

    @Test func `what is no mapping stays what it is`() throws {
        let more = try #require(root?["more"]?.entries)
        #expect(root?["empty"]?.extended(by: more).outline == "null")
    }

    @Test func `a key takes another value and keeps its place`() throws {
        let entry = try #require(root?.entries?.first { $0.isNamed("empty") })
        let made = entry.with(try #require(root?["more"]))
        #expect(made.keyText == "empty")
        #expect(made.keyRange == entry.keyRange)
        #expect(made.value["b"]?.scalar?.text == "x\ty")
        #expect(made.value["b"]?.sourceMap.range(2..<3).text == "y")
    }

    @Test func `entries that stand elsewhere make a mapping`() throws {
        let entries = try #require(root?["own"]?.entries)
        let made = try #require(YAMLNode.mapping(of: Array(entries)))
        #expect(made.outline == #"{b: 2, f: [1, {d: "e"}]}"#)
        #expect(made.range.text == "b: 2\n  f: *c")
        #expect(YAMLNode.mapping(of: [])?.outline == nil)
    }

    @Test func `a name is compared byte by byte`() throws {
        let entries = try #require(Composed("é: 1\n").root?.entries)
        #expect(entries[0].isNamed("é") && !entries[0].isNamed("e\u{301}") && !entries[0].isNamed("éé"))
    }
}
