import Testing

@testable import BatonWorkflow

/// How values stand in messages.
@Suite struct ShownTests {
    @Test func `a text is quoted, and a short one is whole`() {
        #expect(Shown.text(" a\n") == #"" a\n""#)
        #expect(Shown.text("") == #""""#)
        let longest = String(repeating: "x", count: Shown.limit)
        #expect(Shown.text(longest) == "\"\(longest)\"")
    }

    @Test func `of a long text the beginning is shown, and how many bytes of its own it has`() {
        let text = String(repeating: "ä\n", count: 300)
        let beginning = String(repeating: #"ä\n"#, count: Shown.limit / 2)
        #expect(Shown.text(text) == "\"\(beginning)\"… (900 bytes)")
    }
}
