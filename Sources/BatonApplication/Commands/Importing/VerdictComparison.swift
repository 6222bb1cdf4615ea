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

    private let ours: [String: [[RequestVerdicts.Failure]]]
    /// The names of tests by those of their requests.
    private var carried: [String: Set<String>] = [:]
    private var lost: [String: [String: ImportNote]] = [:]
    private let masked: (String) -> String

    /// Lines that are shown; the others are counted.
    private static let mostLines = 1000

    init(
        _ earlier: EarlierResult, _ ours: [String: [[RequestVerdicts.Failure]]], _ report: ImportReport,
        masked: @escaping (String) -> String
    ) {
        self.ours = ours
        self.masked = masked
        func key(_ request: String) -> String {
            let names = request.split(separator: " › ").map(String.init)
            return EarlierResult.key(earlier.hasBareNames ? names.suffix(1) : names)
        }
        for (request, names) in report.tests {
            carried[key(request), default: []].formUnion(names.map(EarlierResult.normal))
        }
        for note in report.notes where note.kind == .lost {
            if let test = note.test, !test.isEmpty {
                lost[key(note.request), default: [:]][EarlierResult.normal(test)] = note
            }
        }
        for request in earlier.requests { compare(request, earlier) }
        let known = Set(earlier.requests.map { masked($0.name) })
        for name in carried.keys.sorted() where !known.contains(name) && ours[name] != nil {
            differ("\(name): is not in the other result")
        }
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

    private mutating func compare(_ request: EarlierResult.Request, _ earlier: EarlierResult) {
        requests.all += 1
        let name = masked(request.name)
        guard var runs = ours[name] else { return differ("\(name): is not in this run") }
        if earlier.holdsLastRuns { runs = runs.suffix(request.runs.count) }
        guard runs.count == request.runs.count else {
            return differ("\(name): ran \(times(request.runs.count)) there, \(times(runs.count)) here")
        }
        let before = differences
        compareTests(of: request, name, runs)
        let there = request.runs.count(where: \.hasFailed)
        let here = runs.count { !$0.isEmpty }
        if there == here {
            requests.same += 1
        } else if differences == before {
            // Not by one of its tests.
            let faults = unique(request.runs.flatMap(\.faults))
            let failures = unique(runs.flatMap { $0.map(\.text) })
            differ(
                "\(name): \(verdict(there, of: runs.count, faults)) there, \(verdict(here, of: runs.count, failures)) here"
            )
        }
    }

    // MARK: - Tests

    private mutating func compareTests(
        of request: EarlierResult.Request, _ name: String, _ runs: [[RequestVerdicts.Failure]]
    ) {
        var seen: Set<String> = []
        for raw in unique(request.runs.flatMap { $0.tests.map(\.name) }) {
            let test = masked(raw)
            seen.insert(test)
            tests.all += 1
            let errors = request.runs.compactMap { run in run.tests.first { $0.name == raw }?.error }
            let there = verdict(errors.count, of: runs.count, unique(errors))
            if let note = lost[name]?[test], !isFailed(test, runs) {
                differ("\(name) › \(test): \(there) there, not carried over: \(note.reason)")
                continue
            }
            guard carried[name]?.contains(test) ?? false else {
                notCompared.append("\(name) › \(test): \(there) there, and has no test of this name here")
                continue
            }
            let failures = runs.compactMap { run in run.first { $0.tests.contains(test) } }
            if failures.count == errors.count {
                tests.same += 1
            } else {
                let here = verdict(failures.count, of: runs.count, unique(failures.map(\.text)))
                differ("\(name) › \(test): \(there) there, \(here) here")
            }
        }
        // One that another tool does not tell was not reached there.
        for test in (carried[name] ?? []).subtracting(seen).sorted() where isFailed(test, runs) {
            let failures = runs.compactMap { run in run.first { $0.tests.contains(test) } }
            differ(
                "\(name) › \(test): is not in the other result, \(verdict(failures.count, of: runs.count, unique(failures.map(\.text)))) here"
            )
        }
    }

    private func isFailed(_ test: String, _ runs: [[RequestVerdicts.Failure]]) -> Bool {
        runs.contains { $0.contains { $0.tests.contains(test) } }
    }

    // MARK: - Words

    /// `passed`, `failed (why)`, `failed in 2 of 3 runs (why)`.
    private func verdict(_ failed: Int, of runs: Int, _ reasons: [String]) -> String {
        if failed == 0 { return "passed" }
        let shown = reasons.filter { !$0.isEmpty }.prefix(3).joined(separator: "; ")
        return (runs > 1 ? "failed in \(failed) of \(runs) runs" : "failed") + (shown.isEmpty ? "" : " (\(shown))")
    }

    private func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

    private func unique(_ texts: [String]) -> [String] {
        var known: Set<String> = []
        return texts.filter { known.insert($0).inserted }
    }
}
