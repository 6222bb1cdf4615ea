import BatonAPI
package import BatonDiagnostics
package import BatonHTTP
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
            transfers.read(Language.Transfer.timeout.identity, timeout, into: &defaults.transfer)
        }
        if let proxy = environment.proxy {
            transfers.read(Language.Transfer.proxy.identity, proxy, into: &defaults.transfer)
        }
        if let tls = environment.tls { transfers.read(Language.Transfer.tls.identity, tls, into: &defaults.transfer) }
    }
}

extension EnvironmentSpec {
    fileprivate var saysSomethingOfRequests: Bool {
        headers != nil || auth != nil || cache != nil || timeout != nil || proxy != nil || tls != nil
            || contract != nil
    }
}

/// Parses the base URL, which paths are appended to.
package enum BaseURLText {
    package static let help: Message = "a base URL looks like `http://127.0.0.1:8080` or `https://api.example.com/v1`"

    /// What to write instead of a text that is no base URL.
    package static func help(for text: String) -> Message { meant(by: text).map { "write `\($0)`" } ?? help }

    /// The base URL that a text without a scheme, or with a query or a fragment, probably means; nil where there is none.
    package static func meant(by text: String) -> String? {
        // What stands before a `#` or `?` may be the beginning of a password.
        guard UserInfo.hidden(inInvalid: text) == UserInfo.hidden(in: text) else { return nil }
        // `https//` and `http:/` are misspelt schemes, and no hosts.
        let isMisspelt = ["http:", "https:", "http/", "https/"].contains { text.lowercased().hasPrefix($0) }
        if isMisspelt, !text.contains("://") { return nil }
        let start = text.contains("://") ? text : "http://\(text)"
        let url = UserInfo.hidden(in: String(start.prefix { $0 != "?" && $0 != "#" }))
        return url != text && (try? parse(url)) != nil ? url : nil
    }

    /// Throws for an invalid URL, and for a query or a fragment, because a path cannot follow them.
    package static func parse(_ text: String) throws(URLTextError) -> URLText {
        let url = try URLText.parse(text)
        if url.query != nil {
            throw URLTextError("has a query, and paths cannot stand behind it", at: 0..<text.utf8.count)
        }
        if url.fragment != nil {
            throw URLTextError("has a fragment, and paths cannot stand behind it", at: 0..<text.utf8.count)
        }
        return url
    }
}
