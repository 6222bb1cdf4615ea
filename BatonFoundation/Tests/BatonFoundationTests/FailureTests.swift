import BatonFoundation
import Foundation
import Testing

/// A failure as Foundation's `Error` and as an `NSError`.
@Suite struct FailureTests {
    @Test func `the localized description is the message`() {
        let failure = Failure(.dns, "no.example has no address", cause: "Could not resolve host")
        let error: any Error = failure
        #expect(error.localizedDescription == "no.example has no address")
        #expect(failure.failureReason == "Could not resolve host")
        #expect(failure.recoverySuggestion == "Check the connection to the network, and try again.")
    }

    @Test func `the reason is what the server said, if nothing below said more`() throws {
        let response = Response(
            status: 422, headers: ["Content-Type": "application/json"], body: Array(#"{"message":"too short"}"#.utf8),
            url: try URLText.parse("https://a.example/x"))
        let failure = Failure.status(of: response)
        #expect(failure.failureReason == "too short")
        #expect(failure.recoverySuggestion == nil)
        #expect(failure.errorCode == 422)
    }

    @Test func `an NSError has domain, status and kind`() throws {
        let failure = Failure(.timeout, "no answer")
        let error = failure as NSError
        #expect(error.domain == "BatonAPI.Failure")
        #expect(error.code == 0)
        #expect(error.userInfo[Failure.kindKey] as? String == "network.timeout")
        #expect(error.localizedDescription == "no answer")
        #expect(error.localizedRecoverySuggestion == "Try again.")
    }

    @Test(arguments: Failure.Kind.all)
    func `every kind has a description, and at most a sentence as suggestion`(_ kind: Failure.Kind) {
        let failure = Failure(kind, "it failed")
        #expect(failure.errorDescription == "it failed")
        if let suggestion = failure.recoverySuggestion { #expect(suggestion.hasSuffix(".")) }
    }
}
