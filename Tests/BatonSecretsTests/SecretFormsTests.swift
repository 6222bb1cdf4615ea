import Testing

@testable import BatonSecrets

struct SecretFormsTests {
    @Test(arguments: [
        ("0b9d1c0e-5f6b-4b8e-9a51-c13d6ad1b3c8", 12), ("pass+word/", 40),
        ("a<b>&\"c'd/e\u{2028}é\n\\\u{7F}x\u{1}", 150),
    ])
    func `only as many forms are made as a secret can show`(_ secret: String, _ limit: Int) {
        let forms = SecretForms.all(of: [Array(secret.utf8)])
        #expect(forms.count <= limit)
        #expect(Set(forms).count <= forms.count)
    }

    @Test func `no form is so short that it would be found everywhere`() {
        for secret in ["abcd", "~~~~", "äöüß", "a b ", "    "] {
            #expect(SecretForms.all(of: [Array(secret.utf8)]).allSatisfy { $0.count >= 4 })
        }
    }

    @Test(arguments: [
        "abcd", "~~~~", "abcde", "abcdef", "0123456789abcdef0123456789abcdef", "äöüß", "a b ", " ab\n", "    ",
        "a<b>&\"c'd/e\u{2028}é\n\\\u{7F}x\u{1}", "pass+word/", "\nline of a key\n", "🦆🦆", "\u{1}\u{2}\u{3}\u{4}",
    ])
    func `no form is shorter than what a text must have at least to be searched`(_ secret: String) {
        let bytes = Array(secret.utf8)
        let shortest = SecretForms.all(of: [bytes]).map(\.count).min() ?? 0
        #expect(shortest >= SecretForms.fewestBytes(of: bytes))
        #expect(SecretForms.fewestBytes(of: bytes) >= 4)
    }

    @Test func `a very long secret keeps the forms that are likely`() {
        let secret = String(repeating: "line of a key\n", count: 2000)
        let registry = SecretRegistry()
        registry.add(secret)
        #expect(registry.redact("<\(secret)>") == "<***>")
        #expect(registry.redact(secret.split(separator: "\n").joined(separator: "\\n") + "\\n") == "***")
        #expect(registry.redact(base64(Array(secret.utf8))) == "***")
    }
}
