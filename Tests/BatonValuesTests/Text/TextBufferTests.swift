import BatonValues
import Testing

struct TextBufferTests {
    private static func text(_ write: (inout TextBuffer) -> Void) -> String {
        var buffer = TextBuffer(capacity: 4)
        write(&buffer)
        return String(decoding: buffer.bytes, as: UTF8.self)
    }

    @Test func `texts and spaces are appended in order, whatever capacity was reserved`() {
        let text = Self.text { buffer in
            buffer.append(text: "é")
            buffer.append(spaces: 3)
            buffer.append(text: String(repeating: "x", count: 20))
            buffer.append(spaces: 0)
            buffer.append(spaces: -7)
            buffer.append(text: "")
            buffer.append("|")
        }
        #expect(text == "é   xxxxxxxxxxxxxxxxxxxx|")
    }

    @Test(arguments: [("a  b  ", "a  b"), ("a\t ", "a\t"), ("   ", ""), ("", ""), ("a", "a")])
    func `only the spaces at the end are removed`(_ written: String, _ left: String) {
        let text = Self.text { buffer in
            buffer.append(text: written)
            buffer.removeTrailingBlanks()
        }
        #expect(text == left)
    }
}
