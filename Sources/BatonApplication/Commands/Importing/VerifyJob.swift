import BatonDiagnostics
import BatonImport
import BatonRecords
import BatonSecrets
import BatonValues
import Synchronization

/// `baton import --verify`: runs the source, and compares the verdict of each request and of each of its tests with what another
/// tool found.
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
        let earlier: EarlierResult
        let imported: ImportedWorkflow?
        do throws(UsageError) {
            earlier = try EarlierResult(options.importing.result ?? "", in: context.workingFolder)
            imported = try ImportedWorkflow(options, in: context.workingFolder)
        } catch {
            messages.show(error.diagnostics)
            return ExitCode.invalid
        }
        // What is no collection is told by the run.
        let verdicts = RequestVerdicts(isBare: earlier.hasBareNames, imported?.tests)
        let code = await RunJob(options, in: context, interruption: interruption, consumers: [verdicts]).run()
        guard let imported, code == ExitCode.passed || code == ExitCode.failed else { return code }
        for value in imported.secrets.values { messages.secrets.add(value) }
        let redactor = messages.secrets
        let comparison = VerdictComparison(earlier, verdicts.requests, imported.report, masked: redactor.redact)
        for line in comparison.lines { context.output(PrintableText.line(redactor.redact(line)) + "\n") }
        context.output(comparison.summary + "\n")
        return comparison.isSame ? ExitCode.passed : ExitCode.failed
    }
}

/// The verdicts of a run by its requests. What fails between two requests belongs to the first of them.
final class RequestVerdicts: EventConsumer {
    struct Failure {
        /// The tests of the source that say what failed; empty where none does.
        let tests: [String]
        /// With its place in the workflow.
        let text: String
    }

    private let isBare: Bool
    private let tests: TestPlaces?
    private let gathered = Mutex<[String: [[Failure]]]>([:])
    let followsSteps = false

    /// - Parameter isBare: whether the names of folders do not count.
    init(isBare: Bool, _ tests: TestPlaces?) {
        self.isBare = isBare
        self.tests = tests
    }

    /// The failures of each run of each request, by ``EarlierResult/key(_:)``.
    var requests: [String: [[Failure]]] { gathered.withLock(\.self) }

    func receive(_ event: RunEvent) {
        guard case .caseFinished(let record) = event else { return }
        gathered.withLock { gathered in
            var current: String?
            for step in record.steps where step.outcome != .skipped {
                if step.kind == .request {
                    let name = name(step.name)
                    current = name
                    gathered[name, default: []].append([])
                }
                guard let current, step.outcome == .failed || step.outcome == .error,
                    let last = gathered[current]?.indices.last
                else { continue }
                gathered[current]?[last] += step.failures.map(failure)
            }
        }
    }

    private func failure(_ record: FailureRecord) -> Failure {
        let place = record.place
        let names =
            tests?.names(line: place.line, column: place.column, comparison: record.comparison) ?? []
        return Failure(
            tests: names.map(EarlierResult.normal), text: "\(place.file):\(place.line): \(record.message.text)")
    }

    /// `Again › Items › Read #2` as `Items / Read`: without the groups and numbers that the source does not have.
    private func name(_ text: String) -> String {
        var parts: [String] = []
        for part in text.split(separator: " › ").map(String.init) where !part.hasSuffix(", again") {
            let name = Self.unnumbered(part)
            if parts.last != name { parts.append(name) }
        }
        return EarlierResult.key(isBare ? parts.suffix(1) : parts)
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
