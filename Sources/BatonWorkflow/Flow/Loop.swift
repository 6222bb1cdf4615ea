package import BatonDiagnostics
package import BatonLanguage

/// A loop around a step: its passes, and the element of each pass.
package struct Loop: Sendable {
    package enum Source: Sendable {
        /// `for_each`: a value that must be a list.
        case list(Template)
        /// `for_each: { csv: … }`, read when the step runs.
        case file(DataFile)
        /// `for_each: { range: [1, 10] }`, both ends included.
        case range(Template, Template)
        /// `repeat`.
        case times(Template)
        /// `while`, with the maximum number of passes, after which the loop fails.
        case condition(Expression, limit: Limit)
    }

    package let source: Source
    /// The name and slot of the element of a pass; nil for loops without elements.
    package let element: Element?
    /// The maximum number of concurrent passes.
    package let concurrency: Int
    package let allowsEmpty: Bool
    /// The variables that concurrent passes set, each of which is a list after the loop; empty without `concurrency`.
    package let given: [Given]
    /// The ids of the steps in the body.
    package let ids: [String]
    /// The ids of steps whose `result` is a list after the loop: with `concurrency` all steps that call something, else
    /// only the looped step itself.
    package let results: [String]
    package let range: SourceRange

    package init(
        source: Source, element: Element?, concurrency: Int, allowsEmpty: Bool, given: [Given], ids: [String],
        results: [String], range: SourceRange
    ) {
        self.source = source
        self.element = element
        self.concurrency = concurrency
        self.allowsEmpty = allowsEmpty
        self.given = given
        self.ids = ids
        self.results = results
        self.range = range
    }

    package struct Limit: Sendable {
        package let passes: Int
        /// Whether the limit comes from `max` and is not the default.
        package let isWritten: Bool

        package init(passes: Int, isWritten: Bool) {
            self.passes = passes
            self.isWritten = isWritten
        }
    }

    package struct Element: Sendable {
        /// `item`, or the name from `as`.
        package let name: String
        package let slot: Int

        package init(name: String, slot: Int) {
            self.name = name
            self.slot = slot
        }
    }

    package struct Given: Sendable {
        package let name: String
        package let slot: Int

        package init(name: String, slot: Int) {
            self.name = name
            self.slot = slot
        }
    }

    /// The maximum number of passes that a file may ask for.
    package static let mostPasses = 1_000_000
    package static let standardLimit = 1000
    package static let mostConcurrent = 1000
}
