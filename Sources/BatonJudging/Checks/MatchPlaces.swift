import BatonJSON
import BatonLanguage

/// Where in the response's document the value of a check is, looked up once the check has failed.
struct MatchPlaces {
    /// One for each match of a path.
    private let places: [JSONPlace]
    /// Whether the check looks at a list of matches, which messages number: `matches[2]`.
    private let isList: Bool
    /// The root of their paths.
    private var root = "$"

    /// Nil for a check that does not look into a document.
    init?(of check: Check, in response: StepResponse, from scope: any TemplateScope) {
        switch check.subject {
        case .document: (places, isList) = ([JSONPlace()], false)
        case .path(let path):
            guard case .value(let root) = response.json, let found = try? path.places(in: root, from: scope) else {
                return nil
            }
            (places, isList) = (found.places, !found.isSingular)
        case .events(let path):
            guard let found = try? path.places(in: response.eventList, from: scope) else { return nil }
            (places, isList) = (found.places, !found.isSingular)
            root = EventsPath.root
        default: return nil
        }
    }

    /// The place of the first difference, or of the element that is the reason, or of the value.
    func focus(of words: ComparisonFailure.Words) -> JSONPlace? {
        if let path = words.differences.first?.path, let place = (try? JSONPath.parse(path))?.place { return place }
        guard let element = words.element else { return places.first }
        if isList { return places.indices.contains(element) ? places[element] : nil }
        return places.first?.element(element)
    }

    /// Names the element that is the reason by its path, in place of `element 2: ` at the beginning of a message.
    func nameElement(in words: inout ComparisonFailure.Words, _ wording: Wording) {
        guard let element = words.element, let message = words.message else { return }
        let front = "element \(element): "
        guard message.hasPrefix(front), words.differences.isEmpty, let place = focus(of: words) else { return }
        words.message = String(message.dropFirst(front.count))
        words.elementPath = DocumentWay(root: root, steps: place.steps).text(wording)
    }

    /// Replaces `matches[2]` at the beginning of paths by the path of that match.
    func nameMatches(in words: inout ComparisonFailure.Words, _ wording: Wording) {
        for index in words.differences.indices {
            let path = words.differences[index].path
            guard let (place, rest) = matched(path) else { continue }
            let named = DocumentWay(root: root, steps: place.steps).text(wording) + rest
            words.differences[index].path = named
            if index == 0, let message = words.message, message.hasPrefix(path) {
                words.message = named + message.dropFirst(path.count)
            }
        }
    }

    private func matched(_ path: String) -> (place: JSONPlace, rest: Substring)? {
        guard path.hasPrefix(Self.matches) else { return nil }
        let rest = path.dropFirst(Self.matches.count)
        guard isList else { return places.first.map { ($0, rest) } }
        guard rest.first == "[", let end = rest.firstIndex(of: "]"), let number = Int(rest[..<end].dropFirst()),
            places.indices.contains(number)
        else { return nil }
        return (places[number], rest[rest.index(after: end)...])
    }

    /// What paths begin with where the path of the check may have several matches.
    static let matches = "matches"
}

extension PathTemplate {
    /// The places of all matches.
    func places(
        in root: JSONValue, from scope: any TemplateScope
    ) throws(PathFailure) -> (places: [JSONPlace], isSingular: Bool) {
        if case .keyPath(let path) = self { return (path.place(in: root).map { [$0] } ?? [], true) }
        let path = try jsonPath(from: scope)
        do {
            return (try path.places(in: root), path.isSingular)
        } catch {
            throw .evaluation(error.message)
        }
    }
}
