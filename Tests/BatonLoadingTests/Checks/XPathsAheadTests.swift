import BatonHTTP
import Testing

@testable import BatonJudging
@testable import BatonLoading
@testable import BatonWorkflow

/// XPaths that are answered away from the transfers, before checks and captures want them.
@Suite struct XPathsAheadTests {
    private static func request() throws -> RequestTemplate {
        let loaded = Loading.load(
            """
            namespaces: { a: "urn:two" }
            steps:
              - get: /x
                expect: { status: 200, xpath: { count(//a:i): 2, //a:i: { length: 2 } }, $.x: 1 }
                capture:
                  all: { xpath: //a:i, as: "[string]" }
                  part: { regex: b., in: { xpath: "//a:i[1]" } }
                  other: { header: x-count }
            """)
        guard case .request(let template)? = loaded.workflow?.steps.first?.action else {
            throw Checking.NotLoaded(messages: loaded.diagnostics.map(\.message.text))
        }
        return template
    }

    @Test func `the XPaths of all checks and captures are known before the response, also within a search`() throws {
        let template = try Self.request()
        #expect(template.checks.compactMap(\.xpath?.path.text).sorted() == ["//a:i", "count(//a:i)"])
        #expect(template.captures.compactMap(\.xpath?.path.text) == ["//a:i", "//a:i[1]"])
    }

    @Test func `what was answered ahead is not evaluated again`() throws {
        let template = try Self.request()
        let response = StepResponse(
            try Checking.response("<r xmlns:p='urn:one' xmlns:q='urn:two'><p:i/><q:i>abc</q:i><q:i/></r>"))
        response.find(template.checks.compactMap(\.xpath) + template.captures.compactMap(\.xpath))
        let ahead = response.findings.withLock { Set($0.keys) }
        #expect(ahead.count == 4)
        let scope = Checking.Scope(response)
        let messages = try template.checks.filter { $0.xpath != nil }.flatMap {
            try CheckEvaluator(response, scope: scope).evaluate($0) { $0 }.failures
        }
        #expect(messages.map(\.message) == [])
        let captured = try template.captures.prefix(2).map {
            try CaptureEvaluator(response, scope: scope).evaluate($0).toJSON()
        }
        #expect(captured == [.array(["abc", ""]), .string("bc")])
        #expect(response.findings.withLock { Set($0.keys) } == ahead)
    }
}
