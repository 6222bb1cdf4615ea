import BatonDiagnostics
import BatonFiles
import BatonJSON
import BatonRunner
import BatonWorkflow

/// Variables from `--vars-file` and `--var`: later ones override earlier ones, and `--var` overrides files.
struct GivenVariables {
    private(set) var values: [String: JSONValue] = [:]
    private(set) var warnings: [Diagnostic] = []

    /// Throws for a file with errors, and for a `--var` that no selected file declares.
    ///
    /// A file of variables often serves many workflows, so its names that no selected file declares are ignored.
    init(_ options: RunOptions, _ plan: Plan, _ workspace: Workspace) throws(UsageError) {
        if options.variables.isEmpty, options.variableFiles.isEmpty { return }
        let declared = plan.declaredVariables
        for path in options.variableFiles {
            for given in try Self.read(path, workspace) {
                if declared.contains(given.name) {
                    values[given.name] = given.value
                } else if let near = Spelling.nearest(to: given.name, in: declared.sorted()), !plan.hasInvalidFiles {
                    warnings.append(.strayVariable(given.name, meant: near, at: given.range))
                }
            }
        }
        for assignment in options.variables {
            guard declared.contains(assignment.name) || plan.hasInvalidFiles else {
                let nearest = Spelling.nearest(to: assignment.name, in: declared.sorted())
                throw UsageError(
                    "run.unknown-variable", "--var \(assignment.name): no selected file declares this variable",
                    help: nearest.map { "did you mean `\($0)`?" } ?? "declare it under `vars` of the file that uses it")
            }
            values[assignment.name] = GivenValue.value(assignment.value)
        }
    }

    private static func read(
        _ path: String, _ workspace: Workspace
    ) throws(UsageError) -> [VariablesFileLoader.Given] {
        let file = try SourceReading.file(at: RealPath.join(workspace.workingFolder, path), shownAs: path)
        let sink = DiagnosticSink()
        guard let given = VariablesFileLoader(into: sink).load(file) else { throw UsageError(sink.diagnostics) }
        return given
    }
}
