import BatonDiagnostics
import BatonJudging
import BatonLoading

/// A file loads, or each of its errors has a place and can be shown; read as a project file and as a file of variables
/// too.
enum WorkflowTarget {
    static func violation(in bytes: [UInt8]) -> String? {
        let file = SourceFile(path: "w.yaml", bytes: bytes)
        let sink = DiagnosticSink()
        let context = LoadingContext(projectVariables: [], environment: nil, hasBaseURL: true)
        let loaded = FileLoader(context).read(file, into: sink)
        let wasLoaded = if case .invalid = loaded { false } else { true }
        if let found = violation(of: sink, wasLoaded: wasLoaded, file) { return found }
        let projectSink = DiagnosticSink()
        let project = ProjectLoader(into: projectSink).load(file, folder: "/project")
        return violation(of: projectSink, wasLoaded: project != nil, file).map { "as a project: \($0)" }
    }

    private static func violation(of sink: DiagnosticSink, wasLoaded: Bool, _ file: SourceFile) -> String? {
        guard wasLoaded != sink.hasErrors else {
            return wasLoaded ? "it was loaded with errors" : "it was refused without an error"
        }
        for diagnostic in sink.diagnostics where !YAMLTarget.isPlaced(diagnostic, in: file) {
            return "\(diagnostic.code) has no place: \(String(describing: diagnostic.range))"
        }
        for diagnostic in sink.diagnostics.prefix(3) where DiagnosticRenderer().render(diagnostic).isEmpty {
            return "\(diagnostic.code) shows nothing"
        }
        return nil
    }
}
