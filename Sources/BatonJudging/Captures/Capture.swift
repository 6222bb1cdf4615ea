import BatonAPI
package import BatonCEL
package import BatonDiagnostics
package import BatonLanguage

/// A value taken from a response and kept as a variable.
package struct Capture: Sendable {
    package let name: String
    package let slot: Int
    package let source: Source
    /// The type of `as`; nil keeps the value as it was found.
    package let conversion: MappedType?
    package let absence: Absence
    package let isSecret: Bool
    /// The type of the value in expressions.
    package let type: CELType
    package let range: SourceRange

    package init(
        name: String, slot: Int, source: Source, conversion: MappedType?, absence: Absence, isSecret: Bool,
        type: CELType, range: SourceRange
    ) {
        self.name = name
        self.slot = slot
        self.source = source
        self.conversion = conversion
        self.absence = absence
        self.isSecret = isSecret
        self.type = type
        self.range = range
    }

    package indirect enum Source: Sendable {
        case path(PathTemplate, written: String)
        /// A path into the events of a stream.
        case events(PathTemplate, written: String)
        case header(TextTemplate)
        /// The value of a cookie: `sid`, or one of its attributes: `sid@path`.
        case cookie(TextTemplate)
        case search(Search)
        case xpath(XPathQuery)
        case expression(Expression)
    }

    /// The XPath that finds the value, or the text in which a pattern searches.
    package var xpath: XPathQuery? {
        var source = source
        while case .search(let search) = source, case .source(let inner) = search.subject { source = inner }
        guard case .xpath(let query) = source else { return nil }
        return query
    }

    /// The first match of a pattern: `{ regex, group, in }`.
    package struct Search: Sendable {
        package let pattern: PatternTemplate
        /// The captured group; nil for the first group, or for the whole match of a pattern without groups.
        package let group: Group?
        package let subject: Subject
        /// The place of the pattern in the file.
        package let range: SourceRange

        package init(pattern: PatternTemplate, group: Group?, subject: Subject, range: SourceRange) {
            self.pattern = pattern
            self.group = group
            self.subject = subject
            self.range = range
        }
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
