import BatonDiagnostics
import BatonYAML
import Testing

/// A file with a mistake in it: `⟦…⟧` encloses the place of each diagnostic, `⟨…⟩` that of each note.
struct Complaint: Sendable, CustomTestStringConvertible {
    let marked: String
    /// `code: message`, and ` | help` where there is one, in the order of the file.
    let messages: [String]

    init(_ marked: String, _ messages: String...) {
        self.marked = marked
        self.messages = messages
    }

    var testDescription: String { marked }

    func verify(sourceLocation: Testing.SourceLocation = #_sourceLocation) {
        let text = marked.filter { !"⟦⟧⟨⟩".contains($0) }
        let found = Composed(text)
        #expect(found.marked == marked, sourceLocation: sourceLocation)
        #expect(found.messages == messages, sourceLocation: sourceLocation)
        found.verifyCorrections(sourceLocation: sourceLocation)
    }
}

/// A composed text, with what was said about it.
struct Composed {
    let file: SourceFile
    let root: YAMLNode?
    let diagnostics: [Diagnostic]

    init(_ text: String, limits: YAMLLimits = .init()) {
        self.init(bytes: Array(text.utf8), limits: limits)
    }

    init(bytes: [UInt8], limits: YAMLLimits = .init()) {
        file = SourceFile(path: "file.yaml", bytes: bytes)
        let sink = DiagnosticSink()
        root = YAMLComposer.compose(file, into: sink, limits: limits)
        diagnostics = sink.diagnostics
    }

    var messages: [String] {
        diagnostics.map { diagnostic in
            let lines = diagnostic.correction?.lines.map { $0.text.trimmingBlanks() } ?? []
            return (["\(diagnostic.code): \(diagnostic.message)", diagnostic.help?.text].compactMap(\.self) + lines)
                .joined(separator: " | ")
        }
    }

    var codes: [String] { diagnostics.map(\.code) }

    /// Codes and messages, without what they quote of the file.
    var reasons: [String] { diagnostics.map { "\($0.code): \($0.message)".replacing(/`[^`]*`/, with: "`…`") } }

    /// Puts all corrected lines into the file: what they were for must be gone, and nothing else wrong.
    func verifyCorrections(sourceLocation: Testing.SourceLocation = #_sourceLocation) {
        let corrections = diagnostics.compactMap(\.correction)
        guard !corrections.isEmpty else { return }
        let corrected = Composed(bytes: Correction.applying(corrections, to: file))
        let rest = diagnostics.filter { $0.correction == nil }.map(\.message)
        #expect(
            corrected.diagnostics.map(\.message) == rest,
            "corrected to \(String(decoding: corrected.file.bytes, as: UTF8.self))", sourceLocation: sourceLocation)
    }

    /// The text with markers around what the diagnostics point at.
    var marked: String {
        var marks: [(offset: Int, text: String)] = []
        for diagnostic in diagnostics {
            if let range = diagnostic.range { marks += [(range.lower, "⟦"), (range.upper, "⟧")] }
            for note in diagnostic.notes { marks += [(note.range.lower, "⟨"), (note.range.upper, "⟩")] }
        }
        // Two complaints may share a note.
        var seen = Set<String>()
        marks = marks.filter { seen.insert("\($0.offset)\($0.text)").inserted }
        var bytes = file.bytes
        for mark in marks.enumerated().sorted(by: { ($0.element.offset, $0.offset) > ($1.element.offset, $1.offset) }) {
            bytes.insert(contentsOf: Array(mark.element.text.utf8), at: mark.element.offset)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension YAMLNode {
    /// The tree on one line, for comparison: texts in quotes, other scalars as written.
    var outline: String {
        switch kind {
        case .scalar(let scalar):
            switch scalar.value {
            case .null: "null"
            case .bool(let bool): "\(bool)"
            case .number(let text): text
            case .string: "\"\(scalar.text.replacing("\n", with: "\\n"))\""
            }
        case .mapping(let entries):
            "{" + entries.map { "\($0.keyText): \($0.value.outline)" }.joined(separator: ", ") + "}"
        case .sequence(let items):
            "[" + items.map(\.outline).joined(separator: ", ") + "]"
        }
    }
}

extension String {
    func trimmingBlanks() -> String {
        var text = Substring(self)
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return String(text.drop { $0 == " " || $0 == "\t" })
    }
}
