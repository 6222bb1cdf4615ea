import BatonDiagnostics
import BatonJudging
import BatonLoading
import BatonWorkflow

/// A text as the contract of an API file: it loads, or each of its errors has a place and can be shown.
enum OpenAPITarget {
    static func violation(in bytes: [UInt8]) -> String? {
        let files = Files(document: bytes)
        let sink = DiagnosticSink()
        let context = LoadingContext(
            projectVariables: [], environment: nil, hasBaseURL: true, files: files, schemas: SchemaLibrary(files))
        let file = SourceFile(
            path: "api.yaml", bytes: Array("contract: openapi.yaml\nendpoints: { read: { get: / } }\n".utf8))
        let loaded = FileLoader(context).read(file, into: sink)
        let wasLoaded = if case .api = loaded { true } else { false }
        guard wasLoaded != sink.hasErrors else {
            return wasLoaded ? "it was loaded with errors" : "it was refused without an error"
        }
        for diagnostic in sink.diagnostics {
            guard let range = diagnostic.range else { return "\(diagnostic.code) has no place" }
            // Its note is in the API file, which names the document.
            var placed = diagnostic
            placed.notes = []
            guard YAMLTarget.isPlaced(placed, in: range.file) else { return "\(diagnostic.code) is out of its file" }
        }
        for diagnostic in sink.diagnostics.prefix(3) where DiagnosticRenderer().render(diagnostic).isEmpty {
            return "\(diagnostic.code) shows nothing"
        }
        return nil
    }

    /// Only the document is there, whatever it refers to.
    private struct Files: ProjectFiles {
        let document: [UInt8]

        func path(of workflow: SourceFile) -> String { "/p/\(workflow.path)" }

        func locate(_ path: String, for workflow: SourceFile) throws(ProjectFileError) -> String {
            guard path == "openapi.yaml" || path == "/p/openapi.yaml" else {
                throw ProjectFileError("`\(path)` does not exist")
            }
            return "/p/openapi.yaml"
        }

        func read(_ path: String, for workflow: SourceFile) throws(ProjectFileError) -> SourceFile {
            SourceFile(path: "openapi.yaml", bytes: document)
        }
    }
}
