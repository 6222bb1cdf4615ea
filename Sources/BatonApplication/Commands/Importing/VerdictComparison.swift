import BatonImport

/// What another tool found beside what this run found: a line for each request and each test that ended otherwise, or that is in
/// one of the two alone.
struct VerdictComparison {
    /// What differs, and behind it what could not be compared.
    private(set) var lines: [String] = []
    private var requests = (same: 0, all: 0)
    private var tests = (same: 0, all: 0)
    private var differences = 0
    private var notCompared: [String] = []

    /// The names of tests by those of their requests.
    private var carried: [String: Set<String>] = [:]
    private var lost: [String: [String: ImportNote]] = [:]
    private let masked: (String) -> String

    /// Lines that are shown; the others are counted.
    private static let mostLines = 1000

    init(
        _ earlier: EarlierResult, _ ours: [RequestVerdicts.Sent], _ report: ImportReport,
        masked: @escaping (String) -> String
    ) {
        self.masked = masked
        func key(_ request: String) -> String {
            EarlierResult.key(ofRequest: request, isBare: earlier.hasBareNames)
        }
        for (request, names) in report.tests {
            carried[key(request), default: []].formUnion(names.map(EarlierResult.normal))
        }
        for note in report.notes where note.kind == .lost {
            if let test = note.test, !test.isEmpty {
                lost[key(note.request), default: [:]][EarlierResult.normal(test)] = note
            }
        }
        let paired = RequestPairs(earlier, ours, masked: masked)
        for pair in paired.pairs { compare(pair, earlier) }
        for (name, there, here) in paired.unclear {
            requests.all += there
            differ("\(name): requests of this name ran \(there) there, \(here) here, and which is which cannot be told")
        }
        for name in paired.more { differ("\(name): is not in the other result") }
        let more = lines.count + notCompared.count - Self.mostLines
        lines = Array((lines + notCompared).prefix(Self.mostLines))
        if more > 0 { lines.append("and \(more) more") }
    }

    var isSame: Bool { differences == 0 }

    /// `11 of 12 requests and 40 of 41 tests with the same verdict`.
    var summary: String {
        "\(requests.same) of \(requests.all) requests and \(tests.same) of \(tests.all) tests with the same verdict"
    }

    private mutating func differ(_ line: String) {
        differences += 1
        lines.append(line)
    }

    // MARK: - Requests

    private mutating func compare(_ pair: RequestPairs.Pair, _ earlier: EarlierResult) {
        requests.all += 1
        let (name, request) = (pair.label, pair.there)
        var runs = pair.here.map(\.run)
        if runs.isEmpty { return differ("\(name): is not in this run") }
        if earlier.holdsLastRuns { runs = runs.suffix(request.runs.count) }
        guard runs.count == request.runs.count else {
            return differ("\(name): ran \(times(request.runs.count)) there, \(times(runs.count)) here")
        }
        let before = differences
        compareTests(of: pair, runs)
        let there = request.runs.map(\.hasFailed)
        let here = runs.map { !$0.failures.isEmpty }
        if there == here {
            requests.same += 1
        } else if differences == before {
            // Not by one of its tests.
            let faults = unique(request.runs.flatMap(\.faults))
            let failures = unique(runs.flatMap { $0.failures.map(\.text) })
            differ("\(name): \(Self.words(there, faults)) there, \(Self.words(here, failures)) here")
        }
    }

    // MARK: - Tests

    /// What became of a test in one run of its request.
    private enum Verdict: Equatable {
        case passed, failed, unseen
        /// The other tool tells nothing of it.
        case untold
    }

    private mutating func compareTests(of pair: RequestPairs.Pair, _ runs: [RequestVerdicts.Run]) {
        let (name, request) = (pair.label, pair.there)
        var carried = carried[pair.name] ?? []
        if pair.isOneOfSeveral { carried.formIntersection(pair.here.flatMap(\.tests)) }
        var seen: Set<String> = []
        for raw in unique(request.runs.flatMap { $0.tests.map(\.name) }) {
            let test = masked(raw)
            seen.insert(test)
            tests.all += 1
            let told = request.runs.map { run in run.tests.first { $0.name == raw } }
            let there = told.map { one -> Verdict in one.map { $0.error == nil ? .passed : .failed } ?? .untold }
            let found = Self.words(there, unique(told.compactMap { $0?.error }))
            let here = runs.map { verdict(of: test, in: $0) }
            if let note = lost[pair.name]?[test], !here.contains(.failed) {
                differ("\(name) › \(test): \(found) there, not carried over: \(note.reason)")
                continue
            }
            guard carried.contains(test) else {
                notCompared.append("\(name) › \(test): \(found) there, and has no test of this name here")
                continue
            }
            if zip(there, here).allSatisfy(Self.isSame) {
                if zip(there, runs).contains(where: { $0 == .passed && $1.unsure.contains(test) }) {
                    notCompared.append(
                        "\(name) › \(test): \(found) there, and no failure here: it stands in an `if` or a loop, which may have kept it from being reached"
                    )
                } else {
                    tests.same += 1
                }
            } else {
                differ("\(name) › \(test): \(found) there, \(Self.words(here, reasons(of: test, in: runs))) here")
            }
        }
        // One that another tool does not tell was not reached there.
        for test in carried.subtracting(seen).sorted() {
            let here = runs.map { verdict(of: test, in: $0) }
            guard here.contains(.failed) else { continue }
            differ(
                "\(name) › \(test): is not in the other result, \(Self.words(here, reasons(of: test, in: runs))) here")
        }
    }

    /// A test that the other tool did not come to may hold here: what stands around it decided there.
    private static func isSame(_ there: Verdict, _ here: Verdict) -> Bool {
        there == .untold ? here != .failed : there == here
    }

    private func verdict(of test: String, in run: RequestVerdicts.Run) -> Verdict {
        if run.failure(of: test) != nil { return .failed }
        return run.unseen.contains(test) ? .unseen : .passed
    }

    private func reasons(of test: String, in runs: [RequestVerdicts.Run]) -> [String] {
        unique(runs.compactMap { $0.failure(of: test)?.text })
    }

    // MARK: - Words

    private static func words(_ haveFailed: [Bool], _ reasons: [String]) -> String {
        words(haveFailed.map { $0 ? Verdict.failed : .passed }, reasons)
    }

    /// `passed`, `failed (why)`, `failed in 2 of 3 runs (why)`, `not looked at`.
    private static func words(_ verdicts: [Verdict], _ reasons: [String]) -> String {
        let shown = reasons.filter { !$0.isEmpty }.prefix(3).joined(separator: "; ")
        func part(_ verdict: Verdict, _ word: String, _ why: String = "") -> String? {
            let count = verdicts.count { $0 == verdict }
            if count == 0 { return nil }
            return (verdicts.count > 1 ? "\(word) in \(count) of \(verdicts.count) runs" : word)
                + (why.isEmpty ? "" : " (\(why))")
        }
        let parts = [part(.failed, "failed", shown), part(.unseen, "not looked at")].compactMap(\.self)
        return parts.isEmpty ? "passed" : parts.joined(separator: ", ")
    }

    private func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

    private func unique(_ texts: [String]) -> [String] {
        var known: Set<String> = []
        return texts.filter { known.insert($0).inserted }
    }
}
