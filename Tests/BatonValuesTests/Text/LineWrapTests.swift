import BatonValues
import Testing

/// Lines of help and explanations.
@Suite struct LineWrapTests {
    @Test(
        arguments: [
            ("", []), ("one", ["one"]), ("one two", ["one two"]), ("three words here", ["three", "words here"]),
            ("extraordinarily long", ["extraordinarily", "long"]), ("abc `b c d` e", ["abc", "`b c d` e"]),
            ("a `b c d e f g h` i", ["a", "`b c d e f g h`", "i"]), ("open `quote to end", ["open", "`quote to end"]),
        ])
    func `lines break at spaces, but not inside of code`(_ text: String, _ lines: [String]) {
        #expect(LineWrap.lines(of: text, width: 10) == lines)
    }
}
