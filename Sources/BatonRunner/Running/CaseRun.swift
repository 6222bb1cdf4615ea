import BatonAPI
import BatonCEL
import BatonDiagnostics
import BatonHTTP
import BatonJSON
import BatonSecrets
import BatonWorkflow

/// One workflow on its way: its variables, its session, and what its steps gave.
///
/// It belongs to one task; nothing of it is shared with another case.
final class CaseRun {
    let workflow: Workflow
    let identity: CaseIdentity
    /// Which row of the workflow it is; nil where that has none.
    let row: Int?
    let settings: RunSettings
    let dispatcher: any Dispatcher
    /// What answers requests instead that say something about the cache.
    let cache: CachingDispatcher?
    let hub: EventHub
    /// Where the tasks of this case like to run: the loop of its job.
    let executor: (any TaskExecutor)?
    let secrets: SecretRegistry
    let diskResponses: MetDiskResponses
    private let sessions: SessionTable
    private let scope: CaseScope
    /// What its variables hold, and those of its copies and of what it calls.
    let space: VariableSpace
    /// The same for what its `log` steps keep.
    let logs: LogSpace
    /// What its outputs take of that.
    private(set) lazy var outputShare = VariableSpace.Share(of: space)
    private let steps: StepsView
    /// `case` in expressions: the caller's in a workflow that is called.
    private let view: CaseView
    private(set) var records: [StepRecord] = []
    private(set) var requestCount = 0
    /// The index of the record that comes next.
    private(set) var nextIndex = 0
    /// For a copy, whose records are handed on later: what each record stands for.
    private(set) var notes: [(proves: Bool, requests: Int)] = []
    private let isFork: Bool
    /// The workflow that calls this one, in whose place it runs and in whose records its steps stand.
    private let caller: CaseRun?
    /// How the steps of a workflow that is called stand in those records.
    let calling: Calling?
    /// Whether an earlier attempt at the workflow failed.
    let isRepeated: Bool
    /// How many responses came from the cache, with nothing sent.
    private(set) var cachedCount = 0
    /// The captures of the step under way that gave nothing.
    var failedCaptures: Set<String> = []
    /// What the workflow gives to whoever uses it; empty unless all its steps passed.
    var outputs: [Output] = []
    /// What went wrong outside of its steps: an output without a value, a deadline.
    var ownFailures: [FailureRecord] = []
    /// What it was given by those that need it, and by those that it needs.
    let given: GivenValues
    /// The deadlines around what is under way, outermost first.
    var limits: [TimeLimit] { didSet { scope.limits = activeLimits } }
    /// How many of them, from outside in, are not active since teardown runs.
    var suspendedLimits = 0 { didSet { scope.limits = activeLimits } }
    var activeLimits: ArraySlice<TimeLimit> { limits.isEmpty ? [] : limits[suspendedLimits...] }
    /// When its first step began, and how long it has been under way.
    var started: Microseconds = 0
    var elapsed: Microseconds = 0
    /// Whether something was proved: a request was sent or a condition was held.
    private(set) var provedSomething = false

    init(
        _ workflow: Workflow, _ identity: CaseIdentity, row: Int? = nil, settings: RunSettings,
        dispatcher: any Dispatcher, cache: CachingDispatcher? = nil, hub: EventHub,
        executor: (any TaskExecutor)?, given: GivenValues = GivenValues(), limits: [TimeLimit] = [],
        isRepeated: Bool = false
    ) {
        self.given = given
        self.limits = limits
        self.isRepeated = isRepeated
        self.workflow = workflow
        self.identity = identity
        self.row = row
        self.settings = settings
        self.dispatcher = dispatcher
        self.cache = cache
        self.hub = hub
        self.executor = executor
        secrets = settings.secrets.makeChild()
        diskResponses = MetDiskResponses()
        sessions = SessionTable(needed: given.single, secrets: secrets)
        steps = StepsView()
        isFork = false
        caller = nil
        calling = nil
        let host = CaseHost(settings, workflow.file)
        view = CaseView(host: host)
        space = VariableSpace()
        logs = LogSpace()
        scope = CaseScope(
            slotCount: workflow.slotCount, secrets: secrets, host: host,
            views: VariableViews(settings: settings, workflow: workflow), space: space)
        scope.limits = activeLimits
        fillRoots()
    }

    /// A workflow that another one calls: its variables are its own, and its session, unless that is shared.
    init(_ call: WorkflowCall, from caller: CaseRun, _ calling: Calling) {
        self.caller = caller
        self.calling = calling
        view = caller.view
        row = nil
        given = GivenValues()
        limits = caller.limits
        suspendedLimits = caller.suspendedLimits
        workflow = call.workflow
        identity = caller.identity
        settings = caller.settings
        dispatcher = caller.dispatcher
        cache = caller.cache
        hub = caller.hub
        executor = caller.executor
        secrets = caller.secrets
        diskResponses = caller.diskResponses
        sessions = SessionTable(
            secrets: caller.secrets, sharing: call.sharedSession.map { (table: caller.sessions, choice: $0) })
        steps = StepsView()
        space = caller.space
        logs = caller.logs
        isFork = false
        isRepeated = caller.isRepeated
        nextIndex = caller.nextIndex
        scope = CaseScope(
            slotCount: workflow.slotCount, secrets: secrets, host: CaseHost(settings, workflow.file),
            views: VariableViews(settings: settings, workflow: workflow), space: space)
        scope.limits = activeLimits
        fillRoots()
    }

    /// A copy with variables of its own.
    init(copying run: CaseRun) {
        caller = nil
        calling = run.calling
        view = run.view
        given = run.given
        limits = run.limits
        suspendedLimits = run.suspendedLimits
        workflow = run.workflow
        identity = run.identity
        row = run.row
        settings = run.settings
        dispatcher = run.dispatcher
        cache = run.cache
        hub = run.hub
        executor = run.executor
        secrets = run.secrets
        diskResponses = run.diskResponses
        sessions = run.sessions
        space = run.space
        logs = run.logs
        scope = CaseScope(copying: run.scope)
        steps = StepsView(copying: run.steps)
        isFork = true
        isRepeated = run.isRepeated
        nextIndex = run.nextIndex
        set(Root.steps, steps)
        showEnvironments()
    }

    private func fillRoots() {
        scope.set(settings.roots)
        set(.case, view)
        set(Root.steps, steps)
        if !given.needs.isEmpty { fillNeeds() }
        for variable in workflow.variables {
            if let slot = variable.environmentSlot { fill(slot, variable) }
            if let value = settings.variableOverrides[variable.name] {
                scope.set(variable.slot, CELValue(value))
            } else {
                fill(variable.slot, variable)
            }
        }
        for variable in workflow.environments.flatMap(\.variables) { fill(variable.slot, variable) }
        showEnvironments()
    }

    /// `env` of the steps that name another environment than the run's.
    private func showEnvironments() {
        for other in workflow.environments {
            let view = VariableViews.environment(
                settings.environment(named: other.name), other.variables.map { ($0.name, $0.slot) }, in: scope)
            scope.set(other.slot, .native(view))
        }
    }

    private func fill(_ slot: Int, _ variable: Workflow.Variable) {
        if case .literal(let value) = variable.value {
            scope.set(slot, CELValue(value))
        } else {
            scope.setLater(slot, variable)
        }
    }

    func set(_ root: Root, _ view: (any CELNative)?) {
        scope.set(root.rawValue, view.map { .native($0) })
    }

    /// Lets go of a response when its step is done, as far as no later expression reads it.
    func forget(_ response: StepResponse) {
        scope.clear(.request)
        scope.clear(.cached)
        switch workflow.lastResponse {
        case .nothing: scope.clear(.response)
        case .head: set(.response, response.withoutBody)
        case .body: break
        }
    }

    /// The stored response beside the new one; null where there was none.
    func setCached(_ response: StepResponse?) {
        scope.set(Root.cached.rawValue, response.map { .native($0) } ?? .null)
    }

    /// Tells once in a run that the cache on disk cannot be used, or does not keep a response.
    func warnOfCache(_ error: CacheStoreError) {
        if settings.isFirstCacheWarning() { hub.emit(.warning(CacheWarning.text(error))) }
    }

    /// False where its variables hold too much by now; the variable has no value then.
    @discardableResult
    func set(_ slot: Int, _ value: CELValue?) -> Bool {
        scope.set(slot, value)
    }

    /// The same where a step gives a variable its value: it fails where there is no room.
    func store(_ slot: Int, _ value: CELValue, at range: SourceRange) throws(StepFailure) {
        if !set(slot, value) { throw .noRoom(at: range) }
    }

    /// Waits; false when the run was interrupted meanwhile.
    func pause(_ microseconds: Microseconds) async -> Bool {
        do {
            try await settings.dependencies.sleep(microseconds)
            return true
        } catch {
            return false
        }
    }

    func record(_ record: StepRecord, proves: Bool, requests: Int) {
        records.append(record)
        nextIndex = record.index + 1
        // What a workflow is for stands in its steps; setup counts where the run goes no further.
        let counts = record.section == .steps || record.section == .setup && stepLimit?.isInSetup == true
        if let caller {
            if proves, counts { provedSomething = true }
            return caller.record(record, proves: proves, requests: requests)
        }
        if isFork {
            notes.append((proves, requests))
            return
        }
        requestCount += requests
        for exchange in record.exchanges where exchange.cache?.use == .stored { cachedCount += 1 }
        if proves, counts { provedSomething = true }
        hub.emit(.stepFinished(record))
    }

    /// The session that a request uses, in the environment that it goes to; nil for none.
    func session(_ choice: SessionChoice, in environment: RunEnvironment) -> SessionStore? {
        sessions.session(choice, in: environment)
    }

    /// What its own session holds, in each of its environments.
    var leftSessions: [NeededOutputs.Left] {
        let others = workflow.environments.map { settings.environment(named: $0.name) }
        return sessions.left(of: workflow.session, in: [settings.environment] + others)
    }

    /// What later expressions find under `steps.ID`.
    func remember(_ id: String?, _ step: StepView) {
        if let id { steps.add(id, step) }
    }

    /// The same for a step that ran; it fails where there is no room, and later expressions find that it gave nothing.
    func remember(
        _ id: String?, _ values: CapturedValues, _ response: StepResponse? = nil, at range: SourceRange
    ) throws(StepFailure) {
        guard let id else { return }
        // What an earlier pass left gives its room back first.
        steps.add(id, .empty(ran: true))
        let share = VariableSpace.Share(of: space)
        let hasRoom =
            values.entries.allSatisfy { share.add($0.value.measured) }
            && share.take(response?.keptBytes ?? 0)
        guard hasRoom else { throw .noRoom(at: range) }
        steps.add(id, StepView(ran: true, values: values, response: response, share: share))
    }

    /// Nil for one that has not had its turn.
    func step(_ id: String) -> StepView? { steps.step(id) }

    /// In a copy, only of what had its turn there.
    func ownStep(_ id: String) -> StepView? { steps.ownStep(id) }

    /// What a copy has set, in contrast to what was there when it was made.
    func ownValue(at slot: Int) -> CELValue? { scope.ownValue(at: slot) }

    /// Takes over what a copy remembers of these steps.
    func adoptSteps(_ ids: [String], of fork: CaseRun) {
        for id in ids { if let step = fork.ownStep(id) { steps.add(id, step) } }
    }

    /// Hides what is secret as far as it is known by now, and what the step under way has used of short secrets.
    func mask(_ text: String) -> String { scope.hidingWords(in: secrets.redact(text)) }

    /// A step begins: numbers and short secrets that an earlier one used are hidden only there.
    func forgetWords() { scope.forgetWords() }

    /// Gives a result with the `true`, `false` and `null` that were made of secrets for it.
    func notingFlags<Value, Failure: Error>(
        _ body: () throws(Failure) -> Value
    ) throws(Failure) -> (value: Value, flags: Set<String>) {
        _ = scope.takeFlags()
        let value = try body()
        return (value, scope.takeFlags())
    }

    /// Hides these words too in what is made here.
    func hiding<Value>(_ flags: Set<String>, _ body: () -> Value) -> Value {
        if flags.isEmpty { return body() }
        let words = scope.words
        defer { scope.words = words }
        for flag in flags { scope.words.insert(flag) }
        return body()
    }
}

extension CaseRun: TemplateScope {
    func value(at slot: Int) throws(CELError) -> CELValue? { try scope.value(at: slot) }

    func holdsSecret(_ value: CELValue) -> Bool {
        switch value.kind {
        case .string(let text): return mask(text) != text
        case .bytes(let bytes): return secrets.redactor.finds(in: bytes)
        case .list, .map, .jsonArray, .jsonObject, .optional, .int, .uint, .double, .number:
            guard let text = try? value.templateText() else { return false }
            return mask(text) != text
        case .null, .bool, .timestamp, .duration, .type, .native: return false
        }
    }

    func noteSecret(_ text: String) { scope.noteSecret(text) }

    func noteSecret(_ part: SecretPart) { scope.noteSecret(part) }

    func noteURL(_ text: String) { scope.noteURL(text) }

    var host: any FunctionHost { scope.host }

    /// Names the step that should have given the value, and why it did not.
    func whyUnset(_ variable: String) -> (message: String, hint: String?)? {
        if variable == Root.result.name {
            guard let outcome = try? scope.value(at: Root.outcome.rawValue)?.stringValue else { return nil }
            return ("`result` has no value: the call ended in `\(outcome)`", nil)
        }
        if failedCaptures.contains(variable) { return ("`\(variable)` has no value: its capture failed", nil) }
        let givers = workflow.allSteps.filter { $0.action.givenNames.contains(variable) }
        guard let giver = givers.first(where: { $0.action.kind != .group }) else { return nil }
        let place = Reporting(self).plainPlace(giver.range)
        let how =
            switch records.first(where: { $0.place.isStart(place) })?.outcome {
            case .skipped: "was skipped"
            case .failed, .error: "failed"
            case .passed, nil: "did not run"
            }
        return (
            "`\(variable)` has no value: the step `\(giver.name)`, which gives it, \(how)",
            "`has(vars.\(variable))` asks whether it has one"
        )
    }
}
