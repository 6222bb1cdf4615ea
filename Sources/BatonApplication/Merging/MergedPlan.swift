import BatonRecords
import BatonRunner

/// The cases of a merged run, in the order of the whole plan.
///
/// What several shards ran because others need it, or before and after everything, is listed once if it passed
/// everywhere, and for each shard in which it did not: the first under its own name, the others as `[shard=2]`.
struct MergedPlan {
    private(set) var cases: [CaseIdentity] = []
    /// For each file the number of each of its cases in the merged run; nil for one that is not listed.
    private(set) var numbers: [[Int?]]

    private struct Entry {
        let file: Int
        let index: Int
        let rank: Int
        let place: Int
        /// The shard that its name has, because another one lists it under its own name.
        var shard: Int?
    }

    /// What is listed once.
    private struct Shared: Hashable {
        let role: CaseIdentity.Role
        let path: String
        let marks: String
    }

    /// - Parameter gap: the case that stands for what is missing; nil for a whole run.
    init(_ files: [ShardFile], gap: CaseIdentity?) {
        let selected = Set(
            files.flatMap { $0.started.cases.lazy.filter { $0.role == .selected }.map { ShardKey($0) } })
        var good: [Shared: Entry] = [:]
        var bad: Set<Shared> = []
        var entries: [Entry] = []
        for (number, file) in files.enumerated() {
            var places = file.shard.places.makeIterator()
            for identity in file.started.cases {
                let ending = file.endings[identity.index]
                var entry = Entry(
                    file: number, index: identity.index, rank: Self.rank(identity.role),
                    place: identity.role == .selected ? places.next() ?? 0 : 0)
                if identity.role == .selected {
                    entries.append(entry)
                    continue
                }
                // The shard to which it belongs lists it.
                if ending != .bad, identity.role == .prerequisite, identity.variant == nil,
                    selected.contains(ShardKey(identity))
                        || ending == .invalidFile && selected.contains(ShardKey(path: identity.path, row: nil))
                {
                    continue
                }
                let shared = Shared(role: identity.role, path: identity.path, marks: identity.marks)
                if ending == .bad {
                    if !bad.insert(shared).inserted { entry.shard = file.shard.index }
                    entries.append(entry)
                } else if good[shared] == nil {
                    good[shared] = entry
                }
            }
        }
        entries += good.lazy.filter { !bad.contains($0.key) }.map(\.value)
        entries.sort { ($0.rank, $0.place, $0.file, $0.index) < ($1.rank, $1.place, $1.file, $1.index) }
        numbers = files.map { Array(repeating: nil, count: $0.started.cases.count) }
        if let gap { cases.append(gap) }
        for entry in entries {
            numbers[entry.file][entry.index] = cases.count
            let identity = files[entry.file].started.cases[entry.index].numbered(cases.count)
            cases.append(entry.shard.map { identity.ofShard($0) } ?? identity)
        }
    }

    private static func rank(_ role: CaseIdentity.Role) -> Int {
        switch role {
        case .before, .gap: 0
        case .prerequisite: 1
        case .selected: 2
        case .after: 3
        }
    }
}
