package import BatonSecrets

/// A place in a workflow file, with the line itself so that no reporter has to read the file again.
package struct Place: Sendable, Equatable {
    package var file: String
    package var line: Int
    package var column: Int
    /// The source line, masked; nil where no report shows it (a step that passed).
    package var excerpt: MaskedText?
    /// Number of columns that the caret underlines.
    package var width: Int

    package init(file: String, line: Int, column: Int, excerpt: MaskedText? = nil, width: Int = 1) {
        self.file = file
        self.line = line
        self.column = column
        self.excerpt = excerpt
        self.width = width
    }

    /// Whether both places begin at the same point of the same file.
    func isStart(_ other: Place) -> Bool { line == other.line && column == other.column && file == other.file }
}
