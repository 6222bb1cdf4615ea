package import BatonDiagnostics

/// How often a step is done, and what changes from pass to pass.
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
        /// `while`, with the number of passes after which it was a mistake.
        case condition(Expression, limit: Limit)
    }

    package let source: Source
    /// Where the element is while a pass runs; nil for loops over nothing.
    package let element: Element?
    /// How many passes run at the same time.
    package let concurrency: Int
    package let allowsEmpty: Bool
    /// What the passes give a value, for `concurrency`: outside each is a list.
    package let given: [Given]
    /// The ids of the steps within.
    package let ids: [String]
    /// Those of them whose `result` is a list outside, too: with `concurrency` of all that call something, else only the
    /// looped step's own.
    package let results: [String]
    package let range: SourceRange

    package struct Limit: Sendable {
        package let passes: Int
        /// Whether it is what `max` says, and not the default.
        package let isWritten: Bool
    }

    package struct Element: Sendable {
        /// `item`, or what `as` says.
        package let name: String
        package let slot: Int
    }

    package struct Given: Sendable {
        package let name: String
        package let slot: Int
    }

    /// Passes that no file can mean.
    package static let mostPasses = 1_000_000
    static let standardLimit = 1000
    static let mostConcurrent = 1000
}
