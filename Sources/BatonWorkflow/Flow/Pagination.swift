package import BatonDiagnostics
import BatonHTTP
import BatonJSON
package import BatonJudging
package import BatonLanguage
import BatonValues

/// A place of the link to the next page that a first page does not have, while it has a link elsewhere: in a place of
/// nearly the same name, or in a Link header. The walk through the pages would end before it began.
package struct MisspeltNextPage: Sendable {
    package let message: String
    package let hint: String

    /// Nil where the page has no such link.
    package init?(_ way: Pagination.Way, in response: StepResponse) {
        guard let found = Self.near(way, response) ?? Self.linkHeader(way, response) else { return nil }
        message = found.message
        hint = "did you mean `\(ValueText.cut(found.meant, limit: 100))`?"
    }

    private typealias Found = (message: String, meant: String)

    /// A link in a place of nearly the same name.
    private static func near(_ way: Pagination.Way, _ response: StepResponse) -> Found? {
        let headers = response.http.headers
        switch way {
        case .again: return nil
        case .relation(let relation):
            return Spelling.nearest(to: relation, in: LinkHeader.relations(of: response.http)).map {
                ("the Link headers of the first page have no relation `\(relation)`", "{ link: \($0) }")
            }
        case .link(let capture):
            switch capture.source {
            case .header(let template):
                guard let name = template.literal, headers.first(name) == nil,
                    let near = Spelling.nearest(to: name, in: headers.map(\.name)),
                    let value = headers.first(near), isLink(value)
                else { return nil }
                return ("the first page has no header `\(name)`", "{ header: \(near) }")
            case .path(.path(let path), let written):
                guard case .value(let root) = response.json, let reach = path.reach(in: root),
                    case .name(let name) = reach.missing, case .object(let object) = reach.value,
                    let near = Spelling.nearest(
                        to: name, in: object.members.filter { holdsLink($0.value) }.map(\.name))
                else { return nil }
                return ("there is nothing at `\(written)` of the first page", reach.appending(near))
            default: return nil
            }
        }
    }

    /// The link of a Link header, which nothing follows.
    private static func linkHeader(_ way: Pagination.Way, _ response: StepResponse) -> Found? {
        if case .again = way { return nil }
        guard LinkHeader.target("next", of: response.http) != nil else { return nil }
        return (
            "the first page has a Link header with the relation `next`, and nothing in the place that `next` names",
            "{ link: next }"
        )
    }

    /// Whether a value is a link, or an object with one.
    private static func holdsLink(_ value: JSONValue) -> Bool {
        switch value {
        case .string(let text): isLink(text)
        case .object(let object): object.members.contains { $0.value.stringValue.map(isLink) ?? false }
        case .null, .bool, .number, .array: false
        }
    }

    private static func isLink(_ text: String) -> Bool {
        ["http://", "https://", "/", "?"].contains(where: text.hasPrefix)
    }
}

/// `paginate`: the way from one page to the next.
package struct Pagination: Sendable {
    package enum Way: Sendable {
        /// The URL of the next page; null where there is none.
        case link(Capture)
        /// The target of a Link header with this relation.
        case relation(String)
        /// The same request again, with new values of variables.
        case again(while: Expression, set: [VariableAssignment])
    }

    package let way: Way
    /// The maximum number of pages.
    package let maximum: Int
    /// Whether a link may lead to another origin.
    package let allowsOtherHosts: Bool
    package let range: SourceRange

    package init(way: Way, maximum: Int, allowsOtherHosts: Bool, range: SourceRange) {
        self.way = way
        self.maximum = maximum
        self.allowsOtherHosts = allowsOtherHosts
        self.range = range
    }

    package static let standardMaximum = 1000
}

/// A value that `set` gives a variable.
package struct VariableAssignment: Sendable {
    package let name: String
    package let slot: Int
    package let value: Template
    package let range: SourceRange

    package init(name: String, slot: Int, value: Template, range: SourceRange) {
        self.name = name
        self.slot = slot
        self.value = value
        self.range = range
    }
}

extension Language {
    /// Keys of requests and calls whose responses come in pages.
    package enum Pages {
        package static let paginate = Key(
            "paginate", .map, "Sends the request for each further page; checks hold for each page.",
            holds: .one(Paginate.map), example: "paginate: { next: $.next }")
        package static let anyHost = Key(
            "any_host", .boolean,
            "Whether a link may lead to another origin; credentials stay behind, and a body with a secret fails the step.",
            unlessWritten: "`false`")
        package static let keys = [paginate, anyHost]
    }
}

extension Language {
    /// `paginate`.
    package enum Paginate {
        package static let next = Key(
            "next", .any,
            "Where a response has the URL of the next page; nothing, null and an empty text mean that there is none.",
            takes: "path, `$(…)` or map",
            holds: .one(NextPage.map), example: "next: $.next")
        package static let `while` = Key(
            "while", .expression, "Sends the request again as long as this is true of the response.",
            example: "while: response.json.next != null")
        package static let set = Key(
            "set", .map, "With `while`: variables that change for the next page.", example: "set: { page: $(page + 1) }"
        )
        package static let max = Key(
            "max", .wholeNumber, "How many pages at most; if there are more, the step fails.", unlessWritten: "`1000`",
            example: "max: 20")
        package static let map = Map(
            "`paginate`", [next, `while`, set, max],
            rules: [.exactlyOne([next, `while`]), .needs([`while`], set), .needs([set], `while`)])
    }
}

extension Language {
    /// `next` of `paginate`, written as a map.
    package enum NextPage {
        package static let header = Key("header", .text, "The header that holds the URL.", example: "header: X-Next")
        package static let link = Key(
            "link", .text, "The relation in the `Link` headers (RFC 8288), most often `next`.", takes: "word",
            example: "link: next")
        package static let map = Map(
            "`next`", [header, link], rules: [.exactlyOne([header, link])])
    }
}
