import BatonDiagnostics
import BatonImport
import BatonRecords
import BatonValues
import Synchronization

/// `baton import --verify`: runs the source, and compares the verdict of each request with what another tool found.
package struct VerifyJob {
    private var options: RunOptions
    private let context: ProcessContext
    private let interruption: Interruption

    package init(_ options: RunOptions, in context: ProcessContext, interruption: Interruption) {
        self.options = options
        self.options.recordsHistory = false
        self.options.writesUsualReports = false
        self.options.detail = .quiet
        self.context = context
        self.interruption = interruption
    }

    package func run() async -> Int32 {
        let messages = Messages(context, options.colour)
        let result: EarlierResult
        do throws(UsageError) {
            result = try EarlierResult(options.importing.result ?? "", in: context.workingFolder)
        } catch {
            messages.show(error.diagnostics)
            return ExitCode.invalid
        }
        let verdicts = RequestVerdicts(isBare: result.hasBareNames)
        let code = await RunJob(options, in: context, interruption: interruption, consumers: [verdicts]).run()
        if code == ExitCode.invalid || code == ExitCode.interrupted || code == ExitCode.internalError { return code }
        let differences = Self.differences(of: verdicts.requests, from: result.requests)
        for line in differences { context.output(PrintableText.line(line) + "\n") }
        let count = result.requests.count
        context.output("\(count - min(differences.count, count)) of \(count) requests with the same verdict\n")
        return differences.isEmpty ? ExitCode.passed : ExitCode.failed
    }

    /// A line for each request that ended otherwise than the other tool found.
    static func differences(
        of requests: [[String]: RequestVerdicts.Verdict], from earlier: [EarlierResult.Request]
    ) -> [String] {
        earlier.compactMap { request in
            let name = request.name.joined(separator: " › ")
            guard let verdict = requests[request.name] else { return "\(name): is not in this run" }
            if verdict.runs != request.runs {
                return "\(name): ran \(request.runs) times there, \(verdict.runs) times here"
            }
            if verdict.failedRuns == request.failedRuns { return nil }
            let there = request.failedRuns == 0 ? "passed" : "failed (\(request.failedChecks.joined(separator: ", ")))"
            let here = verdict.failedRuns == 0 ? "passed" : "failed (\(verdict.failures.joined(separator: ", ")))"
            return request.runs > 1
                ? "\(name): \(request.failedRuns) of \(request.runs) \(there) there, \(verdict.failedRuns) \(here) here"
                : "\(name): \(there) there, \(here) here"
        }
    }
}

/// The verdicts of a run by its requests. What fails between two requests belongs to the first of them.
final class RequestVerdicts: EventConsumer {
    struct Verdict {
        var runs = 0
        var failedRuns = 0
        var failures: [String] = []
    }

    private let isBare: Bool
    private let gathered = Mutex<[[String]: Verdict]>([:])
    let followsSteps = false

    /// - Parameter isBare: whether the names of folders do not count.
    init(isBare: Bool) { self.isBare = isBare }

    var requests: [[String]: Verdict] { gathered.withLock(\.self) }

    func receive(_ event: RunEvent) {
        guard case .caseFinished(let record) = event else { return }
        gathered.withLock { gathered in
            var current: [String]?
            var hasFailed = false
            for step in record.steps where step.outcome != .skipped {
                if step.kind == .request {
                    let name = self.name(step.name)
                    current = name
                    hasFailed = false
                    gathered[name, default: Verdict()].runs += 1
                }
                guard let current, step.outcome == .failed || step.outcome == .error else { continue }
                if !hasFailed { gathered[current]?.failedRuns += 1 }
                hasFailed = true
                let known = gathered[current]?.failures ?? []
                gathered[current]?.failures += step.failures.map(\.message.text).filter { !known.contains($0) }
            }
        }
    }

    /// `Again › Items › Read #2` as `Items › Read`: without the groups and numbers that the source does not have.
    private func name(_ text: String) -> [String] {
        var parts: [String] = []
        for part in text.split(separator: " › ").map(String.init) {
            if part.hasSuffix(", again") { continue }
            let name = EarlierResult.normal(Self.unnumbered(part))
            if parts.last != name { parts.append(name) }
        }
        return isBare ? parts.suffix(1) : parts
    }

    private static func unnumbered(_ name: String) -> String {
        var name = name[...]
        if name.hasSuffix("]"), let start = name.lastIndex(of: "["), start > name.startIndex {
            name = name[..<name.index(before: start)]
        }
        guard let mark = name.lastIndex(of: "#"), mark > name.startIndex, name[name.index(before: mark)] == " ",
            name[name.index(after: mark)...].allSatisfy(\.isNumber)
        else { return String(name) }
        return String(name[..<name.index(before: mark)])
    }
}
