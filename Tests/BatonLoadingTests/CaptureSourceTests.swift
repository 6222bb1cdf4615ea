import BatonCEL
import BatonHTTP
import BatonLanguage
import Testing

@testable import BatonJudging
@testable import BatonLoading

/// Every source of a capture, where it finds something and where it does not.
@Suite struct CaptureSourceTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var source: String
        var shown: String
        var hint: String?

        init(_ source: String, _ shown: String, hint: String? = nil) {
            self.source = source
            self.shown = shown
            self.hint = hint
        }

        var testDescription: String { source }
    }

    private static let body = #"""
        {"token": "t-1", "nothing": null, "user": {"username": "ada", "e-mail": "a@b.c"},
         "orders": [{"id": 7, "name": "Pizza"}, {"id": 8, "name": "Pasta"}], "message": "order 4711 of ada is open",
         "empty": {}}
        """#

    private static let headers: Headers = [
        "Location": "/items/5", "X-Count": "12", "Set-Cookie": "sid=abc; Path=/a; HttpOnly", "Link": "a", "link": "b",
    ]

    static let found: [Case] = [
        Case("$.token", #""t-1""#),
        Case("$", ""),
        Case("token", #""t-1""#),
        Case("orders.0.name", #""Pizza""#),
        Case("$.orders[-1].id", "8"),
        Case("$.orders[$(response.status - 199)].name", #""Pasta""#),
        Case("$.nothing", "null"),
        Case("$.orders[*].id", "[7,8]"),
        Case("$.orders[?@.id > 7].name", #"["Pasta"]"#),
        Case("$.orders[?@.id > 99].name", "[]"),
        Case(#"$.orders[?@.id == $(response.json.orders[0].id)].name"#, #"["Pizza"]"#),
        Case("$(response.json.orders.size())", "2"),
        Case(#"{ value: "$(response.json.user.username + '!')" }"#, #""ada!""#),
        Case("{ header: location }", #""/items/5""#),
        Case("{ header: LINK }", #""a, b""#),
        Case("{ header: location, as: url }", #""http://api.test/items/5""#),
        Case("{ header: X-Count, as: integer }", "12"),
        Case("{ cookie: sid }", #""abc""#),
        Case("{ cookie: sid@path }", #""/a""#),
        Case("{ cookie: sid@http_only }", "true"),
        Case("{ cookie: sid@value }", #""abc""#),
        Case("{ regex: 'order (\\d+) of (\\w+)' }", #""4711""#),
        Case("{ regex: 'order (\\d+) of (\\w+)', group: 2 }", #""ada""#),
        Case("{ regex: 'order (\\d+) of (\\w+)', group: 0 }", #""order 4711 of ada""#),
        Case("{ regex: 'order (\\d+) of (?<who>\\w+)', group: who }", #""ada""#),
        Case("{ regex: 'order \\d+' }", #""order 4711""#),
        Case("{ regex: '(\\d+)', as: integer }", "1"),
        Case("{ regex: '(\\d+)$', in: { header: location }, as: integer }", "5"),
        Case("{ regex: '=(\\d)', in: url }", #""1""#),
        Case("{ regex: '(\\d+)', in: $.message }", #""4711""#),
        Case("{ regex: '(\\d+)', in: { path: message } }", #""4711""#),
        Case("{ regex: 'a(.)c', in: { cookie: sid } }", #""b""#),
        Case("{ regex: '^(.)', in: '$(response.json.orders[1].name)' }", #""P""#),
        Case("{ regex: '(\\d)$', in: { header: x-count } }", #""2""#),
        Case("{ regex: '.$', in: '$.orders[0].id' }", #""7""#),
        Case("{ regex: \"$(response.json.user.username) is (\\\\w+)\" }", #""open""#),
        Case("{ path: $.nope, optional: true }", "null"),
        Case("{ path: $.nope, default: [1, a] }", #"[1,"a"]"#),
        Case("{ path: $.nope, default: '5', as: integer }", "5"),
        Case("{ path: $.nope, default: $(response.status), as: string }", #""200""#),
        Case("{ header: x-none, default: none }", #""none""#),
        Case("{ cookie: none, optional: true }", "null"),
        Case("{ regex: 'nowhere', optional: true }", "null"),
        Case("{ value: $(response.json.user.nick), optional: true }", "null"),
        Case("{ value: $(response.headers.etag), default: none }", #""none""#),
        Case("{ value: '$(response.json.orders[9])', default: 0 }", "0"),
        Case("{ regex: 'x', in: { header: x-none }, default: none }", #""none""#),
    ].filter { !$0.shown.isEmpty }

    static let missing: [Case] = [
        Case(
            "$.tokn",
            "mapping.missing v: there is nothing at `$.tokn`; the body has token, nothing, user, orders, message, empty",
            hint: "did you mean `$.token`?"),
        Case(
            "$.user.usrname",
            "mapping.missing v: there is nothing at `$.user.usrname`; `$.user` has username, e-mail",
            hint: "did you mean `$.user.username`?"),
        Case(
            "$.user.e_mail", "mapping.missing v: there is nothing at `$.user.e_mail`; `$.user` has username, e-mail",
            hint: "did you mean `$.user['e-mail']`?"),
        Case("$.orders[5].id", "mapping.missing v: there is nothing at `$.orders[5].id`; `$.orders` is a list of 2"),
        Case(
            "orders.1.nam", "mapping.missing v: there is nothing at `orders.1.nam`; `orders.1` has id, name",
            hint: "did you mean `orders.1.name`?"),
        Case(
            "tokn",
            "mapping.missing v: there is nothing at `tokn`; the body has token, nothing, user, orders, message, empty",
            hint: "did you mean `token`?"),
        Case("$.token.id", "mapping.missing v: there is nothing at `$.token.id`; `$.token` is a string"),
        Case("$.nothing.id", "mapping.missing v: there is nothing at `$.nothing.id`; `$.nothing` is null"),
        Case("$.empty.id", "mapping.missing v: there is nothing at `$.empty.id`; `$.empty` is an empty object"),
        Case(
            "{ header: locaton }",
            "mapping.missing v: the response has no header `locaton`; it has Location, X-Count, Set-Cookie, Link",
            hint: "did you mean `Location`?"),
        Case(
            "{ cookie: sd }", "mapping.missing v: the response sets no cookie `sd`; it sets sid",
            hint: "did you mean `sid`?"),
        Case("{ cookie: sid@expires }", "mapping.missing v: the cookie `sid` has no `expires`"),
        Case(
            "{ regex: 'invoice (\\d+)', in: $.message }",
            #"mapping.missing v: `invoice (\d+)` is not found in `$.message`: "order 4711 of ada is open""#),
        Case(
            "{ regex: 'z', in: { header: location } }",
            #"mapping.missing v: `z` is not found in the header `location`: "/items/5""#),
        Case(
            "{ regex: 'a(x)?', in: { cookie: sid } }",
            "mapping.missing v: the group of `a(x)?` took no part in the match"),
        Case(
            "{ regex: 'x', in: $.user }",
            #"mapping.type v: a pattern searches text; `$.user` is {"username": "ada", "e-mail": "a@b.c"}"#),
        Case("{ regex: 'x', in: $.nope.deep }", "mapping.missing v: there is nothing at `$.nope.deep`"),
        Case(
            "$(response.json.user.nick)",
            "mapping.missing v: `response.json.user.nick`: there is no `nick`"),
        Case("$(1 / (response.status - 200))", "expression.failed v: division by zero"),
    ]

    private func capture(_ source: String) throws -> Result<CELValue, StepFailure> {
        try Capturing.capture(source, body: Self.body, headers: Self.headers)
    }

    @Test(arguments: found)
    func `a capture finds the value of its source`(_ item: Case) throws {
        #expect(try capture(item.source).shown == item.shown)
    }

    @Test(arguments: missing)
    func `a source that finds nothing says what is there`(_ item: Case) throws {
        let result = try capture(item.source)
        #expect(result.shown.hasPrefix(item.shown), "\(result.shown)")
        #expect(result.problem?.hint?.explanation == item.hint)
    }

    @Test func `a capture with a path needs a JSON body`() throws {
        let text = try Capturing.capture("{ path: $.a, optional: true }", body: "<html>")
        #expect(text.shown.hasPrefix("response.not_json v: the body is not JSON: "))
        let empty = try Capturing.capture("{ path: $.a, default: 1 }", body: "")
        #expect(empty.shown == "response.not_json v: the body is empty, `$.a` needs JSON")
    }

    @Test func `cookies, set-cookie and what is made of them are secret`() throws {
        for source in [
            "{ cookie: sid }", "{ header: set-cookie }", "{ regex: 'a(.)c', in: { cookie: sid } }",
            "$(response.cookies.sid)", "$(response.headers['set-cookie'])",
            #"$(response.headers.values("Set-Cookie")[0])"#,
        ] {
            guard case .success(let value) = try capture(source) else {
                Issue.record("\(source) finds nothing")
                continue
            }
            #expect(value.isTainted, "\(source)")
        }
    }
}
