import BatonDiagnostics
import Testing

struct DiagnosticSinkTests {
    @Test func `more than anyone reads is counted, not kept`() {
        let sink = DiagnosticSink(limit: 2)
        for number in 1...5 { sink.report(Diagnostic(.warning, "a", "\(number)", at: nil)) }
        #expect(sink.diagnostics.map(\.message) == ["1", "2"])
        #expect(sink.omitted == 3)
        #expect(!sink.hasErrors)
    }

    @Test func `an error is an error also when there is no room for it`() {
        let sink = DiagnosticSink(limit: 1)
        sink.report(Diagnostic(.warning, "a", "one", at: nil))
        sink.report(Diagnostic(.error, "b", "two", at: nil))
        #expect(sink.hasErrors)
    }
}
