import BatonAPI
import BatonTesting
import Testing

/// What environment, API and the request itself make of a request.
@Suite struct RequestTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var call: APIRequest
        var api = API()
        var change: @Sendable (inout APIEnvironment) -> Void = { _ in }
        var url: String
    }

    static let targets: [Case] = [
        Case(testDescription: "a path", call: .get("/me"), url: "http://shop.example/v1/me"),
        Case(testDescription: "a path without slash", call: .get("me"), url: "http://shop.example/v1/me"),
        Case(testDescription: "nothing", call: .get(""), url: "http://shop.example/v1"),
        Case(testDescription: "only a query", call: .get("?a=1"), url: "http://shop.example/v1?a=1"),
        Case(
            testDescription: "a base with a slash", call: .get("/me"), change: { $0.baseURL = "http://a.example/" },
            url: "http://a.example/me"),
        Case(
            testDescription: "an API below the environment", call: .get("/me"), api: API(base: "/accounts"),
            url: "http://shop.example/v1/accounts/me"),
        Case(
            testDescription: "an API elsewhere", call: .get("/me"), api: API(base: "https://id.example/x/"),
            url: "https://id.example/x/me"),
        Case(
            testDescription: "a request elsewhere", call: .get("https://other.example/y"), api: API(base: "/z"),
            url: "https://other.example/y"),
        Case(
            testDescription: "parameters of API and request",
            call: .get("/s?a=1", query: ["b": .array([1, "x y"]), "n": .json(.null)]),
            api: API(query: ["key": 7, "b": 0]),
            url: "http://shop.example/v1/s?a=1&key=7&b=1&b=x%20y"),
    ]

    private func client(_ change: (inout APIEnvironment) -> Void = { _ in }) throws -> APIClient {
        var environment = APIEnvironment(baseURL: "http://shop.example/v1")
        change(&environment)
        return try APIClient(environment, dispatcher: StubDispatcher())
    }

    @Test(arguments: targets) func `a request goes where base and path say`(_ item: Case) throws {
        let request = try client(item.change).request(for: Call<Void>(item.call, of: item.api))
        #expect(request.url.text == item.url)
    }

    @Test(arguments: ["ftp://host/x", "FILE:///etc/passwd", "ws+unix://a", "httpx://a.example/"])
    func `a URL of another scheme is an error, and no path after the base`(_ path: String) throws {
        let failure = #expect(throws: Failure.self) { try client().request(for: Call<Void>(.get(.raw(path)))) }
        #expect(failure?.kind == .invalidURL)
        #expect(failure?.message.hasPrefix("the URL `\(path)` ") == true, "\(String(describing: failure))")
    }

    @Test(arguments: ["a:b", "1://x", "://x", "x/http://y", "search?to=ftp://x"])
    func `what only looks like a scheme is a path`(_ path: String) throws {
        #expect(try client().request(for: Call<Void>(.get(.raw(path)))).url.text == "http://shop.example/v1/\(path)")
    }

    @Test func `a Content-Type of API or environment is not for a body of another kind`() throws {
        let form = APIRequest.post("/", ["a": 1], encoder: .form)
        let json = APIRequest.post("/", ["a": 1])
        func type(_ call: APIRequest, _ type: String, isOwn: Bool = false) throws -> String? {
            let headers: Headers = ["Content-Type": type]
            let call = isOwn ? call.with(\.headers, headers) : call
            let ofAPI = try client().request(for: Call<Void>(call, of: isOwn ? API() : API(headers: headers)))
            return ofAPI.headers["content-type"]
        }
        #expect(try type(form, "application/json") == nil)
        #expect(try type(form, "application/json", isOwn: true) == "application/json")
        #expect(try type(json, "application/xml") == nil)
        #expect(try type(json, "application/vnd.api+json") == "application/vnd.api+json")
        let environment = try client { $0.headers = ["content-type": "application/json"] }
        #expect(try environment.request(for: Call<Void>(form)).headers["content-type"] == nil)
    }

    @Test func `a failure prints as its kind and its message`() {
        let response = Response(status: 500, headers: ["Set-Cookie": "sid=1"], url: .nowhere)
        let failure = Failure(.serverError, "the server answered 500", cause: "x", response: response)
        #expect("\(failure)" == "http.server_error: the server answered 500 (x)")
        #expect(String(reflecting: failure) == "http.server_error: the server answered 500 (x)")
    }

    @Test func `lists and objects stand in brackets where that is wanted`() throws {
        let values: Parameters = [
            "a": [1, 2], "b": .object(["c": "x y", "d": .array([1, "z"])]),
            "e": .array([.object(["f": 1])]), "g": "plain", "h": .null,
        ]
        let client = try APIClient(APIEnvironment(baseURL: "http://shop.example"), dispatcher: StubDispatcher())
        let api = API(query: ["a": [9], "z": 1], nested: .brackets)
        let request = try client.request(for: Call<Void>(.get("/x", query: values), of: api))
        let query = "a[]=1&a[]=2&z=1&b[c]=x%20y&b[d][]=1&b[d][]=z&e[][f]=1&g=plain"
        #expect(request.url.query?.replacing("%5B", with: "[").replacing("%5D", with: "]") == query)
        let form = APIRequest.post("/x", values, encoder: .form(nested: .brackets))
        let body = try client.request(for: Call<Void>(form)).body
        guard case .bytes(let bytes, _) = body else {
            Issue.record("\(body)")
            return
        }
        #expect(
            String(decoding: bytes, as: UTF8.self).replacing("%5B", with: "[").replacing("%5D", with: "]")
                == "a[]=1&a[]=2&b[c]=x+y&b[d][]=1&b[d][]=z&e[][f]=1&g=plain")
        #expect(throws: Failure.self) { try client.request(for: Call<Void>(.get("/x", query: values))) }
    }

    @Test func `a method prints as it is sent`() {
        #expect("\(Method.get) \(Method.patch)" == "GET PATCH")
    }

    @Test func `a body of parameters is written by the request's encoder, with those of the API`() throws {
        let api = API(parameters: ["client": "ios"])
        func body(_ call: APIRequest) throws -> (String, String?) {
            guard case .bytes(let bytes, let type) = try client().request(for: Call<Void>(call, of: api)).body else {
                return ("", nil)
            }
            return (String(decoding: bytes, as: UTF8.self), type)
        }
        #expect(
            try body(.post("/", ["a": 1, "b": ["c": true]])) == (
                #"{"client":"ios","a":1,"b":{"c":true}}"#, "application/json"
            ))
        #expect(
            try body(.post("/", ["a": "x y", "l": [1, 2]], encoder: .form)) == (
                "client=ios&a=x+y&l=1&l=2", "application/x-www-form-urlencoded"
            ))
        #expect(try body(APIRequest(.post, "/", content: .json([1, 2]))) == ("[1,2]", "application/json"))
        #expect(try body(APIRequest(.post, "/", content: .text("hi", type: "text/plain"))) == ("hi", "text/plain"))
    }

    struct Upper: ParameterEncoder {
        func body(of parameters: Parameters) throws(Failure) -> RequestBody {
            .bytes(Array(parameters.entries.map(\.name).joined(separator: ",").uppercased().utf8), contentType: "x/y")
        }
    }

    @Test func `an encoder of one's own, and parameters for body and URL at once`() throws {
        var call = APIRequest.post("/", ["a": 1, "b": 2], encoder: Upper())
        call.query = ["q": 1]
        let request = try client().request(for: Call<Void>(call))
        #expect(request.body == .bytes(Array("A,B".utf8), contentType: "x/y"))
        #expect(request.url.query == "q=1")
    }

    @Test func `built-in defaults hold unless environment, API or request override them`() throws {
        let plain = try client().request(for: Call<Void>(.get("/")))
        #expect(plain.headers["accept"] == "application/json, */*;q=0.5")
        #expect(plain.options.timeout == .seconds(30))
        let call = APIRequest.get("/").with(\.headers, ["Accept": "text/xml"]).with(\.timeout, .seconds(1))
        let own = try client { $0.timeout = .seconds(5) }.request(for: Call<Void>(call, of: API(timeout: .seconds(3))))
        #expect(own.headers.values("accept") == ["text/xml"])
        #expect(own.options.timeout == .seconds(1))
        let api = try client { $0.timeout = .seconds(5) }.request(
            for: Call<Void>(.get("/"), of: API(timeout: .seconds(3))))
        #expect(api.options.timeout == .seconds(3))
        #expect(
            try client { $0.timeout = .seconds(5) }.request(for: Call<Void>(.get("/"))).options.timeout == .seconds(5))
    }

    @Test(arguments: ["Accept", "Content-Type", "User-Agent"])
    func `what is built in gives way to environment, API and request`(_ name: String) throws {
        func header(_ environment: String?, _ api: String?, _ call: String?) throws -> [String] {
            func headers(_ value: String?) -> Headers { Headers(value.map { [Headers.Field(name, $0)] } ?? []) }
            let request = APIRequest.post("/", ["a": 1]).with(\.headers, headers(call))
            let made = try client { $0.headers = headers(environment) }
                .request(for: Call<Void>(request, of: API(headers: headers(api))))
            return made.headers.values(name)
        }
        #expect(try header("environment", nil, nil) == ["environment"])
        #expect(try header("environment", "api", nil) == ["api"])
        #expect(try header("environment", "api", "request") == ["request"])
    }

    @Test func `parameters name variables and secrets of the environment`() throws {
        let client = try client {
            $0.variables = ["page_size": 20, "tags": ["a", "b"]]
            $0.secrets = ["PIN": "hunter2"]
        }
        var call = APIRequest.post("/", ["pin": .secret("PIN"), "limit": .variable("page_size")])
        call.query = ["size": .variable("page_size"), "tag": .variable("tags"), "pin": .secret("PIN")]
        let request = try client.request(for: Call<Void>(call))
        #expect(request.url.query == "size=20&tag=a&tag=b&pin=hunter2")
        #expect(
            request.body == .bytes(Array(#"{"pin":"hunter2","limit":20}"#.utf8), contentType: "application/json"))
    }

    @Test(arguments: [
        (Parameter.variable("limit"), "the environment `default` has no variable `limit`"),
        (Parameter.secret("limit"), "the environment `default` has no secret `limit`"),
    ])
    func `what the environment does not know is refused`(_ parameter: Parameter, _ message: String) throws {
        let client = try client()
        for call in [APIRequest.get("/", query: ["a": parameter]), .post("/", ["a": parameter])] {
            let failure = #expect(throws: Failure.self) { try client.request(for: Call<Void>(call)) }
            #expect(failure?.kind == .badInput)
            #expect(failure?.message == message)
        }
    }

    @Test func `a secret of an API's query stays with origins that are trusted`() throws {
        let client = try client { $0.secrets = ["KEY": "hunter2"] }
        let api = API(query: ["k": .secret("KEY"), "lang": "en"])
        #expect(try client.request(for: Call<Void>(.get("/"), of: api)).url.query == "k=hunter2&lang=en")
        let foreign = try client.request(for: Call<Void>(.get("https://other.example/"), of: api))
        #expect(foreign.url.query == "lang=en")
    }

    @Test func `the strongest place wins, and fields of one name stay together`() throws {
        let api = API(headers: ["X-B": "api", "X-C": "api"])
        let call = APIRequest.get("/").with(\.headers, ["X-C": "1", "x-c": "2"])
        let request = try client { $0.headers = ["X-A": "env", "X-B": "env"] }.request(for: Call<Void>(call, of: api))
        #expect(request.headers["x-a"] == "env")
        #expect(request.headers["x-b"] == "api")
        #expect(request.headers.values("x-c") == ["1", "2"])
    }

    struct Who: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var environment: Credentials?
        var api: Credentials?
        var call: Credentials?
        var header: String?
        var path = "/"
        var authorization: String?
        var authentication: Authentication?
    }

    static let identities: [Who] = [
        Who(testDescription: "the environment's", environment: .bearer("e"), authorization: "Bearer e"),
        Who(
            testDescription: "the API's over it", environment: .bearer("e"), api: .bearer("a"),
            authorization: "Bearer a"),
        Who(
            testDescription: "the request's over both", environment: .bearer("e"), api: .bearer("a"),
            call: .bearer("c"), authorization: "Bearer c"),
        Who(testDescription: "none takes all away", environment: .bearer("e"), call: Credentials.none),
        Who(
            testDescription: "a header of the request", environment: .bearer("e"), header: "Custom h",
            authorization: "Custom h"),
        Who(
            testDescription: "credentials over a header at one place", call: .bearer("c"), header: "Custom h",
            authorization: "Bearer c"),
        Who(
            testDescription: "basic", call: .basic(username: "u", password: "p"),
            authentication: .basic(username: "u", password: "p")),
        Who(
            testDescription: "digest over the user in the URL", call: .digest(username: "u", password: "p"),
            path: "http://x:y@shop.example/", authentication: .digest(username: "u", password: "p")),
        Who(
            testDescription: "a key stands beside", environment: .apiKey(header: "X-Key", value: "k"),
            header: "Custom h", authorization: "Custom h"),
    ]

    @Test(arguments: identities) func `credentials are sent once, from the strongest place that has them`(_ who: Who)
        throws
    {
        var call = APIRequest.get(.raw(who.path))
        call.credentials = who.call
        if let header = who.header { call.headers = ["Authorization": header] }
        let request = try client { $0.credentials = who.environment }.request(
            for: Call<Void>(call, of: API(credentials: who.api)))
        #expect(request.headers.values("authorization") == (who.authorization.map { [$0] } ?? []))
        #expect(request.options.authentication == who.authentication)
        #expect(request.url.userInfo == nil)
    }

    @Test(arguments: [
        ("https://elsewhere.example/", false), ("http://shop.example:81/", false), ("http://shop.example/x", true),
        ("https://id.example/", true),
    ])
    func `what the environment knows goes to its own and to trusted origins only`(_ url: String, _ goes: Bool) throws {
        let client = try client {
            $0.headers = ["X-App": "shop"]
            $0.credentials = .bearer("secret")
            $0.trusted = ["https://id.example"]
        }
        let request = try client.request(for: Call<Void>(.get(.raw(url))))
        #expect((request.headers["authorization"] != nil) == goes)
        #expect((request.headers["x-app"] != nil) == goes)
    }

    @Test func `an API's credentials stay with its own host`() throws {
        let api = API(
            base: "https://id.example", headers: ["X-App": "a", "X-Auth-Token": "t"], credentials: .bearer("secret"),
            query: ["api_key": "k", "lang": "en"])
        let own = try client().request(for: Call<Void>(.get("/"), of: api))
        #expect(own.headers["authorization"] == "Bearer secret")
        #expect(own.url.query == "api_key=k&lang=en")
        let foreign = try client().request(for: Call<Void>(.get("https://other.example/"), of: api))
        #expect(foreign.headers["authorization"] == nil)
        #expect(foreign.headers["x-auth-token"] == nil)
        #expect(foreign.headers["x-app"] == "a")
        #expect(foreign.url.query == "lang=en")
    }

    @Test(arguments: [
        (APIRequest.get("http://[/"), "request.invalid_url", "the URL `http://[/` has a `[` in its host without `]`"),
        (
            APIRequest.get("/", query: ["a": ["b": 1]]), "request.bad_input",
            "`a` wants a text, a number or a list of these"
        ),
        (
            APIRequest.post("/", ["a": ["b": 1]], encoder: .form), "request.bad_input",
            "`a` wants a text, a number or a list of these"
        ),
    ])
    func `what cannot be sent is refused`(_ call: APIRequest, _ kind: String, _ message: String) throws {
        let client = try client()
        let failure = #expect(throws: Failure.self) { try client.request(for: Call<Void>(call)) }
        #expect(failure?.kind.rawValue == kind)
        #expect(failure?.message == message)
    }

    @Test(arguments: [("shop", []), ("http://shop.example", ["nowhere"])])
    func `an environment whose addresses are none is refused`(_ base: String, _ trusted: [String]) {
        let failure = #expect(throws: Failure.self) {
            try APIClient(APIEnvironment(baseURL: base, trusted: trusted), dispatcher: StubDispatcher())
        }
        #expect(failure?.kind == .invalidURL)
    }
}
