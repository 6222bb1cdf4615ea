package import BatonDiagnostics

/// `paginate`: how one page leads to the next.
package struct Pagination: Sendable {
    package enum Way: Sendable {
        /// The URL of the next page; null where there is none.
        case link(Capture)
        /// The target of a Link header with this relation.
        case relation(String)
        /// The same request with other variables.
        case again(while: Expression, set: [Step.Assignment])
    }

    package let way: Way
    /// How many pages at most.
    package let maximum: Int
    /// Whether a link may lead to another origin.
    package let allowsOtherHosts: Bool
    package let range: SourceRange

    static let standardMaximum = 1000
}
