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
    /// Whether what it takes from a response is a secret, or holds one.
    package var mayHoldSecret: Bool { isSecret || conversion?.mayHoldSecret == true }
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

extension Language {
    /// The keys of a capture that is written as a map.
    package enum Capture {
        package static let path = Key(
            "path", .text, "A JSONPath (`$.a`) or keys with dots (`a.0.b`) into the JSON body.", takes: "path",
            example: "path: $.id")
        package static let header = Key(
            "header", .text, "A header of the response, in any case; several of one name are one value.", takes: "name",
            example: "header: ETag")
        package static let cookie = Key(
            "cookie", .text,
            "A cookie that the response sets, whose value is a secret; `sid@path` is an attribute of it.",
            takes: "name",
            example: "cookie: sid")
        package static let regex = Key(
            "regex", .text,
            "What the first group of a regular expression (PCRE2) takes where it is found first, or the whole match if it has no group.",
            takes: "regular expression",
            example: #"regex: "id=([0-9]+)""#)
        package static let xpath = Key(
            "xpath", .text, "What an XPath (1.0) finds in the XML or HTML body.", takes: "XPath", example: "xpath: //id"
        )
        package static let value = Key(
            "value", .text, "The value of an expression.", takes: "`$(…)`", example: "value: $(response.status)")
        package static let group = Key(
            "group", .any, "The group of `regex` that is taken; `0` is the whole match.", takes: "number or name",
            unlessWritten: "`1`, or `0` without groups",
            example: "group: 1")
        package static let `in` = Key(
            "in", .any,
            "What `regex` searches: the body, the URL of the response, what a JSONPath or `$(…)` gives, or what the map names.",
            takes: "`body`, `url`, a path, `$(…)` or map", unlessWritten: "`body`",
            holds: .one(CaptureSubject.map), example: "in: url")
        /// Files may have types of their own.
        package static let types = Values(
            Conversion.names, isOpen: true, takesList: true)
        package static let `as` = Key(
            "as", .any, "The type that the value becomes; `[integer]` for each element of a list.", takes: "type",
            values: types, example: "as: integer")
        package static let format = Key(
            "format", .plainText, "How a date is written: `yyyy-MM-dd HH:mm:ss`, `unix`, `unix_ms`.",
            values: Values(["unix", "unix_ms"], isOpen: true), example: "format: yyyy-MM-dd")
        package static let optional = Key(
            "optional", .boolean, "Gives null where nothing is found.", unlessWritten: "`false`")
        package static let `default` = Key(
            "default", .any, "The value where nothing is found; `as` converts it, too.", example: "default: 0")
        package static let secret = Key(
            "secret", .boolean, "Masks the value in every output.", unlessWritten: "`false`")
        package static let map = Map(
            "a capture",
            [path, header, cookie, regex, xpath, value, group, `in`, `as`, format, optional, `default`, secret],
            rules: [.exactlyOne([path, header, cookie, regex, xpath, value]), .needs([group, `in`], regex)])
    }
}

extension Language {
    /// The keys of `in` of a capture that is written as a map.
    package enum CaptureSubject {
        package static let path = Capture.path.restated(
            .text, "A JSONPath or keys with dots: a text, a number or a boolean in the JSON body.", takes: "path")
        package static let header = Capture.header.restated(
            .text, "A header of the response, in any case; several of one name are one value.", takes: "name")
        package static let cookie = Capture.cookie.restated(
            .text, "A cookie that the response sets.", takes: "name")
        package static let xpath = Capture.xpath.restated(
            .text, "What an XPath (1.0) finds in the XML or HTML body.", takes: "XPath")
        package static let map = Map(
            "`in`", [path, header, cookie, xpath], rules: [.exactlyOne([path, header, cookie, xpath])])
    }
}
