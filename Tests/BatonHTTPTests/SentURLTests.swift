import BatonHTTP
import Testing

/// The URL of a request as it is sent.
@Suite struct SentURLTests {
    @Test(arguments: [
        ("http://a.test/a/../y", "http://a.test/y"), ("http://a.test/a/./b/..?q=../x#f", "http://a.test/a/?q=../x#f"),
        ("http://a.test/../..", "http://a.test/"), ("http://u:p@a.test:81/a/..", "http://u:p@a.test:81/"),
        ("http://a.test/a/%2e%2e/y", "http://a.test/a/%2e%2e/y"), ("http://a.test/a..b/.c", "http://a.test/a..b/.c"),
    ])
    func `dot segments are not sent, unless they are kept`(_ written: String, _ sent: String) throws {
        var request = Request(.get, try URLText.parse(written))
        #expect(request.sentURL.description == sent)
        #expect(request.sentURL.path == (try URLText.parse(sent)).path)
        #expect(request.sentURL.query == (try URLText.parse(sent)).query)
        request.options.pathAsIs = true
        #expect(request.sentURL.description == written)
    }
}
