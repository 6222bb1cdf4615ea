import CommandCalls
import ProjectFolders
import RunningDemo
import Testing

/// `cache` at the top of an API file and in its endpoints, beside the other places where it may stand.
@Suite struct APICacheTests {
    /// Where `cache: cache-first` stands, and what a step after it says.
    struct Case: Sendable, CustomTestStringConvertible {
        /// Places and what each of them says.
        var cache: [String: String]
        var method = "get"
        /// How often the server is asked by two equal calls.
        var count: Int
        var testDescription: String { "\(cache.sorted { $0.key < $1.key }) \(method): \(count)" }
    }

    static let cases: [Case] = [
        Case(cache: [:], count: 2),
        Case(cache: ["environment": "cache-first"], count: 1),
        Case(cache: ["api": "cache-first"], count: 1),
        Case(cache: ["defaults": "cache-first"], count: 1),
        Case(cache: ["endpoint": "cache-first"], count: 1),
        Case(cache: ["step": "cache-first"], count: 1),
        // The strongest place wins.
        Case(cache: ["environment": "cache-first", "api": "network-only"], count: 2),
        Case(cache: ["api": "cache-first", "defaults": "network-only"], count: 2),
        Case(cache: ["defaults": "cache-first", "endpoint": "network-only"], count: 2),
        Case(cache: ["endpoint": "cache-first", "step": "network-only"], count: 2),
        Case(cache: ["environment": "network-only", "api": "cache-first"], count: 1),
        Case(cache: ["api": "network-only", "endpoint": "cache-first"], count: 1),
        Case(cache: ["endpoint": "network-only", "step": "cache-first"], count: 1),
        // What is meant for requests in general is for those that change nothing; who names one request means it.
        Case(cache: ["environment": "cache-first"], method: "post", count: 2),
        Case(cache: ["api": "cache-first"], method: "post", count: 2),
        Case(cache: ["defaults": "cache-first"], method: "post", count: 2),
        Case(cache: ["endpoint": "cache-first"], method: "post", count: 1),
        Case(cache: ["step": "cache-first"], method: "post", count: 1),
        Case(cache: ["api": "{ policy: cache-first, key: same, ttl: 1h }"], count: 1),
        Case(cache: ["endpoint": "{ policy: cache-first, ttl: 0s }"], count: 2),
    ]

    @Test(arguments: cases)
    func `the strongest place decides, also for calls`(_ item: Case) async throws {
        func line(_ place: String, _ indent: String = "") -> String {
            item.cache[place].map { "\(indent)cache: \($0)\n" } ?? ""
        }
        let folder = try Folder()
        try folder.write(
            "baton.yaml",
            "environments:\n  local:\n    base_url: \(try await Demo.baseURL())\n" + line("environment", "    "))
        try folder.write(
            "workflows/apis/a.yaml",
            line("api") + "endpoints:\n  count:\n    inputs: { name: {} }\n    \(item.method): /count/$(name)\n"
                + "    result: { count: { path: $.count, as: integer } }\n" + line("endpoint", "    "))
        let call = "  - call: a.count\n    with: { name: $(name) }\n" + line("step", "    ")
        let defaults = item.cache["defaults"] == nil ? "" : "defaults:\n" + line("defaults", "  ")
        try folder.write(
            "workflows/w.yaml",
            "use: { a: apis/a.yaml }\nvars: { name: $(uuid()) }\n\(defaults)steps:\n\(call)\(call)    id: second\n"
                + "  - that: steps.second.result.count == \(item.count)\n"
                + "  - that: steps.second.response.from_cache == \(item.count == 1)\n")
        let result = try await Baton(folder: folder)("run", "--no-history")
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test func `an endpoint keeps its responses for later runs, and a typed result is made of a stored one`()
        async throws
    {
        let folder = try Folder()
        try folder.write("baton.yaml", "environments: { local: { base_url: \(try await Demo.baseURL()) } }")
        try folder.write(
            "workflows/apis/shop.yaml",
            """
            types:
              Item: { id: { path: $.id, as: integer }, name: name }
            endpoints:
              item:
                inputs: { id: { type: integer } }
                get: /items/$(id)
                cache: { policy: cache-first, scope: disk, ttl: 1h }
                result: Item
                outcomes: { unknown: response.status == 404 }
            """)
        try folder.write(
            "workflows/w.yaml",
            """
            use: { shop: apis/shop.yaml }
            steps:
              - call: shop.item
                with: { id: 2 }
                expect: { that: result.id == 2 && outcome == "success" }
              - call: shop.item
                name: Not there
                with: { id: 999999 }
                expect: { outcome: unknown }
            """)
        let first = try await Baton(folder: folder)("run", "--no-history")
        #expect(first.exitCode == 0 && !first.output.contains("from the cache"), "\(first.everything)")
        let second = try await Baton(folder: folder)("run", "--no-history", "-v")
        #expect(second.exitCode == 0, "\(second.everything)")
        // A response that is no success is never stored, although the step passed.
        #expect(second.output.contains(", 1 response from the cache"), "\(second.output)")
    }

    @Test func `outcomes and checks of a call know both responses of the rule both`() async throws {
        let folder = try Folder()
        try folder.write("baton.yaml", "environments: { local: { base_url: \(try await Demo.baseURL()) } }")
        try folder.write(
            "workflows/apis/a.yaml",
            "endpoints:\n  count: { inputs: { name: {} }, get: /count/$(name), cache: both }\n")
        try folder.write(
            "workflows/w.yaml",
            """
            use: { a: apis/a.yaml }
            vars: { name: $(uuid()) }
            steps:
              - call: a.count
                with: { name: $(name) }
                expect: { that: cached == null }
              - call: a.count
                name: Again
                with: { name: $(name) }
                expect: { that: cached.json.count + 1 == response.json.count }
            """)
        let result = try await Baton(folder: folder)("run", "--no-history")
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test(arguments: ["cache: cache-frist", "cache: { policy: cache-first, ttl: -1s }", "cache: { ttl: 5m }"])
    func `what is wrong with cache is told at its place in the API file`(_ line: String) async throws {
        let folder = try Folder()
        for (name, text) in [
            "top": "\(line)\nendpoints: { a: { get: /a } }\n",
            "endpoint": "endpoints:\n  a:\n    get: /a\n    \(line)\n",
        ] {
            try folder.write("apis/\(name).yaml", text)
            let result = try await Baton(folder: folder)("check", "apis/\(name).yaml")
            #expect(result.exitCode == 2, "\(result.everything)")
            let place = name == "top" ? "apis/top.yaml:1:" : "apis/endpoint.yaml:4:"
            #expect(result.everything.contains(place), "\(result.everything)")
        }
    }
}
