import BatonDiagnostics
import BatonHTTP

@testable import BatonJudging
@testable import BatonLoading

/// Loads an API file with a contract, and what else it names, from texts.
enum ContractLoading {
    struct Result {
        var rule: ContractRule?
        var diagnostics: [Diagnostic]

        var errors: [Diagnostic] { diagnostics.filter { $0.severity == .error } }
    }

    /// - Parameters:
    ///   - contract: the value of `contract`, on one line.
    ///   - step: keys of the request after `get: /`.
    static func load(
        _ text: String, contract: String = "openapi.yaml", step: String = "", files: [String: String] = [:]
    ) -> Result {
        var files = files
        files["openapi.yaml"] = text
        var texts = Dictionary(uniqueKeysWithValues: files.map { ("/p/\($0.key)", $0.value) })
        texts["/p/api.yaml"] = "contract: \(contract)\nendpoints: { read: { get: / } }\n"
        let context = LoadingContext(
            projectVariables: [], environment: nil, hasBaseURL: true, files: MemoryFiles(texts: texts),
            schemas: SchemaLibrary(MemoryFiles(texts: texts)))
        let workflow = SourceFile(
            path: "w.yaml", text: "use: { api: api.yaml }\nsteps: [ { call: api.read\(step) } ]\n")
        let sink = DiagnosticSink()
        let loaded = FileLoader(context).load(workflow, into: sink)
        guard case .request(let template)? = loaded?.steps.first?.action else {
            return Result(rule: nil, diagnostics: sink.diagnostics)
        }
        return Result(rule: template.contract, diagnostics: sink.diagnostics)
    }

    /// A document with these lines of `paths` and `components`.
    static func document(_ rest: String, version: String = "3.1.0") -> String {
        "openapi: \(version)\ninfo: { title: T, version: '1' }\n\(rest)\n"
    }
}
