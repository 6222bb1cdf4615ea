import BatonDiagnostics
import BatonYAML

/// What every request of a file starts from.
struct DefaultsTemplates {
    var query: [MapTemplate] = []
    var headers: [Sourced<MapTemplate>] = []
    var cookies: [MapTemplate] = []
    var auth: Sourced<AuthTemplate>?
    var transfer = TransferTemplate()
    var checks: [Check] = []
}

/// What every request of a run starts from.
struct EnvironmentTemplates {
    var headers: [Sourced<MapTemplate>] = []
}

/// Reads `defaults`.
struct DefaultsReader {
    let templates: TemplateReader
    let sink: DiagnosticSink

    func defaults(_ node: YAMLNode) -> DefaultsTemplates {
        var defaults = DefaultsTemplates()
        for entry in MapReader(sink: sink).entries(of: node, as: Language.defaults) {
            switch entry.name {
            case "query": defaults.query = [templates.map(entry.value)]
            case "headers":
                let headers = HeaderReader(templates: templates, sink: sink).headers(entry.value)
                defaults.headers = [Sourced(value: headers, isOwn: true)]
            case "cookies": defaults.cookies = [templates.map(entry.value)]
            case "auth":
                defaults.auth = AuthReader(templates: templates, sink: sink).auth(entry.value).map {
                    Sourced(value: $0, isOwn: false)
                }
            case "expect":
                defaults.checks =
                    CheckReader(templates: templates, sink: sink).expect(entry.value, as: Language.defaultExpect).checks
            default: TransferReader(templates: templates, sink: sink).read(entry, into: &defaults.transfer)
            }
        }
        return defaults
    }
}
