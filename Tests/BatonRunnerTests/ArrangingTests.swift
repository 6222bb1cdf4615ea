import Testing

@testable import BatonRecords
@testable import BatonRunner

/// Repeating, shuffling and narrowing a plan.
@Suite struct ArrangingTests {
    private static func plan(_ count: Int) -> Plan {
        Plan(
            cases: (0..<count).map { index in
                Plan.Case(
                    identity: CaseIdentity(
                        index: index, path: "\(index).yaml", name: "n", row: nil, tags: [], stepCount: 1),
                    content: .invalid([]))
            })
    }

    private static func paths(_ plan: Plan) -> [String] {
        plan.cases.map { String($0.identity.path.dropLast(5)) + $0.identity.marks }
    }

    @Test func `each case is repeated, one behind the other, under a name of its own`() {
        let plan = Self.plan(2).repeating(3)
        #expect(
            Self.paths(plan)
                == ["0[repeat=1]", "0[repeat=2]", "0[repeat=3]", "1[repeat=1]", "1[repeat=2]", "1[repeat=3]"])
        #expect(plan.cases.map(\.identity.index) == [0, 1, 2, 3, 4, 5])
        #expect(Self.paths(Self.plan(2).repeating(1)) == ["0", "1"])
    }

    @Test func `a seed gives the same order everywhere and always`() {
        #expect(Self.paths(Self.plan(8).shuffled(seed: 1)) == ["4", "3", "2", "7", "5", "6", "0", "1"])
        #expect(Self.paths(Self.plan(8).shuffled(seed: 2)) == ["5", "2", "7", "4", "1", "3", "0", "6"])
        #expect(Self.plan(8).shuffled(seed: 1).cases.map(\.identity.index) == Array(0..<8))
    }

    @Test func `every case is there once, whatever the seed`() {
        for seed in 0..<200 as Range<UInt64> {
            #expect(Self.paths(Self.plan(9).shuffled(seed: seed)).sorted() == (0..<9).map { "\($0)" })
        }
    }

    @Test func `a file with errors is never narrowed away`() {
        #expect(Self.paths(Self.plan(2).filtered { _ in false }) == ["0", "1"])
    }
}
