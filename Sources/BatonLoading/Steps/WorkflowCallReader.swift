import BatonCEL
import BatonDiagnostics
import BatonJudging
import BatonLanguage
import BatonWorkflow
import BatonYAML

/// The keys that are read here.
private typealias Keys = Language.Step

/// Reads a step that calls another workflow.
final class WorkflowCallReader {
    private let scope: Scope
    private let sink: DiagnosticSink
    private let context: LoadingContext
    private let file: SourceFile
    private let load: CalledWorkflows.Loader
    /// The findings about called files.
    private(set) var diagnostics: [Diagnostic] = []

    init(
        scope: Scope, sink: DiagnosticSink, context: LoadingContext, file: SourceFile,
        load: @escaping CalledWorkflows.Loader
    ) {
        self.scope = scope
        self.sink = sink
        self.context = context
        self.file = file
        self.load = load
    }

    /// The keys that may stand beside `workflow`.
    static let keys: Language.KeySet = [Keys.workflow, Keys.with, Keys.session, Keys.expect, Keys.capture]

    /// The call, and the type of `steps.ID.result`, which is dynamic where the called file has errors.
    func action(
        _ entry: MapReader.Entry, _ entries: MapReader.Entries, _ templates: TemplateReader
    ) -> (call: Step.Action?, result: CELType) {
        let session = session(entries[Keys.session], templates)
        guard let workflow = workflow(entry.value, templates) else {
            _ = judged(entries, .dyn, templates)
            return (nil, .dyn)
        }
        let path = entry.value.scalar?.text ?? ""
        let inputs = workflow.inputs
        let arguments = ArgumentReader(templates: templates).arguments(
            entries[Keys.with], for: inputs, of: path, at: entry.value.range, slot: \.slot
        ) { .unknownWorkflowInput($0.keyText, of: path, at: $0.keyRange, known: inputs.map(\.name)) }
        scope.gathered.uses.noteProgramsOf(workflow)
        let steps = scope.gathered.uses.expandedSteps + workflow.uses.expandedSteps
        if steps > WorkflowCall.mostSteps, scope.gathered.uses.expandedSteps <= WorkflowCall.mostSteps {
            sink.report(.tooManySteps(at: entry.value.range))
        }
        scope.noteSecrets(workflow.uses.secrets)
        let members = workflow.outputs.map { CELNativeType.Member($0.name, $0.value.type) }
        let type = CELType.native(CELNativeType("result", members: members, isRecord: true))
        let (captures, expected) = judged(entries, type, templates)
        return (
            .workflow(
                WorkflowCall(
                    workflow: workflow, arguments: arguments, sharedSession: session, captures: captures,
                    checks: expected.checks, conditions: expected.conditions)), type
        )
    }

    /// The captures and checks of the outputs.
    private func judged(
        _ entries: MapReader.Entries, _ type: CELType, _ templates: TemplateReader
    ) -> (captures: [Capture], expected: CheckReader.Result) {
        let templates = templates.at {
            $0.part = .result
            $0.enterCall(result: type)
        }
        let captures =
            entries[Keys.capture].map { CaptureReader(templates: templates).captures($0.value) }
            ?? []
        for capture in captures {
            if let found = capture.source.ofResponse {
                sink.report(.captureOfWorkflow(capture.name, path: found, at: capture.range))
            }
        }
        let expected =
            entries[Keys.expect].map {
                CheckReader(templates: templates).expect($0.value, as: Language.WorkflowExpect.map)
            } ?? CheckReader.Result()
        return (captures, expected)
    }

    private func session(_ entry: MapReader.Entry?, _ templates: TemplateReader) -> SessionChoice? {
        guard let entry else { return nil }
        let text = entry.value.scalar?.text ?? ""
        if text != "shared" { sink.report(.sessionOfWorkflow(text, at: entry.value.range)) }
        return templates.position.session
    }

    private func workflow(_ node: YAMLNode, _ templates: TemplateReader) -> Workflow? {
        guard let path = templates.text(node).literal, !path.isEmpty else {
            sink.report(.computedWorkflow(at: node.range))
            return nil
        }
        let called: CalledWorkflows.File
        do throws(ProjectFileError) {
            let located = try context.called.locate(path, for: file)
            let chain = chain()
            if let start = chain.firstIndex(where: { $0.path == located }) {
                let files = chain[start...].map(\.shown)
                sink.report(.cycleOfWorkflows(files + files.prefix(1), at: node.range))
                return nil
            }
            guard chain.count <= WorkflowCall.mostLevels else {
                sink.report(.callsTooDeep(at: node.range))
                return nil
            }
            called = try context.called.file(located, for: file, context.calling(chain), load)
        } catch {
            let found = context.needed.path(meantBy: path, for: file)
            sink.report(.unreadableWorkflow(Message(value: error.message), found: found, at: node.range))
            return nil
        }
        let known = Set(diagnostics.compactMap { $0.range?.file.path })
        if !known.contains(called.shown) {
            diagnostics += called.diagnostics.filter { $0.range.map { !known.contains($0.file.path) } ?? true }
        }
        switch called.kind {
        case .api: sink.report(.calledAPI(path, at: node.range))
        case .openAPI: sink.report(.calledOpenAPI(path, at: node.range))
        case .workflow: if called.workflow == nil { sink.report(.brokenWorkflow(called.shown, at: node.range)) }
        }
        if let workflow = called.workflow { check(workflow, path, at: node.range) }
        return called.workflow
    }

    /// The stack of calling files, this file last.
    private func chain() -> [LoadingContext.Link] {
        guard context.chain.isEmpty else { return context.chain }
        let name = file.path.split(separator: "/").last.map(String.init) ?? file.path
        let path = (try? context.called.locate(name, for: file)) ?? file.path
        return [LoadingContext.Link(path: path, shown: file.path)]
    }

    /// Reports keys of the called workflow that only have a meaning for a whole run.
    private func check(_ workflow: Workflow, _ path: String, at range: SourceRange) {
        if let absence = workflow.absence, context.isChosen {
            sink.report(.calledElsewhere(path, absence, at: range))
        }
        if let need = workflow.needs.first {
            sink.report(.calledWorkflowHas("needs", path, at: range, there: need.range))
        }
        if workflow.rows != nil { sink.report(.calledWorkflowHas("rows", path, at: range, there: nil)) }
        if !workflow.locks.isEmpty { sink.report(.calledWorkflowHas("lock", path, at: range, there: nil)) }
    }
}

extension Capture.Source {
    /// The part of a response that the source reads: a path as dotted keys; empty where a result has no such part; nil
    /// for an expression.
    fileprivate var ofResponse: String? {
        switch self {
        case .expression: nil
        case .path(_, let written): String(written.drop { $0 == "$" || $0 == "." })
        case .header, .cookie, .xpath, .events: ""
        case .search(let search):
            if case .source(let source) = search.subject { source.ofResponse } else { "" }
        }
    }
}
