package import BatonCEL
package import BatonDiagnostics
package import BatonJSON
import BatonJudging
package import BatonLanguage
import BatonSecrets

/// A file of rows for a loop; its path may be computed, so it is read when the loop runs.
package struct DataFile: Sendable {
    package let path: TextTemplate
    /// The rows of the bytes of a file, by the format that the workflow names.
    package let rows: @Sendable ([UInt8]) throws(DataError) -> [JSONValue]

    package init(path: TextTemplate, rows: @escaping @Sendable ([UInt8]) throws(DataError) -> [JSONValue]) {
        self.path = path
        self.rows = rows
    }

    package var range: SourceRange { path.range }

    /// The maximum size of a file.
    package static let limit = 10_000_000
}

/// The reason why a file gives no rows.
package struct DataError: Error, Sendable, Equatable {
    /// One sentence without a full stop, and without the file's name.
    package let message: String
    /// The line of the mistake, counted from 1; nil where the mistake concerns the whole file.
    package var line: Int?

    package init(message: String, line: Int? = nil) {
        self.message = message
        self.line = line
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
