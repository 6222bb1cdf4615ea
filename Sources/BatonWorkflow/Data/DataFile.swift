package import BatonCEL
package import BatonDiagnostics
import BatonJSON
import BatonSecrets

/// A file of rows, with its format.
package struct DataFile: Sendable {
    package enum Format: Sendable, Hashable {
        case csv(CSVSeparator)
        case json, yaml, lines

        /// The format of a key of `for_each` and `rows`; nil for any other key.
        ///
        /// - Parameter separator: for `csv`.
        init?(_ key: String, separator: CSVSeparator) {
            switch key {
            case "csv": self = .csv(separator)
            case "json": self = .json
            case "yaml": self = .yaml
            case "lines": self = .lines
            default: return nil
            }
        }
    }

    package let format: Format
    package let path: TextTemplate

    package var range: SourceRange { path.range }

    /// The maximum size of a file.
    package static let limit = 10_000_000
}

/// Checks a data file with a literal path against its format when the workflow is loaded.
struct DataFileCheck {
    let sink: DiagnosticSink
    /// The workflow that names the data file.
    let file: SourceFile
    let data: DataLibrary

    /// The number of rows; nil where the path is computed or the file has a mistake.
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
    /// The text of the value on one line; for a map, that of the first member that is neither a list nor a map, and has
    /// not the name of a secret field.
    ///
    /// Nil for a value that is secret, empty, a list, or nested too deeply.
    package static func text(_ value: CELValue, longest: Int) -> String? {
        if value.holdsTaint { return nil }
        if let entries = value.entries {
            return entries.first {
                $0.value.entries == nil && $0.value.elements == nil
                    && !($0.key.stringValue.map(SecretNames.documented.contains) ?? false)
            }.flatMap { text($0.value, longest: longest) }
        }
        guard value.elements == nil, let json = try? value.toJSON() else { return nil }
        let whole: String
        if case .string(let text) = json { whole = text } else { whole = JSONWriter.compact(json) }
        let line = whole.split(whereSeparator: \.isNewline).joined(separator: " ")
        if line.isEmpty { return nil }
        return line.count > longest ? "\(line.prefix(longest - 1))…" : line
    }
}
