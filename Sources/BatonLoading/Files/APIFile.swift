import BatonAPI
package import BatonDiagnostics
import BatonJudging
import BatonWorkflow
import BatonYAML

/// An API file, read and checked once for all files that use it.
///
/// The contents of its requests are compiled again in the scope of each workflow that calls them.
package final class APIFile: Sendable {
    package let file: SourceFile
    /// The settings of every request of the API.
    let settings: MapReader.Entries
    let schema: RecordSchema
    /// The namespaces of prefixes in XPaths.
    let namespaces: [String: String]
    let endpoints: [Endpoint]
    let uses: [String: APIFile]
    let dateForm: DateForm?
    /// The findings about the file and the files that it uses.
    package let diagnostics: [Diagnostic]

    init(
        file: SourceFile, settings: MapReader.Entries, schema: RecordSchema, namespaces: [String: String],
        endpoints: [Endpoint], uses: [String: APIFile], dateForm: DateForm?, diagnostics: [Diagnostic]
    ) {
        self.file = file
        self.settings = settings
        self.schema = schema
        self.namespaces = namespaces
        self.endpoints = endpoints
        self.uses = uses
        self.dateForm = dateForm
        self.diagnostics = diagnostics
    }

    package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

    /// The types that `as` may name inside the file.
    var types: KnownTypes { KnownTypes(own: schema, used: Self.types(of: uses), dateForm: dateForm) }

    /// The types that users of these files may name.
    static func types(of files: [String: APIFile]) -> [String: KnownTypes.Used] {
        files.mapValues { KnownTypes.Used(schema: $0.schema, isBroken: $0.hasErrors) }
    }

    func endpoint(named name: String) -> Endpoint? { endpoints.first { $0.name == name } }

    /// An endpoint as written.
    struct Endpoint: Sendable {
        let name: String
        let method: MapReader.Entry
        let entries: MapReader.Entries
        let inputs: [Workflow.Input]
        let outcomes: [String]
        let range: SourceRange
    }
}
