import BatonDiagnostics
import Testing

@testable import BatonYAML

/// Every byte of a scalar's text knows where it stands in the file.
struct SourceMapTests {
    /// `⟦…⟧` encloses where the word `HERE` of the contents stands in the file.
    @Test(arguments: [
        "a: x ⟦HERE⟧ y\n", "a: x\n  y\n\n\n  ⟦HERE⟧\n", "a: 'it''s ⟦HERE⟧'\n", "a: 'x  \n\n  ''⟦HERE⟧'\n",
        "a: \"\\té\\u00e9\\x41 \\ud83d\\ude00\\\n   ⟦HERE⟧\"\n", "a: \"x \\\n   \\  y\n\n  ⟦HERE⟧\"\n",
        "a: |\n  x\n\n    y\n  ⟦HERE⟧\n", "a: |2-\n    x\n  ⟦HERE⟧\n", "a: |+ # c\n\n\n  ⟦HERE⟧\n\n\nb: 1\n",
        "a: >\n  x\n  y\n\n\n  z\n    more\n\n    more\n  ⟦HERE⟧\n", "- - >-1\n   x\n\n   ⟦HERE⟧ y\n",
        "- a: >1\n    é\n   ⟦HERE⟧\n", "a:\n- |1\n   x\n  ⟦HERE⟧\n", "a: &x |\n  é ⟦HERE⟧\n",
        "a: >2\n\n\n  \tx\n  ⟦HERE⟧\n",
        "\u{FEFF}é: 😀 ⟦HERE⟧\n", "|\n ⟦HERE⟧", "x:\n  a: &b\n    k: |1\n      ⟦HERE⟧\n", "a: \"x\\  ⟦HERE⟧\"\n",
    ])
    func `a word is found in any style`(_ marked: String) throws {
        for text in [marked, marked.replacing("\n", with: "\r\n"), marked.replacing("\n", with: "\r")] {
            let parts = text.split(separator: "⟦", maxSplits: 1).map(String.init)
            let composed = Composed(text.filter { !"⟦⟧".contains($0) })
            #expect(composed.messages == [])
            let root = try #require(composed.root)
            let node = try #require(scalars(root).first { $0.scalar?.text.contains("HERE") == true })
            let scalar = try #require(node.scalar)
            let bytes = Array(scalar.text.utf8)
            let start = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("HERE".utf8)) })
            let range = scalar.sourceMap(of: node).range(start..<start + 4)
            #expect(range.lower == parts[0].utf8.count)
            #expect(range.text == "HERE")
            verify(composed)
        }
    }

    @Test(arguments: 0..<400) func `contents and file agree byte by byte in random scalars`(_ seed: UInt64) {
        var scalars = RandomScalars(seed: seed)
        for _ in 0..<10 {
            let text = scalars.file()
            let composed = Composed(text)
            #expect(composed.messages == [], "\(text.debugDescription)")
            verify(composed)
        }
    }

    @Test func `the end of the contents is mapped too`() throws {
        let composed = Composed("a: \"é\\n\"\nb: ''\n")
        let root = try #require(composed.root)
        #expect(root["a"]?.sourceMap.offset(of: 3) == 8)
        #expect(root["b"]?.sourceMap.offset(of: 0) == 14)
    }

    /// Reads every scalar again and compares it with the contents of the tree and with the file.
    private func verify(_ composed: Composed) {
        guard let root = composed.root else { return }
        for node in scalars(root) {
            let contents = Array((node.scalar?.text ?? "").utf8)
            let text = composed.file.bytes
            #expect(ScalarReading(of: node.scalarPlace).bytes == contents, "\(node.range.text.debugDescription)")
            let map = node.sourceMap
            var last = -1
            for (index, byte) in contents.enumerated() {
                let offset = map.offset(of: index)
                #expect(offset >= last, "\(node.range.text.debugDescription)")
                last = offset
                let isBreak = text[offset] == UInt8(ascii: "\n") || text[offset] == UInt8(ascii: "\r")
                let isFolded = isBreak && (byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n"))
                let isEscape = node.style == .doubleQuoted && isInEscape(text, offset)
                #expect(text[offset] == byte || isFolded || isEscape, "\(node.range.text.debugDescription) \(index)")
            }
        }
    }

    /// Whether a backslash escape begins at an offset or up to eleven bytes before it.
    private func isInEscape(_ text: [UInt8], _ offset: Int) -> Bool {
        text[max(0, offset - 11)...offset].contains(UInt8(ascii: "\\"))
    }

    private func scalars(_ node: YAMLNode) -> [YAMLNode] {
        switch node.kind {
        case .scalar: [node]
        case .sequence(let items): items.flatMap(scalars)
        case .mapping(let entries): entries.flatMap { [$0.key] + scalars($0.value) }
        }
    }
}
