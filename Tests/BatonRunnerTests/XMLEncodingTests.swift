import BatonHTTP
import Testing

@testable import BatonRecords
@testable import BatonRunner

/// XML and HTML are in the encoding that the response's Content-Type names, else in the one that the document declares.
@Suite struct XMLEncodingTests {
    private static func outcome(
        _ type: String, _ text: String, encoding: String = "latin1", check: String = "//p: Grüße"
    ) async throws -> (outcome: Outcome, messages: [String]) {
        let bytes =
            encoding == "latin1" ? text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } : Array(text.utf8)
        let bench = Bench { (request, _) throws(Failure) in
            Response(status: 200, headers: ["Content-Type": type], body: bytes, url: request.url)
        }
        let cases = try await bench.run(
            """
            steps:
              - get: /x
                expect: { xpath: { \(check) } }
                capture: { text: { xpath: //p } }
              - that: text == "Grüße"
            """)
        return (cases[0].outcome, cases[0].steps.flatMap(\.failures).map(\.message.text))
    }

    @Test(arguments: [
        ("text/html; charset=iso-8859-1", "<!DOCTYPE html><p>Grüße", "latin1"),
        ("application/xml; charset=ISO-8859-1", "<r><p>Grüße</p></r>", "latin1"),
        ("text/xml;CHARSET=\"latin1\"; x=y", "<?xml version='1.0'?><r><p>Grüße</p></r>", "latin1"),
        ("text/html; charset=windows-1252", "<html><meta charset=utf-8><p>Grüße", "latin1"),
        ("application/xml; charset=utf-8", "<?xml version='1.0' encoding='ISO-8859-1'?><r><p>Grüße</p></r>", "utf8"),
        ("application/xml", "<?xml version='1.0' encoding='ISO-8859-1'?><r><p>Grüße</p></r>", "latin1"),
        ("application/xml; charset=", "<r><p>Grüße</p></r>", "utf8"),
        ("application/xml; charset=iso-8859-1", "\u{FEFF}<r><p>Grüße</p></r>", "utf8"),
        ("application/xml; profile=\"urn:x;charset=utf-16\"; charset=utf-8", "<r><p>Grüße</p></r>", "utf8"),
        ("application/xml; x=\"a\\\";charset=utf-16\" ; Charset = \"iso-8859\\-1\"", "<r><p>Grüße</p></r>", "latin1"),
        ("application/xml; x=\"open;charset=iso-8859-1", "<r><p>Grüße</p></r>", "utf8"),
        (
            "application/xml; charset=x-none", "<?xml version='1.0' encoding='ISO-8859-1'?><r><p>Grüße</p></r>",
            "latin1"
        ),
        ("text/html; charset='utf-8'", "<html><meta charset=utf-8><p>Grüße", "utf8"),
    ])
    func `the charset of the response comes before what the document says, behind a byte order mark`(
        _ type: String, _ text: String, _ encoding: String
    ) async throws {
        let found = try await Self.outcome(type, text, encoding: encoding)
        #expect(found.outcome == .passed, "\(found.messages)")
    }

    @Test(arguments: [
        "text/html; charset=iso-8859-15", "text/html; charset=windows-1251", "text/html; charset=Shift_JIS",
        "text/html; charset=utf-7",
        "text/html; charset=\"who knows\"", "text/html",
    ])
    func `where all of it is ASCII, it is read whatever other encoding is named`(_ type: String) async throws {
        let declared = type.contains(";") ? "" : "<meta charset=gb2312>"
        let found = try await Self.outcome(
            type, "<html>\(declared)<p>Gr&uuml;&szlig;e", check: "//p: { matches: \"^Gr..e$\" }")
        #expect(found.outcome == .passed, "\(found.messages)")
    }

    @Test(arguments: [
        ("utf-7", "<p>\u{1B}$B8l\u{1B}(B", "the charset that its Content-Type names is not known"),
        ("utf-32", "<\u{0}\u{0}\u{0}p", "it begins as UTF-16 does and is not in it"),
        ("utf-32", "\u{0}\u{0}\u{0}<", "the charset that its Content-Type names is not known"),
    ])
    func `bytes below 0x80 that may mean something else are not taken for ASCII`(
        _ charset: String, _ text: String, _ message: String
    ) async throws {
        let found = try await Self.outcome("text/html; charset=\(charset)", text)
        #expect(found.outcome == .failed && found.messages.contains { $0.contains(message) }, "\(found.messages)")
    }

    @Test(arguments: [
        (
            "text/html", "<!DOCTYPE html><p>Grüße",
            "xpath //p: the body is HTML (Content-Type text/html) and cannot be read: it is not in UTF-8, and no other encoding is declared"
        ),
        (
            "text/html; charset=utf-8", "<!DOCTYPE html><p>Grüße",
            "xpath //p: the body is HTML (Content-Type text/html) and cannot be read: it is not in UTF-8, which the Content-Type says it is"
        ),
        (
            "text/html; charset=utf-16", "<!DOCTYPE html><p>Grüße",
            "xpath //p: the body is HTML (Content-Type text/html) and cannot be read: it is not in `utf-16le`, which the Content-Type says it is"
        ),
        (
            "text/html", "<html><meta charset=utf-16><p>Grüße",
            "xpath //p: the body is HTML (Content-Type text/html) and cannot be read: it declares `utf-16le` in bytes that are not in it"
        ),
        (
            "text/html; charset=euc-jp", "<!DOCTYPE html><p>Grü",
            "xpath //p: the body is HTML (Content-Type text/html) and cannot be read: it is not in `euc-jp`, which the Content-Type says it is"
        ),
        (
            "text/html", "<html><meta charset=gb2312><p>Grü",
            "xpath //p: the body is HTML (Content-Type text/html) and cannot be read: it is not in `gbk`, which it declares"
        ),
        (
            "text/html; charset=\"not a charset\"", "<!DOCTYPE html><p>Grüße",
            "xpath //p: the body is HTML (Content-Type text/html) and cannot be read: the charset that its Content-Type names is not known"
        ),
        (
            "text/html", "<html><meta charset=Pa55-Word><p>Grüße",
            "xpath //p: the body is HTML (Content-Type text/html) and cannot be read: the encoding that it declares is not known"
        ),
        (
            "text/html; charset=" + String(repeating: "A", count: 50_000), "<!DOCTYPE html><p>Grüße",
            "xpath //p: the body is HTML (Content-Type text/html) and cannot be read: the charset that its Content-Type names is not known"
        ),
    ])
    func `bytes in another encoding than the one that is told are none`(
        _ type: String, _ text: String, _ message: String
    ) async throws {
        let found = try await Self.outcome(type, text)
        #expect(found.outcome == .failed && found.messages.contains(message), "\(found.messages)")
    }
}
