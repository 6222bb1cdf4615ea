import Testing

@testable import BatonJudging
@testable import BatonLoading

@Suite struct ValueFormatTests {
    static let accepted: [(ValueFormat, String)] = [
        (.uuid, "00000000-0000-0000-0000-000000000000"), (.uuid, "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6"),
        (.date, "2024-02-29"), (.datetime, "2026-08-21T10:00:00Z"), (.datetime, "2026-08-21T10:00:00.5+02:00"),
        (.email, "ada@example.org"), (.email, "a.b+c@x-y.co"), (.email, "ada@localhost"),
        (.ipv4, "127.0.0.1"), (.ipv6, "::1"), (.ipv6, "2001:db8::ff00:42:8329"), (.ipv6, "::ffff:10.0.0.1"),
        (.uri, "https://example.org/a?b=c#d"), (.uri, "urn:isbn:0451450523"), (.uri, "mailto:ada@example.org"),
        (.uri, "http://[::1]:8080/"), (.base64, "YWJj"), (.base64, "YQ=="), (.base64, "+/8="),
        (.json, "{}"), (.json, " 5 "), (.jwt, "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln"),
        (.jwt, "eyJhbGciOiJub25lIn0.e30."),
    ]

    static let refused: [(ValueFormat, String)] = [
        (.uuid, "f81d4fae7dec11d0a76500a0c91e6bf6"), (.uuid, "g81d4fae-7dec-11d0-a765-00a0c91e6bf6"), (.uuid, ""),
        (.date, "2023-02-29"), (.date, "2023-2-9"), (.date, "2023-01-01T00:00:00Z"), (.date, "20230101"),
        (.datetime, "2026-08-21T10:00:00"), (.datetime, "2026-08-21"), (.datetime, "2026-08-21T25:00:00Z"),
        (.email, "ada"), (.email, "@example.org"), (.email, "ada@"), (.email, "a b@example.org"),
        (.email, "a@b@c"), (.email, ".a@b.c"), (.email, "a..b@c.d"), (.email, "a@-b.c"),
        (.ipv4, "256.0.0.1"), (.ipv4, "1.2.3"), (.ipv4, "01.2.3.4"), (.ipv4, "::1"), (.ipv6, "127.0.0.1"),
        (.ipv6, "1::2::3"), (.ipv6, "fe80::1%eth0"), (.ipv6, "::ffff:256.0.0.1"),
        (.uri, "/relative"), (.uri, "example.org"), (.uri, "https://"), (.uri, "https://a b"), (.uri, "http://a/%zz"),
        (.uri, "http://a/[b]"), (.uri, "a:"), (.uri, "http://a:b/"),
        (.base64, ""), (.base64, "YQ"), (.base64, "YQ="), (.base64, "Y-_="), (.base64, "===="), (.base64, "YWJj\n"),
        (.json, ""), (.json, "{"), (.json, "abc"), (.jwt, "a.b.c"), (.jwt, "eyJhbGciOiJIUzI1NiJ9.e30"),
        (.jwt, "W10.e30.c2ln"), (.jwt, "eyJhbGciOiJub25lIn0.e30.a+b"),
    ]

    @Test(arguments: accepted)
    func `a text of the form is accepted`(_ format: ValueFormat, _ text: String) {
        #expect(format.accepts(text))
    }

    @Test(arguments: refused)
    func `every other text is refused`(_ format: ValueFormat, _ text: String) {
        #expect(!format.accepts(text))
    }
}
