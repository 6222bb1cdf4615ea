import BatonCEL

/// What the pages of one request captured, taken together: lists are joined, other values become a list.
struct PagedCaptures {
    private var pages: [String: [CELValue]] = [:]

    mutating func add(_ captured: [String: CELValue]) {
        for (name, value) in captured { pages[name, default: []].append(value) }
    }

    var values: [String: CELValue] {
        pages.mapValues { values in
            let lists = values.map(\.elements)
            let joined = lists.contains(where: { $0 == nil }) ? values : lists.flatMap { $0 ?? [] }
            var value = CELValue.list(joined)
            value.isTainted = values.contains(where: \.holdsTaint)
            return value
        }
    }
}
