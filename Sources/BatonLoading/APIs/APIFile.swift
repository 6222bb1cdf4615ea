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
    var types: KnownTypes { KnownTypes(own: schema, apis: uses, dateForm: dateForm) }

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

/// The types that `as` may name at one place, beside those of the language.
struct KnownTypes: Sendable {
    /// The file's own types; `ownNames` has their names while they are still being read.
    var own: RecordSchema?
    var ownNames: [String] = []
    var apis: [String: APIFile] = [:]
    /// The default form of dates.
    var dateForm: DateForm?

    init(
        own: RecordSchema? = nil, ownNames: [String] = [], apis: [String: APIFile] = [:], dateForm: DateForm? = nil
    ) {
        self.own = own
        self.ownNames = ownNames
        self.apis = apis
        self.dateForm = dateForm
    }

    /// The type of a name; nil for a name that is no type.
    func type(_ name: String) -> MappedType? {
        if let index = ownNames.firstIndex(of: name) { return .own(index) }
        if let type = own?.type(named: name) { return .record(type) }
        let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
        guard parts.count == 2, let api = apis[parts[0]], !api.hasErrors, let type = api.schema.type(named: parts[1])
        else { return nil }
        return .record(type)
    }

    /// Whether a name may be a type of a file with errors, which have been reported.
    func isUnknowable(_ name: String) -> Bool {
        let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
        return parts.count == 2 && apis[parts[0]]?.hasErrors == true
    }

    /// All names, sorted.
    var names: [String] {
        let own = ownNames + (self.own?.definitions.map(\.name) ?? [])
        let used = apis.sorted { $0.key < $1.key }.flatMap { alias, api in
            api.schema.definitions.map { "\(alias).\($0.name)" }
        }
        return own + used
    }
}
