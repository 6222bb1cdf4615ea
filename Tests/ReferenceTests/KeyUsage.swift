import BatonJudging
import BatonLanguage
import BatonLoading
import BatonWorkflow
import BatonYAML

/// The keys and operators that files use, by the title of the map that they stand in.
struct KeyUsage {
    private(set) var used: [String: Set<String>] = [:]

    mutating func read(_ node: YAMLNode, as map: Language.Map) {
        let keys = (node.entries ?? []).map(\.keyText)
        for entry in node.entries ?? [] {
            used[map.title, default: []].insert(entry.keyText)
            let isPath = entry.keyText.hasPrefix("$")
            switch isPath ? .one(Language.operators) : map[entry.keyText]?.content(beside: keys) {
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
    func missing(in map: Language.Map) -> [String] {
        let isLikeStep = [Language.APIFile.map, Language.Endpoint.map, Language.Sample.map].contains(map)
        return map.keys.map(\.name).filter { name in
            if used[map.title]?.contains(name) == true { return false }
            return !(isLikeStep && used[Language.Step.map.title]?.contains(name) == true)
        }
    }
}
