import BatonAPI
import BatonCEL
import BatonDiagnostics
import BatonJSON
import BatonJudging
import BatonLanguage
import BatonWorkflow
import BatonYAML

/// The APIs that one workflow uses; an endpoint is compiled when the first step calls it.
final class UsedAPIs {
    let apis: [String: APIFile]
    private let scope: Scope
    private let environment: DefaultsTemplates
    private let defaults: YAMLNode?
    private var shared: [ObjectIdentifier: EndpointCompiler.Shared] = [:]
    private var compiled: [String: EndpointCompiler.Compiled] = [:]

    /// - Parameter defaults: the defaults of the workflow, which override those of the API.
    init(
        _ apis: [String: APIFile], scope: Scope, environment: DefaultsTemplates, defaults: YAMLNode?
    ) {
        self.apis = apis
        self.scope = scope
        self.environment = environment
        self.defaults = defaults
    }

    /// The compiled endpoint. Findings are dropped: those of the API file and of `defaults` were reported when these
    /// were read.
    func endpoint(
        _ endpoint: APIFile.Endpoint, of api: APIFile, alias: String, _ templates: TemplateReader
    ) -> EndpointCompiler.Compiled {
        let key = "\(alias).\(endpoint.name)"
        if let found = compiled[key] { return found }
        let sink = DiagnosticSink()
        let compiler = EndpointCompiler(
            api: api, scope: scope, sink: sink, named: templates.position.environment, environment: environment)
        let shared = shared[ObjectIdentifier(api)] ?? self.shared(compiler, templates.position)
        self.shared[ObjectIdentifier(api)] = shared
        let made = compiler.compile(endpoint, shared)
        compiled[key] = made
        return made
    }

    private func shared(_ compiler: EndpointCompiler, _ position: Scope.Position) -> EndpointCompiler.Shared {
        var shared = compiler.shared()
        if let defaults {
            let templates = TemplateReader(scope: scope, sink: compiler.sink, position: position)
                .at { $0.part = .file }
            DefaultsReader(templates: templates).read(defaults, into: &shared.defaults)
        }
        return shared
    }
}

/// Reads a step that calls an endpoint.
struct CallReader {
    let requests: RequestReader
    let apis: UsedAPIs

    private var sink: DiagnosticSink { requests.sink }
    private var scope: Scope { requests.scope }

    /// The keys of the sent body, and `save`, which belong to the endpoint.
    private static let endpointKeys = BodyReader.keys + [Language.Step.save]

    func action(
        _ call: MapReader.Entry, _ entries: MapReader.Entries, _ templates: TemplateReader
    ) -> Step.Action? {
        guard let compiled = endpoint(call.value, templates) else { return nil }
        let name = call.value.scalar?.text ?? ""
        checkBase(compiled, call.value.range)
        let inputs = compiled.endpoint.inputs
        let arguments = ArgumentReader(templates: templates).arguments(
            entries[Language.Step.with], for: inputs, of: name, at: call.value.range,
            slot: { compiled.slots[$0.name] },
            unknown: {
                .unknownInput(
                    $0.keyText, of: name, at: $0.keyRange, known: inputs.map(\.name),
                    endpoint: compiled.endpoint.range)
            })
        for entry in entries where Self.endpointKeys.contains(entry.key) {
            sink.report(.keyOfEndpoint(entry.name, at: entry.keyRange))
        }
        let ofCall = templates.at {
            $0.outcomes = OutcomeReader.names(ofCall: compiled.endpoint.outcomes)
            $0.enterCall(result: compiled.resultType)
        }
        var draft = compiled.draft
        draft.session = templates.position.session
        return requests.action(
            &draft, entries, ofCall, except: Self.endpointKeys, method: compiled.method, url: compiled.url,
            call: CallTemplate(name: name, arguments: arguments, endpoint: compiled.template, base: compiled.base))
    }

    /// The type of `steps.ID.result`.
    func resultType(_ node: YAMLNode, _ templates: TemplateReader) -> CELType? {
        let parts = Self.parts(node)
        guard parts.count == 2, let api = apis.apis[parts[0]], !api.hasErrors,
            let endpoint = api.endpoint(named: parts[1])
        else { return nil }
        return apis.endpoint(endpoint, of: api, alias: parts[0], templates).resultType
    }

    private static func parts(_ node: YAMLNode) -> [String] {
        (node.scalar?.text ?? "").split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }

    private func endpoint(_ node: YAMLNode, _ templates: TemplateReader) -> EndpointCompiler.Compiled? {
        let parts = Self.parts(node)
        if ["yaml", "yml"].contains(parts.last), apis.apis[parts[0]] == nil {
            sink.report(.callOfFile(node.scalar?.text ?? "", at: node.range))
            return nil
        }
        guard parts.count == 2, parts.allSatisfy(Language.isIdentifier) else {
            let known = apis.apis.sorted { $0.key < $1.key }.flatMap { alias, api in
                api.endpoints.map { "\(alias).\($0.name)" }
            }
            sink.report(.unclearCall(node.scalar?.text ?? "", at: node.range, known: known))
            return nil
        }
        guard let api = apis.apis[parts[0]] else {
            if !scope.brokenAliases.contains(parts[0]) {
                sink.report(.unknownAPI(parts[0], at: node.range, known: apis.apis.keys.sorted()))
            }
            return nil
        }
        guard let endpoint = api.endpoint(named: parts[1]) else {
            // A file with errors may have lost the endpoint because of one.
            if !api.hasErrors {
                sink.report(
                    .unknownEndpoint(
                        parts[1], of: parts[0], at: node.range, known: api.endpoints.map(\.name)))
            }
            return nil
        }
        return api.hasErrors ? nil : apis.endpoint(endpoint, of: api, alias: parts[0], templates)
    }

    /// Reports a path of an endpoint that has no base URL.
    private func checkBase(_ compiled: EndpointCompiler.Compiled, _ range: SourceRange) {
        let url = compiled.url.written
        guard !requests.hasBaseURL, url.isEmpty || url.hasPrefix("/") else { return }
        if let base = compiled.base, !base.written.hasPrefix("/"), !base.written.contains("env.base_url") { return }
        sink.report(.relativeURLWithoutBase(url, at: range))
    }
}
