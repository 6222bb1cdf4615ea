import BatonDiagnostics
import Testing

@testable import BatonYAML

/// What concerns the file as a whole: documents, directives, encoding.
struct DocumentTests {
    private static let complaints = [
        Complaint("⟦⟧", "yaml.empty-file: the file is empty"),
        Complaint("⟦⟧# a\n\n", "yaml.empty-file: the file is empty"),
        Complaint("⟦⟧---\n...\n", "yaml.empty-file: the file is empty"),
        Complaint(
            "a: 1\n⟦---⟧\nb: 2\n",
            "yaml.unsupported: a second document begins here; a file holds one | put it into a file of its own"),
        Complaint("a: 1\n...\n⟦b: 2⟧\n", "yaml.syntax: the document has ended above this line"),
        Complaint("⟦%YAML 1.1⟧\n---\na: 1\n", "yaml.syntax: only YAML 1.2 is read, not `1.1` | remove this line"),
        Complaint(
            "⟨%YAML 1.2⟩\n⟦%YAML 1.2⟧\n---\na: 1\n", "yaml.syntax: the YAML version is declared twice"),
        Complaint("⟦%TAG ! x:⟧\n---\na: 1\n", "yaml.unsupported: tags are not supported | remove this line"),
        Complaint(
            "⟦%FOO⟧ \n---\na: 1\n",
            "yaml.syntax: this directive is unknown | remove this line, or quote it if it is text"),
        Complaint(
            "⟦%YAML 1.2⟧\na: 1\n",
            "yaml.syntax: a line that begins with `%` is a directive, and `---` must follow it"),
    ]

    @Test(arguments: complaints) func `a file has one document and no directive but that of YAML 1.2`(
        _ complaint: Complaint
    ) {
        complaint.verify()
    }

    @Test(arguments: [
        "a: 1", "---\na: 1\n", "%YAML 1.2\n---\na: 1\n", "# b\n%YAML 1.2 # c\n# d\n---\na: 1\n...\n# e\n",
        "\u{FEFF}a: 1\n", "\u{FEFF}%YAML 1.2\r\n---\r\na: 1\r\n", "--- # b\na: 1\n... # c\n", "{\"a\":1}", "a: 1\r",
    ])
    func `comments, markers, a byte order mark and any line break are fine`(_ yaml: String) {
        let composed = Composed(yaml)
        #expect(composed.messages == [])
        #expect(composed.root?.outline == "{a: 1}")
    }

    @Test(arguments: [
        ([0x61, 0x3A, 0x20, 0xE9, 0x0A], 3, 0xE9), ([0xC0, 0x80], 0, 0xC0), ([0x61, 0xED, 0xA0, 0x80], 1, 0xED),
        ([0x61, 0xF5, 0x80, 0x80, 0x80], 1, 0xF5), ([0x61, 0xE2, 0x82], 1, 0xE2), ([0x80], 0, 0x80),
        ([0xF0, 0x80, 0x80, 0x80], 0, 0xF0), ([0xE0, 0x80, 0x80], 0, 0xE0),
    ])
    func `bytes that are not UTF-8 are shown with their place`(_ bytes: [UInt8], _ offset: Int, _ byte: UInt8) {
        let composed = Composed(bytes: bytes)
        let name = String(byte, radix: 16, uppercase: true)
        #expect(composed.messages == ["yaml.encoding: the byte 0x\(name) here is not UTF-8 | save the file as UTF-8"])
        #expect(composed.diagnostics.first?.range?.lower == offset)
        #expect(composed.root == nil)
    }

    @Test(arguments: [
        ("\u{0}", "control character U+0000", "0000"), ("\u{1B}", "control character U+001B", "001B"),
        ("\u{7F}", "control character U+007F", "007F"), ("\u{9F}", "control character U+009F", "009F"),
        ("\u{85}", "line separator U+0085", "0085"), ("\u{2028}", "line separator U+2028", "2028"),
        ("\u{FFFE}", "control character U+FFFE", "FFFE"),
    ])
    func `control characters are shown with their place`(_ character: String, _ name: String, _ code: String) {
        Complaint(
            "a: é⟦\(character)⟧b\nc: d\n",
            "yaml.encoding: the \(name) may not stand in a file"
                + " | remove it, or write \"\\u\(code)\" in double quotes"
        ).verify()
    }

    @Test(arguments: 0..<20) func `a wrong byte is found wherever it stands`(_ offset: Int) {
        for byte in UInt8(0)..<0x80 {
            var bytes = [UInt8](repeating: UInt8(ascii: "a"), count: 20)
            bytes[offset] = byte
            let check = TextCheck(SourceFile(path: "file.yaml", bytes: bytes))
            let isTabOrReturn = byte == 0x09 || byte == 0x0D
            let isFine = isTabOrReturn || byte == 0x0A || byte >= 0x20 && byte < 0x7F
            #expect(check.findings.map(\.range?.lower) == (isFine ? [] : [offset]), "\(byte)")
        }
    }

    @Test func `every wrong byte is told, up to a limit`() {
        #expect(Composed("\u{1}a\u{2}b\u{3}").diagnostics.count == 3)
        #expect(Composed(String(repeating: "\u{1}", count: 100_000)).diagnostics.count == 20)
    }

    @Test func `UTF-16 is recognised`() {
        let message = "yaml.encoding: the file is UTF-16 | save the file as UTF-8"
        #expect(Composed(bytes: [0xFF, 0xFE, 0x61, 0x00]).messages == [message])
        #expect(Composed(bytes: [0xFE, 0xFF, 0x00, 0x61]).messages == [message])
    }

    @Test func `a byte order mark in the middle is an error`() {
        #expect(Composed("a: \u{FEFF}b\n").codes == ["yaml.encoding"])
    }
}
