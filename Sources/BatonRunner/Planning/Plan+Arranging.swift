extension Plan {
    /// Each case so many times, one behind the other, and told apart by `CaseIdentity.repetition`.
    package func repeating(_ count: Int) -> Plan {
        guard count > 1 else { return self }
        return Plan(
            renumbering: cases.flatMap { planned in
                (1...count).map {
                    planned.identified(as: planned.identity.repeated($0))
                }
            })
    }

    /// The same cases in an order that the seed decides: the same on every machine and in every version.
    package func shuffled(seed: UInt64) -> Plan {
        var random = SplitMix64(state: seed)
        var cases = cases
        // Fisher and Yates; the library's own `shuffle` may change from version to version.
        for index in stride(from: cases.count - 1, to: 0, by: -1) {
            cases.swapAt(index, Int(random.next() % UInt64(index + 1)))
        }
        return Plan(renumbering: cases)
    }

    /// The cases that fit, and files with errors, so that no error is missed.
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

/// Steele, Lea and Flood's generator: a whole permutation from one number.
private struct SplitMix64 {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
