import BatonFoundation
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Conversions from and to `URLRequest` and `HTTPURLResponse`.
@Suite struct URLRequestTests {
    private func url(_ text: String) throws -> URLText { try URLText.parse(text) }

    @Test func `a request becomes a URLRequest, and is the same again`() throws {
        var request = Request(
            .patch, try url("https://api.example/a%20b?x=%2F"), headers: ["X-A": "1", "x-a": "2", "X-B": "3"],
            body: .bytes(Array("{}".utf8), contentType: "application/json"))
        request.options.timeout = .milliseconds(2500)
        request.options.authentication = .basic(username: "ada", password: "pw")
        let foundation = try URLRequest(request)
        #expect(foundation.url?.absoluteString == "https://api.example/a%20b?x=%2F")
        #expect(foundation.httpMethod == "PATCH")
        #expect(foundation.httpBody == Data("{}".utf8))
        #expect(foundation.timeoutInterval == 2.5)
        #expect(
            foundation.allHTTPHeaderFields == [
                "X-A": "1, 2", "X-B": "3", "Content-Type": "application/json", "Authorization": "Basic YWRhOnB3",
            ])
        let again = try Request(foundation)
        #expect(again.method == .patch && again.url == request.url)
        #expect(again.body == .bytes(Array("{}".utf8), contentType: nil))
        #expect(again.options.timeout == .milliseconds(2500))
        #expect(again.headers["x-a"] == "1, 2" && again.headers["content-type"] == "application/json")
        #expect(again.cache == nil)
    }

    static let policies: [(URLRequest.CachePolicy, CachePolicy?)] = [
        (.useProtocolCachePolicy, nil), (.reloadIgnoringLocalCacheData, .networkOnly),
        (.reloadIgnoringLocalAndRemoteCacheData, .networkOnly), (.reloadRevalidatingCacheData, .revalidate),
        (.returnCacheDataElseLoad, .cacheFirst), (.returnCacheDataDontLoad, .onlyIfCached),
    ]

    @Test(arguments: policies)
    func `a cache policy is a rule`(_ policy: URLRequest.CachePolicy, _ rule: CachePolicy?) throws {
        var request = URLRequest(url: URL(string: "http://a.example/")!)
        request.cachePolicy = policy
        #expect(try Request(request).cache?.policy == rule)
    }

    static let wrong: [(String, @Sendable (inout URLRequest) -> Void)] = [
        ("request.invalid_url: the `URLRequest` has no URL", { $0.url = nil }),
        ("request.invalid_url: the URL `ftp://a.example/`", { $0.url = URL(string: "ftp://a.example/") }),
        ("request.invalid_url: the URL `…@/`", { $0.url = URL(string: "http://ada:secret@/") }),
        ("request.bad_input: `GET IT` is no method", { $0.httpMethod = "GET IT" }),
        (
            "request.bad_input: the body of the `URLRequest` is a stream, which can be read only once",
            { $0.httpBodyStream = InputStream(data: Data([1])) }
        ),
        ("request.bad_input: `allowsCellularAccess` cannot be carried", { $0.allowsCellularAccess = false }),
        ("request.bad_input: a HEAD request has no body", { ($0.httpMethod, $0.httpBody) = ("HEAD", Data([1])) }),
    ]

    @Test(arguments: wrong)
    func `what cannot be carried is refused`(_ message: String, _ change: @Sendable (inout URLRequest) -> Void) {
        var request = URLRequest(url: URL(string: "http://a.example/")!)
        change(&request)
        let failure = #expect(throws: Failure.self) { try Request(request) }
        #expect(failure?.description.hasPrefix(message) == true, "\(String(describing: failure))")
        #expect(failure?.description.contains("secret") == false)
    }

    @Test func `what no URLRequest can hold is refused`() throws {
        var request = Request(.get, try url("http://a.example/"))
        request.options.authentication = .negotiate
        #expect(
            (#expect(throws: Failure.self) { try URLRequest(request) })?.message
                == "only basic authentication is a header of the request; send this one through `CurlDispatcher`")
        request.options.authentication = nil
        request.headers = ["X": "a\nb"]
        #expect(
            (#expect(throws: Failure.self) { try URLRequest(request) })?.message
                == "the header X has a line break in its value")
    }

    @Test func `a response is the same after both conversions, but for the order of its headers`() throws {
        var headers: Headers = ["X-B": "1", "Content-Type": "text/plain"]
        headers.append("Set-Cookie", "a=1; Expires=Wed, 21 Oct 2037 07:28:00 GMT; Path=/")
        headers.append("Set-Cookie", "b=x,y")
        let response = Response(status: 404, headers: headers, body: [65], url: try url("http://a.example/x?y"))
        let foundation = try response.httpURLResponse
        #expect(foundation.statusCode == 404)
        #expect(foundation.url?.absoluteString == "http://a.example/x?y")
        #expect(foundation.value(forHTTPHeaderField: "content-type") == "text/plain")
        let again = try Response(foundation, body: Data(response.body))
        #expect(again.status == 404 && again.body == [65] && again.url == response.url)
        #expect(again.headers.values("x-b") == ["1"])
        #expect(again.headers.values("set-cookie") == headers.values("set-cookie"))
    }

    @Test func `a response without a URL of http is refused`() throws {
        let response = try #require(
            HTTPURLResponse(url: URL(string: "file:///x")!, statusCode: 200, httpVersion: nil, headerFields: nil))
        #expect(
            (#expect(throws: Failure.self) { try Response(response) })?.description
                == "response.no_data: the `HTTPURLResponse` has no URL of http or https")
    }
}
