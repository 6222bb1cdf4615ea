package import BatonDiagnostics

/// A file of rows, by its form.
package struct DataFile: Sendable {
    package enum Format: String, Sendable, CaseIterable {
        case csv, json, yaml, lines
    }

    package let format: Format
    package let path: TextTemplate

    package var range: SourceRange { path.range }

    /// What is read of a file at most.
    package static let limit = 10_000_000
}
