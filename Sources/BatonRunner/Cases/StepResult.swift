import BatonCEL
import BatonDiagnostics
import BatonHTTP
import BatonJudging
import BatonLanguage
import BatonRecords
import BatonSecrets
import BatonWorkflow

/// The result of a step, before it becomes a record.
struct StepResult {
    var kind: StepKind
    /// Why the step was skipped; nil for a step that ran.
    var reason: String?
    /// For a step that its `if` skipped: the values of the parts of the condition.
    var explanation: [CELExplanation] = []
    var failures: [StepFailure] = []
    var exchanges: [EndedExchange] = []
    /// The programs that the step started; each before the last one with the reason for the restart.
    var programs: [ProgramRecord] = []
    /// Whether a program ended abnormally: by a signal, or because its time was up.
    var endedTooEarly = false
    /// Whether a retry would end in the same way.
    var isFinal = false
    var checkCount = 0
    var hollow: [HollowCheck] = []
    var output: [MaskedText] = []
    var response: StepResponse?
    var captured = CapturedValues()
    /// The variable without a value that kept the step from starting.
    var unset: String?
    /// Whether a request was sent or a condition was evaluated.
    var proves = false
    /// Number of requests of all attempts, including those that are not kept; nil where all are kept.
    var requestCount: Int?
    /// Whether the step passed only after a failed attempt that was not expected.
    var isFlaky = false
    /// Why `until` does not hold yet.
    var unmet: StepFailure?
    /// The next page, as given by the current one.
    var nextPage: NextPage?
    /// The pause that the server requests.
    var retryAfter: Microseconds?
}

extension StepResult {
    var outcome: Outcome {
        if reason != nil { return .skipped }
        return failures.isEmpty ? .passed : failures.contains { !$0.isError } ? .failed : .error
    }

    /// Number of the exchanges whose request was sent.
    var sentCount: Int { exchanges.indices.count { exchanges[$0].wasSent } }

    mutating func fail(_ failure: StepFailure, _ run: CaseRun) {
        if failures.isEmpty { unset = failure.unset }
        failures.append(run.taken(failure))
    }
}

/// How to request the next page.
enum NextPage {
    case link(String)
    /// Repeat the request with changed values, given here as text.
    case again(String)
}

extension Step.Action {
    var kind: StepKind {
        switch self {
        case .request: .request
        case .set: .set
        case .that: .that
        case .wait, .awaiting: .wait
        case .log: .log
        case .group: .group
        case .workflow: .workflow
        case .exec: .exec
        }
    }
}

extension StepFailure {
    /// Whether the step could not run, as opposed to an unexpected response.
    var isError: Bool {
        switch kind.family {
        case "check", "contract", "http", "mapping", "response", "stream": false
        // A program that ran to its end with an unexpected exit code is a failure, not an error.
        case "exec": check == nil
        default: true
        }
    }

    /// Adds the calling step as the second place of the failure, unless it already has one.
    func called(from range: SourceRange?) -> StepFailure {
        guard related == nil, let range else { return self }
        var failure = self
        failure.related = ("called", range)
        return failure
    }
}

/// The outcome of a step, or the combined outcome of several.
struct StepEnd: Sendable {
    var outcome = Outcome.skipped
    /// Whether the following steps are skipped.
    var blocks = false

    /// Combines two outcomes; the worse one wins.
    mutating func add(_ next: StepEnd) {
        if Self.rank(next.outcome) > Self.rank(outcome) { outcome = next.outcome }
        blocks = blocks || next.blocks
    }

    private static func rank(_ outcome: Outcome) -> Int {
        switch outcome {
        case .skipped: 0
        case .passed: 1
        case .error: 2
        case .failed: 3
        }
    }

    func adding(_ next: StepEnd) -> StepEnd {
        var end = self
        end.add(next)
        return end
    }
}
