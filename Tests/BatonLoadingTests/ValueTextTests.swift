import BatonCEL
import BatonJSON
import Testing

@testable import BatonJudging
@testable import BatonLanguage

/// How values stand in messages.
@Suite struct ValueTextTests {
    @Test func `a text is quoted, and a short one is whole`() {
        #expect(ValueText.text(" a\n") == #"" a\n""#)
        #expect(ValueText.text("") == #""""#)
        let longest = String(repeating: "x", count: ValueText.limit)
        #expect(ValueText.text(longest) == "\"\(longest)\"")
    }

    @Test(arguments: [
        (CELValue.string("a\"b"), #""a\"b""#), (.int(3 as Int), "3"), (.duration(.milliseconds(500)), "0.5s"),
        (CELValue(json: ["a": [1, 2.5, .null]]), #"{"a": [1, 2.5, null]}"#),
        (CELValue(.string("secret"), isTainted: true), "***"),
        (.string(String(repeating: "ä", count: 200)), "\"\(String(repeating: "ä", count: 120))…\" (200 characters)"),
        (
            CELValue(json: .array(Array(repeating: "aaaaaaaaaaaaaaaaaa", count: 1000))),
            "[\(String(repeating: "\"aaaaaaaaaaaaaaaaaa\", ", count: 5))\"aaaaaaaaa…\", …] (1000 elements)"
        ),
    ])
    func `of a value of an expression the beginning is shown, and how much there is`(_ value: CELValue, _ text: String)
    {
        #expect(ValueText.value(value, mask: { $0 }) == text)
    }

    @Test func `of a long text the beginning is shown, and how many bytes of its own it has`() {
        let text = String(repeating: "ä\n", count: 300)
        let beginning = String(repeating: #"ä\n"#, count: ValueText.limit / 2)
        #expect(ValueText.text(text) == "\"\(beginning)\"… (900 bytes)")
    }
}
