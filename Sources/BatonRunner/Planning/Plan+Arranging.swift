extension Plan {
    /// Repeats each case `count` times in a row, distinguished by `CaseIdentity.repetition`.
    package func repeating(_ count: Int) -> Plan {
        guard count > 1 else { return self }
        return Plan(
            renumbering: cases.flatMap { planned in
                (1...count).map {
                    planned.identified(as: planned.identity.repeated($0))
                }
            })
    }

    /// The same cases in an order that depends only on the seed: the same on every machine and in every version.
    package func shuffled(seed: UInt64) -> Plan {
        var random = SplitMix64(state: seed)
        var cases = cases
        // Fisher–Yates; the standard library's `shuffle` may change from version to version.
        for index in stride(from: cases.count - 1, to: 0, by: -1) {
            cases.swapAt(index, Int(random.next() % UInt64(index + 1)))
        }
        return Plan(renumbering: cases)
    }

    /// Keeps the cases that match, and all files with errors, so that no error is missed.
    package func filtered(_ isIncluded: (CaseIdentity) -> Bool) -> Plan {
        Plan(
            renumbering: cases.filter { planned in
                if case .invalid? = planned.content { return true }
                return isIncluded(planned.identity)
            })
    }

    private init(renumbering cases: [Case]) {
        self.init(
            cases: cases.enumerated().map { index, planned in
                planned.identified(as: planned.identity.numbered(index))
            })
    }
}
