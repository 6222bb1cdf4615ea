import BatonDiagnostics
import BatonHTTP
import BatonJSON
import BatonYAML

/// Reads the steps of one file; the names they declare become known to the steps after them.
final class StepReader {
    private let scope: Scope
    private let templates: TemplateReader
    private let sink: DiagnosticSink
    private let requests: RequestReader
    private let calls: CallReader
    private let loops: LoopReader
    private let programs: ExecReader
    private let workflows: WorkflowCallReader
    private let environments: StepEnvironments
    private var names: [String: Int] = [:]
    /// How many groups are around the step that is being read.
    private var depth = 0

    init(
        scope: Scope, templates: TemplateReader, sink: DiagnosticSink, requests: RequestReader, apis: UsedAPIs,
        loops: LoopReader, workflows: WorkflowCallReader, environments: StepEnvironments
    ) {
        self.environments = environments
        self.workflows = workflows
        self.scope = scope
        self.templates = templates
        self.sink = sink
        self.requests = requests
        self.loops = loops
        calls = CallReader(requests: requests, apis: apis)
        programs = ExecReader(scope: scope, templates: templates, sink: sink)
    }

    func steps(_ node: YAMLNode) -> [Step] {
        (node.items ?? []).compactMap(step)
    }

    static let actions: WordSet = [
        "set", "that", "wait", "log", "call", "steps", "parallel", "exec", "workflow",
    ]

    private func step(_ node: YAMLNode) -> Step? {
        guard node.entries != nil else {
            sink.report(.wrongType(wanted: "a map such as `get: /health`", what: "a step", node: node))
            return nil
        }
        let outerNames = depth > 0 ? scope.readNames : []
        scope.readNames = []
        defer { if depth > 0 { scope.readNames.formUnion(outerNames) } }
        let entries = MapReader(sink: sink).entries(of: node, as: Language.step, other: Self.customMethod)
        var action: MapReader.Entry?
        var name: TextTemplateSource?
        var id: (text: String, range: SourceRange)?
        var conditionNode: YAMLNode?
        for entry in entries {
            switch entry.name {
            case "name": name = TextTemplateSource(text: entry.value.scalar?.text ?? "", range: entry.value.range)
            case "id": id = (entry.value.scalar?.text ?? "", entry.value.range)
            case "if": conditionNode = entry.value
            case let key where Self.isMethod(key) || Self.actions.contains(key):
                if let first = action {
                    sink.report(.twoActions(first.name, key, at: entry.keyRange, first: first.keyRange))
                } else {
                    action = entry
                }
            default: break
            }
        }
        if let id { check(id) }
        let outerNamespaces = scope.namespaces
        if let node = entries.first(where: { $0.name == "namespaces" })?.value {
            let own = NamespacesReader(sink: sink).namespaces(node)
            scope.namespaces.merge(own) { _, inner in inner }
        }
        defer { scope.namespaces = outerNamespaces }
        let isCall = action?.name == "call"
        let isRequest = isCall || action.map { Self.isMethod($0.name) } == true
        let environment = isRequest ? entries.first { $0.name == "env" }.flatMap { environments.enter($0.value) } : nil
        defer { if environment != nil { environments.leave() } }
        let (requests, calls) = (environment?.requests ?? requests, environment?.calls ?? calls)
        let open = loops.open(entries)
        var flow = StepFlowReader(templates: templates, sink: sink).flow(entries, of: action?.name)
        let condition = conditionNode.flatMap(templates.condition)
        guard let action else {
            if let open { _ = loops.close(open, given: [], ids: [], own: nil, results: []) }
            // A key that was refused is told already, and may be what the step was to do.
            if entries.count == node.entries?.count {
                sink.report(.stepDoesNothing(at: entries.first?.keyRange ?? node.range))
            }
            return nil
        }
        if !isRequest { rejectRequestKeys(entries, of: action.name) }
        if !isCall, action.name != "workflow", let with = entries.first(where: { $0.name == "with" }) {
            sink.report(.withWithoutCall(action.name, at: with.keyRange))
        }
        let called = action.name == "workflow" ? workflows.action(action, entries) : nil
        let read =
            called != nil
            ? called?.call
            : isCall
                ? calls.action(action, entries)
                : isRequest
                    ? requests.action(action, entries)
                    : ["steps", "parallel"].contains(action.name)
                        ? group(action, entries, name: name?.text)
                        : action.name == "exec" ? programs.action(action, entries) : simpleAction(action)
        let loops =
            open.map {
                self.loops.close(
                    $0, given: read?.givenNames ?? [], ids: read?.ids(with: id?.text) ?? [],
                    own: read?.givesResult == true ? id?.text : nil,
                    results: read?.ids(with: id?.text, where: \.givesResult) ?? [])
            } ?? []
        if let id {
            var result = called?.result ?? (isCall ? calls.resultType(action.value) : nil)
            // Of several passes or pages there are several.
            if result != nil, !loops.isEmpty || entries.contains(where: { $0.name == "paginate" }) { result = .anyList }
            // What a call gives that is not whole cannot be told: names of it are not mistakes of their own.
            let isKnown = !isCall || read != nil
            scope.declareStep(
                id.text, at: id.range, names: read?.givenNames ?? (isKnown ? [] : Self.capturedNames(entries)),
                result: isKnown ? result : .dyn, isProgram: action.name == "exec")
        }
        if isRequest || action.name == "exec" { scope.declareAnswer() }
        guard let read else { return nil }
        // What is sent once is bounded by the request itself.
        if case .request(let template) = read, template.flow == nil, loops.isEmpty { flow.timeout = nil }
        if let name, name.text.isEmpty {
            sink.report(Diagnostic("workflow.empty-name", "the name is empty", at: name.range))
        }
        let written = name?.text ?? defaultName(action, isRequest)
        return Step(
            name: unique(written), id: id?.text, range: place(of: node, action), condition: condition, action: read,
            flow: flow.step(with: loops), reads: scope.readNames.subtracting(loops.compactMap(\.element?.name)))
    }

    /// What a step would capture that could not be read.
    private static func capturedNames(_ entries: [MapReader.Entry]) -> [String] {
        entries.first { $0.name == "capture" }?.value.entries?.map(\.keyText) ?? []
    }

    private struct TextTemplateSource {
        let text: String
        let range: SourceRange
    }

    static func isMethod(_ key: String) -> Bool {
        Language.methodNames.contains(key) || customMethod(key) != nil
    }

    /// A word in capitals is a method: `PROPFIND: /dav` (RFC 9110, 9.1 allows any token).
    static func customMethod(_ key: String) -> Language.Key? {
        let bytes = key.utf8
        guard bytes.count >= 2, bytes.count <= 32,
            bytes.allSatisfy({ (65...90).contains($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") })
        else { return nil }
        return Language.Key(key, .text, "Sends a request with this method.")
    }

    private func check(_ id: (text: String, range: SourceRange)) {
        if !Scope.isIdentifier(id.text) {
            sink.report(.invalidName(id.text, of: "a step", at: id.range))
        } else if Root.reservedByCEL.contains(id.text) {
            sink.report(.reservedName(id.text, at: id.range))
        }
        if let first = scope.rangeOfStep(id.text) { sink.report(.stepIDTaken(id.text, at: id.range, first: first)) }
    }

    private func rejectRequestKeys(_ entries: [MapReader.Entry], of action: String) {
        for entry in entries where !Self.takes(entry.name, beside: action) {
            if entry.name == "env" {
                sink.report(.environmentOfNothing(action, at: entry.keyRange))
            } else if ExecReader.ownKeys.contains(entry.name) {
                sink.report(.needsProgram(entry.name, action: action, at: entry.keyRange))
            } else {
                sink.report(.needsRequest(entry.name, action: action, at: entry.keyRange))
            }
        }
    }

    /// Whether a key may stand beside an action that sends no request, as far as that is told here.
    static func takes(_ key: String, beside action: String) -> Bool {
        switch key {
        case "with": return true
        case "timeout" where StepFlowReader.bounded.contains(action): return true
        case "session" where ["steps", "parallel"].contains(action): return true
        default: break
        }
        if action == "workflow", WorkflowCallReader.keys.contains(key) { return true }
        if action == "exec", ExecReader.keys.contains(key) { return true }
        if ExecReader.ownKeys.contains(key) { return false }
        return Language.everyStepKeys.contains(key) || actions.contains(key) || isMethod(key)
    }

    private func simpleAction(_ entry: MapReader.Entry) -> Step.Action? {
        switch entry.name {
        case "set": return set(entry.value)
        case "that":
            let conditions = templates.conditions(entry.value, of: "`that`")
            return conditions.isEmpty ? nil : .that(conditions)
        case "wait": return .wait(templates.duration(entry.value))
        default: return .log(templates.text(entry.value))
        }
    }

    private func group(_ entry: MapReader.Entry, _ entries: [MapReader.Entry], name: String?) -> Step.Action? {
        if entry.value.items?.isEmpty == true { sink.report(.emptyGroup(at: entry.value.range)) }
        depth += 1
        let outer = scope.session
        if let session = entries.first(where: { $0.name == "session" }) {
            scope.session = SessionReader(scope: scope, sink: sink).session(session.value)
        }
        defer {
            depth -= 1
            scope.session = outer
        }
        let isParallel = entry.name == "parallel"
        let steps =
            isParallel
            ? BranchReader(scope: scope, sink: sink).branches(entry.value, step) : steps(entry.value)
        return steps.isEmpty ? nil : .group(Step.Group(steps: steps, title: name, isParallel: isParallel))
    }

    private func set(_ node: YAMLNode) -> Step.Action? {
        let entries = node.entries ?? []
        if entries.isEmpty {
            sink.report(
                Diagnostic("workflow.sets-nothing", "`set` sets nothing", at: node.range, help: "write `name: value`"))
        }
        var assignments: [Step.Assignment] = []
        for entry in entries {
            let value = templates.template(entry.value)
            guard Scope.mayDeclare(entry.keyText, at: entry.keyRange, sink) else { continue }
            assignments.append(
                Step.Assignment(
                    name: entry.keyText, slot: scope.declare(entry.keyText, type: value.type), value: value,
                    range: entry.keyRange.through(entry.value.range)))
        }
        return assignments.isEmpty ? nil : .set(assignments)
    }

    private func place(of node: YAMLNode, _ action: MapReader.Entry) -> SourceRange {
        action.keyRange.through(action.value.scalar == nil ? action.keyRange : action.value.range)
    }

    private func defaultName(_ action: MapReader.Entry, _ isRequest: Bool) -> String {
        if action.name == "call" { return "call \(action.value.scalar?.text ?? "")" }
        if isRequest {
            let method = Language.methodNames.contains(action.name) ? action.name.uppercased() : action.name
            return "\(method) \(UserInfo.hidden(in: action.value.scalar?.text ?? ""))"
        }
        switch action.name {
        case "set": return "set " + (action.value.entries ?? []).map(\.keyText).joined(separator: ", ")
        case "that": return "that " + firstCondition(action.value)
        case "steps", "parallel": return action.name
        case "exec": return "exec " + programs.name(action.value)
        default: return "\(action.name) \(action.value.scalar?.text ?? "")"
        }
    }

    private func firstCondition(_ node: YAMLNode) -> String {
        let text = node.scalar?.text ?? node.items?.first?.scalar?.text ?? ""
        return String(text.split(separator: "\n").first ?? "")
    }

    private func unique(_ name: String) -> String {
        let line = Self.oneLine(name)
        let count = (names[line] ?? 0) + 1
        names[line] = count
        return count == 1 ? line : "\(line) #\(count)"
    }

    /// Most names are one line of printable ASCII as they stand.
    private static func oneLine(_ name: String) -> String {
        if name.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return name }
        return name.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}

extension Step.Action {
    /// The ids of a step that does this, and of those within it.
    fileprivate func ids(with own: String?, where isWanted: (Step.Action) -> Bool = { _ in true }) -> [String] {
        let ids = isWanted(self) ? own.map { [$0] } ?? [] : []
        guard case .group(let group) = self else { return ids }
        return group.steps.flatMap { $0.action.ids(with: $0.id, where: isWanted) } + ids
    }
}
