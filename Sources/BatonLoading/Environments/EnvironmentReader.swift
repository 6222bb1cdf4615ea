import BatonAPI
import BatonDiagnostics
import BatonJudging
import BatonLanguage
import BatonWorkflow
import BatonYAML

/// Reads the settings of an environment for requests, in the scope of each file, because values may be computed.
struct EnvironmentReader {
    let templates: TemplateReader

    private var sink: DiagnosticSink { templates.sink }

    /// - Parameters:
    ///   - project: `defaults` of baton.yaml, which win over the environment's.
    ///   - ofFile: reads them in the scope of the file.
    func defaults(
        _ environment: EnvironmentSpec?, under project: YAMLNode?, _ ofFile: TemplateReader
    ) -> DefaultsTemplates {
        var defaults = DefaultsTemplates()
        if let environment, environment.saysSomethingOfRequests {
            defaults.change { read(environment, into: &$0) }
        }
        if let project { DefaultsReader(templates: ofFile).read(project, into: &defaults) }
        return defaults
    }

    private func read(_ environment: EnvironmentSpec, into defaults: inout DefaultsTemplates.Values) {
        if let headers = environment.headers {
            let map = HeaderReader(templates: templates).headers(headers)
            defaults.headers = [Sourced(value: map, layer: .environment)]
        }
        if let auth = environment.auth.flatMap(AuthReader(templates: templates).auth) {
            defaults.auth = Sourced(value: auth, layer: .environment)
        }
        if let cache = environment.cache.flatMap(CacheReader(templates: templates).cache) {
            defaults.cache = Sourced(value: cache, layer: .environment)
        }
        if let contract = environment.contract {
            defaults.contract = ContractReader(templates: templates).rule(contract, isOfAPI: false)
        }
        let transfers = TransferReader(templates: templates)
        if let timeout = environment.timeout {
            transfers.read(Language.Transfer.timeout, timeout, into: &defaults.transfer)
        }
        if let proxy = environment.proxy { transfers.read(Language.Transfer.proxy, proxy, into: &defaults.transfer) }
        if let tls = environment.tls { transfers.read(Language.Transfer.tls, tls, into: &defaults.transfer) }
    }
}

extension EnvironmentSpec {
    fileprivate var saysSomethingOfRequests: Bool {
        headers != nil || auth != nil || cache != nil || timeout != nil || proxy != nil || tls != nil
            || contract != nil
    }
}
