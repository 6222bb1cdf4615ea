/// Why a text is no JSONPath, and where in it.
package struct JSONPathError: Error, Sendable, Equatable {
    package let message: String
    /// The UTF-8 offsets in the path that are to blame; empty at its end when something is missing.
    package let range: Range<Int>

    package init(message: String, range: Range<Int>) {
        self.message = message
        self.range = range
    }
}

extension JSONPathError: CustomStringConvertible {
    package var description: String { message }
}

/// Why a query was given up: the document makes it too much work, or a regular expression ran away.
package struct JSONPathEvaluationError: Error, Sendable, Equatable {
    package let message: String
}

extension JSONPathEvaluationError: CustomStringConvertible {
    package var description: String { message }
}
