import BatonAPI
import BatonTesting
import Testing

/// What is interpolated into a path is one segment of it, whatever characters it has.
@Suite struct RequestPathTests {
    private static let environment = APIEnvironment(
        baseURL: "http://shop.example/v1", variables: ["id": 7], secrets: ["HOOK": "T0/B1?x"])

    private func url(_ path: RequestPath) throws(Failure) -> String {
        try APIClient(Self.environment, dispatcher: StubDispatcher()).request(for: Call<Void>(.get(path))).url.text
    }

    @Test(arguments: [
        ("x?admin=1", "x%3Fadmin%3D1"), ("a/b", "a%2Fb"), ("../admin", "..%2Fadmin"), ("#top", "%23top"),
        ("50%", "50%25"), ("%2e%2e", "%252e%252e"), ("a b", "a%20b"), ("é", "%C3%A9"), ("a:b@c", "a%3Ab%40c"),
        ("...", "..."), ("a.b", "a.b"), ("\r\nX: y", "%0D%0AX%3A%20y"), ("\\..", "%5C.."), ("{id}", "%7Bid%7D"),
        ("http://x.example", "http%3A%2F%2Fx.example"),
    ])
    func `an interpolated value is escaped`(_ value: String, _ escaped: String) throws {
        #expect(try url("/items/\(value)") == "http://shop.example/v1/items/\(escaped)")
        #expect(
            try url("/items/\(value)/reviews?q=\(value)")
                == "http://shop.example/v1/items/\(escaped)/reviews?q=\(escaped)")
    }

    enum Kind: String, ParameterValue { case new }

    @Test func `numbers, enums, variables and secrets are values, too`() throws {
        let (id, half) = (42, 0.5)
        #expect(try url("/items/\(id)") == "http://shop.example/v1/items/42")
        #expect(try url("items/\(id)/\(half)/\(Kind.new)/\(true)") == "http://shop.example/v1/items/42/0.5/new/true")
        #expect(try url("/\(.variable("id"))/\(.secret("HOOK"))") == "http://shop.example/v1/7/T0%2FB1%3Fx")
        #expect(try url("\(id)") == "http://shop.example/v1/42")
        #expect(try url("/a\(id).json") == "http://shop.example/v1/a42.json")
        #expect(try url("/items?page=\(id)&q=\("")") == "http://shop.example/v1/items?page=42&q=")
    }

    @Test func `text that is a path or a URL already is said to be so`() throws {
        let next = "https://other.example/items?page=2"
        let part = "a/b%20c?d=e"
        #expect(try url(.raw(next)) == next)
        #expect(try url("\(raw: next)&size=\(5)") == "\(next)&size=5")
        #expect(try url(.raw("/items?page=2")) == "http://shop.example/v1/items?page=2")
        #expect(try url("/x/\(raw: part)") == "http://shop.example/v1/x/a/b%20c?d=e")
        #expect(try url("/x/\(raw: "..")") == "http://shop.example/v1/x/..")
        #expect(try url("/x/\(raw: "{a}")") == "http://shop.example/v1/x/%7Ba%7D")
        #expect(try url(.raw("/x/{a}")) == "http://shop.example/v1/x/%7Ba%7D")
        #expect(try url(.url(URLText.parse(next))) == next)
    }

    private static let other = "the path would ask for another resource"

    static let mistakes: [(RequestPath, String)] = [
        ("/items/\("")", "value 1 of the path `/items/{1}` is empty: \(other)"),
        ("/items/\(1)/\("")/x", "value 2 of the path `/items/{1}/{2}/x` is empty: \(other)"),
        ("/items/\(".")", "value 1 of the path `/items/{1}` makes the segment `.`: \(other)"),
        ("/items/\("..")/x", "value 1 of the path `/items/{1}/x` makes the segment `..`: \(other)"),
        ("/items/.\(".")?a=1", "value 1 of the path `/items/.{1}?a=1` makes the segment `..`: \(other)"),
        ("\("..")", "value 1 of the path `{1}` makes the segment `..`: \(other)"),
        ("/items/\(Parameter.null)", "value 1 of the path `/items/{1}` is nil: unwrap it first"),
        ("/items/\([1, 2])", "value 1 of the path `/items/{1}` is a list, and a path takes one text or number"),
        ("/items/\(["a": 1])", "value 1 of the path `/items/{1}` is an object, and a path takes one text or number"),
        ("/items/\(Double.nan)", "value 1 of the path `/items/{1}`: JSON has no nan"),
        ("/items/\(.secret("NO"))", "the environment `default` has no secret `NO`"),
        (
            "/items/\(.file("/etc/hostname"))",
            "value 1 of the path `/items/{1}` is a file where none can be: a file stands under a name of its own in the body, or in a list there"
        ),
        (
            "\("http://x.example/a")/b",
            "value 1 of the path `{1}/b` is a whole path or URL, and a value is escaped as one segment: write `.raw(…)` or `\\(raw: …)`"
        ),
        (
            "\("/items/3")",
            "value 1 of the path `{1}` is a whole path or URL, and a value is escaped as one segment: write `.raw(…)` or `\\(raw: …)`"
        ),
        (
            "/items/{id}",
            "the path `/items/{id}` has the placeholder `{id}`, which has no value: interpolate one, as in `\\(id)`"
        ),
        (
            "/a/\(1)/{}",
            "the path `/a/{1}/{}` has the placeholder `{}`, which has no value: interpolate one, as in `\\(id)`"
        ),
    ]

    @Test(arguments: mistakes.indices) func `a value that no path can have is refused`(_ index: Int) {
        let (path, message) = Self.mistakes[index]
        let failure = #expect(throws: Failure.self) { try url(path) }
        #expect(failure?.kind == .badInput)
        #expect(failure?.message == message)
    }

    @Test(arguments: [
        ("htp://a.example/x", "has the scheme `htp`; only http and https are sent; did you mean `http`?"),
        ("httsp://a.example/x", "has the scheme `httsp`; only http and https are sent; did you mean `https`?"),
        ("ttps://a.example", "has the scheme `ttps`; only http and https are sent; did you mean `https`?"),
        ("ftp://a.example/x", "has the scheme `ftp`; only http and https are sent"),
        ("ws://a.example/x", "has the scheme `ws`; only http and https are sent"),
        ("http:/a.example/x", "does not start with http:// or https://"),
        ("HTTPS:a.example/x", "does not start with http:// or https://"),
    ])
    func `a wrong scheme is an error that names the right one`(_ text: String, _ message: String) {
        let failure = #expect(throws: Failure.self) { try url(.raw(text)) }
        #expect(failure?.kind == .invalidURL)
        #expect(failure?.message == "the URL `\(text)` \(message)")
        let base = #expect(throws: Failure.self) { try APIClient(APIEnvironment(baseURL: text)) }
        #expect(base?.message == "the base URL `\(text)` \(message)")
    }

    @Test func `a path prints with a number for each value`() {
        #expect("\("/a/\("x")/b/\(.secret("HOOK"))" as RequestPath)" == "/a/{1}/b/{2}")
    }
}

/// Links of responses, such as to the next page.
@Suite struct LinkTests {
    private func response() throws -> Response {
        Response(status: 200, url: try URLText.parse("https://shop.example/api/v1/items?page=1"))
    }

    @Test(arguments: [
        ("/api/v1/items?page=2", "https://shop.example/api/v1/items?page=2"),
        ("?page=2", "https://shop.example/api/v1/items?page=2"),
        ("goods/2", "https://shop.example/api/v1/goods/2"),
        ("https://other.example/next", "https://other.example/next"),
        ("//other.example/next", "https://other.example/next"),
    ])
    func `a link is resolved against the URL of its response`(_ link: String, _ url: String) throws {
        let client = try APIClient(APIEnvironment(baseURL: "https://shop.example/api/v1"), dispatcher: StubDispatcher())
        let call = Call<Void>(.get(try .link(link, in: response())))
        #expect(try client.request(for: call).url.text == url)
    }

    @Test(arguments: [
        ("", "the link in https://shop.example/api/v1/items?page=1 is empty"),
        ("ftp://other.example/", "the link `ftp://other.example/` in https://shop.example/api/v1/items?page=1 has"),
    ])
    func `what is no link is refused`(_ link: String, _ message: String) throws {
        let failure = try #require(
            #expect(throws: Failure.self) { try RequestPath.link(link, in: response()) })
        #expect(failure.kind == .invalidURL && failure.message.hasPrefix(message), "\(failure.message)")
    }

    @Test func `a base URL without a scheme says so`() {
        let failure = #expect(throws: Failure.self) { try APIClient(APIEnvironment(baseURL: "localhost:8080")) }
        #expect(failure?.message == "the base URL `localhost:8080` does not begin with http:// or https://")
    }
}
