import BatonAPI
import BatonTesting
import Testing

/// Parameters take the values that Swift code has.
@Suite struct ParameterValueTests {
    enum Size: String, ParameterValue { case small }
    enum Level: Int, Codable, ParameterValue { case high = 3 }
    struct Address: Encodable, ParameterValue { var city: String }

    private static let environment = APIEnvironment(
        baseURL: "http://shop.example", variables: ["page_size": 20], secrets: ["KEY": "local-key"])

    static func request(_ call: APIRequest, of api: API = API()) throws(Failure) -> Request {
        try APIClient(environment, dispatcher: StubDispatcher()).request(for: Call<Void>(call, of: api))
    }

    /// The bytes of the body as text.
    static func body(_ call: APIRequest, of api: API = API()) throws -> String {
        guard case .bytes(let bytes, _) = try request(call, of: api).body else { return "no bytes" }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `a body takes variables, literals and what begins with a dot in one dictionary`() throws {
        let (name, page, ratio) = ("Ada", 2, 0.5)
        let isNew = name.count == 3
        let tag: String? = "x"
        let missing: Int? = nil
        let city = Address(city: "Wien")
        let body = try Self.body(
            .post(
                "/",
                [
                    "user": name, "page": page, "ratio": ratio, "new": isNew, "tag": tag, "missing": missing,
                    "nothing": nil, "null": .null, "part": name.prefix(2), "size": Size.small, "level": Level.high,
                    "address": city, "tags": ["b", "a"], "key": .secret("KEY"), "limit": .variable("page_size"),
                    "mixed": .array([1, name, nil, .secret("KEY")]),
                    "nested": .object(["b": name, "a": ["n": page], "gone": missing]),
                    "text": "\(name)-\(page)", "either": isNew ? name : nil, "whole": -7, "number": 1.25,
                ]))
        #expect(
            body == #"{"user":"Ada","page":2,"ratio":0.5,"new":true,"tag":"x","null":null,"part":"Ad","size":"small","#
                + #""level":3,"address":{"city":"Wien"},"tags":["b","a"],"key":"local-key","limit":20,"#
                + #""mixed":[1,"Ada",null,"local-key"],"nested":{"b":"Ada","a":{"n":2}},"text":"Ada-2","either":"Ada","#
                + #""whole":-7,"number":1.25}"#)
    }

    static let values: [(any ParameterValue, String)] = [
        (Int8(-8), "-8"), (Int16(16), "16"), (Int32(32), "32"), (Int64.min, "-9223372036854775808"),
        (UInt(1), "1"), (UInt8(8), "8"), (UInt16(16), "16"), (UInt32(32), "32"),
        (UInt64.max, "18446744073709551615"), (Int128.min, "-170141183460469231731687303715884105728"),
        (UInt128.max, "340282366920938463463374607431768211455"),
        (Float(0.1), "0.1"), (Double(3), "3"), (1e300, "1e+300"), (false, "false"), ("é", #""é""#),
        (Character("c"), #""c""#), (Substring("s"), #""s""#), (JSONValue.array([1, "x"]), #"[1,"x"]"#),
        (JSONNumber(text: "1.10")!, "1.10"), (JSONObject([("b", 1), ("a", 2)]), #"{"b":1,"a":2}"#),
        (Timestamp(rfc3339: "2026-01-02T03:04:05Z")!, #""2026-01-02T03:04:05Z""#),
        ([1, nil, 3] as [Int?], "[1,null,3]"), ([1, 2, 3][1...], "[2,3]"), ([[1], []] as [[Int]], "[[1],[]]"),
        (["b": 1, "a": 2, "c": nil] as [String: Int?], #"{"a":2,"b":1}"#),
        (["x": ["y": "z"]], #"{"x":{"y":"z"}}"#), (Parameters(["b": 1, "a": 2]), #"{"a":2,"b":1}"#),
        (Parameter.encoding(["x": [1.5]]), #"{"x":[1.5]}"#),
    ]

    @Test(arguments: values.indices) func `each type has its JSON`(_ index: Int) throws {
        let (value, json) = Self.values[index]
        #expect(try Self.body(.post("/", ["v": value])) == #"{"v":\#(json)}"#)
    }

    @Test func `a URL is a text with its fragment`() throws {
        let url = try URLText.parse("http://a.example/x#y")
        #expect(try Self.body(.post("/", ["v": url])) == #"{"v":"http://a.example/x#y"}"#)
    }

    @Test func `a query takes the same values`() throws {
        let tag: String? = nil
        let call = APIRequest.get(
            "/", query: ["page": 2, "tag": tag, "size": Size.small, "ids": [3, 1], "q": "a&b", "key": .secret("KEY")])
        #expect(try Self.request(call).url.query == "page=2&size=small&ids=3&ids=1&q=a%26b&key=local-key")
    }

    @Test func `a secret that is nested in an API's query stays with its own origin`() throws {
        let api = API(query: ["keys": .array([.secret("KEY")]), "lang": "en"])
        #expect(try Self.request(.get("http://other.example/"), of: api).url.query == "lang=en")
        #expect(try Self.request(.get("/"), of: api).url.query == "keys=local-key&lang=en")
    }

    @Test func `parameters can be changed by name`() throws {
        var parameters: Parameters = ["a": 1, "b": 2]
        let name = "Ada"
        parameters["b"] = name
        parameters["a"] = nil
        parameters["c"] = Int?.none
        parameters["d"] = [true]
        #expect(parameters.entries.map(\.name) == ["b", "d"])
        #expect(try Self.body(.post("/", parameters)) == #"{"b":"Ada","d":[true]}"#)
    }

    struct Nested: Encodable, Sendable { var values: [Double] }

    static let mistakes: [(APIRequest, String)] = [
        (.post("/", ["price": Double.nan]), "the parameter `price`: JSON has no nan"),
        (.post("/", ["price": Float.infinity]), "the parameter `price`: JSON has no inf"),
        (.get("/", query: ["price": -Double.infinity]), "the parameter `price`: JSON has no -inf"),
        (.post("/", ["a": ["b": Double.nan]]), "the parameter `a.b`: JSON has no nan"),
        (.post("/", ["a": [1, Double.nan]]), "the parameter `a`: JSON has no nan"),
        (
            .post("/", ["a": .encoding(Nested(values: [1, .nan]))]),
            "the parameter `a`: JSON has no nan (`$.values[1]`)"
        ),
        (.post("/", ["a": .object(["b": .secret("NO")])]), "the environment `default` has no secret `NO`"),
        (.post("/", ["a": .array([.variable("no")])]), "the environment `default` has no variable `no`"),
        (.get("/", query: ["a": .object(["b": 1])]), "`a` wants a text, a number or a list of these"),
        (.post("/", ["a": ["b": 1]], encoder: .form), "`a` wants a text, a number or a list of these"),
        (
            .get("/", query: ["a": .file("/etc/hostname")]),
            "the parameter `a` is a file where none can be: a file stands under a name of its own in the body, or in a list there"
        ),
        (
            .post("/", ["a": .object(["b": .data([1], filename: "x")])]),
            "the parameter `a.b` is a file where none can be: a file stands under a name of its own in the body, or in a list there"
        ),
        (.post("/", body: Nested(values: [.nan])), "the body: JSON has no nan (`$.values[0]`)"),
        (
            .post("/", body: [1, 2], encoder: .form),
            "the body: parameters are the members of an object, and this value encodes as an array"
        ),
    ]

    @Test(arguments: mistakes.indices) func `a value that cannot be sent is refused by its name`(_ index: Int) {
        let (call, message) = Self.mistakes[index]
        let failure = #expect(throws: Failure.self) { try Self.request(call) }
        #expect(failure?.kind == .badInput)
        #expect(failure?.message == message)
    }

    @Test func `parameters of an Encodable value are its members`() throws {
        let parameters = try Parameters(encoding: Nested(values: [1]))
        #expect(try Self.body(.post("/", parameters)) == #"{"values":[1]}"#)
        let failure = #expect(throws: Failure.self) { try Parameters(encoding: 7) }
        #expect(failure?.message == "parameters are the members of an object, and this value encodes as a number")
    }

    // MARK: - Encodable bodies

    struct User: Encodable, Sendable {
        var name: String
        var age: Int?
        var tags: [String]
    }

    @Test func `any Encodable value is a body, as JSON or as a form`() throws {
        let user = User(name: "Ada", tags: ["x", "y"])
        for call in [APIRequest.post("/users", body: user), .put("/users", body: user), .patch("/users", body: user)] {
            let request = try Self.request(call)
            #expect(
                request.body
                    == .bytes(Array(#"{"name":"Ada","tags":["x","y"]}"#.utf8), contentType: "application/json"))
        }
        #expect(try Self.request(.put("/", body: user)).method == .put)
        #expect(try Self.request(.patch("/", body: user)).method == .patch)
        let form = try Self.body(.post("/", body: user, encoder: .form), of: API(parameters: ["client": "ios"]))
        #expect(form == "client=ios&name=Ada&tags=x&tags=y")
        #expect(try Self.body(.post("/", body: [1, 2])) == "[1,2]")
        #expect(try Self.body(.post("/", body: user.name)) == #""Ada""#)
    }

    struct Stay: Encodable, ParameterValue { var firstNight: Timestamp }

    @Test func `values are written by the API's coder and in its form of dates`() throws {
        let night = try #require(Timestamp(rfc3339: "2026-01-02T00:00:00Z"))
        let api = API(dates: .unix, coder: .json(keys: .snakeCase))
        let stay = Stay(firstNight: night)
        #expect(try Self.body(.post("/", body: stay), of: api) == #"{"first_night":1767312000}"#)
        #expect(try Self.body(.post("/", body: stay, encoder: .form), of: api) == "first_night=1767312000")
        #expect(
            try Self.body(.post("/", ["stay": stay, "at": night, "theirName": 1]), of: api)
                == #"{"stay":{"first_night":1767312000},"at":1767312000,"theirName":1}"#)
        #expect(
            try Self.request(.get("/\(night)", query: ["at": night]), of: api).url.text
                == "http://shop.example/1767312000?at=1767312000")
    }

    @Test func `parameters of an API are for bodies of parameters, and a JSON body is the value alone`() throws {
        let api = API(parameters: ["client": "ios"])
        #expect(try Self.body(.post("/", body: ["a": 1]), of: api) == #"{"a":1}"#)
        #expect(try Self.body(.post("/", ["a": 1]), of: api) == #"{"client":"ios","a":1}"#)
    }
}
