import BatonHTTP
import BatonJSON
import Testing

@Suite struct ServerMessageTests {
    static let cases: [(String, String?)] = [
        (
            #"{"message": "not valid", "errors": [{"field": "name", "message": "too short"}, {"message": "no age"}, 3]}"#,
            "not valid: name: too short; no age"
        ),
        (#"{"message": "not valid", "errors": {}}"#, "not valid"),
        (#"{"message": "Not found"}"#, "Not found"),
        (#"{"error": "Bad token"}"#, "Bad token"),
        (#"{"error": {"code": 5, "message": "Bad token"}}"#, "Bad token"),
        (#"{"error": "invalid_grant", "error_description": "Expired"}"#, "invalid_grant: Expired"),
        (#"{"error": "forbidden", "reason": "quota exceeded"}"#, "forbidden: quota exceeded"),
        (#"{"error": "Bad Request", "detail": "no name"}"#, "Bad Request: no name"),
        (#"{"error": true, "reason": "quota exceeded", "status": "x"}"#, "quota exceeded"),
        (#"{"error_message": "Quota"}"#, "Quota"),
        (#"{"errors": [{"message": "A"}, {"message": "B"}, {"code": 1}]}"#, "A; B"),
        (#"{"errors": ["A", "B"]}"#, "A; B"),
        (#"[{"message": "A"}, {"message": "B"}]"#, "A; B"),
        (#"{"type": "about:blank", "title": "Forbidden", "detail": "Not yours"}"#, "Forbidden: Not yours"),
        (#"{"title": "Forbidden"}"#, "Forbidden"),
        (#"{"message": "", "error": "E"}"#, "E"),
        (#"{"message": 5}"#, nil), (#"{}"#, nil), ("[]", nil), ("[1]", nil), (#""text""#, nil), ("null", nil),
        (#"{"errors": {}}"#, nil),
    ]

    @Test(arguments: cases) func `the server's own words are found`(_ json: String, _ message: String?) throws {
        #expect(ServerMessage.find(in: try JSONParser.parse(json)) == message)
    }

    @Test func `a long message is cut`() {
        let message = ServerMessage.find(in: .object(["message": .string(String(repeating: "ä", count: 5000))]))
        #expect(message == String(repeating: "ä", count: 1000) + "…")
    }

    @Test func `every kind of failure has its own name`() {
        #expect(Set(Failure.Kind.all).count == Failure.Kind.all.count)
        #expect(Failure.Kind.status(404).rawValue == "http.not_found")
        #expect(Failure.Kind.status(418) == .clientError)
        #expect(Failure.Kind.status(503) == .serverError)
        #expect(Failure.Kind.status(302) == .unexpected)
        #expect(Failure.Kind.tooLarge.family == "network")
    }
}
