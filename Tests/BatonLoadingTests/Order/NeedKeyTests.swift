import Testing

@testable import BatonLoading

/// Which needs of one file are one: those whose values are written the same.
@Suite struct NeedKeyTests {
    private static func keys(_ first: String, _ second: String) throws -> [String] {
        let needs = "{ one: { file: n.yaml, with: \(first) }, two: { file: n.yaml, with: \(second) } }"
        let loaded = Loading.load(
            "needs: \(needs)\nsteps: [ get: /x ]",
            files: ["n.yaml": "inputs: { a: { default: 1 }, b: { default: 1 } }\nsteps: [ get: /x ]"])
        let workflow = try #require(loaded.workflow, "\(loaded.diagnostics.map(\.message))")
        return workflow.needs.map(\.key)
    }

    private static let long = String(repeating: "x", count: 600)

    @Test(arguments: [
        ("{ a: 1 }", "{ a: \"1\" }"), ("{ a: true }", "{ a: \"true\" }"), ("{ a: null }", "{ a: \"null\" }"),
        ("{ a: \"1, b=2\" }", "{ a: 1, b: 2 }"), ("{ a: [\(long), 1] }", "{ a: [\(long), 2] }"),
        ("{ a: \(long)1 }", "{ a: \(long)2 }"), ("{ a: {} }", "{ a: \"{}\" }"), ("{ a: 1 }", "{ b: 1 }"),
        ("{ a: $(env.name) }", "{ a: $(env.base_url) }"),
    ])
    func `other values are another need`(_ first: String, _ second: String) throws {
        let keys = try Self.keys(first, second)
        #expect(Set(keys).count == 2, "\(keys)")
    }

    @Test(arguments: [
        ("{ a: 1, b: 2 }", "{ b: 2, a: 1 }"), ("{ a: x }", "{ a: \"x\" }"), ("{ a: [1, 2] }", "{ a: [ 1,  2 ] }"),
        ("{ a: $(env.name) }", "{ a: \"$(env.name)\" }"),
    ])
    func `the same values are the same need`(_ first: String, _ second: String) throws {
        let keys = try Self.keys(first, second)
        #expect(Set(keys).count == 1, "\(keys)")
    }
}
