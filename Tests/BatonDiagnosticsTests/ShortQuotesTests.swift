import BatonDiagnostics
import Testing

struct ShortQuotesTests {
    @Test func `what a message quotes of a file is cut, and what it says stays`() {
        let url = String(repeating: "a", count: 9_000_000)
        let diagnostic = Diagnostic("x", "`\(url)` is longer than `1 MB`", at: nil, help: "shorten `\(url)`")
        let cut = String(repeating: "a", count: 100) + "…"
        #expect(diagnostic.message == "`\(cut)` is longer than `1 MB`")
        #expect(diagnostic.help == "shorten `\(cut)`")
    }

    @Test func `a message without quotes is cut at its end`() {
        let diagnostic = Diagnostic("x", String(repeating: "ä", count: 5000), at: nil)
        #expect(diagnostic.message == String(repeating: "ä", count: 2000) + "…")
    }

    @Test func `a message of a usual length is left as it is`() {
        let message = "`\(String(repeating: "b", count: 900))` is unknown"
        #expect(Diagnostic("x", message, at: nil).message == message)
    }
}
