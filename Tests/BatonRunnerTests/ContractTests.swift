import BatonHTTP
import BatonJudging
import BatonLoading
import Testing

@testable import BatonRecords
@testable import BatonRunner

/// Requests and responses of a run that are held against a contract.
@Suite struct ContractTests {
    private static let document = """
        openapi: 3.1.0
        info: { title: T, version: "1" }
        paths:
          /x:
            post:
              parameters:
                - { name: limit, in: query, schema: { type: integer } }
                - { name: list, in: header, schema: { type: array, items: { maximum: 5 } } }
                - { name: token, in: query, schema: { type: boolean } }
              requestBody:
                content:
                  application/json: { schema: { additionalProperties: { type: object, additionalProperties: { type: boolean } }, properties: { pin: { type: string }, password: {} } } }
                  multipart/form-data: { schema: { properties: { ids: { items: { maximum: 5 } } } }, encoding: { ids: { explode: false } } }
              responses:
                "200":
                  description: d
                  headers: { X-Left: { required: true, schema: { type: integer } } }
                  content: { application/json: { schema: { type: object } }, text/event-stream: {} }
        """

    static let json = ("Content-Type", "application/json")
    static let left = ("X-Left", "5")

    /// Runs one step against a server that responds so.
    private static func run(
        _ step: String, endpoint: String = "{ post: /x }", _ script: @escaping TableDispatcher.Script
    ) async throws -> (step: StepRecord, coverage: ContractCoverage) {
        let bench = OrderBench(
            [
                "openapi.yaml": document, "api.yaml": "contract: openapi.yaml\nendpoints: { x: \(endpoint) }",
                "w.yaml": "use: { api: api.yaml }\nsteps:\n  - call: api.x\n    \(step)\n",
            ], script: script)
        let result = try await bench.run(["w.yaml"])
        return (try #require(bench.collector.steps.first), try #require(result.contracts.first))
    }

    private static func words(_ step: StepRecord) -> [String] { step.failures.map(\.message.text) }

    // MARK: - Responses that did not come whole

    private static func cut(_ request: Request, _ kind: Failure.Kind, _ headers: [(String, String)]) -> Failure {
        let response = Response(
            status: 200, headers: Headers(headers.map { Headers.Field($0.0, $0.1) }), body: Array(#"{"a":"#.utf8),
            url: request.url)
        return Failure(kind, "it ended", response: response)
    }

    @Test(arguments: [Failure.Kind.timeout, .reset, .tooLarge, .encoding])
    func `what came before an expected end is held against the contract, without the body`(
        _ kind: Failure.Kind
    ) async throws {
        let expected = "expect: { outcome: \(kind.rawValue) }"
        let right = try await Self.run(expected) { request, _ throws(Failure) in
            throw Self.cut(request, kind, [Self.json, Self.left])
        }
        #expect(Self.words(right.step).isEmpty)
        #expect(right.coverage.coveredCount == 1)
        let wrong = try await Self.run("query: { limit: many }\n    \(expected)") { request, _ throws(Failure) in
            throw Self.cut(request, kind, [("Content-Type", "text/html")])
        }
        #expect(
            Self.words(wrong.step) == [
                #"contract: request query.limit: expected an integer, got "many""#,
                "contract: response headers.X-Left: expected a value, got nothing",
                #"contract: response content-type: expected application/json or text/event-stream, got "text/html""#,
            ])
    }

    @Test func `without a response nothing is held against the contract`() async throws {
        let (step, coverage) = try await Self.run("expect: { outcome: network.timeout }") { _, _ throws(Failure) in
            throw Failure(.timeout, "nothing came")
        }
        #expect(Self.words(step).isEmpty)
        #expect(coverage.coveredCount == 0)
    }

    @Test func `an end that is not expected is told before what breaks the contract`() async throws {
        let (step, coverage) = try await Self.run("name: x") { request, _ throws(Failure) in
            throw Self.cut(request, .reset, [Self.json])
        }
        #expect(
            Self.words(step) == ["it ended", "contract: response headers.X-Left: expected a value, got nothing"])
        #expect(coverage.coveredCount == 1)
    }

    @Test(arguments: ["contract", "contract.violated", "check"])
    func `retry can name what breaks the contract`(_ reason: String) async throws {
        let (step, coverage) = try await Self.run("retry: { attempts: 1, every: 1ms, on: [\(reason)] }") {
            request, number in
            let headers = [Self.json] + (number == 1 ? [] : [Self.left])
            return Response(
                status: 200, headers: Headers(headers.map { Headers.Field($0.0, $0.1) }), body: Array("{}".utf8),
                url: request.url)
        }
        #expect(Self.words(step).isEmpty == (reason != "check"))
        #expect(coverage.operations.first?.count == (reason == "check" ? 1 : 2))
    }

    // MARK: - Secrets

    /// - Parameter body: keys of an endpoint whose input `v` is the value.
    struct Secret: Sendable, CustomTestStringConvertible {
        var body = ""
        var step = "name: x"
        var value = "1"
        var hidden: [String]
        var told: String

        var testDescription: String { told }
    }

    static let secrets = [
        Secret(step: #"headers: { list: "77,$(secrets.PW)" }"#, hidden: ["77"], told: "request header.list[0]"),
        Secret(step: "query: { token: 4711 }", hidden: ["4711"], told: "request query.token: expected a boolean"),
        Secret(
            body: "json: $(inputs.v)", value: #"{"a": {"password": 4711}}"#, hidden: ["4711"],
            told: "request $.a.password: expected a boolean"),
        Secret(
            body: "json: $(inputs.v)", value: #"{"token": {"zq81": 7}}"#, hidden: ["zq81", "7"],
            told: "request $.token"),
        Secret(
            body: "json: $(inputs.v)", value: #"{"a": [{"token": 4711}]}"#, hidden: ["4711"],
            told: "request $.a: expected an object"),
        Secret(
            body: "json: $(inputs.v)", value: #"{"a": {secrets.PW: 7}}"#, hidden: ["swordfish"], told: "request $.a"),
        Secret(
            body: "multipart: { ids: '77,$(inputs.v)' }", value: "secrets.PW", hidden: ["77"],
            told: "request $.ids[0]"),
    ]

    @Test(arguments: secrets)
    func `no part of a secret is in what a contract tells`(_ test: Secret) async throws {
        let (step, _) = try await Self.run(
            "with: { v: '$(\(test.value))' }\n    \(test.step)",
            endpoint: "{ inputs: { v: {} }, post: /x, \(test.body.isEmpty ? "query: { v: $(inputs.v) }" : test.body) }"
        ) { request, _ in
            Response(
                status: 200, headers: Headers([Self.json, Self.left].map { Headers.Field($0.0, $0.1) }),
                body: Array("{}".utf8), url: request.url)
        }
        let words = step.failures.flatMap { failure in
            [failure.message, failure.actual, failure.expected].compactMap { $0?.text }
                + failure.differences.flatMap { [$0.path.text, $0.actual.text, $0.expected.text] }
        }
        #expect(words.contains { $0.contains(test.told) }, "\(words)")
        for part in test.hidden { #expect(!words.contains { $0.contains(part) }, "\(words)") }
    }
}
