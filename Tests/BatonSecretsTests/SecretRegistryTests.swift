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

    @Test func `the names of a project count in its children`() {
        let run = SecretRegistry()
        let child = run.makeChild()
        run.use(SecretNames(adding: ["pin"]))
        #expect(child.names.contains("PIN") && !SecretNames.documented.contains("pin"))
    }
}
