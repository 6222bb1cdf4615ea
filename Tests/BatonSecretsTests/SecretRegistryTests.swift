import BatonSecrets
import Testing

struct SecretRegistryTests {
    @Test func `a child masks what it and its parents know`() {
        let run = SecretRegistry()
        run.add("run-secret")
        let one = run.makeChild()
        let two = run.makeChild()
        one.add("token-one")
        two.add("token-two")
        let text = "run-secret token-one token-two"
        #expect(one.redact(text) == "*** *** token-two")
        #expect(two.redact(text) == "*** token-one ***")
        #expect(run.redact(text) == "*** token-one token-two")
        #expect(one.makeChild().redact(text) == "*** *** token-two")
    }

    @Test func `a text that is shorter than a secret is still searched for others, and for what was cut`() {
        let run = SecretRegistry()
        run.add("run-secret")
        let child = run.makeChild()
        child.add("0123456789abcdef0123456789abcdef")
        #expect(child.redact("a run-secret") == "a ***")
        #expect(child.redact("0123456789abcdef…") == "***…")
        #expect(child.redact("0123456789abcdef0123456789abcdef") == "***")
        child.add(" padded ")
        #expect(child.redact("padded") == "***")
        child.add("tiny")
        #expect(child.redact("tiny") == "***")
        #expect(child.redact("dGlueQ") == "***")
    }

    @Test func `many secrets are known as well as few, each once`() {
        let run = SecretRegistry()
        for _ in 1...2 {
            for number in 100..<140 { #expect(run.add("secret-\(number)")) }
        }
        let child = run.makeChild()
        for number in 100..<140 { child.add("secret-\(number)") }
        for number in 100..<140 { #expect(child.redact("a secret-\(number)!") == "a ***!") }
        #expect(child.redact("a secret-140!") == "a secret-140!")
    }

    @Test func `two ways to write an accented letter are two secrets`() {
        let run = SecretRegistry()
        run.add("caf\u{E9}-1")
        run.add("cafe\u{301}-1")
        #expect(run.redact("caf\u{E9}-1 cafe\u{301}-1") == "*** ***")
    }

    @Test func `hits of a child and of its parent become one mask`() {
        let run = SecretRegistry()
        run.add("abcdef")
        let child = run.makeChild()
        child.add("defghi")
        child.add("wxyz")
        #expect(child.redact("wxyz abcdefghi abcdefwxyz") == "*** *** ***")
    }

    @Test func `what is added later is masked from then on, in children too`() {
        let run = SecretRegistry()
        let child = run.makeChild()
        let early = child.redactor
        #expect(child.redact("first second") == "first second")
        run.add("first")
        #expect(child.redact("first second") == "*** second")
        child.add("second")
        #expect(child.redact("first second") == "*** ***")
        run.add("third")
        #expect(child.redact("first second third") == "*** *** ***")
        #expect(early.redact("first") == "first")
    }

    @Test func `many tasks may add and mask at once`() async {
        let run = SecretRegistry()
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<64 {
                group.addTask {
                    let child = run.makeChild()
                    run.add("shared-secret-\(number)")
                    child.add("own-secret-\(number)")
                    return child.redact("shared-secret-\(number) own-secret-\(number)!") == "*** ***!"
                }
            }
            for await isMasked in group { #expect(isMasked) }
        }
    }

    @Test(arguments: [
        "API_KEY", "github_token", "MyPasswordFile", "AWS_SECRET_ACCESS_KEY", "CREDENTIALS", "PASSWD", "KEY",
        "key", "apikey", "accessKey", "x-api-key", "KEY1", "API_KEYS", "apiKeys", "secret-keys", "COMMONKEY",
        "commonkeys",
        "monkey_key", "keyboard.key", "kEy", "keyring", "KEYFILE", "MONKEYKEY", "mon-key", "my_keys", "KEYS_API_KEY",
        "max-keys-token", "passkey", "maxKeysKey",
    ])
    func `a variable is a secret by its name`(_ name: String) {
        #expect(SecretNames.isSecretVariable(name))
    }

    @Test(arguments: [
        "HOME", "", "PATH", "PASS", "KE", "TOKE_N", "monkey", "MONKEYS",
        "keyboard", "keyboard-layout", "keyboardLayout", "KEYWORD", "max-keys", "maxKeys", "MaxKeys", "max_keys",
        "maxkeys", "keys",
        "keys-only", "num.keys", "sort_keys", "hockey-team-2",
    ])
    func `other variables are none`(_ name: String) {
        #expect(!SecretNames.isSecretVariable(name))
    }

    @Test func `headers with credentials are secret in any case`() {
        #expect(SecretNames.isSecretHeader("AUTHORIZATION") && SecretNames.isSecretHeader("Set-Cookie"))
        #expect(!SecretNames.isSecretHeader("Accept"))
    }
}
