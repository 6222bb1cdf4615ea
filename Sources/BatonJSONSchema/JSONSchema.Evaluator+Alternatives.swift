import BatonJSON

extension JSONSchema.Evaluator {
    mutating func anyHolds(
        _ schemas: [Int], _ rule: JSONSchema.Rule, _ node: JSONSchema.Node, _ value: JSONValue,
        _ coverage: inout Coverage
    ) throws(Undecided) -> Bool {
        var fits = false
        for index in schemas where try quietly(index, value, &coverage) {
            fits = true
            // Others may have looked at more, or say that a member does not travel.
            if !coverage.isWanted, schema.excluding == nil { return true }
        }
        if !fits, isCollecting { try tellNearest(of: schemas, rule, node, value) }
        return fits
    }

    mutating func oneHolds(
        _ schemas: [Int], _ rule: JSONSchema.Rule, _ node: JSONSchema.Node, _ value: JSONValue,
        _ coverage: inout Coverage
    ) throws(Undecided) -> Bool {
        var fitting: [Int] = []
        for (position, index) in schemas.enumerated() where try quietly(index, value, &coverage) {
            fitting.append(position)
            if fitting.count > 1, !isCollecting { return false }
        }
        if fitting.count == 1 { return true }
        guard isCollecting else { return false }
        if fitting.isEmpty {
            try tellNearest(of: schemas, rule, node, value)
        } else {
            note(.several(fitting, of: schemas.count), node, rule, value)
        }
        return false
    }

    /// How often a fault that elements of a list share counts, at most.
    private static var mostRepeats: Int { 100 }

    /// Tells that no alternative fits, and what keeps the nearest from fitting.
    private mutating func tellNearest(
        of schemas: [Int], _ rule: JSONSchema.Rule, _ node: JSONSchema.Node, _ value: JSONValue
    ) throws(Undecided) {
        let alternatives = try schemas.map { index throws(Undecided) in try told(by: index, value) }
        let root = commonDepth(alternatives.flatMap(\.violations))
        let distances = alternatives.map { told in
            told.violations.reduce(told.more) { $0 + distance($1, below: root) * min(1 + $1.repeats, Self.mostRepeats) }
        }
        guard let least = distances.min(), let position = distances.firstIndex(of: least) else { return }
        if schemas.count > 1 { note(.none(of: schemas.count, nearest: position), node, rule, value) }
        for violation in alternatives[position].violations { add(violation) }
        collected?.more += alternatives[position].more
    }

    /// What one schema has to say of a value, by itself.
    private mutating func told(by index: Int, _ value: JSONValue) throws(Undecided) -> Collected {
        let kept = collected
        defer { collected = kept }
        let limit = 50
        collected = Collected(limit: limit)
        var ignored = Coverage(isWanted: false)
        _ = try apply(index, value, &ignored)
        return collected ?? Collected(limit: limit)
    }

    /// The depth of the innermost value that holds all that is wrong: alternatives that differ only inside of one member
    /// are as near as if that member's value were judged alone.
    private func commonDepth(_ violations: [JSONSchema.Violation]) -> Int {
        guard var common = violations.first?.way[...] else { return way.count }
        for violation in violations.dropFirst() {
            common = common.prefix(zip(common, violation.way).prefix { $0 == $1 }.count)
        }
        return max(common.count, way.count)
    }

    /// How much a violation speaks against the alternative being the one that was meant: another type most of all, then
    /// another fixed value, as the members that tell alternatives apart have them.
    private func distance(_ violation: JSONSchema.Violation, below root: Int) -> Int {
        let depth = violation.way.count - root
        switch violation.finding {
        case .type: return depth == 0 ? 1_000_000 : 10
        case .const, .values: return depth <= 1 ? 10_000 : 10
        case .missing: return depth <= 1 ? 100 : 10
        case .unexpected: return depth <= 1 ? 50 : 10
        default: return depth == 0 ? 100 : 10
        }
    }
}
