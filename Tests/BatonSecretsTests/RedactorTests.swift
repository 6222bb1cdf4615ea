import BatonSecrets
import Testing

struct RedactorTests {
    private func registry(_ secrets: String...) -> SecretRegistry {
        let registry = SecretRegistry()
        for secret in secrets { registry.add(secret) }
        return registry
    }

    @Test(arguments: [
        ("token=hunter22;", "token=***;"),
        ("hunter22", "***"),
        ("hunter2", "hunter2"),
        ("Hunter22", "Hunter22"),
        ("hunter22hunter22", "***"),
        ("hunter22 hunter22", "*** ***"),
        ("hunthunter22er22", "hunt***er22"),
        ("", ""),
    ])
    func `a secret is masked wherever it stands`(_ text: String, _ masked: String) {
        #expect(registry("hunter22").redact(text) == masked)
        #expect(registry("hunter22").redact(Array(text.utf8)) == Array(masked.utf8))
    }

    @Test(arguments: [
        ("abcdefgh", "***"), ("xabcdefghx", "x***x"), ("abcdef", "***"), ("cdefgh", "***"), ("abcdxefgh", "***xefgh"),
        ("cdef", "cdef"),
    ])
    func `hits that overlap or touch become one mask`(_ text: String, _ masked: String) {
        #expect(registry("abcd", "bcdef", "cdefgh", "abcdef").redact(text) == masked)
    }

    @Test func `the longest wins over a secret inside it`() {
        #expect(registry("pass", "my-password-1").redact("my-password-1 pass my-pass") == "*** *** my-***")
    }

    @Test(arguments: [
        ("base64", "s3cr=t/ä+?", "czNjcj10L8OkKz8=", "***"),
        ("base64 after one byte", "hunter22", "eGh1bnRlcjIyeXo=", "eG***eXo="),
        ("base64 after two bytes", "hunter22", "eHhodW50ZXIyMnl6", "eHh***nl6"),
        ("base64 of user and password", "hunter22", "dXNlcjpodW50ZXIyMg==", "dXNlcjp***"),
        ("base64url", "~~~???>>>", "fn5-Pz8_Pj4-", "***"),
        ("base64, other alphabet", "~~~???>>>", "fn5+Pz8/Pj4+", "***"),
        ("hex", "hunter22", "68756e7465723232", "***"),
        ("upper hex", "hunter22", "68756E7465723232", "***"),
        ("URL", "a b/c&d=é", "x=a%20b%2Fc%26d%3D%C3%A9&y", "x=***&y"),
        ("URL with ~ escaped", "a~b c/d", "x=a%7Eb%20c%2Fd", "x=***"),
        ("URL, lower", "a b/c&d=é", "x=a%20b%2fc%26d%3d%c3%a9&y", "x=***&y"),
        ("form", "a b/c&d=é", "x=a+b%2Fc%26d%3D%C3%A9&y", "x=***&y"),
        ("path", "a b/c&d=é", "/a%20b/c&d=%C3%A9/", "/***/"),
        ("component", "it's (ok)!", "it's%20(ok)!", "***"),
        ("JSON", "a\"b\\c\nd/e", #"{"x":"a\"b\\c\nd/e"}"#, #"{"x":"***"}"#),
        ("JSON with slashes", "a\"b\\c\nd/e", #"{"x":"a\"b\\c\nd\/e"}"#, #"{"x":"***"}"#),
        ("JSON in ASCII", "pässwörd", #""p\u00e4ssw\u00f6rd""#, #""***""#),
        ("JSON in ASCII, upper", "pässwörd", #""p\u00E4ssw\u00F6rd""#, #""***""#),
        ("JSON surrogates", "key-😀", #""key-\ud83d\ude00""#, #""***""#),
        ("JSON for pages", "a<b>&'c", #""a\u003cb\u003e\u0026\u0027c""#, #""***""#),
        ("JSON in JSON", "a\"b\\c", #"{\"x\":\"a\\\"b\\\\c\"}"#, #"{\"x\":\"***\"}"#),
        ("XML text", "a<b>&\"c'", "<t>a&lt;b&gt;&amp;\"c'</t>", "<t>***</t>"),
        ("XML text, bare >", "a<b>&\"c'", "<t>a&lt;b>&amp;\"c'</t>", "<t>***</t>"),
        ("XML attribute", "a<b>&\"c'", "x=\"a&lt;b&gt;&amp;&quot;c&apos;\"", "x=\"***\""),
        ("XML line break", "line1\nline2", "x=\"line1&#10;line2\"", "x=\"***\""),
        ("XML line break, hex", "line1\nline2", "x=\"line1&#xA;line2\"", "x=\"***\""),
        ("HTML named", "a<b>&\"c'", "a&lt;b&gt;&amp;&quot;c&#39;", "***"),
        ("HTML hex apostrophe", "a<b>&\"c'", "a&lt;b&gt;&amp;&quot;c&#x27;", "***"),
        ("HTML decimal", "a<b>&\"c'", "a&#60;b&#62;&#38;&#34;c&#39;", "***"),
        ("HTML hex", "a<b>&\"c'", "a&#x3c;b&#x3e;&#x26;&#x22;c&#x27;", "***"),
        ("HTML upper hex", "a<b>&\"c'", "a&#x3C;b&#x3E;&#x26;&#x22;c&#x27;", "***"),
        ("HTML slash", "abc/d=", "abc&#x2F;d&#x3D;", "***"),
        ("HTML, not ASCII", "pässwörd", "p&#228;ssw&#246;rd", "***"),
        ("HTML, not ASCII, hex", "pässwörd", "p&#xE4;ssw&#xF6;rd", "***"),
        ("trailing line break", "hunter22\n", "Bearer hunter22", "Bearer ***"),
    ])
    func `every form is found`(_ name: String, _ secret: String, _ text: String, _ masked: String) {
        #expect(registry(secret).redact(text) == masked, "\(name)")
    }

    @Test func `every alignment of base64 is masked but for the characters that it shares`() {
        let secret = Array("correct horse".utf8)
        let registry = SecretRegistry()
        registry.add(secret)
        for before in 0..<7 {
            for after in 0..<4 {
                let text = base64(
                    [UInt8](repeating: 0xA7, count: before) + secret + [UInt8](repeating: 0xA7, count: after))
                let masked = registry.redact(text)
                let own = (before + secret.count) * 8 / 6 - (before * 8 + 5) / 6
                #expect(masked.contains("***"))
                #expect(masked.utf8.count <= text.utf8.count - own + 3, "\(before) before, \(after) after: \(masked)")
            }
        }
    }

    @Test func `bytes that are no text are masked too`() {
        let registry = SecretRegistry()
        registry.add([0xFF, 0x00, 0xFE, 0x01, 0x80])
        #expect(registry.redact([1, 0xFF, 0x00, 0xFE, 0x01, 0x80, 2]) == [1, 0x2A, 0x2A, 0x2A, 2])
        #expect(registry.redact("key ff00fe0180") == "key ***")
    }

    @Test func `a short secret is refused, and not searched for`() {
        let registry = SecretRegistry()
        #expect(!registry.add("abc") && !registry.add("äöü") && !registry.add("") && !registry.add([0xFF, 0xFE]))
        #expect(registry.add("abcd"))
        #expect(registry.redact("abc äöü YWJj 616263") == "abc äöü YWJj 616263")
        #expect(registry.redact("abcd") == "***")
    }

    @Test(arguments: [
        (#"got "key: hunter22-lovela"… (900 bytes)"#, #"got "key: ***"… (900 bytes)"#),
        ("hunt… and hunter22-lovelace…", "***… and ***…"), ("hun… hunter", "hun… hunter"), ("…", "…"),
        (#""68756e746572"…"#, #""***"…"#), ("ends in hunter22", "ends in hunter22"),
    ])
    func `what is left of a secret that was cut is masked`(_ text: String, _ masked: String) {
        #expect(registry("hunter22-lovelace").redact(text) == masked)
        // Enough of them for a trie.
        let many = registry("hunter22-lovelace")
        for number in 0..<200 { many.add("another-secret-of-many-\(number)") }
        #expect(many.redact(text) == masked)
    }

    @Test func `a clean text comes back as it is`() {
        let text = String(repeating: "nothing to see here ", count: 100)
        let masked = registry("hunter22").redact(text)
        #expect(masked == text)
        var first = text
        var second = masked
        let places = first.withUTF8 { a in second.withUTF8 { b in (a.baseAddress, b.baseAddress) } }
        #expect(places.0 == places.1)
    }

    @Test func `a redactor without secrets searches nothing`() {
        #expect(SecretRegistry().redactor.isEmpty)
        #expect(SecretRegistry().redact("abcd") == "abcd")
    }

    @Test func `what must not be stored is found`() {
        let redactor = registry("hunter22").redactor
        #expect(redactor.finds(in: "xhunter22") && redactor.finds(in: Array("aHVudGVyMjI".utf8)))
        #expect(!redactor.finds(in: "hunter2") && !redactor.finds(in: [UInt8]()))
    }

    @Test func `a byte secret that cuts a character leaves valid text`() {
        let registry = SecretRegistry()
        registry.add([0xA4, 0x61, 0x62, 0x63])
        #expect(registry.redact("äabc") == "\u{FFFD}***")
    }
}

/// RFC 4648 with padding, written apart from the code under test.
func base64(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var result = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
        let group = Array(bytes[start..<min(start + 3, bytes.count)])
        let value = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
        for index in 0..<4 {
            result.append(index <= group.count ? alphabet[value >> (18 - 6 * index) & 63] : "=")
        }
    }
    return result
}

struct MaskedTextTests {
    private static func registry() -> SecretRegistry {
        let registry = SecretRegistry()
        registry.add("lovelace-1815")
        return registry
    }

    @Test func `the registry masks what it knows`() {
        #expect(Self.registry().masked("password=lovelace-1815").text == "password=***")
        #expect(Self.registry().masked("nothing to hide").text == "nothing to hide")
    }

    @Test func `a literal takes masked texts and whole numbers`() {
        let masked = Self.registry().masked("lovelace-1815")
        let text: MaskedText = "status \(404) of \(masked), \(UInt8(7)) times"
        #expect(text.text == "status 404 of ***, 7 times")
    }

    @Test func `masked texts are joined and reshaped without a detour over plain text`() {
        let masked = Self.registry().masked("Lovelace is not lovelace-1815")
        #expect((masked + " at all").text == "Lovelace is not *** at all")
        #expect([masked, "b", "c"].joined(separator: ", ").text == "Lovelace is not ***, b, c")
        #expect(masked.reshaped { $0.uppercased() }.text == "LOVELACE IS NOT ***")
        #expect(masked.description == masked.text)
        #expect(MaskedText(recorded: "").isEmpty)
    }
}
