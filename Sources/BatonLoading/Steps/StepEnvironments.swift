import BatonDiagnostics
import BatonJudging
import BatonLanguage
import BatonWorkflow
import BatonYAML

/// The environments that steps of one file name with `env`, each read at the first step that names it.
final class StepEnvironments {
    /// The readers of a step's requests.
    struct Readers {
        let requests: RequestReader
        let calls: CallReader
        /// What `env` and `secrets` mean in the step.
        let names: Scope.EnvironmentNames
    }

    /// An environment that was read.
    private struct Entered {
        let readers: Readers
        /// The findings about each key of `defaults` in this environment.
        let diagnostics: [(key: Language.Key.Identity?, found: [Diagnostic])]
    }

    /// Keys of `defaults` that are merged with the keys of a step; a step's key replaces any other.
    private static let merged: Language.KeySet = [
        Language.Step.headers, Language.Step.cookies, Language.Step.query, Language.Defaults.expect,
        Language.Flow.namespaces,
    ]

    private let context: LoadingContext
    private let scope: Scope
    private let sink: DiagnosticSink
    private let apis: [String: APIFile]
    /// `defaults` of the file, whose mistakes in the run's own environment have been reported.
    private let defaults: YAMLNode?
    private var entered: [String: Entered] = [:]
    /// The environments that were read, in order.
    private(set) var used: [StepEnvironment] = []

    init(
        context: LoadingContext, scope: Scope, sink: DiagnosticSink, apis: [String: APIFile], defaults: YAMLNode?
    ) {
        self.context = context
        self.scope = scope
        self.sink = sink
        self.apis = apis
        self.defaults = defaults
    }

    /// The readers of a step with this `env`. Nil where this is the run's own environment, or after a report.
    ///
    /// - Parameter written: the keys of the step itself.
    func readers(_ node: YAMLNode, of written: Language.KeySet, _ templates: TemplateReader) -> Readers? {
        guard let name = name(node, templates), name != context.environment?.name else { return nil }
        guard let spec = context.environments.first(where: { $0.name == name }) else {
            sink.report(.unknownEnvironment(name, known: context.environments.map(\.name), at: node.range))
            return nil
        }
        let found = entered[name] ?? read(spec, templates.position)
        entered[name] = found
        for (key, diagnostics) in found.diagnostics {
            if let key, written.contains(key), !Self.merged.contains(key) { continue }
            report(diagnostics, of: spec, at: node)
        }
        return found.readers
    }

    private func name(_ node: YAMLNode, _ templates: TemplateReader) -> String? {
        guard let text = node.scalar?.text, !node.isNull else {
            sink.report(.wrongType(wanted: "the name of an environment", what: "`env` of a request", node: node))
            return nil
        }
        guard templates.text(node).literal != nil else {
            sink.report(.computedEnvironment(at: node.range))
            return nil
        }
        return text
    }

    private func read(_ spec: EnvironmentSpec, _ outer: Scope.Position) -> Entered {
        let names = Scope.EnvironmentNames(
            name: spec.name, slot: scope.names.hiddenSlot(), variables: spec.variables.map(\.keyText),
            secrets: context.secrets.map { $0 + spec.secrets })
        var position = outer
        position.part = .file
        position.enter(names)
        // The settings of the environment in baton.yaml use its variables by their bare names.
        let inner = Scope(environmentIn: scope)
        let own = spec.variables.filter { Scope.mayDeclare($0.keyText, at: $0.key.range, sink) }
        let slots = own.map { inner.names.declare($0.keyText) }
        var innerPosition = Scope.Position()
        innerPosition.enter(names)
        let innerTemplates = TemplateReader(scope: inner, sink: sink, position: innerPosition)
        let variables = zip(own, slots).map { entry, slot in
            Workflow.Variable(
                name: entry.keyText, slot: slot, value: innerTemplates.template(entry.value), environmentSlot: nil,
                range: entry.key.range)
        }
        VariableCycles(sink: sink).check(variables)
        used.append(StepEnvironment(name: spec.name, slot: names.slot, variables: variables))
        let environment = EnvironmentReader(templates: innerTemplates).defaults(
            spec, under: context.projectDefaults,
            TemplateReader(scope: scope, sink: DiagnosticSink(), position: position))
        var whole = environment
        var diagnostics: [(key: Language.Key.Identity?, found: [Diagnostic])] = []
        // Unknown keys have been reported.
        let entries = defaults.map { MapReader(sink: DiagnosticSink()).entries(of: $0, as: Language.Defaults.map) }
        for entry in entries ?? MapReader.Entries() {
            let found = DiagnosticSink()
            let templates = TemplateReader(scope: scope, sink: found, position: position)
            DefaultsReader(templates: templates).read(entry, into: &whole)
            if !found.diagnostics.isEmpty { diagnostics.append((entry.key, found.diagnostics)) }
        }
        let requests = RequestReader(
            scope: scope, sink: sink, defaults: whole, hasBaseURL: spec.baseURL != nil, environment: spec.name)
        let used = UsedAPIs(
            apis, scope: scope, environment: environment, defaults: defaults)
        return Entered(
            readers: Readers(
                requests: requests, calls: CallReader(requests: requests, apis: used), names: names),
            diagnostics: diagnostics)
    }
}

extension StepEnvironments {
    /// Reports mistakes in `defaults` that exist only in this environment; the others were reported when the file was
    /// read.
    private func report(_ diagnostics: [Diagnostic], of spec: EnvironmentSpec, at node: YAMLNode) {
        for diagnostic in diagnostics
        where !sink.diagnostics.contains(where: { $0.code == diagnostic.code && $0.range == diagnostic.range }) {
            var diagnostic = diagnostic
            diagnostic.notes.append(Diagnostic.Note("this step sends them to `\(spec.name)`", at: node.range))
            sink.report(diagnostic)
        }
    }
}

extension Diagnostic {
    static func computedEnvironment(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.computed", "which environments a file uses must be known before it runs", at: range,
            help: "write the name out: `env: staging`")
    }

    /// - Parameter action: the action of the step, which sends no request.
    static func environmentOfNothing(_ action: String, at range: SourceRange) -> Diagnostic {
        let isGroup = ["steps", "parallel"].contains(action)
        return Diagnostic(
            "workflow.key-does-not-fit", "`env` belongs to a request, a `call` or `exec`, not to a `\(action)` step",
            at: range, help: isGroup ? "write it at the requests within" : nil)
    }
}
