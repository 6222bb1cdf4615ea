import BatonSecrets
import Testing

/// What the encoders of common languages and tools make of a secret.
struct EncoderTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let encoder: String
        let secret: String
        let text: String
        var masked = "***"

        var testDescription: String { encoder }
    }

    private static let hard = #"pa"ss&wo<rd>'x"#

    static let cases = [
        Case(encoder: "Go html.EscapeString", secret: hard, text: "pa&#34;ss&amp;wo&lt;rd&gt;&#39;x"),
        Case(encoder: "Go encoding/json", secret: hard, text: #"pa\"ss\u0026wo\u003crd\u003e'x"#),
        Case(encoder: "Rails", secret: hard, text: #"pa\"ss\u0026wo\u003Crd\u003E'x"#),
        Case(encoder: "System.Text.Json", secret: "q'u\"o`t+s&x", text: #"q\u0027u\u0022o\u0060t\u002Bs\u0026x"#),
        Case(encoder: ".NET HTML", secret: "ab+cd`ef\"g", text: "ab&#x2B;cd&#x60;ef&quot;g"),
        Case(encoder: "Go template", secret: "ab+cd'ef", text: "ab&#43;cd&#39;ef"),
        Case(encoder: "PHP htmlentities", secret: "pässwörd", text: "p&auml;ssw&ouml;rd"),
        Case(encoder: "CSV", secret: hard, text: #""pa""ss&wo<rd>'x""#, masked: #""***""#),
        Case(encoder: "SQL", secret: hard, text: #"'pa"ss&wo<rd>''x'"#, masked: "'***'"),
        Case(encoder: "a shell, with backslash", secret: hard, text: #"'pa"ss&wo<rd>'\''x'"#, masked: "'***'"),
        Case(encoder: "a shell, with quotes", secret: hard, text: #"'pa"ss&wo<rd>'"'"'x'"#, masked: "'***'"),
        Case(encoder: "Python", secret: hard, text: #"'pa"ss&wo<rd>\'x'"#, masked: "'***'"),
        Case(encoder: "Python bytes", secret: "pässwörd", text: #"b'p\xc3\xa4ssw\xc3\xb6rd'"#, masked: "b'***'"),
        Case(encoder: "C octal", secret: "pässwörd", text: #"p\303\244ssw\303\266rd"#),
        Case(encoder: "JavaScript escape()", secret: "pässw€rd é", text: "p%E4ssw%u20ACrd%20%E9"),
        Case(encoder: "JavaScript code points", secret: "key-😀", text: #"key-\u{1f600}"#),
        Case(encoder: "encodeURI", secret: "a b#c/d?é", text: "a%20b#c/d?%C3%A9"),
        Case(encoder: "a URL that keeps escapes", secret: "ab%41cd ef", text: "k=ab%41cd%20ef&z", masked: "k=***&z"),
        Case(encoder: "a URL decoder", secret: "abcDEF123%2BghiJKL", text: "abcDEF123+ghiJKL"),
        Case(encoder: "every byte", secret: "hunter22", text: "%68%75%6e%74%65%72%32%32"),
        Case(encoder: "every character, decimal", secret: "hunt", text: "&#104;&#117;&#110;&#116;"),
        Case(encoder: "every character, hex", secret: "hunt", text: "&#x68;&#x75;&#x6E;&#x74;"),
        Case(encoder: "every character, JSON", secret: "hunt", text: #"\u0068\u0075\u006e\u0074"#),
        Case(encoder: "a mixture", secret: "ab&cd\"ef'gh", text: "ab%26cd&quot;ef\\u0027gh"),
        Case(encoder: "URL twice", secret: "a b/c&d", text: "a%2520b%252Fc%2526d"),
        Case(encoder: "HTML twice", secret: "a<b>&c", text: "a&amp;lt;b&amp;gt;&amp;amp;c"),
        Case(encoder: "HTML in JSON in JSON", secret: "a<b\"c\\d", text: #"a&lt;b\\\"c\\\\d"#),
        Case(encoder: "libcurl's file name", secret: #"p/q w"e&r"#, text: #"p/q w%22e&r"#),
        Case(encoder: "base64, PHP JSON", secret: "~~~???>>>x", text: #"fn5+Pz8\/Pj4+eA=="#),
        Case(encoder: "base64, .NET JSON", secret: "~~~???>>>x", text: #"fn5\u002BPz8/Pj4\u002BeA=="#),
        Case(encoder: "base64 in a URL", secret: "~~~???>>>x", text: "fn5%2BPz8%2fPj4%2beA%3D%3D"),
        Case(
            encoder: "a host in small letters", secret: "Zq7hunter2Xk9", text: "http://zq7hunter2xk9.invalid/",
            masked: "http://***.invalid/"),
        Case(encoder: "Latin-1 taken for UTF-8", secret: "pässwörd9", text: "p\u{FFFD}ssw\u{FFFD}rd9"),
        Case(encoder: "UTF-8 taken for Latin-1", secret: "pässwörd9", text: "pÃ¤sswÃ¶rd9"),
        Case(encoder: "line breaks of Windows", secret: "ab\ncd", text: "ab\r\ncd"),
        Case(encoder: "line breaks of Windows, JSON", secret: "ab\ncd", text: #"ab\r\ncd"#),
        Case(encoder: "indented lines", secret: "line one of it\nline two\n", text: "line one of it\n    line two"),
        Case(
            encoder: "a single line", secret: "-----BEGIN\nMIIBline2\nend", text: "bad: MIIBline2", masked: "bad: ***"),
    ]

    @Test(arguments: cases)
    func `a secret is found as it is written by`(_ example: Case) {
        let registry = SecretRegistry()
        registry.add(example.secret)
        #expect(registry.redact(example.text) == example.masked)
        // Enough of them for a trie.
        for number in 0..<100 { registry.add("another-secret-of-many-\(number)") }
        #expect(registry.redact(example.text) == example.masked)
    }

    @Test(arguments: [64, 76], ["\n", "\r\n", "\\n", "\n  "])
    func `base64 is found in wrapped lines`(_ columns: Int, _ lineBreak: String) {
        let registry = SecretRegistry()
        registry.add("correct horse battery staple")
        for before in 40..<60 {
            let digits = base64([UInt8](repeating: 0, count: before) + Array("correct horse battery staple".utf8))
            var lines: [String] = []
            for start in stride(from: 0, to: digits.utf8.count, by: columns) {
                lines.append(String(digits.dropFirst(start).prefix(columns)))
            }
            let masked = registry.redact(lines.joined(separator: lineBreak))
            #expect(masked.contains("***") && !masked.contains("GhvcnNlIGJhdHRlcn"), "\(masked)")
            #expect(masked.utf8.filter { UInt8(ascii: "B")...UInt8(ascii: "z") ~= $0 }.count <= 7, "\(masked)")
        }
    }

    @Test(arguments: ["NDgwMTUx\nNjIz", "eDQ4\nMDE1MTYyMw==", "NDgw\r\nMTUxNjIz"])
    func `base64 of nine characters is found in short lines`(_ text: String) {
        let registry = SecretRegistry()
        registry.add("480151623")
        #expect(registry.redact(text).hasSuffix("***") || registry.redact(text).hasSuffix("***=="))
        #expect(!registry.redact(text).contains("M"))
    }

    @Test(arguments: [
        ("http://kx7/Qz%22W%20%E2%80%B9%C3%A9&%3E'%25/", "http://***/"),
        ("GET /Qz%22W%20%E2%80%B9%C3%A9&%3E'%25 HTTP/1.1", "GET *** HTTP/1.1"),
        ("http://Kx7/Qz%22W%20%E2%80%B9%C3%A9&%3E'%25", "http://***"),
    ])
    func `a secret in the place of a host is found as a URL has it`(_ text: String, _ shown: String) {
        let registry = SecretRegistry()
        registry.add("Kx7/Qz\"W ‹é&>'%#9$vT\\mP")
        #expect(registry.redact(text) == shown)
    }

    @Test(arguments: [
        "\u{1B}[31m", "\u{1B}[01;31m\u{1B}[K", "\u{9B}0m", "\u{1B}]0;title\u{7}", "\u{1B}(B", "\u{200B}", "\u{200D}",
        "\u{FEFF}", "\u{AD}", "\u{2060}", "\u{202E}", "\u{FE0F}", "\u{E0041}", "\u{0}", "\u{8}", "\u{1B}", "\\u001b[1m",
        "&#8203;", "%1B%5B0m",
    ])
    func `what cannot be seen does not tear a secret apart`(_ unseen: String) {
        let registry = SecretRegistry()
        registry.add("Sup3rSecretToken")
        for place in 1..<16 {
            let secret = "Sup3rSecretToken"
            let text = "for \(secret.prefix(place))\(unseen)\(secret.dropFirst(place))!"
            #expect(registry.redact(text) == "for ***!")
        }
    }

    @Test func `a title that a terminal would not show is searched too`() {
        let registry = SecretRegistry()
        registry.add("Sup3rSecretToken")
        #expect(registry.redact("a\u{1B}]0;Sup3r\u{200B}SecretToken\u{7}b") == "a\u{1B}]0;***\u{7}b")
        #expect(registry.redact("Sup3r\u{1B}SecretToken") == "***")
    }

    @Test(arguments: [
        ("ab\ncd", "abcd"), ("col\n1234\n5678", "12345678"), ("a+b", "a b c"), ("100%", "100%25x"), ("\\", "\\\\\\\\x"),
        ("&#x110000;&#;&;&a", "&a;;;"), (#"\u{} \uD800 \u{110000} %u %"#, "D800D800"),
    ])
    func `what is no secret stays`(_ text: String, _ secret: String) {
        let registry = SecretRegistry()
        registry.add(secret)
        #expect(registry.redact(text) == text)
    }

    @Test func `a text full of escapes is searched in one pass a layer`() {
        let registry = SecretRegistry()
        registry.add("hunter22")
        let text = String(repeating: "%25\u{1B}]0;&#\\u'\"+", count: 20_000)
        #expect(registry.redact(text + "hunter%322") == text + "***")
    }

    @Test func `the short secret of one step is found in any spelling, but not across lines`() {
        var words = SecretWords()
        words.insert("a&b")
        words.insert("4711")
        #expect(words.redact("x=a&#38;b %2047\u{200B}11 47\n11") == "x=*** %20*** 47\n11")
    }
}
