import BatonRecords
import BatonRunner
import BatonSecrets
import BatonValues

/// The facts of a run that several shards make.
enum MergedRun {
    /// The surroundings: those of the first shard, with the highest attempt.
    static func context(_ files: [ShardFile]) -> RunContext {
        var context = files.first?.context ?? RunContext()
        context.attempt = files.map(\.context.attempt).max() ?? 1
        context.isDirty = files.contains(where: \.context.isDirty)
        return context
    }

    static func started(_ set: ShardSet, _ cases: [CaseIdentity], toolVersion: String) -> RunStarted {
        let files = set.files
        let first = files[0].started
        var notes: [MaskedText] = [
            "merged from \(MaskedText(harmless: "\(files.count)")) of \(MaskedText(harmless: "\(files[0].shard.total)")) shards"
        ]
        for note in set.notes { notes.append(MaskedText(harmless: note)) }
        var leftOut: [RunStarted.LeftOut] = []
        for entry in files.flatMap(\.started.leftOut) where !leftOut.contains(entry) { leftOut.append(entry) }
        let hosts = Set(files.map(\.started.hostname))
        let bases = Set(files.map { $0.started.baseURL?.text })
        return RunStarted(
            id: identity(files.map { $0.started.id + ($0.gap ?? "") }),
            started: files.map(\.started.started).min() ?? first.started,
            toolVersion: toolVersion, environment: first.environment, baseURL: bases.count == 1 ? first.baseURL : nil,
            hostname: hosts.count == 1 ? first.hostname : "\(hosts.count) machines", project: first.project,
            cases: cases, jobs: files.reduce(0) { $0 + min(max(0, $1.started.jobs), 100_000) }, isDryRun: false,
            isStub: first.isStub, isWhole: files.allSatisfy(\.started.isWhole),
            failsOnFlaky: files.contains(where: \.started.failsOnFlaky), notes: notes,
            givenOptions: first.givenOptions, leftOut: leftOut, missingCount: set.missingCount)
    }

    /// The same for the same shards, so that merging them again adds nothing to the history: a UUIDv7 (RFC 9562) with
    /// the time of the earliest shard, to a quarter of a second, and digits of a hash for the rest. So runs of which a
    /// shard was tried again differ in the digits that users see.
    private static func identity(_ ids: [String]) -> String {
        let ordered = ids.sorted()
        let digits = SHA256.hex(of: Array(ordered.joined(separator: "\n").utf8))
        func part(_ range: Range<Int>) -> Substring {
            digits[
                digits.index(
                    digits.startIndex, offsetBy: range.lowerBound)..<digits.index(
                        digits.startIndex, offsetBy: range.upperBound)]
        }
        let first = String(ordered[0].prefix(36))
        let time = "\(first.prefix(11))\(part(18..<20))"
        let isUUID =
            first.utf8.count == 36
            && first.utf8.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0) || $0 == UInt8(ascii: "-")
            }
        return "\(isUUID ? time : "00000000-0000")-7\(part(0..<3))-8\(part(3..<6))-\(part(6..<18))"
    }

    /// What the shards covered of their contracts, together.
    static func contracts(_ files: [ShardFile]) -> [ContractCoverage] {
        var merged: [ContractCoverage] = []
        for coverage in files.flatMap(\.finished.contracts) {
            if let index = merged.firstIndex(where: { $0.file.text == coverage.file.text }) {
                merged[index].add(coverage)
            } else {
                merged.append(coverage)
            }
        }
        return merged
    }

    /// The time from the start of the first shard to the end of the last.
    static func duration(_ files: [ShardFile]) -> Microseconds {
        let start = files.map(\.started.started).min() ?? 0
        let end = files.map { $0.started.started &+ max(0, $0.finished.duration) }.max() ?? 0
        return max(0, end &- start)
    }
}

extension ContractCoverage {
    /// Adds what another part of the run covered of the same contract.
    fileprivate mutating func add(_ other: ContractCoverage) {
        unknownCount &+= other.unknownCount
        for operation in other.operations {
            guard
                let index = operations.firstIndex(where: {
                    $0.method == operation.method && $0.path.text == operation.path.text
                })
            else {
                operations.append(operation)
                continue
            }
            for status in operation.statuses {
                if let known = operations[index].statuses.firstIndex(where: { $0.name == status.name }) {
                    operations[index].statuses[known].count &+= status.count
                } else {
                    operations[index].statuses.append(status)
                }
            }
        }
    }
}

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
