import BatonSecrets
import Testing

/// Secrets in forms that more than one reader or encoder has had a hand in.
struct DisguisedSecretTests {
    private func registry(_ secret: String) -> SecretRegistry {
        let registry = SecretRegistry()
        registry.add(secret)
        return registry
    }

    @Test(arguments: [
        ("Latin-1, percent-escaped", "Pässwört/7", "P%E4ssw%F6rt%2F7"),
        ("Latin-1, percent-escaped, few letters of ASCII", "äöüß9", "%E4%F6%FC%DF9"),
        ("Latin-1, escaped as bytes", "Pässwört/7", #"P\xe4ssw\xf6rt/7"#),
        ("braces of Perl and PHP", "Pässwört/7", #"P\x{e4}ssw\x{F6}rt/7"#),
        ("octal of Latin-1", "Pässwört/7", #"P\344ssw\366rt/7"#),
        ("backslashes before what is no letter", "Pä ssw/7+x", #"P\ä\ ssw\/7\+x"#),
        ("backslashes before all", "s3cret-pass", #"\s\3\c\r\e\t\-\p\a\s\s"#),
        ("backslashes before all, beyond ASCII", "nüxt/4ß", #"\n\ü\x\t\/\4\ß"#),
        ("decomposed", "Pässwört/7", "Pa\u{308}sswo\u{308}rt/7"),
        ("composed", "Pa\u{308}sswo\u{308}rt/7", "Pässwört/7"),
        ("decomposed, percent-escaped", "Pässwört/7", "Pa%CC%88sswo%CC%88rt%2F7"),
        ("composed, in JSON", "Pa\u{308}sswo\u{308}rt/7", #"P\u00e4ssw\u00f6rt/7"#),
        ("HTML inside JSON", "a<b>\"ä&c", #"a\u0026lt;b\u0026gt;&quot;\u00e4&amp;c"#),
        ("JSON inside HTML", "a<b>\"ä&c", "a&#92;u003cb>&#92;&quot;&#228;\\u0026c"),
        ("numbers of HTML without their ends", "a<bü>c", "a&#60b&#xfc&#62;c"),
        ("names of HTML in capitals", "a<b>\"&c", "a&LT;b&GT;&QUOT;&AMP;c"),
        ("base64 of Latin-1", "Pässwört/7", "UORzc3f2cnQvNw=="),
        ("hexadecimal of Latin-1", "Pässwört/7", "50e4737377f672742f37"),
        ("base64 of the decomposed form", "Pässwört/7", base64(Array("Pa\u{308}sswo\u{308}rt/7".utf8))),
        ("small letters, then taken for Latin-1", "PÄSSWÖRT/7", "pã¤sswã¶rt/7"),
        ("small letters taken for Latin-1", "PÄSSWÖRT/7", "pÃ¤sswÃ¶rt/7"),
        ("taken for Latin-1, then small letters", "PÄSSWÖRT/7", "pã\u{84}sswã\u{96}rt/7"),
        ("taken for Latin-1, beside a plus, in JSON", "abcdefZé+kx9", #"abcdefZ\u00c3\u00a9+kx9"#),
        ("Latin-1, beside a plus, in JSON", "abcdefZé+kx9", #"abcdefZ\u00e9+kx9"#),
        ("decomposed, beside a plus, in a form", "abcdefZé+kx9", "abcdefZe%CC%81%2Bkx9"),
        ("small letters in Latin-1, percent-escaped", "PÄSSWÖRT/7", "p%E4ssw%F6rt/7"),
    ])
    func `a secret is found as`(_ form: String, _ secret: String, _ text: String) {
        #expect(registry(secret).redact("got \(text) here") == "got *** here", "\(form)")
    }

    @Test func `bytes of Latin-1 are masked as bytes`() {
        let masked = registry("Pässwört/7").redact(
            Array("x ".utf8) + [0x50, 0xE4, 0x73, 0x73, 0x77, 0xF6, 0x72, 0x74, 0x2F, 0x37])
        #expect(masked == Array("x ***".utf8))
    }

    @Test(arguments: [
        #"a path C:\new\table and \r\n"#, #"{"a":"line\nline\tcell"}"#, #"\d\w+ of a pattern"#, "a&#b; c&#x; d&#",
        "%u00",
    ])
    func `what only looks like it stays as it is`(_ text: String) {
        #expect(registry("Pässwört/7").redact(text) == text)
    }

    @Test(arguments: [
        ("http://LocalHost:21300/T0/XyZ", "http://localhost:21300/T0/XyZ", "***"),
        ("http://LocalHost:21300/T0/XyZ", "no route for /T0/XyZ", "no route for ***"),
        ("http://LocalHost:21300/T0/XyZ", "no route for T0/XyZ.", "no route for ***."),
        ("HTTPS://Hooks.Example.COM:443/services/T0/B0", "https://hooks.example.com/services/T0/B0", "***"),
        ("https://Hooks.example.com?key=abc123XYZ", "https://hooks.example.com/?key=abc123XYZ", "***"),
        ("https://Hooks.example.com?key=abc123XYZ", "bad query: key=abc123XYZ", "bad query: ***"),
        ("https://h.example/a?key=abc123XYZ&n=1", "the key abc123XYZ is unknown", "the key *** is unknown"),
        ("https://h.example/hook/a%2Bb%20c", "no /hook/a+b c", "no ***"),
        ("https://ada:lovelace@H.example/hook/T0", "https://h.example/hook/T0", "***"),
        ("https://h.example/hook/AbCdEfGh", "segment AbCdEfGh", "segment ***"),
        ("https://h.example/v1", "GET /v1/users", "GET /v1/users"),
        ("https://h.example/", "https://h.example is up", "https://h.example is up"),
        ("nothing://", "nothing:/ is there", "nothing:/ is there"),
        ("a note: see http://H/abcdefgh", "/abcdefgh", "/abcdefgh"),
    ])
    func `of a secret URL also its usual form, path and query are masked`(
        _ secret: String, _ text: String, _ masked: String
    ) {
        #expect(registry(secret).redact(text) == masked)
    }

    @Test(arguments: [
        "hunter2%2…", "hunter2%…", "hunter2%2F%4…", #""hunter2\"…"#, #"hunter2\…"#, #"hunter2\u002…"#, #"hunter2\u00…"#,
        #"hunter2\u…"#, #"hunter2\x2…"#, #"hunter2\x{2…"#, #"hunter2\05…"#, "hunter2&#4…", "hunter2&#x2…",
        "hunter2&so…",
        "hunter2&…", "hunter2'\\'…", #"hunter2'"'…"#, #"hunter2%u002…"#, #"hunter2\ud83d…"#, #"hunter2\ud83d\ude…"#,
        "hunter2%252…", "hunter2%25…", "hunter2&amp;#4…", "hunter2&am…", #"hunter2\\u00…"#,
    ])
    func `a secret that is cut inside an escape is masked before it`(_ text: String) {
        let masked = registry("hunter2/+😀lovelace").redact(text)
        #expect(!masked.contains("hunt") && masked.contains("***") && masked.hasSuffix("…"), "\(masked)")
    }
}
