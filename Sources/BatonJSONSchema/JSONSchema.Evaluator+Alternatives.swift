import BatonJSON

extension JSONSchema.Evaluator {
    mutating func anyHolds(
        _ schemas: [Int], _ rule: JSONSchema.Rule, _ node: JSONSchema.Node, _ value: JSONValue,
        _ coverage: inout Coverage
    ) throws(Undecided) -> Bool {
        var fits = false
        for index in schemas where try quietly(index, value, &coverage) {
            fits = true
            // Others may have looked at more.
            if !coverage.isWanted { return true }
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

    /// Tells that no alternative fits, and what keeps the nearest from fitting.
    private mutating func tellNearest(
        of schemas: [Int], _ rule: JSONSchema.Rule, _ node: JSONSchema.Node, _ value: JSONValue
    ) throws(Undecided) {
        var nearest: (position: Int, distance: Int, told: Collected)?
        let kept = collected
        for (position, index) in schemas.enumerated() {
            collected = Collected(limit: 50)
            do {
                var ignored = Coverage(isWanted: false)
                _ = try apply(index, value, &ignored)
            } catch {
                collected = kept
                throw error
            }
            guard let told = collected else { continue }
            let distance = told.violations.reduce(told.more) { $0 + self.distance($1) }
            if distance < nearest?.distance ?? .max { nearest = (position, distance, told) }
        }
        collected = kept
        guard let nearest else { return }
        if schemas.count > 1 { note(.none(of: schemas.count, nearest: nearest.position), node, rule, value) }
        for violation in nearest.told.violations { add(violation) }
        collected?.more += nearest.told.more
    }

    /// How much a violation speaks against the alternative being the one that was meant: another type most of all, then
    /// another fixed value, as the members that tell alternatives apart have them.
    private func distance(_ violation: JSONSchema.Violation) -> Int {
        let depth = violation.way.count - way.count
        switch violation.finding {
        case .type: return depth == 0 ? 1_000_000 : 10
        case .const, .values: return depth <= 1 ? 10_000 : 10
        case .missing: return depth <= 1 ? 100 : 10
        case .unexpected: return depth <= 1 ? 50 : 10
        default: return depth == 0 ? 100 : 10
        }
    }
}
