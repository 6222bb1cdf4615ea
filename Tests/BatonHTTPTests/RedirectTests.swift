import BatonHTTP
import Testing

@Suite struct RedirectTests {
    private func request(
        _ method: Method = .get, _ url: String = "http://h/a", _ change: (inout Request) -> Void = { _ in }
    )
        throws -> Request
    {
        var request = Request(method, try URLText.parse(url))
        request.options.redirects = RedirectPolicy()
        change(&request)
        return request
    }

    private func response(_ status: Int, _ location: String?, from request: Request) -> Response {
        let headers: Headers = location.map { ["Location": $0] } ?? Headers()
        return Response(status: status, headers: headers, url: request.url)
    }

    struct Rewriting: Sendable, CustomTestStringConvertible {
        var status: Int
        var method: String
        var becomes: String
        var keepsBody: Bool
        var testDescription: String { "\(status) \(method)" }
    }

    static let rewritings = [
        Rewriting(status: 301, method: "POST", becomes: "GET", keepsBody: false),
        Rewriting(status: 302, method: "POST", becomes: "GET", keepsBody: false),
        Rewriting(status: 303, method: "POST", becomes: "GET", keepsBody: false),
        Rewriting(status: 307, method: "POST", becomes: "POST", keepsBody: true),
        Rewriting(status: 308, method: "POST", becomes: "POST", keepsBody: true),
        Rewriting(status: 301, method: "PUT", becomes: "PUT", keepsBody: true),
        Rewriting(status: 302, method: "DELETE", becomes: "DELETE", keepsBody: true),
        Rewriting(status: 303, method: "PUT", becomes: "GET", keepsBody: false),
        Rewriting(status: 303, method: "PROPFIND", becomes: "GET", keepsBody: false),
        Rewriting(status: 303, method: "HEAD", becomes: "HEAD", keepsBody: true),
        Rewriting(status: 301, method: "HEAD", becomes: "HEAD", keepsBody: true),
        Rewriting(status: 302, method: "GET", becomes: "GET", keepsBody: true),
    ]

    @Test(arguments: rewritings) func `methods change as in browsers`(_ example: Rewriting) throws {
        let method = try #require(Method(example.method))
        let first = try request(method) {
            $0.body = .bytes([1], contentType: "text/plain")
            $0.headers = ["Content-Type": "x/y", "X-Keep": "1"]
        }
        var chain = RedirectChain(first)
        #expect(try chain.follows(response(example.status, "/b", from: first)))
        #expect(chain.current.method.rawValue == example.becomes)
        #expect(chain.current.body.isNone != example.keepsBody)
        #expect(chain.current.headers.contains("content-type") == example.keepsBody)
        #expect(chain.current.headers["X-Keep"] == "1")
        #expect(chain.current.url.text == "http://h/b")
    }

    @Test(arguments: [200, 201, 300, 304, 305, 306, 399, 400]) func `other statuses are not followed`(_ status: Int)
        throws
    {
        let first = try request()
        var chain = RedirectChain(first)
        #expect(try !chain.follows(response(status, "/b", from: first)))
        #expect(chain.followed.isEmpty)
    }

    @Test func `a redirect without a policy or without an address is a response`() throws {
        let first = try request()
        var chain = RedirectChain(first)
        #expect(try !chain.follows(response(302, nil, from: first)))
        let unfollowed = try request { $0.options.redirects = nil }
        var none = RedirectChain(unfollowed)
        #expect(try !none.follows(response(302, "/b", from: unfollowed)))
    }

    struct Crossing: Sendable, CustomTestStringConvertible {
        var from = "http://h/a"
        var location: String
        var keepsCredentials = false
        var arrive: Bool
        var testDescription: String { "\(from) → \(location)" }
    }

    static let crossings = [
        Crossing(location: "/b", arrive: true),
        Crossing(location: "http://h:80/b", arrive: true),
        Crossing(location: "http://H/b", arrive: true),
        Crossing(location: "http://h:81/b", arrive: false),
        Crossing(location: "https://h/b", arrive: false),
        Crossing(location: "http://sub.h/b", arrive: false),
        Crossing(location: "//other/b", arrive: false),
        Crossing(from: "https://h/a", location: "http://h/b", arrive: false),
        Crossing(location: "http://other/b", keepsCredentials: true, arrive: true),
    ]

    @Test(arguments: crossings) func `credentials stay with their origin`(_ example: Crossing) throws {
        let first = try request(.get, example.from) {
            $0.options.redirects = RedirectPolicy(keepsCredentials: example.keepsCredentials)
            $0.options.authentication = .basic(username: "ada", password: "secret")
            $0.headers = ["Authorization": "Bearer t", "cookie": "sid=1", "Proxy-Authorization": "p", "X-Plain": "1"]
            $0.headers.append("X-API-Key", "k", isCredential: true)
        }
        var chain = RedirectChain(first)
        #expect(try chain.follows(response(302, example.location, from: first)))
        for name in ["Authorization", "Cookie", "Proxy-Authorization", "X-API-Key"] {
            #expect(chain.current.headers.contains(name) == example.arrive, "\(name)")
        }
        #expect((chain.current.options.authentication != nil) == example.arrive)
        #expect(chain.current.headers["X-Plain"] == "1")
    }

    @Test func `credentials in the URL stay with their origin`() throws {
        let first = try request(.get, "http://ada:secret@h/a")
        var chain = RedirectChain(first)
        #expect(try chain.follows(response(302, "http://h/b", from: first)))
        #expect(chain.current.url.text == "http://ada:secret@h/b")
        #expect(chain.current.url.path == "/b")
        #expect(chain.current.url.host == "h")
        #expect(try chain.follows(response(302, "http://other/c", from: chain.current)))
        #expect(chain.current.url.text == "http://other/c")
    }

    @Test func `credentials that were left behind do not come back`() throws {
        let first = try request { $0.headers = ["Authorization": "Bearer t"] }
        var chain = RedirectChain(first)
        #expect(try chain.follows(response(302, "http://other/b", from: first)))
        #expect(try chain.follows(response(302, "http://h/c", from: chain.current)))
        #expect(!chain.current.headers.contains("Authorization"))
    }

    @Test func `a written Host goes to no other origin, even with credentials kept`() throws {
        let first = try request {
            $0.headers = ["Host": "virtual"]
            $0.options.redirects = RedirectPolicy(keepsCredentials: true)
        }
        var chain = RedirectChain(first)
        #expect(try chain.follows(response(302, "/b", from: first)))
        #expect(chain.current.headers["host"] == "virtual")
        #expect(try chain.follows(response(302, "http://other/", from: chain.current)))
        #expect(!chain.current.headers.contains("host"))
    }

    @Test(arguments: crossings) func `client certificates stay with their origin`(_ example: Crossing) throws {
        let first = try request(.get, example.from) {
            $0.options.redirects = RedirectPolicy(keepsCredentials: example.keepsCredentials)
            $0.options.connection.values.tls.ca = "ca.pem"
            $0.options.connection.values.tls.certificate = "c.pem"
            $0.options.connection.values.tls.key = "c.key"
            $0.options.connection.values.tls.keyPassword = "pw"
        }
        var chain = RedirectChain(first)
        #expect(try chain.follows(response(302, example.location, from: first)))
        let tls = chain.current.options.connection.values.tls
        #expect(tls.ca == "ca.pem")
        #expect(
            [tls.certificate, tls.key, tls.keyPassword]
                == (example.arrive ? ["c.pem", "c.key", "pw"] : [nil, nil, nil]))
    }

    @Test(arguments: crossings, [301, 302, 303, 307, 308])
    func `a body with a secret stays with its origin`(_ example: Crossing, _ status: Int) throws {
        let first = try request(.post, example.from) {
            $0.options.redirects = RedirectPolicy(keepsCredentials: example.keepsCredentials)
            $0.body = .bytes([1], contentType: nil)
            $0.isBodySecret = true
        }
        var chain = RedirectChain(first)
        do {
            #expect(try chain.follows(response(status, example.location, from: first)))
            #expect(example.arrive || status < 307)
            #expect(chain.current.body.isNone == (status < 307))
        } catch let failure {
            #expect(!example.arrive && status >= 307)
            #expect(failure.kind == .protocol)
            let words = "redirects with \(status) to another origin, "
            #expect(
                failure.message.contains(words) && failure.message.hasSuffix(", which holds a secret, would go along"))
        }
    }

    @Test func `hops are counted and one too many fails`() throws {
        let first = try request { $0.options.redirects = RedirectPolicy(maximum: 2) }
        var chain = RedirectChain(first)
        #expect(try chain.follows(response(302, "/1", from: chain.current)))
        #expect(try chain.follows(response(307, "/2", from: chain.current)))
        #expect(chain.followed.map(\.status) == [302, 307])
        #expect(chain.followed.map(\.url.path) == ["/a", "/1"])
        do {
            _ = try chain.follows(response(302, "/3", from: chain.current))
            Issue.record("a third redirect was followed")
        } catch let failure {
            #expect(failure.kind == .protocol)
            #expect(failure.message == "h:80 redirects again after 2 redirects")
            #expect(failure.response?.status == 302)
        }
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://h/", "gopher://h/", "javascript:x", "http://", "http://h:99999/"])
    func `a redirect to what cannot be sent fails`(_ location: String) throws {
        let first = try request()
        var chain = RedirectChain(first)
        do {
            _ = try chain.follows(response(302, location, from: first))
            Issue.record("followed to \(chain.current.url)")
        } catch let failure {
            #expect(failure.kind == .protocol)
            #expect(failure.message.hasPrefix("h:80 redirects to `\(location)`, which "))
        }
    }
}
