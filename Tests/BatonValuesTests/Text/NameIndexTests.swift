import BatonValues
import Testing

struct NameIndexTests {
    private static let names = ["get", "post", "expect", "x-y", "", "tag", "gat"]

    @Test func `each name gives its position`() {
        let index = NameIndex(Self.names)
        for (position, name) in Self.names.enumerated() { #expect(index[name] == position) }
    }

    @Test(arguments: ["ge", "gets", "Get", "gét", "a name that is longer than all of them"])
    func `another name gives nothing`(_ name: String) {
        #expect(NameIndex(Self.names)[name] == nil)
    }

    @Test func `of equal names the first one counts`() {
        #expect(NameIndex(["a", "b", "a"])["a"] == 0)
    }

    @Test func `an empty list has no name`() {
        #expect(!NameIndex([]).contains(""))
    }

    @Test func `a thousand names are found`() {
        let names = (0..<1000).map { "name \($0)" }
        let index = NameIndex(names)
        #expect(names.indices.allSatisfy { index[names[$0]] == $0 })
        #expect(!index.contains("name 1000"))
    }
}
