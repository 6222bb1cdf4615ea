import BatonHTTP
import BatonJSON
import BatonText

/// A place of the link to the next page that a first page does not have, while it has a link in a place of nearly the
/// same name: the walk through the pages would end before it began.
package struct MisspeltNextPage: Sendable {
    package let message: String
    package let hint: String

    /// Nil where nothing of nearly the same name holds a link.
    package init?(_ way: Pagination.Way, in response: StepResponse) {
        let headers = response.http.headers
        switch way {
        case .again: return nil
        case .relation(let relation):
            let relations = LinkHeader.relations(in: headers)
            guard !relations.contains(where: { $0.lowercased() == relation.lowercased() }),
                let near = Spelling.nearest(to: relation, in: relations)
            else { return nil }
            message = "the Link headers of the first page have no relation `\(relation)`"
            hint = "did you mean `{ link: \(Shown.cut(near, limit: 60)) }`?"
        case .link(let capture):
            switch capture.source {
            case .header(let template):
                guard let name = template.literal, headers.first(name) == nil,
                    let near = Spelling.nearest(to: name, in: headers.map(\.name)),
                    let value = headers.first(near), Self.isLink(value)
                else { return nil }
                message = "the first page has no header `\(name)`"
                hint = "did you mean `{ header: \(Shown.cut(near, limit: 60)) }`?"
            case .path(.path(let path), let written):
                guard case .value(let root) = response.json, let reach = path.reach(in: root),
                    case .name(let name) = reach.missing, case .object(let object) = reach.value
                else { return nil }
                let links = object.members.filter { $0.value.stringValue.map(Self.isLink) ?? false }
                guard let near = Spelling.nearest(to: name, in: links.map(\.name)) else { return nil }
                message = "there is nothing at `\(written)` of the first page"
                hint = "did you mean `\(Shown.cut(reach.appending(near), limit: 100))`?"
            default: return nil
            }
        }
    }

    private static func isLink(_ text: String) -> Bool {
        ["http://", "https://", "/", "?"].contains(where: text.hasPrefix)
    }
}
