import BatonYAML
import Testing

/// Mistakes in keys, values, tags and aliases.
struct NodeTests {
    private static let empty = "write `null`, `\"\"`, `{}` or `[]`"

    private static let keys = [
        Complaint("⟨a⟩: 1\nb: 2\n⟦a⟧: 3\n⟦'a'⟧: 4\n", second("a"), second("a")),
        Complaint("x: {⟨a⟩: 1, ⟦a⟧: 2}\n", second("a")),
        Complaint("⟨a⟩: 1\n⟦a⟧: {⟨b⟩: 1, ⟦b⟧: 2}\n", second("a"), second("b")),
        Complaint(
            "? ⟦[a]⟧\n: 1\n⟦{b: c}⟧: d\n",
            "yaml.unsupported: a key must be text, not a list | quote what is meant as text",
            "yaml.unsupported: a key must be text, not a map | quote what is meant as text"),
        Complaint(
            "a: &a {b: 1}\nc:\n  ⟦<<⟧: *a\n  \"<<\": 2\n",
            "yaml.unsupported: merge keys (`<<`) are not supported"
                + " | write the keys out, or \"<<\" in quotes if a key of that name is meant"),
    ]

    private static let values = [
        Complaint("⟦a⟧:\nb: 1\n⟦c⟧:\n", emptyKey("a"), emptyKey("c")),
        Complaint("⟦a⟧: # none\n", emptyKey("a")),
        Complaint("⟦a⟧: &b\nc: 1\n", emptyKey("a")),
        Complaint("- a\n⟦-⟧\n⟦-⟧ # none\n", emptyItem, emptyItem),
        Complaint("{⟦a⟧: , b: 1}\n", emptyKey("a")),
        Complaint("? ⟦a⟧\n", emptyKey("a")),
    ]

    private static let tags = [
        Complaint("a: ⟦!!str⟧ 12\n", "yaml.unsupported: tags are not supported | a: 12"),
        Complaint("⟦!!map⟧ {a: 1}\n", "yaml.unsupported: tags are not supported | {a: 1}"),
        Complaint("a: ⟦!t⟧ [1]\n", "yaml.unsupported: tags are not supported | a: [1]"),
        Complaint("a: ⟦!<x>⟧ b\n", "yaml.unsupported: tags are not supported | a: b"),
        Complaint("a: &x ⟦!!int⟧ 1\nb: *x\n", "yaml.unsupported: tags are not supported | a: &x 1"),
        Complaint("a: ⟦!e!t b⟧\n", "yaml.unquoted-text: a text that begins with `!` must be quoted | a: \"!e!t b\""),
    ]

    private static let aliases = [
        Complaint(
            "a: ⟦*foo⟧\n",
            "yaml.alias: no anchor `&foo` stands before this alias | quote the value if `*` is meant as text"),
        Complaint(
            "a: &login 1\nb: ⟦*logn⟧\n",
            "yaml.alias: no anchor `&logn` stands before this alias | did you mean `*login`?"),
        Complaint(
            "a: &x 1\nb: ⟦&y⟧ *x\n", "yaml.alias: a value has one anchor at most, and an alias has none | remove it"),
        Complaint("a: &r [⟦*r⟧]\n", "yaml.alias: `&r` contains itself through this alias"),
    ]

    private static func second(_ key: String) -> String {
        "yaml.duplicate-key: the key `\(key)` stands here a second time"
    }

    private static func emptyKey(_ key: String) -> String { "yaml.empty-value: `\(key)` has no value | \(empty)" }

    private static let emptyItem = "yaml.empty-value: this list item has no value | \(empty)"

    @Test(arguments: keys) func `keys are text, and unique`(_ complaint: Complaint) { complaint.verify() }

    @Test(arguments: values) func `a value is never left out`(_ complaint: Complaint) { complaint.verify() }

    @Test(arguments: tags) func `tags of YAML nodes are errors`(_ complaint: Complaint) { complaint.verify() }

    @Test(arguments: aliases) func `aliases need an anchor that is complete`(_ complaint: Complaint) {
        complaint.verify()
    }

    @Test(arguments: [10, 16, 17, 18, 5000]) func `all duplicate keys are found in maps of any size`(_ count: Int) {
        let keys = (0..<count).map { "k\($0): \($0)\n" }.joined()
        #expect(Composed(keys).messages == [])
        #expect(Composed(keys + "k3: 0\nk7: 0\nk3: 1\n").codes == Array(repeating: "yaml.duplicate-key", count: 3))
    }

    @Test(arguments: [0, 17]) func `keys of other code points are other keys, also where they look alike`(_ count: Int)
    {
        let keys = (0..<count).map { "k\($0): \($0)\n" }.joined()
        #expect(Composed(keys + "é: 1\ne\u{301}: 2\n").messages == [])
    }

    @Test func `an alias shares the anchored node and knows both places`() throws {
        let root = try #require(Composed("x: &x {a: [1, b]}\ny: *x\n").root)
        let alias = try #require(root["y"])
        #expect(alias.outline == "{a: [1, \"b\"]}")
        #expect(alias.range.text == "{a: [1, b]}")
        #expect(alias.aliasRange?.text == "*x")
        #expect(alias.useRange.text == "*x")
        #expect(root["x"]?.aliasRange == nil)
    }

    @Test func `an anchor that is written again holds from there on`() {
        #expect(Composed("a: &x 1\nb: *x\nc: &x 2\nd: *x\n").root?.outline == "{a: 1, b: 1, c: 2, d: 2}")
    }
}
