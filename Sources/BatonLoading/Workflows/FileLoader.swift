import BatonCEL
package import BatonDiagnostics
import BatonJSON
import BatonJudging
import BatonLanguage
package import BatonWorkflow
import BatonYAML

/// The keys that are read here.
private typealias Keys = Language.WorkflowFile

/// Turns one workflow file into a `Workflow`, or into findings about all of its mistakes.
///
/// It goes through the sections of the file in the order in which their names become known, and leaves steps to `StepReader`.
/// What it reads of other files comes from the context; the readers of those files are handed to it from here.
package struct FileLoader {
    /// The context of the file, which decides which names exist.
    private let context: LoadingContext

    package init(_ context: LoadingContext) {
        self.context = context
    }

    /// The kind of a file, and its workflow.
    package enum Loaded: Sendable {
        case workflow(Workflow)
        /// An API file, which workflows use and which is not run.
        case api
        /// An OpenAPI document, which `contract` and `schema` name and which is not run.
        case openAPI
        /// A file with errors, which are in the sink; with the file's `name` where it can be read.
        case invalid(FileKind, name: String?)
    }

    /// The workflow; nil for an API file and for a file with errors, which are in the sink.
    package func load(_ file: SourceFile, into sink: DiagnosticSink) -> Workflow? {
        if case .workflow(let workflow) = read(file, into: sink) { workflow } else { nil }
    }

    package func read(_ file: SourceFile, into sink: DiagnosticSink) -> Loaded {
        if let finding = HurlFile.finding(file) {
            sink.report(finding)
            return .invalid(.workflow, name: nil)
        }
        let found = DiagnosticSink()
        let root = YAMLComposer.compose(file, into: found)
        let isSound = found.isEmpty
        // Findings of the YAML reader and of the loader need separate sinks only where the YAML reader has findings.
        let own = isSound ? found : DiagnosticSink()
        if root?.isOfAPIFile == true {
            let api = context.apis.checked(file, APIFileReader.reader(context))
            for diagnostic in api.diagnostics { sink.report(diagnostic) }
            return api.hasErrors ? .invalid(.api, name: Self.name(of: file, root)) : .api
        }
        // Its own reader reports its mistakes where a `contract` names it.
        if root?.isOpenAPI == true { return .openAPI }
        let names = root.map(EnvironmentsReader.names) ?? []
        let absence = names.isEmpty ? nil : context.absence(names)
        var reader = FileReader(context: absence == nil ? context : context.elsewhere(names), absence, sink: own)
        let workflow: Workflow? = if let root { reader.read(root, file) } else { nil }
        if !found.isEmpty || !own.isEmpty {
            let ofText = isSound ? [] : found.diagnostics
            for diagnostic in MergedDiagnostics.of(ofText, own.diagnostics, root) { sink.report(diagnostic) }
            sink.omit(isSound ? own.omitted : found.omitted + own.omitted)
        }
        // Reported for each file that uses it; a caller that shows several files shows each report once.
        for diagnostic in reader.apiDiagnostics { sink.report(diagnostic) }
        for diagnostic in reader.calledDiagnostics { sink.report(diagnostic) }
        guard let workflow, !sink.hasErrors, !found.hasErrors, !own.hasErrors else {
            return .invalid(.workflow, name: Self.name(of: file, root))
        }
        return .workflow(workflow)
    }

    /// A file that a workflow calls.
    fileprivate static func called(_ file: SourceFile, _ context: LoadingContext) -> CalledWorkflows.File {
        let sink = DiagnosticSink()
        var workflow: Workflow?
        let kind: FileKind
        switch FileLoader(context).read(file, into: sink) {
        case .workflow(let read): (workflow, kind) = (read, .workflow)
        case .api: kind = .api
        case .openAPI: kind = .openAPI
        case .invalid(let invalid, _): kind = invalid
        }
        return CalledWorkflows.File(
            workflow: workflow, kind: kind, diagnostics: kind == .openAPI ? [] : sink.diagnostics, shown: file.path)
    }

    /// The `name` of a file with mistakes, by which results of earlier runs are found.
    ///
    /// - Parameter root: nil where the mistakes leave no tree; then only the line of the name is read.
    private static func name(of file: SourceFile, _ root: YAMLNode?) -> String? {
        var root = root
        if root == nil {
            let lines = file.bytes.prefix(longestSearch).split(separator: UInt8(ascii: "\n"))
            guard let line = lines.first(where: { $0.starts(with: "name:".utf8) }) else { return nil }
            root = YAMLComposer.compose(SourceFile(path: file.path, bytes: Array(line)), into: DiagnosticSink())
        }
        guard let name = root?["name"]?.scalar?.text, !name.allSatisfy(\.isWhitespace) else { return nil }
        return name
    }

    /// The bytes that are searched for the name in a file without a tree.
    private static let longestSearch = 64 << 10
}

extension YAMLNode {
    /// Whether a file is an OpenAPI document: it says of which version, and has no steps.
    fileprivate var isOpenAPI: Bool {
        self["steps"] == nil && (self["openapi"]?.scalar != nil || self["swagger"]?.scalar != nil)
    }

    /// Whether a file describes an API: it has endpoints or types, and no steps.
    fileprivate var isOfAPIFile: Bool {
        self["steps"] == nil && (self["endpoints"] != nil || self["types"] != nil)
    }
}

/// The reading of one file.
private struct FileReader {
    /// The findings about the API files that the file uses.
    private(set) var apiDiagnostics: [Diagnostic] = []
    /// The findings about the workflows that the file calls.
    private(set) var calledDiagnostics: [Diagnostic] = []
    private let context: LoadingContext
    /// The reason why the workflow does not run in the chosen environment; the context is then that of an environment
    /// in which it runs.
    private let absence: String?
    private let sink: DiagnosticSink
    private let scope: Scope
    private var templates: TemplateReader

    init(context: LoadingContext, _ absence: String?, sink: DiagnosticSink) {
        self.context = context
        self.absence = absence
        self.sink = sink
        scope = Scope(
            secrets: context.secrets, environmentVariables: context.environmentVariables, schemas: context.schemas)
        templates = TemplateReader(scope: scope, sink: sink)
    }

    private static let anchors = Language.Key("x-", .any, "Anything: a home for anchors.")

    mutating func read(_ root: YAMLNode, _ file: SourceFile) -> Workflow? {
        let entries = MapReader(sink: sink).entries(
            of: root, as: Keys.map, other: { $0.hasPrefix("x-") ? Self.anchors : nil })
        if let node = entries[Keys.environments]?.value {
            EnvironmentsReader(sink: sink).check(node, known: context.environments.map(\.name))
        }
        readNamespaces(context.projectDefaults?["namespaces"])
        readNamespaces(entries[Language.Flow.namespaces]?.value)
        readNamespaces(entries[Keys.defaults]?.value["namespaces"])
        let apis = used(entries[Keys.use]?.value)
        if !apis.isEmpty { scope.types = KnownTypes(used: APIFile.types(of: apis)) }
        entries[Keys.setup].map { announceNames($0.value) }
        entries[Keys.steps].map { announceNames($0.value) }
        entries[Keys.teardown].map { announceNames($0.value) }
        let values = values(entries, file)
        let locks = entries[Keys.lock].map { LockReader(sink: sink).locks($0.value) } ?? context.projectLocks
        let timeout = entries[Keys.timeout].map { templates.limit($0.value) }
        let defaults = defaults(entries[Keys.defaults]?.value)
        let session =
            entries[Keys.session].map { SessionReader(scope: scope, sink: sink).session($0.value) } ?? .standard
        let ofSteps = templates.at {
            $0.part = .step
            $0.session = session
        }
        let steps = StepReader(
            templates: ofSteps, context: context, file: file, apis: apis, defaults: defaults, load: FileLoader.called)
        let sections = sections(entries, steps)
        if let node = entries[Keys.steps]?.value, node.items?.isEmpty == true { sink.report(.noSteps(at: node.range)) }
        calledDiagnostics = steps.calledDiagnostics
        let retries = retryCount(entries[Keys.retries]?.value)
        let quarantine = entries[Keys.quarantine].flatMap {
            QuarantineReader(sink: sink).quarantine($0.value)
        }
        let outputs = entries[Keys.outputs]?.value.entries?.compactMap { output($0) } ?? []
        guard !sink.hasErrors else { return nil }
        return Workflow(
            file: file, name: entries[Keys.name]?.value.scalar?.text ?? Self.defaultName(file.path),
            description: entries[Keys.description]?.value.scalar?.text,
            tags: entries[Keys.tags]?.value.items?.compactMap { $0.scalar?.text } ?? [],
            owner: entries[Keys.owner].flatMap { owner($0.value) },
            absence: absence, isCalledOnly: entries[Keys.calledOnly]?.value.scalar?.text == "true",
            inputs: values.inputs, rows: values.rows, variables: values.variables, setup: sections.setup,
            steps: sections.steps, teardown: sections.teardown, outputs: outputs, retries: retries,
            quarantine: quarantine, needs: values.needs, locks: locks, timeout: timeout,
            timeoutRange: entries[Keys.timeout]?.value.range,
            environments: steps.usedEnvironments, session: session, slotCount: scope.names.slotCount,
            slots: scope.names.known.variableSlots, uses: scope.gathered.uses, warnings: sink.diagnostics)
    }

    /// The values that exist before the first step.
    private struct Values {
        let rows: RowSet?
        let inputs: [Workflow.Input]
        let needs: [Workflow.Need]
        let variables: [Workflow.Variable]
    }

    private func values(_ entries: MapReader.Entries, _ file: SourceFile) -> Values {
        let rows = entries[Keys.rows].flatMap {
            RowsReader(templates: templates, file: file, files: context.projectFiles).rows($0.value)
        }
        let givenInputs = entries[Keys.inputs]?.value.entries ?? []
        let givenVariables = entries[Keys.vars]?.value.entries ?? []
        for entry in givenInputs { scope.names.noteGiven(entry.keyText) }
        for entry in givenVariables { scope.names.noteGiven(entry.keyText) }
        let inputs = givenInputs.compactMap { input($0) }
        let declared = declareVariables(givenVariables, inputs)
        let needs = entries[Keys.needs].map {
            NeedReader(templates: templates, file: file, context: context).needs($0.value)
        }
        // The values of `needs` exist before the first variable is computed.
        return Values(rows: rows, inputs: inputs, needs: needs ?? [], variables: variables(declared))
    }

    /// - Parameter node: `defaults` of the file.
    private func defaults(_ node: YAMLNode?) -> StepReader.Defaults {
        let environment = EnvironmentReader(templates: templates).defaults(
            context.environment, under: context.projectDefaults, templates)
        var whole = environment
        if let node { DefaultsReader(templates: templates).read(node, into: &whole) }
        return StepReader.Defaults(environment: environment, whole: whole, node: node)
    }

    /// The steps of a file.
    private struct Sections {
        let setup: [Step]
        let steps: [Step]
        let teardown: [Step]
    }

    private func sections(_ entries: MapReader.Entries, _ reader: StepReader) -> Sections {
        func section(_ key: Language.Key) -> [Step] { entries[key].map { reader.section($0.value) } ?? [] }
        return Sections(
            setup: section(Keys.setup), steps: section(Keys.steps), teardown: section(Keys.teardown))
    }

    /// Reads namespaces, which take precedence over those that were read before.
    private mutating func readNamespaces(_ node: YAMLNode?) {
        guard let node else { return }
        let read = NamespacesReader(sink: sink).namespaces(node)
        templates = templates.at { $0.add(read) }
    }

    private func owner(_ node: YAMLNode) -> String? {
        let name = node.scalar?.text ?? ""
        if name.allSatisfy(\.isWhitespace) {
            sink.report(Diagnostic("workflow.invalid-name", "the owner is empty", at: node.range))
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

    /// Notes the names that every step of a section captures or sets, for the message about a use before that.
    private func announceNames(_ section: YAMLNode) {
        guard let steps = section.items else { return }
        for step in steps {
            guard let entries = step.entries else { continue }
            for entry in entries {
                if entry.isNamed("capture") || entry.isNamed("set") {
                    announce(entry.value)
                } else if entry.isNamed("steps") || entry.isNamed("parallel") {
                    announceNames(entry.value)
                } else if entry.isNamed("paginate"), let names = entry.value["set"] {
                    announce(names)
                }
            }
        }
    }

    private func announce(_ names: YAMLNode) {
        guard let entries = names.entries else { return }
        for entry in entries { scope.names.announce(entry.keyText, at: entry.keyRange) }
    }

    private func output(_ entry: YAMLEntry) -> Workflow.Output? {
        guard Scope.mayDeclare(entry.keyText, at: entry.keyRange, sink) else { return nil }
        return Workflow.Output(
            name: entry.keyText, value: templates.template(entry.value),
            range: entry.range)
    }

    private func input(_ entry: YAMLEntry) -> Workflow.Input? {
        guard let input = InputReader(templates: templates).input(entry) else { return nil }
        let slot = scope.names.declareInput(input.name, type: InputReader.type(named: input.type))
        return Workflow.Input(
            name: input.name, slot: slot, type: input.type, defaultValue: input.defaultValue,
            isRequired: input.isRequired, isSecret: input.isSecret, range: input.range)
    }

    /// The API files that `use` names, here or in baton.yaml.
    private mutating func used(_ node: YAMLNode?) -> [String: APIFile] {
        if node == nil, context.projectUses.isEmpty { return [:] }
        let own = node.map(UseReader(sink: sink).entries) ?? []
        let names = Set(own.map(\.alias))
        let entries =
            context.projectUses.filter { !names.contains($0.name) }
            .map { UseReader.Entry(alias: $0.name, path: $0.path, range: $0.range) } + own
        if entries.isEmpty { return [:] }
        let apis = context.apis.used(entries, APIFileReader.reader(context), into: sink)
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

    /// A variable whose value has not been read.
    private struct DeclaredVariable {
        let entry: YAMLEntry
        let isOfEnvironment: Bool
        /// The slot; 0 until all variables are known.
        var slot = 0
    }

    /// All variables, each with its value of the highest precedence: environment before file before project.
    private func declareVariables(
        _ own: YAMLEntries, _ inputs: [Workflow.Input]
    ) -> NameTable<DeclaredVariable> {
        if !inputs.isEmpty {
            for entry in own {
                if let input = inputs.first(where: { $0.name == entry.keyText }) {
                    sink.report(.inputAndVariable(entry.keyText, at: entry.keyRange, input: input.range))
                }
            }
        }
        let ofEnvironment = context.environment?.variables
        let most = context.projectVariables.count + own.count + (ofEnvironment?.count ?? 0)
        var declared = NameTable<DeclaredVariable>()
        if most == 0 { return declared }
        declared.reserveCapacity(most)
        func add(_ entries: YAMLEntries, areOfEnvironment: Bool = false) {
            for entry in entries {
                let name = entry.keyText
                if Scope.mayDeclare(name, at: entry.keyRange, sink) {
                    declared.update(name, DeclaredVariable(entry: entry, isOfEnvironment: areOfEnvironment))
                }
            }
        }
        add(context.projectVariables)
        add(own)
        if let ofEnvironment { add(ofEnvironment, areOfEnvironment: true) }
        // All names are known before the first value is read.
        declared.changeAll { name, variable in variable.slot = scope.names.declare(name) }
        return declared
    }

    private func variables(_ declared: NameTable<DeclaredVariable>) -> [Workflow.Variable] {
        if declared.isEmpty { return [] }
        let variables = declared.entries.map { variable in
            let entry = variable.value.entry
            return Workflow.Variable(
                name: variable.name, slot: variable.value.slot, value: templates.template(entry.value),
                environmentSlot: variable.value.isOfEnvironment ? scope.names.hiddenSlot() : nil, range: entry.keyRange)
        }
        VariableCycles(sink: sink).check(variables)
        return variables
    }
}
