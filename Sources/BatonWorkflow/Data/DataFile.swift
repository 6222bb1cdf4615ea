package import BatonCEL
package import BatonDiagnostics
import BatonJSON

/// A file of rows, by its form.
package struct DataFile: Sendable {
    package enum Format: String, Sendable, CaseIterable {
        case csv, json, yaml, lines
    }

    package let format: Format
    package let path: TextTemplate

    package var range: SourceRange { path.range }

    /// The maximum size of a file.
    package static let limit = 10_000_000
}

/// Holds a data file that a workflow spells out against its form, before anything runs.
struct DataFileCheck {
    let sink: DiagnosticSink
    /// The workflow that names it.
    let file: SourceFile
    let data: DataLibrary

    /// Nil where the file cannot be known yet, or is wrong.
    func rowCount(_ source: DataFile) -> Int? {
        guard let path = source.path.literal, let finding = data.look(path, source.format, for: file) else {
            return nil
        }
        switch finding {
        case .rows(let count):
            if count == 0 { sink.report(.emptyDataFile(path, at: source.range)) }
            return count
        case .wrong(let error, let dataFile):
            sink.report(.wrongDataFile(path, error, dataFile, usedAt: source.range))
            return nil
        }
    }
}

/// The name of a loop element or a row, made from its value.
package enum ElementName {
    /// The value's text on one line; of a map the first member that is no list and no map.
    ///
    /// Nil for what is secret, empty or too deep to be a name.
    package static func text(_ value: CELValue, longest: Int) -> String? {
        if value.holdsTaint { return nil }
        if let entries = value.entries {
            return entries.lazy.filter { $0.value.entries == nil && $0.value.elements == nil }.first
                .flatMap { text($0.value, longest: longest) }
        }
        guard value.elements == nil, let json = try? value.toJSON() else { return nil }
        let whole: String
        if case .string(let text) = json { whole = text } else { whole = JSONWriter.compact(json) }
        let line = whole.split(whereSeparator: \.isNewline).joined(separator: " ")
        if line.isEmpty { return nil }
        return line.count > longest ? "\(line.prefix(longest - 1))…" : line
    }
}
