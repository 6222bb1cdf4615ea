import BatonAPI
import BatonDiagnostics
import BatonJudging
import BatonLanguage
import BatonWorkflow
import BatonYAML

/// The defaults of every request of a file.
struct DefaultsTemplates {
    /// The values; nil where there are no defaults, as in most files. The enum is indirect, so that copies for every
    /// reader are small.
    private var said: Said?

    private indirect enum Said {
        case values(Values)
    }

    struct Values {
        var query: [Sourced<MapTemplate>] = []
        var headers: [Sourced<MapTemplate>] = []
        var cookies: [Sourced<MapTemplate>] = []
        var auth: Sourced<AuthTemplate>?
        var cache: Sourced<CacheTemplate>?
        var transfer: WrittenTransfer?
        var contract: ContractRule?
        var checks: [Check] = []
        var retry: RetryTemplate?
    }

    var values: Values? { if case .values(let values)? = said { values } else { nil } }

    var checks: [Check] { values?.checks ?? [] }

    mutating func change(_ change: (inout Values) -> Void) {
        var values = values ?? Values()
        change(&values)
        said = .values(values)
    }
}

extension [Check] {
    /// These checks, preceded by those of lower precedence that have other subjects.
    func merged(over others: [Check]) -> [Check] {
        let labels = Set(map { $0.label.lowercased() })
        return others.filter { !labels.contains($0.label.lowercased()) } + self
    }
}

/// Reads `defaults` into the defaults of the environment.
struct DefaultsReader {
    let templates: TemplateReader
    /// The origin of the values; an API file has these keys at its top, for its own endpoints.
    var layer = RequestLayer.defaults

    private var sink: DiagnosticSink { templates.sink }

    func read(_ node: YAMLNode, into defaults: inout DefaultsTemplates) {
        for entry in MapReader(sink: sink).entries(of: node, as: Language.Defaults.map) { read(entry, into: &defaults) }
    }

    func read(_ entry: MapReader.Entry, into defaults: inout DefaultsTemplates) {
        // `namespaces` have been read with the file, because they apply to the whole file.
        if entry.key == Language.Flow.namespaces { return }
        defaults.change { read(entry, into: &$0) }
    }

    private func read(_ entry: MapReader.Entry, into defaults: inout DefaultsTemplates.Values) {
        switch entry.key {
        case Language.Step.query: defaults.query.append(Sourced(value: templates.parameters(entry.value), layer: layer))
        case Language.Step.headers:
            let headers = HeaderReader(templates: templates).headers(entry.value)
            defaults.headers.append(Sourced(value: headers, layer: layer))
        case Language.Step.cookies:
            defaults.cookies.append(Sourced(value: templates.parameters(entry.value), layer: layer))
        case Language.Step.auth:
            if let auth = AuthReader(templates: templates).auth(entry.value) {
                defaults.auth = Sourced(value: auth, layer: layer)
            }
        case Language.Transfer.cache:
            if let cache = CacheReader(templates: templates).cache(entry.value) {
                defaults.cache = Sourced(value: cache, layer: layer)
            }
        case Language.Contract.contract:
            defaults.contract = ContractReader(templates: templates).rule(entry.value, isOfAPI: true)
        case Language.Defaults.expect:
            var checks = CheckReader(templates: templates).expect(entry.value, as: Language.DefaultExpect.map).checks
            for index in checks.indices { checks[index].isDefault = true }
            defaults.checks = checks.merged(over: defaults.checks)
        case Language.RequestFlow.retry: defaults.retry = RetryReader(templates: templates).retry(entry.value)
        default:
            TransferReader(templates: templates)
                .read(entry.key, entry.value, into: &defaults.transfer)
        }
    }
}
