/// Requests of two results that are the same one: by their names from the top and, where several have one name, by their places.
struct RequestPairs {
    struct Pair {
        /// The name, with a number where several requests have it.
        let label: String
        let name: String
        let there: EarlierResult.Request
        /// Empty where it did not run here.
        let here: [RequestVerdicts.Sent]
        /// Whether others have its name.
        let isOneOfSeveral: Bool
    }

    private(set) var pairs: [Pair] = []
    /// Those that ran here alone.
    private(set) var more: [String] = []
    /// Those of which nobody can tell which is which.
    private(set) var unclear: [(name: String, there: Int, here: Int)] = []

    /// - Parameter masked: hides secrets in names of the other result.
    init(_ earlier: EarlierResult, _ ours: [RequestVerdicts.Sent], masked: (String) -> String) {
        var there: [String: [EarlierResult.Request]] = [:]
        var names: [String] = []
        for request in earlier.requests {
            let name = masked(request.name)
            if there[name] == nil { names.append(name) }
            there[name, default: []].append(request)
        }
        let here = Dictionary(grouping: ours, by: \.name)
        for name in names { pair(name, there[name] ?? [], here[name] ?? []) }
        more += here.keys.filter { there[$0] == nil }
        more.sort()
    }

    private mutating func pair(_ name: String, _ there: [EarlierResult.Request], _ sent: [RequestVerdicts.Sent]) {
        // In the order of their first runs.
        var here: [[RequestVerdicts.Sent]] = []
        var indices: [Int: Int] = [:]
        for one in sent {
            if let index = indices[one.place] {
                here[index].append(one)
            } else {
                indices[one.place] = here.count
                here.append([one])
            }
        }
        let isOneOfSeveral = max(there.count, here.count) > 1
        func add(_ number: Int, _ there: EarlierResult.Request, _ here: [RequestVerdicts.Sent]) {
            let label = isOneOfSeveral ? "\(name) #\(number + 1)" : name
            pairs.append(
                Pair(label: label, name: name, there: there, here: here, isOneOfSeveral: isOneOfSeveral))
        }
        let ranks = there.compactMap(\.rank)
        if here.isEmpty {
            for (index, request) in there.enumerated() { add(index, request, []) }
        } else if isOneOfSeveral, ranks.count == there.count {
            for (rank, request) in zip(ranks, there) { add(rank, request, here.first { $0[0].rank == rank } ?? []) }
            for runs in here where !ranks.contains(runs[0].rank) { more.append("\(name) #\(runs[0].rank + 1)") }
        } else if there.count == here.count {
            for (index, request) in there.enumerated() { add(index, request, here[index]) }
        } else if there.count == 1, !there[0].isToldApart, there[0].runs.count == sent.count {
            // Both results have the runs in their order.
            for (index, runs) in here.enumerated() {
                let positions = sent.indices.filter { sent[$0].place == runs[0].place }
                add(index, there[0].with(runs: positions.map { there[0].runs[$0] }), runs)
            }
        } else {
            unclear.append((name, there.count, here.count))
        }
    }
}
