import BatonHTTP
import Testing

@testable import BatonJudging
@testable import BatonLoading

/// Which entry of `content` a Content-Type belongs to (RFC 9110, 12.5.1).
@Suite struct MediaRangeTests {
    static let cases: [(ranges: [String], type: String, found: String?)] = [
        (
            ["application/json; version=1", "application/json; version=2"], "application/json;version=2",
            "application/json; version=2"
        ),
        (["application/json; version=1", "application/json; version=2"], "application/json;version=3", nil),
        (["application/json; version=1"], "application/json", nil),
        (
            ["application/json", "application/json; version=1"], "application/json; version=1",
            "application/json; version=1"
        ),
        (["application/json", "application/json; version=1"], "application/json; version=2", "application/json"),
        (
            ["application/json; a=1", "application/json; b=2; a=1"], "application/json; a=1; b=2",
            "application/json; b=2; a=1"
        ),
        (["*/*", "application/*", "application/json"], "application/json; x=y", "application/json"),
        (["*/*", "application/*"], "application/xml", "application/*"), (["*/*", "text/*"], "image/png", "*/*"),
        (["application/*; v=1", "application/json"], "application/json; v=1", "application/json"),
        (["application/*+json", "application/*"], "application/problem+json", "application/*+json"),
        (["Application/JSON"], "application/json", "application/json"), (["text/plain"], "", nil),
        (["application/json; charset=utf-8"], "application/json; Charset=\"UTF-8\"", "application/json; charset=utf-8"),
        (["application/json; charset=utf-8"], "application/json", "application/json; charset=utf-8"),
        (["text/plain; charset=utf-8"], "text/plain; charset=utf-16", nil),
        (["a/b; p=\"x;y\""], "a/b; p=\"x;y\"", "a/b; p=x;y"),
    ]

    @Test(arguments: cases)
    func `a media type belongs to the range that describes it most closely`(
        _ test: (ranges: [String], type: String, found: String?)
    ) {
        for ranges in [test.ranges, test.ranges.reversed()] {
            #expect(ranges.map(MediaRange.init).closest(to: test.type, { $0 })?.text == test.found)
        }
    }

    @Test func `requests and responses are held against the version that they name`() throws {
        let content =
            "{ application/json; version=1: { schema: { type: integer } }, application/json; version=2: { schema: { type: string } } }"
        let exchange = try ContractExchange(
            ContractLoading.document(
                "paths: { /a: { get: { requestBody: { content: \(content) }, responses: { 200: { description: d, content: \(content) } } } } }"
            ))
        for (version, value, isRight) in [
            (1, "5", true), (1, "\"x\"", false), (2, "\"x\"", true), (2, "5", false), (3, "5", false),
        ] {
            let type = "application/json; version=\(version)"
            let sent = try exchange.told("GET", "/a", [], .bytes(Array(value.utf8), contentType: type))
            #expect(sent.isEmpty == isRight, "\(version) \(value)")
            #expect(try exchange.told(of: "/a", [("Content-Type", type)], value).isEmpty == isRight)
        }
    }
}
