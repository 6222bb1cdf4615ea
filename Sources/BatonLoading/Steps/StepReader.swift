import BatonAPI
import BatonCEL
import BatonDiagnostics
import BatonHTTP
import BatonJSON
import BatonJudging
import BatonLanguage
import BatonWorkflow
import BatonYAML

/// The keys that are read here.
private typealias Keys = Language.Step

/// Reads the steps of one file; the names they declare become known to the steps after them.
///
/// Steps hold steps: groups, branches and loops are read by the same reader, from the inside of which `BranchReader` and
/// `LoopReader` are asked. What a step does is read by `RequestReader` and `CallReader` below, by `ExecReader`, or by
/// `WorkflowCallReader`, which is given the loader of the called file, so that steps do not know files.
final class StepReader {
    /// The defaults of the requests in the file.
    struct Defaults {
        /// The defaults of the environment.
        let environment: DefaultsTemplates
        /// The defaults of the environment, overridden by `defaults` of the file.
        let whole: DefaultsTemplates
        /// The node of `defaults`, whose mistakes have been reported.
        let node: YAMLNode?
    }

    private let scope: Scope
    private let templates: TemplateReader
    private let sink: DiagnosticSink
    private let context: LoadingContext
    private let file: SourceFile
    private let apis: [String: APIFile]
    private let defaults: Defaults
    private let requests: RequestReader
    /// Loads a workflow that a step calls.
    private let load: CalledWorkflows.Loader
    /// The names of steps, each with the number of steps that have it so far.
    private var names = NameTable<Int>()
    // Made on first use, because most files need none of them.
    private var calls: CallReader?
    private var workflows: WorkflowCallReader?
    private var environments: StepEnvironments?

    init(
        templates: TemplateReader, context: LoadingContext, file: SourceFile, apis: [String: APIFile],
        defaults: Defaults, load: @escaping CalledWorkflows.Loader
    ) {
        scope = templates.scope
        sink = templates.sink
        self.templates = templates
        self.context = context
        self.file = file
        self.apis = apis
        self.defaults = defaults
        self.load = load
        requests = RequestReader(
            scope: scope, sink: sink, defaults: defaults.whole, hasBaseURL: context.hasBaseURL)
    }

    /// The findings about called workflows.
    var calledDiagnostics: [Diagnostic] { workflows?.diagnostics ?? [] }
    /// The environments that steps name.
    var usedEnvironments: [StepEnvironment] { environments?.used ?? [] }

    private func makeCalls() -> CallReader {
        if let calls { return calls }
        let made = CallReader(
            requests: requests,
            apis: UsedAPIs(apis, scope: scope, environment: defaults.environment, defaults: defaults.node))
        calls = made
        return made
    }

    private func makeWorkflows() -> WorkflowCallReader {
        if let workflows { return workflows }
        let made = WorkflowCallReader(
            scope: scope, sink: sink, context: context, file: file, load: load)
        workflows = made
        return made
    }

    private func makeEnvironments() -> StepEnvironments {
        if let environments { return environments }
        let made = StepEnvironments(
            context: context, scope: scope, sink: sink, apis: apis, defaults: defaults.node)
        environments = made
        return made
    }

    /// The steps of a section.
    func section(_ node: YAMLNode) -> [Step] {
        let steps = steps(node, templates)
        if steps.contains(where: \.isAwaiting) { BranchOrder(steps, sink).check() }
        return steps
    }

    private func steps(_ node: YAMLNode, _ templates: TemplateReader) -> [Step] {
        let items = node.items ?? []
        var steps: [Step] = []
        steps.reserveCapacity(items.count)
        for item in items { step(item, templates).map { steps.append($0) } }
        return steps
    }

    /// The keys of a step's actions, except methods.
    static let actions: Language.KeySet = [
        Keys.set, Keys.that, Keys.wait, Keys.awaiting, Keys.log, Keys.call, Keys.steps, Keys.parallel, Keys.exec,
        Keys.workflow,
    ]
    private static let methods = Language.KeySet(Language.Methods.keys)
    private static let actionsAndMethods = actions + methods

    /// - Parameter outer: the templates of the section or the group around the step.
    private func step(_ node: YAMLNode, _ outer: TemplateReader) -> Step? {
        guard node.isMapping else {
            sink.report(.noMap(Language.Step.map, node))
            return nil
        }
        let before = scope.gathered.names.count
        let draft = draft(node)
        let entries = draft.entries
        if let id = draft.id { check(id) }
        var templates = outer
        if let node = entries[Language.Flow.namespaces]?.value {
            let own = NamespacesReader(sink: sink).namespaces(node)
            templates = templates.at { $0.add(own) }
        }
        let environment =
            draft.isRequest
            ? entries[Keys.env].flatMap { makeEnvironments().readers($0.value, of: entries.keys, templates) } : nil
        if let environment { templates = templates.at { $0.enter(environment.names) } }
        let open =
            entries.contains(anyOf: LoopReader.keys)
            ? LoopReader(templates: templates, file: file, data: context.data).open(entries) : nil
        if let open { templates = open.templates }
        let flow = StepFlowReader(templates: templates).flow(entries, of: draft.key)
        let condition = entries[Keys.if].flatMap { templates.condition($0.value) }
        guard let action = draft.action else {
            if let open { _ = open.close(given: [], ids: [], own: nil, results: []) }
            readNothing(draft)
            return nil
        }
        reportMisplacedKeys(draft, action)
        let read = read(action, draft, in: environment, templates)
        let loops = open.map { close($0, around: read, of: draft) } ?? []
        declare(draft, read, isLooped: !loops.isEmpty)
        let reads = scope.gathered.names[before...]
        return read.action.map { step(draft, action, $0, condition, flow, loops, reads) }
    }

    /// A text of a step's key, with its place.
    private typealias Written = (text: String, range: SourceRange)

    /// A step before its action is read.
    private struct Draft {
        let node: YAMLNode
        let entries: MapReader.Entries
        /// Nil where no key is an action.
        let action: MapReader.Entry?
        let name: Written?
        let id: Written?

        var key: Language.Key.Identity? { action?.key }
        var isCall: Bool { key == Keys.call }
        let isRequest: Bool
    }

    private func draft(_ node: YAMLNode) -> Draft {
        let entries = MapReader(sink: sink).entries(of: node, as: Keys.map, other: RequestReader.customMethod)
        let action = action(of: entries)
        func written(_ key: Language.Key) -> Written? {
            entries[key].map { (text: $0.value.scalar?.text ?? "", range: $0.value.range) }
        }
        return Draft(
            node: node, entries: entries, action: action, name: written(Keys.name), id: written(Keys.id),
            isRequest: action.map { $0.key == Keys.call || RequestReader.isMethod($0) } == true)
    }

    /// A step without an action: its captures are declared, so that their uses are no further mistakes.
    private func readNothing(_ draft: Draft) {
        // A refused key has been reported, and may be the action of the step.
        if draft.entries.count == draft.node.entries?.count {
            sink.report(.stepDoesNothing(at: draft.entries.first?.keyRange ?? draft.node.range))
        }
        declareCaptures(draft.entries)
    }

    private func reportMisplacedKeys(_ draft: Draft, _ action: MapReader.Entry) {
        if !draft.isRequest { rejectRequestKeys(draft.entries, of: action) }
        if action.name == "CONNECT" { sink.report(.connectIsForProxies(at: action.keyRange)) }
        if !draft.isCall, draft.key != Keys.workflow, let with = draft.entries[Keys.with] {
            sink.report(.withWithoutCall(action.name, at: with.keyRange))
        }
    }

    /// The action of a step.
    private struct ReadAction {
        /// Nil where it has mistakes.
        let action: Step.Action?
        /// The type of the result of a call.
        var result: CELType?
    }

    private func read(
        _ action: MapReader.Entry, _ draft: Draft, in environment: StepEnvironments.Readers?,
        _ templates: TemplateReader
    ) -> ReadAction {
        let entries = draft.entries
        switch action.key {
        case Keys.workflow:
            let called = makeWorkflows().action(action, entries, templates)
            return ReadAction(action: called.call, result: called.result)
        case Keys.call:
            let calls = environment?.calls ?? makeCalls()
            return ReadAction(
                action: calls.action(action, entries, templates),
                result: draft.id == nil ? nil : calls.resultType(action.value, templates))
        case Keys.steps, Keys.parallel:
            return ReadAction(action: group(action, entries, name: draft.name?.text, templates))
        case Keys.exec: return ReadAction(action: ExecReader(templates: templates).action(action, entries))
        case Keys.set, Keys.that, Keys.wait, Keys.awaiting, Keys.log:
            return ReadAction(action: simpleAction(action, templates))
        // A method, which is a request.
        default: return ReadAction(action: (environment?.requests ?? requests).action(action, entries, templates))
        }
    }

    private func close(_ open: LoopReader.Open, around read: ReadAction, of draft: Draft) -> [Loop] {
        let id = draft.id?.text
        return open.close(
            given: read.action?.givenNames ?? [], ids: read.action?.ids(with: id) ?? [],
            own: read.action?.givesResult == true ? id : nil,
            results: read.action?.ids(with: id, where: \.givesResult) ?? [])
    }

    /// Makes the step known to those after it.
    private func declare(_ draft: Draft, _ read: ReadAction, isLooped: Bool) {
        if draft.isCall, read.action == nil { declareCaptures(draft.entries) }
        if let id = draft.id {
            // Several passes or pages give a list of results.
            let isList = isLooped || draft.entries.contains(Language.Pages.paginate)
            let result = read.result != nil && isList ? .anyList : read.result
            // The outputs of an invalid call are unknown: uses of their names are no further mistakes.
            let isKnown = !draft.isCall || read.action != nil
            var names = read.action?.givenNames ?? []
            // Names of captures that could not be read are declared, too: their uses are no further mistakes.
            if sink.hasErrors { names += Self.capturedNames(draft.entries).filter { !names.contains($0) } }
            scope.names.declareStep(
                id.text, at: id.range, names: names, result: isKnown ? result : .dyn,
                isProgram: draft.key == Keys.exec)
        }
        if draft.isRequest || draft.key == Keys.exec { scope.hasResponse = true }
    }

    private func step(
        _ draft: Draft, _ entry: MapReader.Entry, _ action: Step.Action, _ condition: Expression?,
        _ flow: StepFlowReader.Draft, _ loops: [Loop], _ read: ArraySlice<String>
    ) -> Step {
        var flow = flow
        // The timeout of a request that is sent once belongs to the request.
        if case .request(let template) = action, template.flow == nil, loops.isEmpty { flow.timeout = nil }
        if let name = draft.name, name.text.isEmpty {
            sink.report(Diagnostic("workflow.invalid-name", "the name is empty", at: name.range))
        }
        let written = draft.name?.text ?? defaultName(entry, draft.isRequest)
        scope.gathered.uses.note(action, isLooped: !loops.isEmpty, isSkipped: flow.skip != nil)
        var names = NameList()
        for name in read { names.insert(name) }
        let reads = names.names
        return Step(
            name: unique(written), id: draft.id?.text, range: place(of: draft.node, entry), condition: condition,
            action: action,
            flow: flow.step(with: loops),
            reads: loops.isEmpty ? reads : reads.filter { name in !loops.contains { $0.element?.name == name } })
    }

    /// The entry of the step's action; a second one is reported.
    private func action(of entries: MapReader.Entries) -> MapReader.Entry? {
        var first: Int?
        for index in entries.indices {
            if let word = entries[index].key, !Self.actionsAndMethods.contains(word) { continue }
            guard let first else {
                first = index
                continue
            }
            let (action, other) = (entries[first], entries[index])
            // The YAML reader has reported duplicate keys.
            if action.name == other.name { continue }
            sink.report(.twoActions(action.name, other.name, at: other.keyRange, first: action.keyRange))
        }
        return first.map { entries[$0] }
    }

    /// Uses of the captures of an invalid step are no further mistakes.
    private func declareCaptures(_ entries: MapReader.Entries) {
        for name in Self.capturedNames(entries) where Language.isIdentifier(name) && !Scope.isReserved(name) {
            _ = scope.names.declare(name)
        }
    }

    /// The names that an invalid step would capture.
    private static func capturedNames(_ entries: MapReader.Entries) -> [String] {
        entries[Keys.capture]?.value.entries?.map(\.keyText) ?? []
    }

    private func check(_ id: (text: String, range: SourceRange)) {
        if !Language.isIdentifier(id.text) {
            sink.report(.invalidName(id.text, of: "a step", at: id.range))
        } else if CELProgram.isReserved(id.text) {
            sink.report(.reservedName(id.text, at: id.range))
        }
        if let first = scope.names.steps[id.text]?.range {
            sink.report(.stepIDTaken(id.text, at: id.range, first: first))
        }
    }

    private func rejectRequestKeys(_ entries: MapReader.Entries, of action: MapReader.Entry) {
        for index in entries.indices where !Self.takes(entries[index].key, beside: action.key) {
            let entry = entries[index]
            if entry.key == Keys.env {
                sink.report(.environmentOfNothing(action.name, at: entry.keyRange))
            } else if ExecReader.ownKeys.contains(entry.key) {
                sink.report(.needsProgram(entry.name, action: action.name, at: entry.keyRange))
            } else {
                sink.report(.needsRequest(entry.name, action: action.name, at: entry.keyRange))
            }
        }
    }

    /// Whether a key is accepted here beside an action that sends no request; some accepted keys are refused elsewhere.
    ///
    /// - Parameter key: nil for a custom method.
    static func takes(_ key: Language.Key.Identity?, beside action: Language.Key.Identity?) -> Bool {
        guard let key else { return true }
        switch key {
        case Keys.with: return true
        case Language.Transfer.timeout where StepFlowReader.bounded.contains(action): return true
        case Keys.session where action == Keys.steps || action == Keys.parallel: return true
        default: break
        }
        if action == Keys.workflow, WorkflowCallReader.keys.contains(key) { return true }
        if action == Keys.exec, ExecReader.keys.contains(key) { return true }
        if ExecReader.ownKeys.contains(key) { return false }
        return everyStep.contains(key) || actionsAndMethods.contains(key)
    }

    /// The keys that every step may have beside its action.
    private static let everyStep = Language.KeySet(Keys.common + Language.Flow.keys + Language.Loop.keys)

    private func simpleAction(_ entry: MapReader.Entry, _ templates: TemplateReader) -> Step.Action? {
        switch entry.key {
        case Keys.set: return set(entry.value, templates)
        case Keys.that:
            let conditions = templates.conditions(entry.value, of: "`that`")
            return conditions.isEmpty ? nil : .that(conditions)
        case Keys.wait: return .wait(templates.duration(entry.value))
        case Keys.awaiting:
            return .awaiting(Step.Awaited(id: entry.value.scalar?.text ?? "", range: entry.value.range))
        default: return .log(templates.text(entry.value))
        }
    }

    private func group(
        _ entry: MapReader.Entry, _ entries: MapReader.Entries, name: String?, _ outer: TemplateReader
    ) -> Step.Action? {
        if entry.value.items?.isEmpty == true { sink.report(.emptyGroup(at: entry.value.range)) }
        var templates = outer
        if let node = entries[Keys.session]?.value {
            let session = SessionReader(scope: scope, sink: sink).session(node)
            templates = templates.at { $0.session = session }
        }
        let group =
            entry.key == Keys.parallel
            ? BranchReader(scope: scope, sink: sink).group(entry.value, name) { step($0, templates) }
            : Step.Group(steps: steps(entry.value, templates), title: name)
        return group.steps.isEmpty ? nil : .group(group)
    }

    private func set(_ node: YAMLNode, _ templates: TemplateReader) -> Step.Action? {
        let entries = node.entries ?? []
        if entries.isEmpty { sink.report(.setsNothing(at: node.range)) }
        var assignments: [VariableAssignment] = []
        for entry in entries {
            let value = templates.comparedValue(entry.value)
            guard Scope.mayDeclare(entry.keyText, at: entry.keyRange, sink) else { continue }
            assignments.append(
                VariableAssignment(
                    name: entry.keyText, slot: scope.names.declare(entry.keyText, type: value.type), value: value,
                    range: entry.range))
        }
        return assignments.isEmpty ? nil : .set(assignments)
    }

    private func place(of node: YAMLNode, _ action: MapReader.Entry) -> SourceRange {
        action.value.scalar == nil ? action.keyRange : action.range
    }

    private func defaultName(_ action: MapReader.Entry, _ isRequest: Bool) -> String {
        switch action.key {
        case Keys.call: return "call \(action.value.scalar?.text ?? "")"
        case Keys.set: return "set " + (action.value.entries ?? []).map(\.keyText).joined(separator: ", ")
        case Keys.that: return "that " + firstCondition(action.value)
        case Keys.steps, Keys.parallel: return action.name
        case Keys.exec: return "exec " + ExecReader.name(action.value)
        default:
            let text = action.value.scalar?.text ?? ""
            if isRequest { return action.method + " " + context.secretNames.hidden(inURL: text) }
            return action.name + " " + text
        }
    }

    private func firstCondition(_ node: YAMLNode) -> String {
        let text = node.scalar?.text ?? node.items?.first?.scalar?.text ?? ""
        return String(text.split(separator: "\n").first ?? "")
    }

    private func unique(_ name: String) -> String {
        let line = Self.oneLine(name)
        let count = names.change(line, or: 0) { count in
            count += 1
            return count
        }
        return count == 1 ? line : "\(line) #\(count)"
    }

    /// The name on one line. Most names are one line of printable ASCII and stay as they are.
    private static func oneLine(_ name: String) -> String {
        let isLine = name.utf8.withContiguousStorageIfAvailable { bytes in
            for byte in bytes where byte < 0x20 || byte >= 0x7F { return false }
            return true
        }
        if isLine == true { return name }
        return name.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}

extension Step.Action {
    /// The ids of the step of this action and of the steps within it.
    fileprivate func ids(with own: String?, where isWanted: (Step.Action) -> Bool = { _ in true }) -> [String] {
        let ids = isWanted(self) ? own.map { [$0] } ?? [] : []
        guard case .group(let group) = self else { return ids }
        return group.steps.flatMap { $0.action.ids(with: $0.id, where: isWanted) } + ids
    }
}
