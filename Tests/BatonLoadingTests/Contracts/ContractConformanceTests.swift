import BatonDiagnostics
import BatonFiles
import BatonHTTP
import Testing

@testable import BatonJudging
@testable import BatonLanguage
@testable import BatonLoading
@testable import BatonWorkflow

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The public examples of OpenAPI, as the OpenAPI Initiative and others publish them.
@Suite(
    .enabled("needs ../shared/conformance/import/openapi") {
        let isThere = PublicDocuments.text("petstore.yaml") != nil
        if !isThere { print("the public OpenAPI files are not there: their tests are skipped") }
        return isThere
    })
struct ContractConformanceTests {
    /// Each file with its number of operations, and the codes of its findings.
    static let files: [(name: String, operations: Int, findings: [String])] = [
        ("api-with-examples.yaml", 2, []), ("callback-example.yaml", 1, []), ("link-example.yaml", 6, []),
        ("non-oauth-scopes.yaml", 1, ["contract.unclear"]), ("petstore-expanded.yaml", 4, []),
        ("petstore.yaml", 3, []), ("tictactoe.yaml", 3, []), ("uspto.yaml", 3, []),
        ("webhook-example.yaml", 0, ["contract.invalid"]),
    ]

    @Test(arguments: files)
    func `a public document loads`(_ file: (name: String, operations: Int, findings: [String])) throws {
        let text = try #require(PublicDocuments.text(file.name))
        let loaded = ContractLoading.load(text)
        let rule = try #require(loaded.rule, "\(loaded.diagnostics.map { "\($0.code) \($0.message)" })")
        #expect(rule.contract.operations.count == file.operations)
        #expect(loaded.diagnostics.map(\.code) == file.findings, "\(loaded.diagnostics.map(\.message))")
    }

    private static func told(
        _ name: String, _ method: String, _ path: String, _ body: RequestBody = .none, status: Int,
        type: String = "application/json", _ response: String, headers: [(String, String)] = []
    ) throws -> [String] {
        let text = try #require(PublicDocuments.text(name))
        let rule = try #require(ContractLoading.load(text).rule)
        let url = try URLText.parse("http://127.0.0.1:1\(path)")
        guard case .operation(let index, let values) = rule.match(method, url, base: nil) else {
            return ["no operation"]
        }
        let judge = ContractJudge(rule, mask: { $0 })
        let operation = rule.contract.operations[index]
        let request = Request(try #require(Method(method)), url, body: body)
        var fields = [Headers.Field("Content-Type", type)]
        fields += headers.map { Headers.Field($0.0, $0.1) }
        let answer = Response(status: status, headers: Headers(fields), body: Array(response.utf8), url: url)
        let found =
            judge.request(request, request.completeHeaders, operation, values: values)
            + judge.response(StepResponse(answer), to: method, operation, body: .whole)
        return found.map(\.message)
    }

    @Test func `the pet store takes pets and refuses what is none`() throws {
        let pets = "petstore.yaml"
        #expect(try Self.told(pets, "GET", "/v1/pets?limit=10", status: 200, #"[{"id": 1, "name": "Rex"}]"#).isEmpty)
        #expect(
            try Self.told(pets, "GET", "/v1/pets?limit=101", status: 200, "[]") == [
                "request query.limit: expected at most 100, got 101"
            ])
        #expect(
            try Self.told(pets, "GET", "/v1/pets", status: 200, #"[{"id": 1}]"#) == [
                "response $[0].name: expected a value, got nothing"
            ])
        #expect(
            try Self.told(pets, "GET", "/v1/pets/7", status: 500, #"{"code": "x", "message": "m"}"#) == [
                #"response $.code: expected an integer, got "x""#
            ])
    }

    @Test func `the expanded pet store composes pets with allOf`() throws {
        let pets = "petstore-expanded.yaml"
        let new = RequestBody.bytes(Array(#"{"name": "Rex", "tag": 5}"#.utf8), contentType: "application/json")
        #expect(
            try Self.told(pets, "POST", "/v2/pets", new, status: 200, #"{"name": "Rex"}"#) == [
                "request $.tag: expected a string, got 5", "response $.id: expected a value, got nothing",
            ])
        #expect(
            try Self.told(pets, "GET", "/v2/pets?tags=a&tags=b&limit=5", status: 200, #"[{"id": 1, "name": "R"}]"#)
                .isEmpty)
    }

    @Test func `tic tac toe holds rows of a board, and text for an error`() throws {
        let game = "tictactoe.yaml"
        let board = #"{"winner": ".", "board": [[".", "X", "O"], [".", ".", "."], [".", ".", "."]]}"#
        #expect(try Self.told(game, "GET", "/board", status: 200, board).isEmpty)
        #expect(
            try Self.told(game, "GET", "/board/4/1", status: 400, type: "text/html", "no") == [
                "request path.row: expected at most 3, got 4"
            ])
        #expect(
            try Self.told(game, "GET", "/board", status: 200, board.replacing("\"X\"", with: "\"Y\"")).first?
                .contains(#"$.board[0][1]: expected one of ".", "X", "O", got "Y""#) == true)
    }

    @Test func `a form of the patent office is read as a form`() throws {
        let form = RequestBody.bytes(
            Array("criteria=*:*&start=0&rows=many".utf8), contentType: "application/x-www-form-urlencoded")
        #expect(
            try Self.told("uspto.yaml", "POST", "/ds-api/oa_citations/v1/records", form, status: 200, "[]") == [
                #"request $.rows: expected an integer, got "many""#
            ])
    }
}

/// The files of `../shared/conformance/import/openapi`.
private enum PublicDocuments {
    /// Nil where the file is not on this machine.
    static func text(_ name: String) -> String? {
        let steps = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
        let folder =
            getenv("BATON_CONFORMANCE").map { String(cString: $0) }
            ?? steps.joined(separator: "/") + "/../shared/conformance"
        return (try? FileReading.bytes(of: "\(folder)/import/openapi/\(name)", limit: 1 << 20))
            .map { String(decoding: $0, as: UTF8.self) }
    }
}
