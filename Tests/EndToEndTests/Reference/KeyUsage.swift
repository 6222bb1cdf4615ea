import BatonWorkflow
import BatonYAML

/// The keys and operators that files use, by the title of the map that they stand in.
struct KeyUsage {
    private(set) var used: [String: Set<String>] = [:]

    mutating func read(_ node: YAMLNode, as context: Language.Context) {
        let keys = (node.entries ?? []).map(\.keyText)
        for entry in node.entries ?? [] {
            used[context.title, default: []].insert(entry.keyText)
            switch Language.content(of: entry.keyText, in: context, beside: keys) {
            case .one(let inner)?: read(entry.value, as: inner)
            case .each(let inner)?: for item in entry.value.entries ?? [] { read(item.value, as: inner) }
            case .list(let inner)?: for item in entry.value.items ?? [] { read(item, as: inner) }
            case nil: break
            }
        }
    }

    /// What the language has in this map and no file used, in the order of the table.
    ///
    /// What an endpoint, an API file and a sample have in common with steps is shown with steps.
    func missing(in context: Language.Context) -> [String] {
        let isLikeStep = [Language.api.title, Language.endpoint.title, Language.sample.title].contains(context.title)
        return context.keys.map(\.name).filter { name in
            if used[context.title]?.contains(name) == true { return false }
            return !(isLikeStep && used[Language.step.title]?.contains(name) == true)
        }
    }
}
