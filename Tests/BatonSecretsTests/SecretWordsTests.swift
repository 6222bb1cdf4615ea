import BatonSecrets
import Testing

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
