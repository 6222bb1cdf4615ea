import Testing

@testable import BatonSecrets

struct SecretFormsTests {
    @Test(arguments: [
        ("0b9d1c0e-5f6b-4b8e-9a51-c13d6ad1b3c8", 12), ("pass+word/", 40),
        ("a<b>&\"c'd/e\u{2028}é\n\\\u{7F}x\u{1}", 1200),
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

    @Test func `a very long secret keeps the forms that are likely`() {
        let secret = String(repeating: "line of a key\n", count: 2000)
        let registry = SecretRegistry()
        registry.add(secret)
        #expect(registry.redact("<\(secret)>") == "<***>")
        #expect(registry.redact(secret.split(separator: "\n").joined(separator: "\\n") + "\\n") == "***")
        #expect(registry.redact(base64(Array(secret.utf8))) == "***")
    }
}
