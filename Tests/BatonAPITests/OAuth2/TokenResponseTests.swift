import Testing

@testable import BatonAPI

/// Everything that a token endpoint may say.
@Suite struct TokenResponseTests {
    private static func response(_ body: String, status: Int = 200, headers: Headers = [:]) -> TokenResponse {
        TokenResponse(Response(status: status, headers: headers, body: Array(body.utf8), url: .nowhere))
    }

    private static func fields(_ more: String) -> String { #"{"access_token":"a-1","token_type":"Bearer"\#(more)}"# }

    @Test(
        arguments: [
            ("", nil), (#","expires_in":3600"#, 3600), (#","expires_in":"3600""#, 3600), (#","expires_in":0"#, 0),
            (#","expires_in":1.9"#, 1), (#","expires_in":null"#, nil),
            (#","expires_in":1e300"#, 1_000_000_000_000_000),
            (#","expires_in":99999999999999999999"#, 1_000_000_000_000_000),
        ] as [(String, Int64?)])
    func `the lifetime is a number of seconds`(_ more: String, _ lifetime: Int64?) throws {
        let token = try Self.response(Self.fields(more)).token()
        #expect(token.value == "a-1")
        #expect(token.lifetime == lifetime)
    }

    @Test func `a lifetime beyond ten years counts as ten years`() throws {
        let token = try Self.response(Self.fields(#","expires_in":1e300"#)).token()
        let tenYears: Int64 = 315_360_000_000_000
        #expect(token.renewal(issued: 5) == tenYears - 30_000_000 + 5)
        #expect(try Self.response(Self.fields(#","expires_in":0"#)).token().renewal(issued: 7) == 7)
    }

    @Test(arguments: [
        #"{"access_token":"held-1"}"#, #"{"data":{"tokens":[{"access_token":"held-1"}]}}"#,
        #"{"access_token":["held-1"]}"#,
        #"{"access_token":"held-1","access_token":"a"}"#, #"{"access_token":"a","access_token":"held-1"}"#,
        #"{"access_token" : "held-1"#, #"{"access_token":"held-1","x":}"#, #"<p>{"id_token":"held-1"}</p>"#,
        #"{"refresh_token":"h\u0065ld-1"}"#, "access_token=held-1&token_type=bearer", "a=1&access%5Ftoken=held-1",
        "access_token=held%2D1",
    ])
    func `a token is a secret wherever it stands in the response`(_ body: String) {
        #expect(Self.response(body).secrets.contains("held-1"))
        #expect(Self.response(body, status: 400).secrets.contains("held-1"))
    }

    @Test(arguments: ["?access_token=held-1", "#access_token=held-1&state=x", "?a=1#id_token=held-1"])
    func `a token in the address of a redirect is a secret`(_ address: String) {
        let response = Self.response("", status: 302, headers: ["Location": "https://app.example/\(address)"])
        #expect(response.secrets.contains("held-1"))
    }

    @Test(arguments: ["Bearer", "bearer", "BEARER"])
    func `the type is compared without regard to case`(_ type: String) throws {
        #expect(try Self.response(#"{"access_token":"a","token_type":"\#(type)"}"#).token().value == "a")
    }

    @Test func `a response without a type is one with a bearer token`() throws {
        #expect(try Self.response(#"{"access_token":"a"}"#).token().value == "a")
    }

    @Test(
        arguments: [
            ("<html>", 200, .notJSON, "answered 200 with a body that is no JSON object"),
            ("[1]", 200, .notJSON, "answered 200 with a body that is no JSON object"),
            ("", 204, .notJSON, "answered 204 with a body that is no JSON object"),
            (String(repeating: "[", count: 1000), 200, .notJSON, "answered 200 with a body that is no JSON object"),
            ("{}", 200, .mappingMissing, "answered 200 without an `access_token`"),
            (#"{"access_token":5}"#, 200, .mappingMissing, "answered 200 without an `access_token`"),
            (
                #"{"error":"bad_verification_code","error_description":"It has expired"}"#, 200, .mappingMissing,
                "answered 200 without an `access_token`: bad_verification_code: It has expired"
            ),
            (
                #"{"access_token":"a b"}"#, 200, .mappingFormat,
                "gave an `access_token` that cannot be sent: a token has at most 65536 visible ASCII characters"
            ),
            (
                #"{"access_token":"\#(String(repeating: "x", count: 65_537))"}"#, 200, .mappingFormat,
                "gave an `access_token` that cannot be sent: a token has at most 65536 visible ASCII characters"
            ),
            (
                #"{"access_token":"a","token_type":"mac"}"#, 200, .mappingFormat,
                "gave a token of the type `\"mac\"`, and only `Bearer` tokens can be sent"
            ),
            (
                Self.fields(#","expires_in":-5"#), 200, .mappingFormat,
                "gave `expires_in` as `-5`, which is no number of seconds"
            ),
            (
                Self.fields(#","expires_in":"soon""#), 200, .mappingFormat,
                "gave `expires_in` as `\"soon\"`, which is no number of seconds"
            ),
            (
                #"{"error":"invalid_scope","error_description":"no such scope"}"#, 400, .badRequest,
                "answered 400: invalid_scope: no such scope"
            ),
            ("gone", 500, .serverError, "answered 500"),
        ] as [(String, Int, Failure.Kind, String)])
    func `what is no token says why`(_ body: String, _ status: Int, _ kind: Failure.Kind, _ message: String) {
        do throws(TokenResponse.TokenError) {
            _ = try Self.response(body, status: status).token()
            Issue.record("a token")
        } catch {
            #expect(error.kind == kind)
            #expect(error.message + error.quote == message)
        }
    }

    @Test func `a redirect is named and not followed`() {
        let response = Self.response("", status: 302, headers: ["Location": "https://evil.example/"])
        do throws(TokenResponse.TokenError) {
            _ = try response.token()
            Issue.record("a token")
        } catch {
            #expect(
                error.message
                    == "answered 302, a redirect to `https://evil.example/`, which is not followed with credentials")
        }
    }
}
