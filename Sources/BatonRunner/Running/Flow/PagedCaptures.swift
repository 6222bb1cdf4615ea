import BatonCEL

/// The combined captures of all pages of one request: lists are concatenated, other values become a list.
struct PagedCaptures {
    private var pages: [String: [CELValue]] = [:]
    private let share: VariableSpace.Share

    init(_ space: VariableSpace) {
        share = VariableSpace.Share(of: space)
    }

    /// Returns false where the variables exceed their space.
    mutating func add(_ captured: CapturedValues) -> Bool {
        for (name, value) in captured.entries {
            let value = value.measured
            guard share.add(value) else { return false }
            pages[name, default: []].append(value)
        }
        return true
    }

    var values: CapturedValues {
        var joined = CapturedValues()
        for (name, values) in pages { joined[name] = Self.joined(values) }
        return joined
    }

    private static func joined(_ values: [CELValue]) -> CELValue {
        let lists = values.map(\.elements)
        return .list(lists.contains(where: { $0 == nil }) ? values : lists.flatMap { $0 ?? [] })
    }
}
