import BatonAPI
import BatonDiagnostics
import BatonJudging
import BatonLanguage
import BatonWorkflow
import BatonYAML

/// The keys that are read here.
private typealias Keys = Language.APIFile

/// Reads one API file: types, endpoints, and the settings that its requests share.
///
/// `RecordTypesReader` reads the types. An endpoint is kept as it is written, and `EndpointCompiler` compiles it once here, for
/// its mistakes, and again in the scope of each workflow that a `CallReader` finds calling it.
struct APIFileReader {
    let context: LoadingContext
    private let sink = DiagnosticSink()

    init(context: LoadingContext) {
        self.context = context
    }

    /// Reads each API file of a run.
    static func reader(_ context: LoadingContext) -> APILibrary.Reader {
        { file, users in APIFileReader(context: context).read(file, use: users) }
    }

    /// The keys that every request of the API shares, in the order in which they are merged.
    private static let shared =
        Language.KeySet(Language.Transfer.keys) + [
            Keys.base, Keys.headers, Keys.query, Keys.cookies, Keys.auth, Keys.parameters,
            Keys.defaults, Keys.contract,
        ]

    /// - Parameter use: loads the files that this one uses.
    func read(_ file: SourceFile, use: APILibrary.Users) -> APIFile {
        let found = DiagnosticSink()
        let root = YAMLComposer.compose(file, into: found)
        let ignored = Language.Key("x-", .any, "Anything: a home for anchors.")
        let entries =
            root.map {
                MapReader(sink: sink).entries(of: $0, as: Keys.map, other: { $0.hasPrefix("x-") ? ignored : nil })
            } ?? MapReader.Entries()
        func node(_ key: Language.Key) -> YAMLNode? { entries[key]?.value }

        let uses = node(Keys.use).map { use(UseReader(sink: sink).entries($0), sink) } ?? [:]
        let conversions = ConversionReader(sink: sink, types: KnownTypes())
        let dateForm = node(Keys.dateFormat).flatMap { conversions.form($0) }
        let namespaces = node(Keys.namespaces).map { NamespacesReader(sink: sink).namespaces($0) } ?? [:]
        let schema = RecordTypesReader(sink: sink, apis: uses, dateForm: dateForm, namespaces: namespaces)
            .schema(node(Keys.types))
        let endpoints = (node(Keys.endpoints)?.entries ?? []).compactMap(endpoint)
        if root?.entries != nil, node(Keys.endpoints)?.entries?.isEmpty ?? true, schema.definitions.isEmpty,
            !sink.hasErrors
        {
            sink.report(.emptyAPI(at: root?.range ?? SourceRange(file: file, 0..<0)))
        }
        let settings = MapReader.Entries(entries.filter { Self.shared.contains($0.key) })
        let draft = APIFile(
            file: file, settings: settings, schema: schema, namespaces: namespaces, endpoints: endpoints, uses: uses,
            dateForm: dateForm,
            diagnostics: [])
        if !found.hasErrors { check(draft) }
        let used = uses.values.sorted { $0.file.path < $1.file.path }.flatMap(\.diagnostics)
        return APIFile(
            file: file, settings: settings, schema: schema, namespaces: namespaces, endpoints: endpoints, uses: uses,
            dateForm: dateForm,
            diagnostics: MergedDiagnostics.of(found.diagnostics, sink.diagnostics, root) + used)
    }

    /// Compiles everything once, so that mistakes are reported in endpoints that no workflow calls.
    private func check(_ api: APIFile) {
        let scope = Scope(
            secrets: context.secrets,
            environmentVariables: context.environment?.variables.map(\.keyText) ?? [], schemas: context.schemas)
        // Environment and base URL are those of the calling workflow.
        let compiler = EndpointCompiler(api: api, scope: scope, sink: sink, environment: DefaultsTemplates())
        let base = compiler.shared()
        for endpoint in api.endpoints { _ = compiler.compile(endpoint, base) }
    }

    private func endpoint(_ pair: YAMLEntry) -> APIFile.Endpoint? {
        guard Language.isIdentifier(pair.keyText) else {
            sink.report(.invalidName(pair.keyText, of: "an endpoint", at: pair.keyRange))
            return nil
        }
        let entries = MapReader(sink: sink).entries(
            of: pair.value, as: Language.Endpoint.map, other: RequestReader.customMethod)
        let methods = entries.filter { RequestReader.isMethod($0) }
        guard let method = methods.first else {
            if entries.count == pair.value.entries?.count {
                sink.report(.endpointWithoutRequest(pair.keyText, at: pair.keyRange))
            }
            return nil
        }
        if let other = methods.first(where: { $0.name != method.name }) {
            sink.report(.twoRequests(method.name, other.name, at: other.keyRange, first: method.keyRange))
        }
        let inputs = entries[Language.Endpoint.inputs]?.value.entries ?? []
        let scope = Scope(secrets: [], environmentVariables: [])
        let reader = InputReader(templates: TemplateReader(scope: scope, sink: sink))
        let outcomes = (entries[Language.Endpoint.outcomes]?.value.entries ?? []).filter(isOutcomeName)
        return APIFile.Endpoint(
            name: pair.keyText, method: method, entries: entries, inputs: inputs.compactMap(reader.input),
            outcomes: outcomes.map(\.keyText), range: pair.keyRange)
    }

    /// Whether an outcome has a valid name; `success` and the kinds of failures are reserved, because every call may
    /// end in them.
    private func isOutcomeName(_ pair: YAMLEntry) -> Bool {
        let name = pair.keyText
        if CallOutcome.isReserved(name) {
            sink.report(.reservedOutcome(name, at: pair.keyRange))
            return false
        }
        guard Language.isIdentifier(name) else {
            sink.report(.invalidName(name, of: "an outcome", at: pair.keyRange))
            return false
        }
        return true
    }
}
