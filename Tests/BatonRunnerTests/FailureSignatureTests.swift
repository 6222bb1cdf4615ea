import BatonRecords
import BatonSecrets
import Testing

struct FailureSignatureTests {
    @Test(arguments: [
        ("expected 200, got 503", "expected <n>, got <n>"),
        ("took 1.250 s", "took <n> s"),
        ("at 2026-08-21T10:00:00.123Z", "at <n>-<n>-<n>T<n>:<n>:<n>Z"),
        ("order 0198f3c7-A2B0-7000-8000-000000000001 is gone", "order <uuid> is gone"),
        ("no number", "no number"),
        ("v1. End", "v<n>. End"),
        ("", ""),
    ])
    func `what changes from run to run is masked`(_ message: String, _ expected: String) {
        #expect(FailureSignature.masked(message) == expected)
    }

    @Test func `another kind, check or status is another failure, another number is not`() {
        func signature(_ kind: String, _ check: MaskedText, _ message: MaskedText) -> String {
            FailureSignature.of(
                FailureRecord(
                    kind: kind, message: message, check: check, place: Place(file: "a.yaml", line: 1, column: 1)))
        }
        let first = signature("check.failed", "$.a", "expected 200, got 503")
        #expect(first == signature("check.failed", "$.a", "expected 200, got 500"))
        #expect(first != signature("network.connect", "$.a", "expected 200, got 503"))
        #expect(first != signature("check.failed", "$.b", "expected 200, got 503"))
        let status = signature("check.failed", "status", "expected 2xx, got 404")
        #expect(status == signature("check.failed", "status", "expected 2xx, got 404"))
        #expect(status != signature("check.failed", "status", "expected 2xx, got 500"))
        #expect(first.utf8.count == 16)
    }
}
