import BatonDiagnostics
import BatonFiles
import BatonJSON
import BatonJudging
import BatonLoading
import BatonRunner
import BatonValues
import BatonWorkflow

/// Variables from `--vars-file` and `--var`: later ones override earlier ones, and `--var` overrides files.
struct GivenVariables {
    private(set) var values: [String: JSONValue] = [:]
    private(set) var warnings: [Diagnostic] = []

    /// Throws for a file with errors, and for a `--var` that no selected file declares.
    ///
    /// A file of variables often serves many workflows, so its names that no selected file declares are ignored.
    init(_ options: RunOptions, _ plan: Plan, _ workspace: Workspace) throws(UsageError) {
        if options.variables.isEmpty, options.variableFiles.isEmpty, options.variableValues.isEmpty { return }
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
        let given =
            options.variables.map { ($0.name, GivenValue.value($0.value)) }
            + options.variableValues.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        for (name, value) in given {
            guard declared.contains(name) || plan.hasInvalidFiles else {
                let nearest = Spelling.nearest(to: name, in: declared.sorted())
                throw UsageError(
                    "run.unknown-variable", "\(options.shownVariable(name)): no selected file declares this variable",
                    help: nearest.map { "did you mean `\($0)`?" } ?? "declare it under `vars` of the file that uses it")
            }
            values[name] = value
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
