import BatonDiagnostics
import BatonJSON
import BatonJudging
import BatonLanguage
import BatonLoading
import BatonWorkflow
import Testing

@testable import BatonRecords
@testable import BatonRunner

/// Which case of a plan belongs to which shard.
@Suite struct ShardPlanTests {
    private static func identity(_ path: String, row: String? = nil) -> CaseIdentity {
        CaseIdentity(index: 0, path: path, name: "n", row: row, tags: [], stepCount: 1)
    }

    private static func plan(_ paths: [String]) -> Plan {
        Plan(cases: paths.map { Plan.Case(identity: identity($0), content: .invalid([])) })
    }

    private static func workflow(_ text: String, path: String) throws -> Workflow {
        let sink = DiagnosticSink()
        let file = SourceFile(path: path, text: text)
        let context = LoadingContext(projectVariables: [], environment: nil, hasBaseURL: true)
        guard case .workflow(let workflow) = FileLoader(context).read(file, into: sink) else {
            throw Failure(message: "\(sink.diagnostics.map(\.message))")
        }
        return workflow
    }

    private struct Failure: Error { let message: String }

    private static func plan(files: [(path: String, text: String)]) throws -> Plan {
        var cases: [Plan.Case] = []
        for (path, text) in files {
            let workflow = try workflow(text, path: path)
            if let rows = workflow.rows {
                let first = identity(path)
                cases += Plan.Case.rows(
                    of: workflow, rows.names.enumerated().map { ($0, first.row($1, index: cases.count + $0)) })
            } else {
                cases.append(Plan.Case(identity: identity(path), content: .workflow(workflow)))
            }
        }
        return Plan(cases: cases)
    }

    private static let paths = (0..<2000).map { "workflows/area-\($0 % 17)/case-\($0).yaml" }

    @Test(arguments: [1, 2, 7, 12, 64])
    func `every case belongs to one shard, and shards hold about as many cases`(_ total: Int) {
        let shards = ShardPlan(Self.plan(Self.paths), total: total).shards
        #expect(shards.allSatisfy { (1...total).contains($0) })
        let counts = (1...total).map { shard in shards.count { $0 == shard } }
        let mean = Double(Self.paths.count) / Double(total)
        // Five standard deviations of a binomial distribution.
        #expect(counts.allSatisfy { abs(Double($0) - mean) <= 5 * mean.squareRoot() }, "\(counts)")
    }

    @Test func `other cases come and go without moving a case`() {
        let all = ShardPlan(Self.plan(Self.paths), total: 12).shards
        let half = stride(from: 0, to: 2000, by: 2).map { $0 }
        let some = ShardPlan(Self.plan(half.map { Self.paths[$0] }), total: 12).shards
        #expect(some == half.map { all[$0] })
        let turned = ShardPlan(Self.plan(Self.paths.reversed()), total: 12).shards
        #expect(turned == all.reversed())
    }

    @Test func `the shard of a case is the same in every version`() {
        #expect(ShardPlan(Self.plan(["a.yaml", "b.yaml", "c.yaml", "d.yaml"]), total: 5).shards == [1, 3, 5, 4])
    }

    /// Durations whose logarithms are normally distributed, sigma 1, in microseconds around a second.
    private static func durations(_ count: Int, seed: UInt64) -> [Int64] {
        var random = SplitMix64(state: seed)
        func uniform() -> Double { (Double(random.next() >> 11) + 0.5) / Double(1 << 53) }
        return (0..<count).map { _ in
            // Twelve uniform numbers: a normal distribution by the central limit theorem.
            let normal = (0..<12).reduce(0.0) { sum, _ in sum + uniform() } - 6
            var power = 1.0
            var term = 1.0
            for step in 1...40 {
                term *= normal / Double(step)
                power += term
            }
            return Int64(max(power, 0.001) * 1_000_000)
        }
    }

    private static func timings(_ paths: [String], _ durations: [Int64]) throws -> ShardTimings {
        let cases = zip(paths, durations).map { path, duration in
            #"{"path":"\#(path)","duration_ms":\#(Double(duration) / 1000)}"#
        }
        return try ShardTimings(
            JSONParser.parse(Array(#"{"baton_timings":1,"cases":[\#(cases.joined(separator: ","))]}"#.utf8)))
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `with timings no shard takes much longer than the mean or the longest case`(_ seed: UInt64) throws {
        let durations = Self.durations(2000, seed: seed)
        let shards = ShardPlan(
            Self.plan(Self.paths), total: 12, timings: try Self.timings(Self.paths, durations)
        ).shards
        var loads = Array(repeating: Int64(0), count: 12)
        for (shard, duration) in zip(shards, durations) { loads[shard - 1] += duration }
        let mean = Double(durations.reduce(0, +)) / 12
        #expect(Double(try #require(loads.max())) <= max(1.15 * mean, Double(try #require(durations.max()))))
    }

    @Test func `with timings the order of the files does not matter`() throws {
        let durations = Self.durations(2000, seed: 1)
        let timings = try Self.timings(Self.paths, durations)
        let all = ShardPlan(Self.plan(Self.paths), total: 12, timings: timings).shards
        #expect(ShardPlan(Self.plan(Self.paths.reversed()), total: 12, timings: timings).shards == all.reversed())
    }

    @Test func `a case without a timing takes as long as the others of its file, or as all`() throws {
        let timings = try ShardTimings(
            JSONParser.parse(
                Array(
                    """
                    {"baton_timings":1,"cases":[{"path":"a","row":"1","duration_ms":10},{"path":"a","row":"2","duration_ms":30},
                    {"path":"a","row":"3","duration_ms":20},{"path":"b","duration_ms":0}]}
                    """.utf8)))
        #expect(timings.duration(of: Self.identity("a", row: "2")) == 30_000)
        #expect(timings.duration(of: Self.identity("a", row: "new")) == 20_000)
        #expect(timings.duration(of: Self.identity("c")) == 20_000)
        #expect(timings.duration(of: Self.identity("b")) == 1)
        #expect(timings.knows(Self.identity("a", row: "2")) && !timings.knows(Self.identity("a", row: "new")))
    }

    @Test(arguments: [
        ("[]", "it has no `baton_timings`"), (#"{"baton_timings":1}"#, "it has no list `cases`"),
        (#"{"baton_timings":1,"cases":[{"path":"a"}]}"#, "cases[0] is no map with a `path` and a `duration_ms`"),
        (
            #"{"baton_timings":1,"cases":[{"path":"a","duration_ms":1},{"path":"a","duration_ms":-1}]}"#,
            "cases[1]: `duration_ms` is no time between 0 and a day"
        ),
        (
            #"{"baton_timings":1,"cases":[{"path":"a","duration_ms":1e300}]}"#,
            "cases[0]: `duration_ms` is no time between 0 and a day"
        ),
    ])
    func `what is no file of timings is refused`(_ text: String, _ reason: String) throws {
        let document = try JSONParser.parse(Array(text.utf8))
        #expect(throws: ShardTimings.ReadError.malformed(reason)) { try ShardTimings(document) }
    }

    @Test func `another version of the timings is refused`() throws {
        let document = try JSONParser.parse(Array(#"{"baton_timings":2,"cases":[]}"#.utf8))
        #expect(throws: ShardTimings.ReadError.version(2)) { try ShardTimings(document) }
    }

    // MARK: - What stays together

    private static func locked(_ locks: String) -> String { "lock: \(locks)\nsteps: [ that: 1 == 1 ]" }

    @Test(arguments: [nil, 5] as [Int64?])
    func `workflows that share a lock run in one shard, also by way of others`(_ duration: Int64?) throws {
        let plan = try Self.plan(files: [
            ("a", Self.locked("[x]")), ("b", Self.locked("[y]")), ("c", Self.locked("[z]")),
            ("d", Self.locked("[y, x]")), ("e", Self.locked("[z]")),
        ])
        let timings = try duration.map { duration in
            try Self.timings(["a", "b", "c", "d", "e"], Array(repeating: duration, count: 5))
        }
        let shards = ShardPlan(plan, total: 50, timings: timings).shards
        #expect(shards[0] == shards[1] && shards[1] == shards[3] && shards[2] == shards[4])
        #expect(shards[0] != shards[2])
    }

    @Test func `rows are spread unless they want to stay together`() throws {
        let rows = "[ { id: a }, { id: b }, { id: c }, { id: d }, { id: e } ]"
        let plan = try Self.plan(files: [
            ("spread", "rows: \(rows)\nsteps: [ that: 1 == 1 ]"),
            ("whole", "rows: { list: \(rows), together: true }\nsteps: [ that: 1 == 1 ]"),
        ])
        let shards = ShardPlan(plan, total: 50).shards
        #expect(Set(shards.prefix(5)).count > 1)
        #expect(Set(shards.suffix(5)).count == 1)
    }
}
