import BatonDiagnostics
import Testing

struct DiagnosticRendererTests {
    private let plain = DiagnosticRenderer()

    @Test func `an error shows its place, the line, a caret and the help`() {
        let range = marked(
            "name: Log in\nsteps:\n  - get: /\n    «expct»:\n      status: 200\n", path: "workflows/login.yaml")
        let diagnostic = Diagnostic(
            "workflow.unknown-key", "unknown key `expct`", at: range, help: "did you mean `expect`?")
        #expect(
            plain.render(diagnostic) == """
                error: unknown key `expct` [workflow.unknown-key]
                  --> workflows/login.yaml:4:5
                   |
                 4 |     expct:
                   |     ^^^^^
                   = help: did you mean `expect`?
                """)
    }

    @Test func `notes are further excerpts and line numbers share one gutter`() {
        let file = SourceFile(path: "a.yaml", text: "a: 1\n" + String(repeating: "#\n", count: 10) + "a: 2\n")
        let diagnostic = Diagnostic(
            .warning, "yaml.duplicate-key", "`a` is written twice", at: SourceRange(file: file, 25..<26),
            notes: [.init("first written here", at: SourceRange(file: file, 0..<1))])
        #expect(
            plain.render(diagnostic) == """
                warning: `a` is written twice [yaml.duplicate-key]
                   --> a.yaml:12:1
                    |
                 12 | a: 2
                    | ^
                note: first written here
                   --> a.yaml:1:1
                    |
                  1 | a: 1
                    | ^
                """)
    }

    @Test func `a complaint about no file is one line`() {
        let diagnostic = Diagnostic("project.no-workflows", "no workflows in `tests`", at: nil, help: "name a folder")
        #expect(
            plain.render(diagnostic) == """
                error: no workflows in `tests` [project.no-workflows]
                   = help: name a folder
                """)
    }

    @Test func `an empty file is pointed at`() {
        let file = SourceFile(path: "empty.yaml", bytes: [])
        let diagnostic = Diagnostic("yaml.empty", "nothing in it", at: SourceRange(startOf: file))
        #expect(
            plain.render(diagnostic) == """
                error: nothing in it [yaml.empty]
                  --> empty.yaml:1:1
                   |
                 1 |
                   | ^
                """)
    }

    @Test func `help of several lines keeps them under one another`() {
        let diagnostic = Diagnostic("a.b", "wrong", at: nil, help: "its last output:\nstarting\n\u{7}failed")
        #expect(
            plain.render(diagnostic) == """
                error: wrong [a.b]
                   = help: its last output:
                     starting
                     #x07failed
                """)
    }

    @Test func `nothing that a file or a name holds steers the terminal`() {
        let file = SourceFile(path: "a\u{1B}[2J.yaml", text: "k: \u{1B}[31m\u{9B}\u{202E}\u{7F}\r")
        let diagnostic = Diagnostic(
            "x\u{7}", "bad\nkey \u{1B}c", at: SourceRange(file: file, 3..<4),
            notes: [.init("a\u{8}b", at: SourceRange(file: file, 0..<1))], help: "h\u{1B}\nl\u{1B}")
        let text = plain.render(diagnostic)
        let allowed: Set<Unicode.Scalar> = ["\n"]
        #expect(text.unicodeScalars.allSatisfy { allowed.contains($0) || !$0.properties.isControl })
        #expect(text.contains(" 1 | k: ␛[31m���"[...].replacingLast("�", with: "␡")))
    }

    @Test func `colour paints severity, gutter, code and carets and changes no text`() {
        let diagnostic = Diagnostic("a.b", "wrong", at: marked("x: «y»"), help: "z")
        let text = DiagnosticRenderer(style: .colour).render(diagnostic)
        #expect(text.hasPrefix("\u{1B}[1;31merror\u{1B}[0m\u{1B}[1m: wrong\u{1B}[0m \u{1B}[2m[a.b]\u{1B}[0m\n"))
        #expect(text.contains("\u{1B}[34m   |\u{1B}[0m    \u{1B}[1;31m^\u{1B}[0m"))
        #expect(withoutColour(text) == plain.render(diagnostic))
    }

    @Test func `the JSON form is one line and names every place`() {
        let file = SourceFile(path: "a.yaml", text: "ä: 1\nä: 2\n")
        let diagnostic = Diagnostic(
            "yaml.duplicate-key", "`ä` \"twice\"\u{1B}\u{2028}", at: SourceRange(file: file, 6..<8),
            notes: [.init("first\there", at: SourceRange(file: file, 0..<2))], help: "a\nb\\")
        #expect(
            DiagnosticRenderer.json(diagnostic)
                == #"{"severity":"error","code":"yaml.duplicate-key","message":"`ä` \"twice\"\u001b\u2028","#
                + #""path":"a.yaml","line":2,"column":1,"endLine":2,"endColumn":2,"#
                + #""notes":[{"message":"first\there","path":"a.yaml","line":1,"column":1,"endLine":1,"endColumn":2}],"#
                + #""help":"a\nb\\"}"#)
    }

    @Test func `a note is one line, since nothing has to be mended`() {
        let diagnostic = Diagnostic(.note, "a.b", "it ends", at: marked("x: «y»", path: "a.yaml"))
        #expect(plain.render(diagnostic) == "note: a.yaml:1:4: it ends [a.b]")
        #expect(
            DiagnosticRenderer.json(diagnostic)
                == #"{"severity":"note","code":"a.b","message":"it ends","path":"a.yaml","line":1,"column":4,"#
                + #""endLine":1,"endColumn":5}"#)
    }

    @Test func `the JSON form leaves out what there is not`() {
        #expect(
            DiagnosticRenderer.json(Diagnostic(.warning, "a.b", "c", at: nil))
                == #"{"severity":"warning","code":"a.b","message":"c"}"#)
    }

    private func withoutColour(_ text: String) -> String {
        text.split(separator: "\u{1B}[", omittingEmptySubsequences: false).enumerated()
            .map { $0 == 0 ? String($1) : String($1.drop { $0 != "m" }.dropFirst()) }.joined()
    }
}

extension Unicode.Scalar.Properties {
    var isControl: Bool { generalCategory == .control || generalCategory == .format }
}

extension Substring {
    func replacingLast(_ old: Character, with new: Character) -> String {
        guard let index = lastIndex(of: old) else { return String(self) }
        return self[..<index] + String(new) + self[self.index(after: index)...]
    }
}

struct DiagnosticSinkTests {
    @Test func `more than anyone reads is counted, not kept`() {
        let sink = DiagnosticSink(limit: 2)
        for number in 1...5 { sink.report(Diagnostic(.warning, "a", "\(number)", at: nil)) }
        #expect(sink.diagnostics.map(\.message) == ["1", "2"])
        #expect(sink.omitted == 3)
        #expect(!sink.hasErrors)
    }

    @Test func `an error is an error also when there is no room for it`() {
        let sink = DiagnosticSink(limit: 1)
        sink.report(Diagnostic(.warning, "a", "one", at: nil))
        sink.report(Diagnostic(.error, "b", "two", at: nil))
        #expect(sink.hasErrors)
    }
}
