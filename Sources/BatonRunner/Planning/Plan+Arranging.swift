package import BatonRecords

extension Plan {
    /// Repeats each case `count` times in a row, distinguished by `CaseIdentity.repetition`.
    ///
    /// - Parameter frames: the files of `before` and `after`, which run once.
    package func repeating(_ count: Int, except frames: Set<String> = []) -> Plan {
        guard count > 1 else { return self }
        return Plan(
            renumbering: cases.flatMap { planned in
                if frames.contains(planned.identity.path) { return [planned] }
                return (1...count).map {
                    planned.identified(as: planned.identity.repeated($0))
                }
            })
    }

    /// The same cases in an order that depends only on the seed: the same on every machine and in every version.
    package func shuffled(seed: UInt64) -> Plan { Plan(renumbering: Self.shuffled(cases, seed: seed)) }

    /// A list in the order in which `shuffled(seed:)` puts as many cases.
    package static func shuffled<Element>(_ list: [Element], seed: UInt64) -> [Element] {
        var random = SplitMix64(state: seed)
        var list = list
        // Fisher–Yates; the standard library's `shuffle` may change from version to version.
        for index in stride(from: list.count - 1, to: 0, by: -1) {
            list.swapAt(index, Int(random.next() % UInt64(index + 1)))
        }
        return list
    }

    /// Keeps the cases that match, and all files with errors, so that no error is missed.
    package func filtered(_ isIncluded: (CaseIdentity) -> Bool) -> Plan {
        Plan(
            renumbering: cases.filter { planned in
                if case .invalid? = planned.content { return true }
                return isIncluded(planned.identity)
            })
    }

    /// Leaves out the cases of files, named by their paths relative to the project folder.
    package func without(_ paths: Set<String>) -> Plan {
        paths.isEmpty ? self : Plan(renumbering: cases.filter { !paths.contains($0.identity.path) })
    }

    /// Keeps the cases whose places in the plan match. Files with errors stay in any case: where they do not match, as
    /// what is needed and not as cases.
    ///
    /// - Returns: the plan, and for each of its cases its place in this one; nil for one that does not match.
    package func part(_ isIncluded: (Int) -> Bool) -> (plan: Plan, places: [Int?]) {
        var kept: [Case] = []
        var places: [Int?] = []
        var errors: Set<String> = []
        for (index, planned) in cases.enumerated() {
            if isIncluded(index) {
                kept.append(planned)
                places.append(index)
            } else if case .invalid? = planned.content, errors.insert(planned.identity.path).inserted {
                kept.append(planned.identified(as: planned.identity.placed(at: index, as: .prerequisite)))
                places.append(nil)
            }
        }
        return (Plan(renumbering: kept), places)
    }

    private init(renumbering cases: [Case]) {
        self.init(
            cases: cases.enumerated().map { index, planned in
                planned.identified(as: planned.identity.numbered(index))
            })
    }
}
