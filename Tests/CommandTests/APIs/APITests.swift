import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// API files, from the file to the exit code.
@Suite struct APITests {
    private static func server(_ status: String, _ body: String) -> RawServer {
        RawServer { _ in
            "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }
    }

    private static let api = """
        types:
          Order: { id: { path: id, as: integer } }
        endpoints:
          orders:
            inputs: { key: { secret: true } }
            get: /orders
            headers: { X-Key: $(key) }
            result:
              orders: { path: $.orders, as: [Order] }
            outcomes:
              closed: response.json.state == "closed"
            sample: { json: { state: open, orders: [{ id: 7 }] } }
          plain: { get: /plain }
        """

    private static func run(
        _ status: String, _ body: String, _ more: String = "", options: [String] = [], api: String = api
    ) async throws -> Baton.Result {
        let server = Self.server(status, body)
        let folder = try Folder()
        try folder.write("apis/shop.yaml", api)
        try folder.write(
            "w.yaml",
            "use: { shop: apis/shop.yaml }\nsteps:\n  - call: shop.orders\n    with: { key: hunter2-secret }\n\(more)")
        return try await Baton(folder: folder).run(["run", "w.yaml", "--base-url", server.url] + options)
    }

    @Test func `a typed result is checked, and flows on`() async throws {
        let result = try await Self.run(
            "200 OK", #"{"state":"open","orders":[{"id":"5"}]}"#,
            "    id: list\n    expect: { that: 'result.orders[0].id == 5' }\n  - that: steps.list.result.orders.size() == 1\n"
        )
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test func `a value that does not fit names its path, the call and the endpoint`() async throws {
        let result = try await Self.run("200 OK", #"{"state":"open","orders":[{"id":1},{"id":"x"}]}"#)
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(
            result.output.contains(
                #"orders: expected an integer at `$.orders[1].id`, got "x" [mapping.type]"#), "\(result.output)")
        #expect(result.output.contains("  apis/shop.yaml:2:12\n"), "\(result.output)")
        #expect(result.output.contains("called: w.yaml:3:5"), "\(result.output)")
    }

    @Test func `what reads a result that is not there repeats nothing`() async throws {
        let result = try await Self.run(
            "200 OK", #"{"state":"open","orders":5}"#,
            "    capture: { first: '$(result.orders[0].id)' }\n    expect: { that: 'result.orders.size() == 1' }\n")
        #expect(
            result.output.contains("orders: expected a list at `$.orders`, got 5 [mapping.type]"), "\(result.output)")
        #expect(!result.output.contains("[expression.failed]"), "\(result.output)")
        let other = try await Self.run(
            "200 OK", #"{"state":"closed"}"#,
            "    expect: { outcome: closed, that: 'result.orders.size() == 1' }\n")
        #expect(other.output.contains("`result` has no value: the call ended in `closed`"), "\(other.output)")
    }

    @Test func `a secret part of a result makes no secret of the other parts`() async throws {
        let api = """
            endpoints:
              orders:
                inputs: { key: {} }
                get: /x
                result: { name: $.name, token: { path: $.token, secret: true } }
            """
        let result = try await Self.run(
            "200 OK", #"{"name":"Ada Lovelace","token":"very-secret-token"}"#,
            "    id: call\n  - log: $(steps.call.result.name) has $(steps.call.result.token)\n  - that: steps.call.result.name == \"Bob\"\n",
            options: ["--verbose"], api: api)
        #expect(result.output.contains("Ada Lovelace has ***"), "\(result.output)")
        #expect(!result.everything.contains("very-secret-token"))
        #expect(result.output.contains(#"= "Ada Lovelace""#), "\(result.output)")
    }

    @Test func `a mapping that fails is an outcome that can be expected`() async throws {
        let result = try await Self.run(
            "200 OK", #"{"state":"open"}"#, "    expect: { outcome: mapping_failed }\n")
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test func `an outcome of the endpoint fails unless it is expected`() async throws {
        let closed = #"{"state":"closed","message":"we are closed"}"#
        let failed = try await Self.run("200 OK", closed)
        #expect(failed.exitCode == 1, "\(failed.everything)")
        #expect(
            failed.output.contains("outcome: expected success, got closed (status 200) [check.failed]  w.yaml:3:5"),
            "\(failed.output)")
        #expect(failed.output.contains("the endpoint: apis/shop.yaml:4:3"), "\(failed.output)")
        #expect(
            failed.output.contains("if that is right: `expect: { outcome: closed }`"))
        let passed = try await Self.run("200 OK", closed, "    expect: { outcome: closed, status: 200 }\n")
        #expect(passed.exitCode == 0, "\(passed.everything)")
    }

    @Test func `a status that no outcome claims is the outcome of its kind`() async throws {
        let failed = try await Self.run("404 Not Found", #"{"state":"none"}"#, "")
        #expect(failed.exitCode == 1, "\(failed.everything)")
        #expect(failed.output.contains("[http.not_found]"))
        #expect(failed.output.contains("`expect: { outcome: http.not_found }`"))
        let passed = try await Self.run(
            "404 Not Found", #"{"state":"none"}"#, "    expect: { outcome: http.not_found }\n")
        #expect(passed.exitCode == 0, "\(passed.everything)")
        let other = try await Self.run("200 OK", #"{"state":"open","orders":[]}"#, "    expect: { outcome: closed }\n")
        #expect(other.output.contains(#"outcome: expected "closed", got "success""#), "\(other.output)")
    }

    @Test func `an outcome whose expression fails is a mistake of the API file, whatever is expected`() async throws {
        for expected in ["", "    expect: { outcome: closed }\n", "    expect: { outcome: { ne: success } }\n"] {
            let result = try await Self.run("200 OK", "no JSON", expected)
            #expect(result.exitCode == 1, "\(result.everything)")
            #expect(result.output.contains("the outcome `closed`: the body is not JSON"), "\(result.output)")
            #expect(result.output.contains("[expression.failed]"))
            #expect(result.output.contains("apis/shop.yaml:11:"))
        }
    }

    @Test func `a secret input stands in no output`() async throws {
        let result = try await Self.run("500 Oops", #"{"state":"hunter2-secret"}"#, options: ["--verbose"])
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(!result.everything.contains("hunter2-secret"), "\(result.everything)")
        #expect(result.output.contains("***"))
    }

    @Test func `errors of an API file are told once, and check counts its files`() async throws {
        let folder = try Folder()
        try folder.write("apis/shop.yaml", "endpoints:\n  a: { gett: /a }\n")
        for name in ["a", "b"] {
            try folder.write(
                "flows/\(name).yaml", "use: { shop: ../apis/shop.yaml }\nsteps:\n  - call: shop.a\n")
        }
        let baton = Baton(folder: folder)
        let wrong = try await baton("check", "--file-root", ".", "flows")
        #expect(wrong.exitCode == 2, "\(wrong.everything)")
        #expect(wrong.errorOutput.split(separator: "unknown key `gett`").count == 2, "\(wrong.errorOutput)")
        try folder.write("apis/shop.yaml", "endpoints:\n  a: { get: /a }\n")
        let right = try await baton("check", "--file-root", ".", "flows", "apis")
        #expect(right.output == "2 workflows, 1 API file, no errors\n", "\(right.everything)")
        let run = try await baton("run", "apis/shop.yaml")
        #expect(run.exitCode == 2)
        #expect(run.errorOutput.contains("apis/shop.yaml is an API file: there is nothing to run in it"))
    }

    // MARK: - Stubs

    @Test func `a run with stubs sends nothing, and every report says so`() async throws {
        let folder = try Folder()
        try folder.write("apis/shop.yaml", Self.api)
        try folder.write(
            "w.yaml",
            """
            use: { shop: apis/shop.yaml }
            steps:
              - call: shop.orders
                with: { key: some-long-secret }
                expect: { that: "result.orders[0].id == 7 && response.status == 200" }
            """)
        let result = try await Baton(folder: folder)("run", "w.yaml", "--stub", "--junit", "j.xml")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(result.output.contains("(stubs: nothing was sent)"))
        #expect(try folder.read("j.xml").contains(#"<property name="baton.stub" value="true"/>"#))
    }

    @Test func `calls without a sample and plain requests fail with stub missing in a run with stubs`() async throws {
        let folder = try Folder()
        try folder.write("apis/shop.yaml", Self.api)
        try folder.write("call.yaml", "use: { shop: apis/shop.yaml }\nsteps:\n  - call: shop.plain\n")
        try folder.write(
            "plain.yaml", "steps:\n  - get: /x\n    expect: { outcome: { ne: success } }\n")
        let call = try await Baton(folder: folder)("run", "call.yaml", "--stub")
        #expect(call.exitCode == 1, "\(call.everything)")
        #expect(call.output.contains("`shop.plain` has no `sample` [stub.missing]"), "\(call.output)")
        let plain = try await Baton(folder: folder)("run", "plain.yaml", "--stub")
        #expect(plain.exitCode == 1, "\(plain.everything)")
        #expect(plain.output.contains("[stub.missing]"))
    }

    @Test func `a request may have a sample, and a call one in place of that of its endpoint`() async throws {
        let folder = try Folder()
        try folder.write("apis/shop.yaml", Self.api)
        try folder.write("samples/read.json", #"{"id":7}"#)
        try folder.write(
            "w.yaml",
            """
            use: { shop: apis/shop.yaml }
            vars: { id: 7 }
            steps:
              - get: /orders/7
                sample: { status: 203, headers: { x-id: $(id) }, file: samples/read.json }
                expect: { status: 203, headers: { x-id: "7" }, $.id: 7 }
              - call: shop.orders
                with: { key: some-long-secret }
                expect: { that: "result.orders[0].id == id + 2" }
                sample: { json: { state: open, orders: [{ id: $(id + 2) }] } }
            """)
        let result = try await Baton(folder: folder)("run", "w.yaml", "--stub")
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test func `the sample of stubs runs without a server`() async throws {
        let baton = Baton(workingFolder: Repository.path, environment: ["ADA_PASSWORD": "lovelace-1815"])
        let result = try await baton("run", "--stub", "--no-history", "--junit", "/dev/null", "workflows/27-stubs.yaml")
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    // MARK: - Where credentials go

    @Test func `credentials of an API file go to its base, and not to another host`() async throws {
        let own = RawServer(answering: { (request: RawServer.Request) -> String in
            let seen = request["authorization"] == "Bearer api-token-123" ? "yes" : "no"
            return "HTTP/1.1 200 OK\r\nContent-Length: \(seen.utf8.count)\r\n\r\n\(seen)"
        })
        let other = RawServer(answering: { (request: RawServer.Request) -> String in
            let seen = request["authorization"] != nil ? "yes" : "no"
            return "HTTP/1.1 200 OK\r\nContent-Length: \(seen.utf8.count)\r\n\r\n\(seen)"
        })
        let folder = try Folder()
        try folder.write(
            "apis/a.yaml",
            """
            base: \(own.url)
            auth: { bearer: api-token-123 }
            endpoints:
              own: { get: /x }
              far: { get: "\(other.url)" }
            """)
        try folder.write(
            "w.yaml",
            """
            use: { a: apis/a.yaml }
            steps:
              - call: a.own
                expect: { body: yes }
              - call: a.far
                expect: { body: no }
              - call: a.far
                name: What the step writes goes
                auth: { bearer: step-token-123 }
                expect: { body: yes }
            """)
        let result = try await Baton(folder: folder)("run", "w.yaml")
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test func `a sample may be a part of a file`() async throws {
        let folder = try Folder()
        try folder.write("data.txt", "abcdefg")
        try folder.write(
            "apis/a.yaml",
            "endpoints:\n  one: { get: /x, sample: { file: { path: ../data.txt, offset: 2, length: 3 } } }\n")
        try folder.write("w.yaml", "use: { a: apis/a.yaml }\nsteps: [ { call: a.one, expect: { body: cde } } ]\n")
        let result = try await Baton(folder: folder)("run", "w.yaml", "--stub", "--file-root", ".")
        #expect(result.exitCode == 0, "\(result.everything)")
    }
}
