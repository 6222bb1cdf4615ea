import BatonApplication
import BatonFiles
public import BatonHTTP
import BatonRecords
import BatonSystem
import Synchronization

/// A workflow, or one row of it, as an argument of a test.
///
/// Its description, which test output shows, is its title and its file: `Sign in [row=ada] (workflows/sign-in.yaml)`.
public struct WorkflowCase: Sendable, Identifiable, CustomStringConvertible {
    /// The same in every run: the file and the row, `workflows/sign-in.yaml[row=ada]`.
    public var id: String { identity.path + identity.marks }
    /// The workflow's `name`, or the name of its file without its ending.
    public var name: String { identity.name }
    /// The row; nil where the workflow has no `rows`.
    public var row: String? { identity.row }
    /// The name followed by the row.
    public var title: String { identity.title }
    /// The workflow's `tags`.
    public var tags: [String] { identity.tags }
    /// The person or team that the workflow names as its `owner`.
    public var owner: String? { identity.owner }
    /// The file, relative to the folder of baton.yaml, or without one to that of the Swift package.
    public var file: String { identity.path }
    /// The absolute path of the file.
    public let path: String

    /// The title and the file: `Sign in [row=ada] (workflows/sign-in.yaml)`.
    public var description: String { "\(title) (\(file))" }

    let identity: CaseIdentity
    private let ticket: CaseTicket

    init(_ listed: EmbeddedWorkflows.Case, in folder: String, of round: WorkflowRound) {
        identity = listed.identity
        path = listed.path
        ticket = CaseTicket(round)
    }

    /// Runs the case with everything that it needs, and waits for its end.
    ///
    /// Never throws: a file with errors, an unknown environment and a secret without a value are results with a failure.
    /// Cancelling the task ends the requests of the case; its teardown still runs, for up to ten seconds.
    ///
    /// - Parameters:
    ///   - baseURL: overrides that of the environment; a server of baton.yaml is then not started.
    ///   - dispatcher: takes all requests, such as a `StubDispatcher`; nil for the network. With it, no base URL is needed.
    public func result(baseURL: String? = nil, dispatcher: (any Dispatcher)? = nil) async -> WorkflowResult {
        await ticket.result(of: self, baseURL, dispatcher)
    }

    static func path(_ file: String, in folder: String) -> String { RealPath.join(folder, file) }
}

/// Counts a case of a list: until it has run, or its last copy is released, the run of the list waits for it.
final class CaseTicket: Sendable {
    private let round: WorkflowRound
    private let isUsed = Mutex(false)

    init(_ round: WorkflowRound) {
        self.round = round
        round.add()
    }

    deinit {
        if !isUsed.withLock({ $0 }) { round.release() }
    }

    func result(of planned: WorkflowCase, _ baseURL: String?, _ dispatcher: (any Dispatcher)?) async -> WorkflowResult {
        let isFirst = isUsed.withLock { isUsed in
            defer { isUsed = true }
            return !isUsed
        }
        return await round.result(of: planned, baseURL, dispatcher, isFirst: isFirst)
    }
}

/// The part of a program after which all runs of workflows have ended that began in it, such as a test function.
package final class WorkflowScope: Sendable {
    @TaskLocal package static var current: WorkflowScope?

    private let rounds = Mutex<[ObjectIdentifier: WorkflowRound]>([:])

    package init() {}

    func note(_ round: WorkflowRound) { rounds.withLock { $0[ObjectIdentifier(round)] = round } }

    /// Ends the runs.
    ///
    /// - Returns: what failed in them and no case has told.
    package func finish() async -> [WorkflowResult] {
        let rounds = rounds.withLock { rounds in
            defer { rounds = [:] }
            return Array(rounds.values)
        }
        var results: [WorkflowResult] = []
        for round in rounds { results += await round.finish() }
        return results
    }

    /// Writes a line to standard error, for what no caller can be told.
    static func warn(_ text: String) {
        let line = Array("baton: \(text)\n".utf8)
        _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
