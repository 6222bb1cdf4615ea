import BatonSecrets
import Testing

/// Which fields are secret: those whose name equals a documented one without case, `-` and `_`.
@Suite struct SecretNamesTests {
    /// Spellings of a name that equal it.
    private static func spellings(_ name: String) -> [String] {
        let half = name.index(name.startIndex, offsetBy: name.count / 2)
        let (head, tail) = (name[..<half], name[half...])
        return [
            name, name.uppercased(), "\(head)-\(tail)", "\(head.uppercased())_\(tail)", "_\(name)-",
            name.map { "\($0)" }.joined(separator: "-"),
        ]
    }

    /// Names that contain a name, or a part of it, and are others.
    private static func others(_ name: String) -> [String] {
        [
            "my\(name)", "\(name)s", "\(name)ize", "page_\(name)", "\(name)-id", "$.\(name)", String(name.dropLast()),
            name + " ",
        ]
    }

    @Test func `a field is secret by its whole name in any spelling`() {
        for name in SecretNames.usual {
            for spelling in Self.spellings(name) { #expect(SecretNames.documented.contains(spelling), "\(spelling)") }
            for other in Self.others(name) where !SecretNames.isUsual(other) {
                #expect(!SecretNames.documented.contains(other), "\(other)")
            }
        }
        #expect(SecretNames.usual.count <= 20 && Set(SecretNames.usual).count == SecretNames.usual.count)
    }

    @Test(arguments: [
        "public_key_id", "turnkey", "tokenize", "page_token", "next_page_token", "key", "keys", "pasword", "donkey",
        "max_keys", "keyboard", "sort_key", "Idempotency-Key", "API_TOKEN", "access_key", "user", "", "-", "_",
    ])
    func `what only resembles a name is printed`(_ name: String) {
        #expect(!SecretNames.documented.contains(name))
    }

    @Test(arguments: ["Authorization", "proxy-authorization", "COOKIE", "Set-Cookie"])
    func `four headers are secret in every project`(_ name: String) {
        #expect(SecretNames.isSecretHeader(name))
        #expect(SecretNames(adding: [], keeping: [name]).contains(name))
        #expect(!SecretNames.isSecretHeader("X-Api-Key"))
    }

    @Test func `a project adds names and keeps others visible`() {
        for name in SecretNames.usual {
            for spelling in Self.spellings(name) {
                let kept = SecretNames(keeping: [spelling])
                for one in SecretNames.usual { #expect(kept.contains(one) == (one != name)) }
            }
        }
        let added = SecretNames(adding: ["X-Shop-Pin", "-"])
        for spelling in Self.spellings("xshoppin") { #expect(added.contains(spelling)) }
        #expect(!added.contains("shoppin") && !added.contains("") && added.contains("password"))
    }

    @Test(arguments: [
        ("http://ada:pw@h/x", "http://ada:***@h/x"), ("http://ada@h/x", "http://ada@h/x"),
        ("http://h:80/a@b", "http://h:80/a@b"), ("http://u:a#b/c@h:1/", "http://u:***@h:1/"),
        ("http://u:pw", "http://u:***"), ("see http://h:80), x", "see http://h:80), x"),
        ("/?token=it's&b=1", "/?token=***&b=1"), ("http://$(host):$(port)/a@b", "http://$(host):$(port)/a@b"),
        ("http://[::1]:80/", "http://[::1]:80/"), ("/x?token=a&b=1&Api-Key=c#d", "/x?token=***&b=1&Api-Key=***#d"),
        ("/x?page_token=a&tokens=b&token=", "/x?page_token=a&tokens=b&token="), ("token=a", "token=a"),
        ("a http://u:p@h and https://v:q@i", "a http://u:***@h and https://v:***@i"), ("a: b", "a: b"),
        ("/x#access_token=a", "/x#access_token=***"), ("", ""), ("/?%74oken=a&%zz=b", "/?%74oken=***&%zz=b"),
        ("/?%", "/?%"), ("/?api%2Dkey=a", "/?api%2Dkey=***"),
    ])
    func `a URL is shown without its password and its secret parameters`(_ url: String, _ shown: String) {
        #expect(SecretNames.documented.hidden(inURL: url) == shown)
    }

    @Test(arguments: [
        ("wrong", false), ("test-only", false), ("abc1d", false), ("abc1de", true), ("Lovelace", false),
        ("loveLace", true), ("a-word-of-sixteen", true),
    ])
    func `a plain word is hidden only in its field`(_ value: String, _ isHidden: Bool) {
        #expect(SecretNames.isHiddenEverywhere(value) == isHidden)
    }
}

struct SecretWordsTests {
    private func words(_ secrets: String...) -> SecretWords {
        var words = SecretWords()
        for secret in secrets { words.insert(secret) }
        return words
    }

    @Test(arguments: [
        (#"{"pin":42}"#, #"{"pin":***}"#), ("42", "***"), ("pin=42&x=142", "pin=***&x=142"), ("v42", "v42"),
        ("42px 4.2 420", "42px 4.2 420"), ("/items/42/", "/items/***/"), ("-42", "-***"), ("é42", "é42"), ("", ""),
    ])
    func `a number is hidden where it is a whole word`(_ text: String, _ hidden: String) {
        #expect(words("42").redact(text) == hidden)
    }

    @Test(arguments: [
        ("x=a%26b", "x=***"), (#""a&b""#, #""***""#), ("<t>a&amp;b</t>", "<t>***</t>"), (#""a\u0026b""#, #""***""#),
        ("xa&b", "xa&b"),
    ])
    func `a short secret is hidden as URLs, JSON and markup spell it`(_ text: String, _ hidden: String) {
        #expect(words("a&b").redact(text) == hidden)
    }

    @Test func `the longest is hidden first, and an empty one is none`() {
        #expect(words("", "1", "1.5").redact("1.5 1 15") == "*** *** 15")
        #expect(words("").isEmpty && words().redact("a") == "a")
    }
}
