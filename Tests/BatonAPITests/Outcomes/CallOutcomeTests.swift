import BatonHTTP
import Testing

@testable import BatonAPI

/// Every response has exactly one outcome.
@Suite struct CallOutcomeTests {
    @Test(arguments: [
        (200, true, "success"), (204, true, "success"), (200, false, "mapping_failed"), (404, true, "http.not_found"),
        (404, false, "http.not_found"), (302, true, "http.unexpected"), (503, true, "http.server_error"),
    ])
    func `a response that no declared outcome claims has the outcome of its status`(
        _ status: Int, _ isMapped: Bool, _ name: String
    ) {
        #expect(CallOutcome.unclaimed(status: status) { isMapped }.name == name)
    }

    @Test func `whether a result can be made is asked only for a success`() {
        _ = CallOutcome.unclaimed(status: 500) {
            Issue.record("it was asked")
            return false
        }
    }

    @Test func `names that mean something for every endpoint are reserved`() {
        for name in ["success", "mapping_failed"] + Failure.Kind.all.map(\.rawValue) {
            #expect(CallOutcome.isReserved(name), "\(name)")
        }
        #expect(!CallOutcome.isReserved("locked"))
    }
}
