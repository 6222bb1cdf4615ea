import BatonDiagnostics
import Testing

/// How a file should read, shown and applied.
struct CorrectionTests {
    private let file = SourceFile(path: "a.yaml", text: "é: 1\nx: a: b\r\n- c\n- d")

    private func correction(_ edits: (Range<Int>, String)...) throws -> Correction {
        try #require(Correction(file, edits.map { .init($0.0, $0.1) }))
    }

    private func rendered(_ correction: Correction, help: Message? = nil, width: Int = 120) -> String {
        DiagnosticRenderer(width: width).render(
            Diagnostic("a.b", "wrong", at: SourceRange(file: file, 9..<13), help: help, correction: correction))
    }

    @Test func `a corrected line stands below with its number and its indentation`() throws {
        #expect(
            rendered(try correction((9..<13, "\"a: b\""))) == """
                error: wrong [a.b]
                  --> a.yaml:2:4
                   |
                 2 | x: a: b
                   |    ^^^^
                   = help: write it like this
                   |
                 2 + x: "a: b"
                """)
    }

    @Test func `several lines are shown, those between them are not`() throws {
        let text = rendered(try correction((18..<18, "  "), (0..<2, "è")), help: "indent it")
        #expect(
            text == """
                error: wrong [a.b]
                  --> a.yaml:2:4
                   |
                 2 | x: a: b
                   |    ^^^^
                   = help: indent it
                   |
                 1 + è: 1
                 3 + - c\u{20}\u{20}
                """)
    }

    @Test func `what reaches over lines shows all of them, and what is too much is counted`() throws {
        #expect(try correction((9..<17, "y\nz")).lines.map { "\($0.number) \($0.text)" } == ["2 x: y", "3 zc"])
        let lines = String(repeating: "a\n", count: 20)
        let long = SourceFile(path: "b.yaml", text: lines)
        let edits = (0..<20).map { Correction.Edit($0 * 2..<$0 * 2, "- ") }
        let text = DiagnosticRenderer().render(
            Diagnostic("a.b", "wrong", at: nil, correction: Correction(long, edits)))
        #expect(text.hasSuffix(" 8 + - a\n   … and 12 more lines"))
        #expect(text.split(separator: "\n").count == 12)
    }

    @Test func `a long corrected line is cut around the change`() throws {
        let blank = String(repeating: "x", count: 300)
        let file = SourceFile(path: "c.yaml", text: "\(blank)=\(blank)")
        let correction = try #require(Correction(file, [.init(300..<301, ":")]))
        let text = DiagnosticRenderer(width: 40).render(Diagnostic("a.b", "wrong", at: nil, correction: correction))
        let line = text.split(separator: "\n").last ?? ""
        #expect(line.contains("x:x"))
        #expect(line.count < 50)
    }

    @Test func `corrections are applied together, and of two that overlap the first`() throws {
        let first = try correction((9..<13, "b"), (20..<20, "e"))
        let same = try correction((20..<20, "e"))
        let overlapping = try correction((10..<11, "?"), (0..<0, "# "))
        let text = String(decoding: Correction.applying([first, same, overlapping], to: file), as: UTF8.self)
        #expect(text == "# é: 1\nx: b\r\n- c\n-e d")
    }

    @Test func `reports get help and lines as one text`() throws {
        var diagnostic = Diagnostic("a.b", "wrong", at: nil, correction: try correction((9..<13, "b")))
        #expect(diagnostic.advice == "write it like this\nx: b")
        diagnostic.help = "mend it"
        #expect(diagnostic.advice == "mend it\nx: b")
        diagnostic.correction = nil
        #expect(diagnostic.advice == "mend it")
        diagnostic.help = nil
        #expect(diagnostic.advice == nil)
    }

    @Test func `the JSON form holds the edits`() throws {
        let diagnostic = Diagnostic("a.b", "wrong", at: nil, correction: try correction((9..<13, "\"b\"")))
        #expect(
            DiagnosticRenderer.json(diagnostic)
                == #"{"severity":"error","code":"a.b","message":"wrong","edits":[{"path":"a.yaml","line":2,"column":4,"#
                + #""endLine":2,"endColumn":8,"text":"\"b\""}]}"#)
    }

    @Test func `a range beyond the end of the file ends there`() {
        let range = SourceRange(file: file, 20..<99)
        #expect(range.upper == file.bytes.count)
        #expect(SourceRange(file: file, 99..<100).text == "")
    }

    @Test func `nothing to change is no correction`() {
        #expect(Correction(file, []) == nil)
    }
}
