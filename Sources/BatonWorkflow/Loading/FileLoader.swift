import BatonCEL
package import BatonDiagnostics
import BatonJSON
import BatonYAML

/// Turns one workflow file into a `Workflow`, or into everything that is wrong with it.
package struct FileLoader {
    /// What files are loaded against: it decides which names exist.
    private let context: LoadingContext

    package init(_ context: LoadingContext) {
        self.context = context
    }

    /// What a file turned out to be.
    package enum Loaded: Sendable {
        case workflow(Workflow)
        /// A file that workflows use, and that is not run.
        case api
        /// Why is in the sink.
        case invalid(isAPI: Bool)
    }

    /// Nil when the file has errors, which are in the sink, or is an API file.
    package func load(_ file: SourceFile, into sink: DiagnosticSink) -> Workflow? {
        if case .workflow(let workflow) = read(file, into: sink) { workflow } else { nil }
    }

    package func read(_ file: SourceFile, into sink: DiagnosticSink) -> Loaded {
        let found = DiagnosticSink()
        let own = DiagnosticSink()
        let root = YAMLComposer.compose(file, into: found)
        if root?.isAPIFile == true {
            let api = context.apis.checked(file, context)
            for diagnostic in api.diagnostics { sink.report(diagnostic) }
            return api.hasErrors ? .invalid(isAPI: true) : .api
        }
        let names = root.map(EnvironmentsReader.names) ?? []
        let absence = context.absence(names)
        let reader = FileReader(context: absence == nil ? context : context.elsewhere(names), absence, sink: own)
        let workflow = root.flatMap { reader.read($0, file) }
        for diagnostic in Findings.merged(found.diagnostics, own.diagnostics, root) { sink.report(diagnostic) }
        sink.omit(found.omitted + own.omitted)
        // Told once for each file that uses it: whoever shows several files shows each of these once.
        for diagnostic in reader.apiDiagnostics + reader.calledDiagnostics { sink.report(diagnostic) }
        guard let workflow, !sink.hasErrors, !found.hasErrors, !own.hasErrors else {
            return .invalid(isAPI: false)
        }
        return .workflow(workflow)
    }
}

extension YAMLNode {
    /// Whether the file describes an API: it has endpoints or types, and nothing to run.
    fileprivate var isAPIFile: Bool {
        guard case .mapping(let entries) = kind else { return false }
        return entries.contains { $0.keyText == "endpoints" || $0.keyText == "types" }
            && !entries.contains { $0.keyText == "steps" }
    }
}

/// The reading of one file.
private final class FileReader {
    /// What is wrong with the API files that it uses.
    private(set) var apiDiagnostics: [Diagnostic] = []
    /// What is wrong with the workflows that it calls.
    private(set) var calledDiagnostics: [Diagnostic] = []
    let context: LoadingContext
    /// Why the workflow does not run in the chosen environment; the context is then that of one in which it does.
    private let absence: String?
    let sink: DiagnosticSink
    let scope: Scope
    let templates: TemplateReader

    init(context: LoadingContext, _ absence: String?, sink: DiagnosticSink) {
        self.context = context
        self.absence = absence
        self.sink = sink
        scope = Scope(
            secrets: context.secrets,
            environmentVariables: context.environment?.variables.map(\.keyText) ?? [], schemas: context.schemas)
        templates = TemplateReader(scope: scope, sink: sink)
    }

    func read(_ root: YAMLNode, _ file: SourceFile) -> Workflow? {
        let ignored = Language.Key("x-", .any, "Anything: a home for anchors.")
        let entries = MapReader(sink: sink).entries(
            of: root, as: Language.file, other: { $0.hasPrefix("x-") ? ignored : nil })
        func node(_ name: String) -> YAMLNode? { entries.first { $0.name == name }?.value }

        if let node = node("environments") {
            EnvironmentsReader(sink: sink).check(node, known: context.environments.map(\.name))
        }
        let namespaces = NamespacesReader(sink: sink)
        for node in [node("namespaces"), node("defaults")?["namespaces"]].compactMap(\.self) {
            scope.namespaces.merge(namespaces.namespaces(node)) { _, inner in inner }
        }
        let apis = used(node("use"))
        scope.types = KnownTypes(apis: apis)
        announceNames([node("setup"), node("steps"), node("teardown")])
        let rows = node("rows").flatMap(
            RowsReader(scope: scope, templates: templates, sink: sink, file: file, files: context.projectFiles).rows)
        let inputs = (node("inputs")?.entries ?? []).compactMap(input)
        let variables = variables(node("vars"), inputs)
        let needs =
            node("needs").map(
                NeedReader(scope: scope, templates: templates, sink: sink, file: file, context: context).needs)
            ?? []
        let locks = node("lock").map(LockReader(sink: sink).locks) ?? []
        let timeout = node("timeout").map(templates.limit)
        let environment = EnvironmentReader(templates: templates, sink: sink).defaults(context.environment)
        var defaults = environment
        if let node = node("defaults") { DefaultsReader(templates: templates, sink: sink).read(node, into: &defaults) }
        let requests = RequestReader(
            scope: scope, templates: templates, sink: sink, defaults: defaults, hasBaseURL: context.hasBaseURL)
        scope.part = .step
        let session = node("session").map(SessionReader(scope: scope, sink: sink).session) ?? .standard
        scope.session = session
        let workflows = WorkflowCallReader(
            scope: scope, templates: templates, sink: sink, context: context, file: file)
        let calls = UsedAPIs(
            apis, scope: scope, environment: environment, defaults: node("defaults"))
        let loops = LoopReader(scope: scope, templates: templates, sink: sink, file: file, data: context.data)
        let environments = StepEnvironments(
            context: context, scope: scope, templates: templates, sink: sink, apis: apis, defaults: node("defaults"))
        let steps = StepReader(
            scope: scope, templates: templates, sink: sink, requests: requests, apis: calls, loops: loops,
            workflows: workflows, environments: environments)
        let setup = node("setup").map(steps.steps) ?? []
        let main = node("steps").map(steps.steps) ?? []
        let teardown = node("teardown").map(steps.steps) ?? []
        if root["steps"]?.items?.isEmpty ?? (root["steps"] == nil && root.entries != nil) {
            sink.report(
                .noSteps(at: node("steps")?.range ?? SourceRange(file: file, root.range.lower..<root.range.lower)))
        }
        calledDiagnostics = workflows.diagnostics
        scope.part = .file
        let retries = retryCount(node("retries"))
        let quarantine = entries.first { $0.name == "quarantine" }.flatMap {
            QuarantineReader(sink: sink).quarantine($0.value, at: $0.keyRange)
        }
        let outputs = (node("outputs")?.entries ?? []).compactMap(output)
        guard !sink.hasErrors else { return nil }
        return Workflow(
            file: file, name: node("name")?.scalar?.text ?? Self.defaultName(file.path),
            description: node("description")?.scalar?.text,
            tags: (node("tags")?.items ?? []).compactMap { $0.scalar?.text }, owner: node("owner").flatMap(owner),
            absence: absence, inputs: inputs, rows: rows, variables: variables, setup: setup, steps: main,
            teardown: teardown,
            outputs: outputs,
            retries: retries, quarantine: quarantine, needs: needs, locks: locks, timeout: timeout,
            environments: environments.used, session: session, neededSessions: scope.neededSessions,
            slotCount: scope.slotCount, slots: scope.variableSlots, keptAnswers: scope.keptAnswers,
            keepsAllAnswers: scope.keepsAllAnswers,
            lastAnswer: scope.lastAnswer, readsCertificate: scope.readsCertificate, programs: scope.programs,
            usedSecrets: scope.usedSecrets,
            warnings: sink.diagnostics)
    }

    private func owner(_ node: YAMLNode) -> String? {
        let name = node.scalar?.text ?? ""
        if name.allSatisfy(\.isWhitespace) {
            sink.report(Diagnostic("workflow.empty-name", "the owner is empty", at: node.range))
        }
        return name
    }

    private func retryCount(_ node: YAMLNode?) -> Int {
        guard let node, let count = Int(node.scalar?.text ?? "") else { return 0 }
        if count > Workflow.mostRetries {
            sink.report(.tooManyRetries(most: Workflow.mostRetries, at: node.range))
        }
        return count
    }

    private static func defaultName(_ path: String) -> String {
        let file = path.split(separator: "/").last.map(String.init) ?? path
        return file.lastIndex(of: ".").map { String(file[..<$0]) } ?? file
    }

    /// Notes what every step captures or sets, so that a use before that is explained.
    private func announceNames(_ sections: [YAMLNode?]) {
        for section in sections {
            for step in section?.items ?? [] {
                for entry in step.entries ?? [] where entry.keyText == "capture" || entry.keyText == "set" {
                    for item in entry.value.entries ?? [] { scope.announce(item.keyText, at: item.keyRange) }
                }
                for entry in step.entries ?? [] where entry.keyText == "paginate" {
                    for item in entry.value["set"]?.entries ?? [] {
                        scope.announce(item.keyText, at: item.keyRange)
                    }
                }
                for entry in step.entries ?? [] where entry.keyText == "steps" || entry.keyText == "parallel" {
                    announceNames([entry.value])
                }
            }
        }
    }

    private func output(_ entry: YAMLEntry) -> Workflow.Output? {
        guard Scope.mayDeclare(entry.keyText, at: entry.keyRange, sink) else { return nil }
        return Workflow.Output(
            name: entry.keyText, value: templates.template(entry.value),
            range: entry.keyRange.through(entry.value.range))
    }

    private func input(_ entry: YAMLEntry) -> Workflow.Input? {
        guard let input = InputReader(templates: templates, sink: sink).input(entry) else { return nil }
        let slot = scope.declareInput(input.name, type: InputReader.type(named: input.type))
        return Workflow.Input(
            name: input.name, slot: slot, type: input.type, defaultValue: input.defaultValue,
            isRequired: input.isRequired, isSecret: input.isSecret, range: input.range)
    }

    /// The API files that `use` names, here or in baton.yaml.
    private func used(_ node: YAMLNode?) -> [String: APIFile] {
        let own = node.map(UseReader(sink: sink).entries) ?? []
        let names = Set(own.map(\.alias))
        let entries =
            context.projectUses.filter { !names.contains($0.name) }
            .map { UseReader.Entry(alias: $0.name, path: $0.path, range: $0.range) } + own
        if entries.isEmpty { return [:] }
        let apis = context.apis.used(entries, context, into: sink)
        for entry in entries {
            guard let api = apis[entry.alias] else {
                scope.brokenAliases.insert(entry.alias)
                continue
            }
            if api.hasErrors { sink.report(.brokenAPI(api.file.path, at: entry.range)) }
            let isNew = !apiDiagnostics.contains { $0.range?.file === api.file }
            if isNew { apiDiagnostics += api.diagnostics }
        }
        return apis
    }

    /// All variables, each with the strongest of its values: project, file, environment.
    private func variables(_ node: YAMLNode?, _ inputs: [Workflow.Input]) -> [Workflow.Variable] {
        let ranges = Dictionary(inputs.map { ($0.name, $0.range) }) { first, _ in first }
        for entry in node?.entries ?? [] {
            if let range = ranges[entry.keyText] {
                sink.report(.inputAndVariable(entry.keyText, at: entry.keyRange, input: range))
            }
        }
        let fromEnvironment = Set((context.environment?.variables ?? []).map(\.keyText))
        var order: [String] = []
        var entries: [String: YAMLEntry] = [:]
        let layers = [context.projectVariables, node?.entries ?? [], context.environment?.variables ?? []]
        for layer in layers {
            for entry in layer {
                guard Scope.mayDeclare(entry.keyText, at: entry.keyRange, sink) else { continue }
                if entries.updateValue(entry, forKey: entry.keyText) == nil { order.append(entry.keyText) }
            }
        }
        guard !order.isEmpty else { return [] }
        let slots = order.map { scope.declare($0) }
        let variables = zip(order, slots).compactMap { name, slot in
            entries[name].map {
                Workflow.Variable(
                    name: name, slot: slot, value: templates.template($0.value),
                    environmentSlot: fromEnvironment.contains(name) ? scope.hiddenSlot() : nil, range: $0.keyRange)
            }
        }
        VariableCycles(sink: sink).check(variables)
        return variables
    }
}
