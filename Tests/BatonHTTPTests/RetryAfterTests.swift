import Testing

@testable import BatonHTTP

@Suite struct RetryAfterTests {
    @Test(
        arguments: [
            ("120", 120), ("0", 0), ("99999999999999999999", .max), ("Sun, 06 Nov 1994 08:49:37 GMT", 37),
            ("Sun, 06 Nov 1994 08:48:00 GMT", 0), ("", nil), ("-5", nil), ("soon", nil), ("1.5", nil),
        ] as [(String, Int64?)])
    func `a number of seconds, or a date`(_ text: String, _ seconds: Int64?) {
        var headers = Headers()
        headers.append("Retry-After", text)
        #expect(RetryAfter.seconds(headers, now: 784_111_740) == seconds)
    }

    @Test func `a response without the header says nothing`() {
        #expect(RetryAfter.seconds(Headers(), now: 0) == nil)
    }
}
