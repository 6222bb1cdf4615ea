import BatonText
import Testing

struct VisibleTextTests {
    @Test(arguments: [
        ("plain äöü 日本 👍", "plain äöü 日本 👍"), ("\u{0}\u{8}\u{1B}[1m", "␀␈␛[1m"), ("a\nb\tc\r", "a␊b␉c␍"),
        ("\u{7F}", "␡"),
        ("\u{9B}31m\u{85}", "�31m�"), ("a\u{202E}b\u{2066}c\u{200F}", "a�b�c�"), ("\u{FEFF}a\u{2028}b", "�a�b"),
        ("a\u{FFFE}\u{FFFF}", "a��"),
        ("zero\u{200D}width", "zero\u{200D}width"), ("", ""),
    ])
    func `what could steer a terminal becomes visible`(_ text: String, _ shown: String) {
        #expect(VisibleText.of(text) == shown)
    }
}
