import BatonDiagnostics
import BatonJSON
import Testing

@testable import BatonJudging
@testable import BatonLoading
@testable import BatonSources

/// Merge keys (`<<`) in OpenAPI documents and schemas, which belong to others.
@Suite struct MergeKeyTests {
    private static func document(_ text: String) -> SchemaDocument {
        SchemaDocument(SourceFile(path: "openapi.yaml", text: text))
    }

    /// Ways to write a merge of two maps, the first of which wins.
    static let notations = [
        "r: { <<: [*a, *b], OWN }", "r: { OWN, <<: [*a, *b] }", "c: &c { <<: *b }\nr: { <<: [*a, *c], OWN }",
        "c: &c { <<: *b }\nd: &d { <<: [*a, *c] }\nr: { <<: *d, OWN }", "r:\n  <<: [*a, *b]\n  own: { OWN }",
        "c: &c { <<: [*a, *b] }\nr:\n  own: { OWN }\n  <<: *c", "r: { <<: [{ <<: *a }, *b], OWN }",
    ]

    @Test(arguments: notations)
    func `a key of the map itself wins, then one of an earlier map`(_ notation: String) throws {
        // Which of the three maps have the key.
        for own in [false, true] {
            for first in [false, true] {
                for second in [false, true] {
                    func map(_ name: String, _ hasKey: Bool) -> String {
                        "{ \(name): 1\(hasKey ? ", k: \(name)" : "") }"
                    }
                    let isNested = notation.contains("own: { OWN }")
                    let members = String(map("own", own).dropFirst(2).dropLast(2))
                    let written =
                        isNested
                        ? notation.replacing("own: { OWN }", with: members.replacing(", ", with: "\n  "))
                        : notation.replacing("OWN", with: members)
                    let text = "a: &a \(map("a", first))\nb: &b \(map("b", second))\n\(written)\n"
                    let document = Self.document(text)
                    let merged = try #require(document.value?["r"], "\(document.diagnostics.map(\.message))\n\(text)")
                    let winner: JSONValue? = own ? "own" : first ? "a" : second ? "b" : nil
                    #expect(merged["k"] == winner, "\(text)")
                    #expect(merged.objectValue?.count == (winner == nil ? 3 : 4), "\(text)")
                    for name in ["own", "a", "b"] { #expect(merged[name] == 1, "\(text)") }
                }
            }
        }
    }

    @Test func `a key of that name in quotes is a key like others`() {
        #expect(Self.document("a: { \"<<\": 1 }").value == ["a": ["<<": 1]])
    }

    @Test(arguments: ["<<: 5", "<<: []", "<<: [5]", "<<: [*a, x]", "<<: ~"])
    func `what is no map cannot be merged`(_ entry: String) {
        let document = Self.document("a: &a { b: 1 }\nr: { \(entry) }\n")
        #expect(document.value == nil)
        #expect(document.diagnostics.map(\.code) == ["yaml.unsupported"])
        #expect(document.diagnostics.map(\.message) == ["`<<` wants a map or a list of maps, whose keys are merged"])
    }

    @Test func `what is merged keeps its place in the file`() throws {
        let document = Self.document("a: &a\n  b: 1\nr:\n  <<: *a\n  c: 2\n")
        let range = document.range(of: try JSONPointer.parse("/r/b"), isKey: true)
        #expect(range.description == "openapi.yaml:2:3")
    }

    @Test func `merges that multiply end with a limit`() {
        let keys = (0..<1000).map { "k\($0): 1" }.joined(separator: ", ")
        let uses = (0..<1000).map { "r\($0): { <<: *a }" }.joined(separator: "\n")
        let document = Self.document("a: &a { \(keys) }\n\(uses)\n")
        #expect(document.value == nil)
        #expect(document.diagnostics.map(\.code).contains { $0.hasPrefix("yaml.") })
    }

    @Test func `a contract with merge keys is held against`() throws {
        let exchange = try ContractExchange(
            ContractLoading.document(
                """
                x-common: &common
                  responses: { 200: { description: d } }
                  parameters: [ { name: n, in: query, schema: { type: integer } } ]
                paths:
                  /a: { get: { <<: *common, operationId: a } }
                """))
        #expect(try exchange.told("GET", "/a?n=1").isEmpty)
        #expect(try exchange.told("GET", "/a?n=x").count == 1)
    }
}
