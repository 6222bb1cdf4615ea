import BatonDiagnostics
import BatonLoading
import BatonRecords
import BatonRunner
import BatonWorkflow

extension Measurement {
    /// Time to plan workflows that need each other, and to schedule them; reading the files is not included. Each needs
    /// up to three earlier ones, and a tenth have one of ten locks.
    static let plan = Measurement(name: "plan", usage: "WORKFLOWS") { arguments in
        guard let count = arguments.first.flatMap({ Int($0) }), count > 0, arguments.count == 1 else {
            throw BenchError("plan needs the number of workflows")
        }
        let sources = try sources(count)
        let cases = try (0..<count).map { index in
            guard let source = sources["/p/\(index).yaml"] else { throw BenchError("a workflow is missing") }
            let identity = CaseIdentity(
                index: index, path: source.identity, name: source.name, row: nil, tags: [], stepCount: 1)
            return Plan.Case(identity: identity, content: source.content, source: "/p/\(index).yaml")
        }
        var ended = 0
        let elapsed = ProcessorTime.measure {
            let plan = Plan(cases: cases).completed(with: sources, before: [], after: [])
            ended = play(Schedule(plan.graph))
        }
        guard ended == count else { throw BenchError("\(ended) of \(count) workflows have ended") }
        return elapsed
    }

    /// Runs the schedule with all workflows passing at once; returns the number of those that ended.
    private static func play(_ schedule: Schedule) -> Int {
        var schedule = schedule
        var ended = 0
        while case .start(let job) = schedule.next() {
            switch job {
            case .run(let index):
                if schedule.stepsPassed(index) { continue }
                schedule.ended(index, passed: true)
            case .tearDown(let index): schedule.ended(index, passed: true)
            case .block: continue
            }
            ended += 1
        }
        return ended
    }

    private static func sources(_ count: Int) throws -> [String: Plan.Source] {
        let texts = (0..<count).map { index in
            let needs = Set([1, 7, 100].map { index - $0 * (1 + index % 5) }.filter { $0 >= 0 }).sorted()
            let list = needs.isEmpty ? "" : "needs: { \(needs.map { "n\($0): \($0).yaml" }.joined(separator: ", ")) }\n"
            return list + (index % 10 == 0 ? "lock: lock-\(index / 10 % 10)\n" : "") + "steps: [ { get: /x } ]\n"
        }
        let files = MemoryFiles(texts: texts)
        let loader = FileLoader(
            LoadingContext(projectVariables: [], environment: nil, hasBaseURL: true, files: files))
        var sources: [String: Plan.Source] = [:]
        for (index, text) in texts.enumerated() {
            let sink = DiagnosticSink()
            let file = SourceFile(path: "\(index).yaml", text: text)
            guard let workflow = loader.load(file, into: sink) else {
                throw BenchError(sink.diagnostics.first?.message.text ?? "a workflow does not load")
            }
            sources["/p/\(index).yaml"] = Plan.Source(
                identity: file.path, name: workflow.name, content: .workflow(workflow))
        }
        return sources
    }

    /// Files in memory, named by their numbers.
    private struct MemoryFiles: ProjectFiles {
        let texts: [String]

        func path(of workflow: SourceFile) -> String { "/p/\(workflow.path)" }

        func locate(_ path: String, for workflow: SourceFile) throws(ProjectFileError) -> String { "/p/\(path)" }

        func read(_ path: String, for workflow: SourceFile) throws(ProjectFileError) -> SourceFile {
            guard let index = Int(path.dropFirst(3).dropLast(5)), texts.indices.contains(index) else {
                throw ProjectFileError("`\(path)` does not exist")
            }
            return SourceFile(path: String(path.dropFirst(3)), text: texts[index])
        }
    }
}
