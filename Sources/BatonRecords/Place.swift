package import BatonSecrets

/// A place in a workflow file, with the line itself so that no reporter has to read the file again.
package struct Place: Sendable, Equatable {
    package var file: String
    package var line: Int
    package var column: Int
    /// The source line, masked; nil where no report shows it (a step that passed).
    package var excerpt: MaskedText?
    /// Number of code points of the excerpt before what is underlined: as many as before `column`, unless a secret
    /// there is masked.
    package var caret: Int
    /// Number of code points that are underlined.
    package var width: Int

    /// - Parameter caret: nil where nothing before the column is masked.
    package init(
        file: String, line: Int, column: Int, excerpt: MaskedText? = nil, caret: Int? = nil, width: Int = 1
    ) {
        self.file = file
        self.line = line
        self.column = column
        self.excerpt = excerpt
        self.caret = caret ?? max(0, column - 1)
        self.width = width
    }

    /// The same with another excerpt, in which the same text is underlined; all of it where masking joins that text to
    /// what stands beside it.
    ///
    /// - Parameter masked: makes the excerpt of the line, or of its beginning.
    package func excerpted(_ line: String, masked: (String) -> MaskedText) -> Place {
        let scalars = line.unicodeScalars
        func beginning(_ count: Int) -> String { masked(String(scalars.prefix(count))).text }
        let whole = masked(line)
        let (before, through) = (beginning(caret), beginning(caret + width))
        var place = self
        place.excerpt = whole
        let isPart = whole.text.hasPrefix(through) && through.hasPrefix(before)
        place.caret = isPart ? before.unicodeScalars.count : 0
        place.width = max(1, (isPart ? through : whole.text).unicodeScalars.count - place.caret)
        return place
    }
}
