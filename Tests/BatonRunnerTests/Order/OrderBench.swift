import BatonDiagnostics
import BatonHTTP
import BatonJudging
import BatonLoading
import BatonSecrets
import BatonWorkflow
import Testing

@testable import BatonRecords
@testable import BatonRunner

/// Files by their names, some of them selected, run over a dispatcher that is a table.
struct OrderBench {
    let dispatcher: TableDispatcher
    let collector = EventCollector()
    private let files: [String: String]

    init(
        _ files: [String: String], _ responses: [String: (status: Int, body: String)] = [:],
        script: TableDispatcher.Script? = nil
    ) {
        self.files = files
        dispatcher = TableDispatcher(responses, script: script)
    }

    /// Files by name, found beside whoever names them.
    private struct Files: ProjectFiles {
        let texts: [String: String]

        func path(of workflow: SourceFile) -> String { "/p/\(workflow.path)" }

        func locate(_ path: String, for workflow: SourceFile) throws(ProjectFileError) -> String {
            guard texts[path] != nil else { throw ProjectFileError("`\(path)` does not exist") }
            return "/p/\(path)"
        }

        func read(_ path: String, for workflow: SourceFile) throws(ProjectFileError) -> SourceFile {
            SourceFile(path: String(path.dropFirst(3)), text: texts[String(path.dropFirst(3))] ?? "")
        }
    }

    func plan(_ selected: [String], before: [String] = [], after: [String] = []) throws -> Plan {
        let context = LoadingContext(
            projectVariables: [], environment: nil, hasBaseURL: true, mayGetSecrets: true, files: Files(texts: files),
            schemas: SchemaLibrary(Files(texts: files)))
        var sources: [String: Plan.Source] = [:]
        for (name, text) in files {
            let sink = DiagnosticSink()
            let workflow = FileLoader(context).load(SourceFile(path: name, text: text), into: sink)
            sources["/p/\(name)"] = Plan.Source(
                identity: name, name: workflow?.name ?? name,
                content: workflow.map { .workflow($0) } ?? .invalid(sink.diagnostics),
                quarantine: workflow?.quarantine.map { CaseQuarantine($0, on: 0) })
        }
        let cases = try selected.enumerated().map { index, name in
            let source = try #require(sources["/p/\(name)"])
            let identity = CaseIdentity(
                index: index, path: name, name: source.name, row: nil, tags: [], stepCount: 1,
                quarantine: source.quarantine)
            return Plan.Case(identity: identity, content: source.content, source: "/p/\(name)")
        }
        func frames(_ names: [String]) -> [Plan.Frame] {
            let project = SourceFile(path: "baton.yaml", text: "before: [ a.yaml ]")
            return names.map { Plan.Frame(path: "/p/\($0)", origin: SourceRange(startOf: project)) }
        }
        return Plan(cases: cases).completed(with: sources, before: frames(before), after: frames(after))
    }

    @discardableResult
    func run(
        _ selected: [String], before: [String] = [], after: [String] = [], jobs: Int = 1, maxFailures: Int? = nil,
        timeout: Microseconds? = nil, isDryRun: Bool = false, dependencies: Dependencies = Dependencies()
    ) async throws -> Runner.Result {
        let base = try URLText.parse("http://api.test")
        var options = RunSettings.Options(userAgent: "test")
        options.isDryRun = isDryRun
        let settings = RunSettings.sample(
            base, options: options, values: RunValues(secrets: ["PW": "swordfish-1"]), folder: "/p",
            dependencies: dependencies)
        let runner = Runner(
            plan: try plan(selected, before: before, after: after), settings: settings, jobs: jobs,
            maxFailures: maxFailures, timeout: timeout, hub: EventHub([collector], showsProgress: false),
            dispatcher: dispatcher, executor: { _ in nil })
        return await runner.run()
    }

    /// `a.yaml passed`, in the order of the plan.
    var ends: [String] {
        collector.cases.map {
            "\($0.identity.path)\($0.identity.marks) \($0.isBlocked ? "blocked" : $0.outcome.rawValue)"
        }
    }

    var paths: [String] { dispatcher.paths }
}

extension Dependencies {
    /// Pauses of an hour last until they are cancelled, all others take no time.
    static let endlessHours = Dependencies(sleep: { pause in
        if pause >= 3_600_000_000 { try await Task.sleep(for: .seconds(3600)) }
    })
}
