import BatonAPI
import BatonCEL
import BatonDiagnostics
import BatonHTTP
import BatonLanguage
import BatonRecords
import BatonSecrets
import BatonValues
import BatonWorkflow
import Synchronization

/// State of one attempt at a case, shared with its copies and the workflows that it calls.
final class CaseContext: Sendable {
    let job: JobContext
    let identity: CaseIdentity
    /// Position of the case's row in the workflow; nil for a workflow without rows.
    let row: Int?
    /// Values from the workflows that need this case and from those that it needs.
    let given: GivenValues
    /// Number of earlier attempts at the case, which failed.
    let attempt: Int
    let secrets: SecretRegistry
    let diskResponses = UsedDiskResponses()
    let trail: ExchangeTrail
    /// The memory that the variables of the case may take.
    let space = VariableSpace()
    /// The memory that the `log` texts of the case may take.
    let logs = LogSpace()
    /// The snapshots that are written when the case has ended.
    let snapshots = PendingSnapshots()
    let warnings = HeldWarnings()
    /// Where the run has a seed.
    let randomness: RandomStream?

    /// - Parameter secrets: what earlier attempts at the case received; nil for the only attempt.
    init(
        _ identity: CaseIdentity, row: Int? = nil, given: GivenValues = GivenValues(), attempt: Int = 0,
        secrets: SecretRegistry? = nil, in job: JobContext
    ) {
        self.identity = identity
        self.row = row
        self.given = given
        self.attempt = attempt
        self.job = job
        self.secrets = secrets ?? job.settings.secrets.makeChild()
        randomness = job.settings.options.seed.map { RandomStream(seed: $0, identity, attempt: attempt) }
        trail = ExchangeTrail(isTracing: job.settings.options.isTracing)
    }

    var settings: RunSettings { job.settings }
}

/// The space left for the texts that `log` writes, shared by a case, its copies and the workflows that it calls.
final class LogSpace: Sendable {
    /// Maximum bytes of one text.
    static let textLimit = 64 << 10
    /// Maximum bytes of all texts of a case.
    static let limit = 1 << 20

    private let used = Mutex(0)

    /// The text, cut to the remaining space with a note about the missing part; nil once an earlier note has said that
    /// no more texts are kept.
    func keep(_ text: MaskedText) -> MaskedText? {
        let count = text.text.utf8.count
        let room = used.withLock { used in
            defer { used = min(Self.limit, used + min(count, Self.textLimit)) }
            return Self.limit - used
        }
        if room == 0 { return nil }
        // The text that uses up the space carries the note.
        let isLast = min(count, Self.textLimit) >= room
        let head = text.reshaped { CutText.beginning($0, min(Self.textLimit, room)) }
        if isLast { return "\(head)\n… (no more is kept of what this workflow logs than \(Self.limit) bytes)" }
        return head.text.utf8.count < count ? "\(head)\n… (\(count) bytes)" : text
    }
}

/// The warnings of a case, told when it has ended: only then all secrets are known that may be in them.
final class HeldWarnings: Sendable {
    /// A warning, not masked yet.
    struct Warning: Sendable {
        var range: SourceRange?
        let text: String
        /// The short secrets of the step that warns.
        var words = SecretWords()
    }

    private let held = Mutex<[Warning]>([])

    func hold(_ warning: Warning) { held.withLock { $0.append(warning) } }

    /// Returns the warnings, each once.
    func take() -> [Warning] {
        held.withLock { held in
            defer { held = [] }
            return held
        }
    }
}

/// Gives expression functions access to clock, randomness and files.
struct CaseHost: FunctionHost {
    private let settings: RunSettings
    private let file: SourceFile
    private let stream: RandomStream?

    private var dependencies: Dependencies {
        var dependencies = settings.dependencies
        if let stream { dependencies.random = { stream.next() } }
        return dependencies
    }

    /// - Parameter stream: where random numbers come from; nil for those of the system.
    init(_ settings: RunSettings, _ file: SourceFile, _ stream: RandomStream?) {
        self.settings = settings
        self.file = file
        self.stream = stream
    }

    /// The host of a called workflow, which draws from the same numbers.
    func calling(_ file: SourceFile) -> CaseHost { CaseHost(settings, file, stream) }

    /// The host of a branch, which draws from numbers of its own.
    func branching() -> CaseHost { CaseHost(settings, file, stream?.branch()) }

    func now() throws(CELError) -> Timestamp {
        let microseconds = dependencies.clock()
        guard let moment = Timestamp(seconds: 0, nanoseconds: microseconds &* 1000) else {
            throw CELError("the clock shows no date")
        }
        return moment
    }

    func random() throws(CELError) -> UInt64 { dependencies.random() }

    func uuid4() throws(CELError) -> String { dependencies.uuid4() }

    func uuid7() throws(CELError) -> String { dependencies.uuid7() }

    func read(_ path: String, limit: Int) throws(CELError) -> [UInt8] {
        do {
            return try settings.files.root(of: file).readFile(
                path, relativeTo: settings.files.folder(of: file), limit: limit)
        } catch {
            throw CELError(error.message)
        }
    }
}

/// Context shared by all cases that one job of a run works on.
struct JobContext: Sendable {
    let settings: RunSettings
    let dispatcher: any Dispatcher
    /// Sends requests that want an access token.
    let authorizing: AuthenticatingDispatcher
    /// Sends all requests of a run in which one has a `cache` setting; nil in any other run.
    var cache: CachingDispatcher?
    let hub: EventHub
    /// The preferred executor for the tasks of the job's cases: its transfer loop.
    var executor: (any TaskExecutor)?
}
