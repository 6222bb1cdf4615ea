package import BatonAPI
import BatonCEL
package import BatonDiagnostics

/// A value taken from a response and kept as a variable.
package struct Capture: Sendable {
    package let name: String
    package let slot: Int
    package let source: Source
    /// The type of `as`; nil keeps the value as it was found.
    package let conversion: MappedType?
    package let absence: Absence
    package let isSecret: Bool
    /// What expressions may count on.
    let type: CELType
    package let range: SourceRange

    package indirect enum Source: Sendable {
        case path(PathTemplate, written: String)
        case header(TextTemplate)
        /// `sid`, or `sid@path`: an attribute of the cookie.
        case cookie(TextTemplate)
        case search(Search)
        case xpath(XPathQuery)
        case expression(Expression)
    }

    /// The XPath that finds the value, or the text in which it is searched for.
    package var xpath: XPathQuery? {
        var source = source
        while case .search(let search) = source, case .source(let inner) = search.subject { source = inner }
        guard case .xpath(let query) = source else { return nil }
        return query
    }

    /// `{ regex, group, in }`: the first place where a pattern is found.
    package struct Search: Sendable {
        package let pattern: PatternTemplate
        /// Without it the first group, or the whole match of a pattern that has none.
        package let group: Group?
        package let subject: Subject
        /// Where the pattern is written.
        package let range: SourceRange
    }

    package enum Group: Sendable, Equatable {
        case number(Int)
        case name(String)
    }

    /// The text that a pattern searches.
    package enum Subject: Sendable {
        case body
        case url
        case source(Source)
    }

    /// The behaviour where nothing is found.
    package enum Absence: Sendable {
        case fails
        /// `optional: true`
        case givesNull
        /// `default`
        case gives(Template)
    }
}
