/// The share of a run that one of several machines takes.
package struct Shard: Sendable, Equatable {
    /// From 1.
    package var index: Int
    package var total: Int
    /// What the shards of one run have in common, such as the number of the build; nil where it is not known.
    package var group: String?
    /// From 1; higher when the engine tries the shard again.
    package var attempt: Int
    package var proof: PlanProof
    /// The places of the shard's cases in the whole plan, from 0, in the order of the run's cases.
    package var places: [Int]

    package init(index: Int, total: Int, group: String?, attempt: Int, proof: PlanProof, places: [Int]) {
        self.places = places
        self.index = index
        self.total = total
        self.group = group
        self.attempt = attempt
        self.proof = proof
    }

    /// A shard whose run could not begin, so that it knows nothing of the plan.
    package static func unstarted(index: Int, total: Int, group: String?, attempt: Int) -> Shard {
        Shard(
            index: index, total: total, group: group, attempt: attempt,
            proof: PlanProof(caseCount: 0, cases: "", basis: ""), places: [])
    }

    /// Whether the run has begun, so that its plan is known.
    package var hasBegun: Bool { !proof.basis.isEmpty }

    /// Maximum number of shards of a run.
    package static let most = 10_000
}

/// What every shard of a run knows of the whole plan: shards with different proofs do not belong together.
package struct PlanProof: Sendable, Equatable {
    /// Number of cases of all shards together.
    package var caseCount: Int
    /// A hash of the identities of all cases, which `merge` computes again from the cases that ran.
    package var cases: String
    /// A hash of everything else that decides which case belongs where, and what it does: the files, the environment,
    /// the timings.
    package var basis: String

    package init(caseCount: Int, cases: String, basis: String) {
        self.caseCount = caseCount
        self.cases = cases
        self.basis = basis
    }
}
