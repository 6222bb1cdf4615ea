import BatonDiagnostics
import Testing

struct MessageTests {
    private static let key = "expct"

    private static let messages: [(Message, String)] = [
        ("unknown key `\(key)`", "unknown key `<expct>`"), ("no value stands here", "no value stands here"),
        (Message(value: "made elsewhere"), "<made elsewhere>"),
        (Message(text: "a `word` of a table"), "a `word` of a table"),
        ("\(key + "\"`")", "<expct\"`>"),
        ("\("there is `\(key)`" as Message), and no more", "there is `<expct>`, and no more"),
        ("line \(3)" + ": " + Message(value: key), "line <3>: <expct>"),
        ([Message(value: key), "b"].joined(separator: ", "), "<expct>, b"),
        (([] as [Message]).joined(separator: ", "), ""),
    ]

    @Test(arguments: messages)
    func `what is interpolated is a value, what is written out is text, whatever signs they contain`(
        _ message: Message, _ marked: String
    ) {
        #expect(message.replacingValues { "<\($0)>" }.text == marked)
    }

    @Test func `a long value in a message is cut, and what the message says of it stays`() {
        let url = String(repeating: "a", count: 9_000_000)
        let diagnostic = Diagnostic("x", "`\(url)` is longer than `1 MB`", at: nil, help: "shorten `\(url)`")
        let cut = String(repeating: "a", count: 500) + "…"
        #expect(diagnostic.message == "`\(cut)` is longer than `1 MB`")
        #expect(diagnostic.help == "shorten `\(cut)`")
    }

    @Test func `a message of many values is cut at its end`() {
        let values = [Message](repeating: Message(value: String(repeating: "ä", count: 400)), count: 9)
        let diagnostic = Diagnostic("x", values.joined(separator: ""), at: nil)
        #expect(diagnostic.message == Message(value: String(repeating: "ä", count: 2000) + "…"))
    }

    @Test func `a message of a usual length is left as it is`() {
        let message: Message = "`\(String(repeating: "b", count: 900))` is unknown"
        #expect(Diagnostic("x", message, at: nil).message == message)
    }
}
