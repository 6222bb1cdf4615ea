import BatonDiagnostics

/// The diagnostic for a tab at a place where YAML requires a space.
struct TabReading {
    private static let mostLines = 100
    /// Number of spaces that a tab counts as. With two, the keys of a list item are aligned with its first key, whether
    /// they are indented by one more tab or by two spaces.
    static let width = 2

    private let file: SourceFile
    private let tab: Int

    init(_ file: SourceFile, at tab: Int) {
        self.file = file
        self.tab = tab
    }

    var diagnostic: Diagnostic {
        let line = SourceLine(file, at: tab)
        guard tab <= line.contents.lowerBound else {
            let range = tab..<tab + 1
            return .yamlTab(at: SourceRange(file: file, range), correction: line.correction(range, " "))
        }
        let indentations = (line.number...file.lineStarts.count).compactMap(indentation)
        let isCorrectable = indentations.count <= Self.mostLines
        let edits = isCorrectable ? indentations.map { Correction.Edit($0, spaces(for: $0)) } : []
        let tabs = SourceRange(file: file, tab..<max(tab + 1, line.contents.lowerBound))
        return .yamlTabIndentation(at: tabs, lines: indentations.count, correction: Correction(file, edits))
    }

    /// The leading spaces and tabs of a line; nil without a tab.
    private func indentation(ofLine number: Int) -> Range<Int>? {
        let line = SourceLine(file, number: number)
        let spaces = line.range.lowerBound..<line.contents.lowerBound
        return !line.contents.isEmpty && file.bytes[spaces].contains(UInt8(ascii: "\t")) ? spaces : nil
    }

    private func spaces(for indentation: Range<Int>) -> String {
        let tabs = file.bytes[indentation].count { $0 == UInt8(ascii: "\t") }
        return String(repeating: " ", count: indentation.count - tabs + tabs * Self.width)
    }
}
