import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// What a run tells of a response that is not what a type of an API file says.
@Suite struct MappingFailureTests {
    private static func run(_ body: String, _ workflow: String, options: [String] = []) async throws -> Baton.Result {
        let server = RawServer { _ in
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }
        defer { server.stop() }
        let folder = try Folder()
        try folder.write(
            "apis/shop.yaml",
            """
            types:
              User:
                name: user_name
                born: { path: $.born, as: date, format: yyyy/MM/dd, optional: true }
                favourite: { path: $.favorite_pizza, as: Pizza, optional: true }
                orders: { path: ordered_pizzas, as: [Pizza] }
              Pizza:
                id: { path: pizza_id, as: integer }
                size: { path: size, as: integer, enum: { small: 0, medium: 1 } }
            endpoints:
              user: { get: /user, result: User }
              orders: { get: /user, result: { orders: { path: $.ordered_pizzas, as: [Pizza] } } }
            """)
        try folder.write("w.yaml", workflow)
        return try await Baton(folder: folder).run(
            ["run", "w.yaml", "--base-url", server.url, "--junit", "\(folder.path)/j.xml"] + options)
    }

    private static let body = """
        {"born": "1815-12-10", "favorite_pizza": {"pizza_id": "x", "size": 9},
         "ordered_pizzas": [{"pizza_id": 1, "size": 0}, {"size": 7}]}
        """

    @Test func `every field that does not fit is told with its path and its line in the API file`() async throws {
        let result = try await Self.run(Self.body, "use: { shop: apis/shop.yaml }\nsteps:\n  - call: shop.user\n")
        #expect(result.exitCode == 1, "\(result.everything)")
        for line in [
            "result: there is nothing at `$.user_name`; what should hold it has born, favorite_pizza, ordered_pizzas [mapping.missing]  apis/shop.yaml:3:5",
            "result: expected a date in the format `yyyy/MM/dd` at `$.born`, got \"1815-12-10\" [mapping.format]  apis/shop.yaml:4:5",
            "result: expected an integer at `$.favorite_pizza.pizza_id`, got \"x\" [mapping.type]  apis/shop.yaml:8:5",
            "result: expected one of 0 (small), 1 (medium) at `$.favorite_pizza.size`, got 9 [mapping.format]  apis/shop.yaml:9:5",
            "result: there is nothing at `$.ordered_pizzas[1].pizza_id`; what should hold it has size [mapping.missing]  apis/shop.yaml:8:5",
            "result: expected one of 0 (small), 1 (medium) at `$.ordered_pizzas[1].size`, got 7 [mapping.format]  apis/shop.yaml:9:5",
        ] { #expect(result.output.contains(line), "\(line)\n\(result.output)") }
        #expect(result.output.split(separator: "called: w.yaml:3:5").count == 7, "\(result.output)")
    }

    @Test func `a capture of a type leads to the field and back to the capture`() async throws {
        let result = try await Self.run(
            Self.body,
            """
            use: { shop: apis/shop.yaml }
            steps:
              - get: /user
                capture:
                  first: { path: "$.ordered_pizzas[1]", as: shop.Pizza }
            """)
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(
            result.output.contains(
                "first: there is nothing at `$.ordered_pizzas[1].pizza_id`"), "\(result.output)")
        #expect(
            result.output.contains(
                "first: expected one of 0 (small), 1 (medium) at `$.ordered_pizzas[1].size`, got 7")
        )
        #expect(result.output.contains("the capture: w.yaml:5:"), "\(result.output)")
    }

    @Test func `of a long list the first failures are told and the rest is counted`() async throws {
        let items = Array(repeating: #"{"pizza_id": "x", "size": 0}"#, count: 50).joined(separator: ",")
        let result = try await Self.run(
            "{\"ordered_pizzas\": [\(items)]}", "use: { shop: apis/shop.yaml }\nsteps:\n  - call: shop.orders\n")
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(result.output.contains("`$.ordered_pizzas[9].pizza_id`"), "\(result.output)")
        #expect(!result.output.contains("`$.ordered_pizzas[10].pizza_id`"))
        #expect(result.output.contains("orders: 40 more values do not fit [mapping.type]"), "\(result.output)")
    }

    @Test func `elements of a captured list that do not fit are told one by one`() async throws {
        let result = try await Self.run(
            #"{"ids": [1, "x", 2, null]}"#,
            "steps:\n  - get: /user\n    capture: { ids: { path: $.ids, as: [integer] } }\n")
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(result.output.contains("ids: expected an integer at `$.ids[1]`, got \"x\""), "\(result.output)")
        #expect(result.output.contains("ids: expected an integer at `$.ids[3]`, got null"), "\(result.output)")
    }

    @Test func `nothing of a secret is shown, whatever does not fit`() async throws {
        let result = try await Self.run(
            #"{"ordered_pizzas": [{"pizza_id": "hunter2-secret", "size": "hunter3-secret"}]}"#,
            """
            use: { shop: apis/shop.yaml }
            steps:
              - get: /user
                capture:
                  first: { path: "$.ordered_pizzas[0]", as: shop.Pizza, secret: true }
            """)
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(
            !result.everything.contains("hunter2") && !result.everything.contains("hunter3"), "\(result.everything)")
        #expect(result.output.contains("expected an integer at `$.ordered_pizzas[0].pizza_id`, got ***"))
    }
}
