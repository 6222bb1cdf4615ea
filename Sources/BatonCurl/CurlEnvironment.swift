import BatonSystem

/// Proxies, trusted certificates and the home folder from an environment, read once.
package struct CurlEnvironment: Sendable, Hashable {
    /// For requests to http URLs.
    package var httpProxy: ProxyInUse?
    /// For requests to https URLs.
    package var httpsProxy: ProxyInUse?
    package var noProxy: String?
    /// The file of trusted certificates, in place of the one that libcurl was built with.
    package var certificateFile: String?
    /// The variable that names it.
    package var certificateVariable: String?
    /// The user's `.netrc`; nil for the one that libcurl finds.
    package var netrcFile: String?

    /// Reads the variables that curl reads. `HTTP_PROXY` in capitals is not among them, because a CGI web server sets
    /// it from a request header.
    package init(_ variable: (String) -> String?) {
        func first(_ names: String...) -> (name: String, value: String)? {
            for name in names {
                if let value = variable(name), !value.isEmpty { return (name, value) }
            }
            return nil
        }
        httpProxy = first("http_proxy", "all_proxy", "ALL_PROXY").map { ProxyInUse($0.value, variable: $0.name) }
        httpsProxy = first("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY").map {
            ProxyInUse($0.value, variable: $0.name)
        }
        noProxy = first("no_proxy", "NO_PROXY")?.value
        let certificates = first("CURL_CA_BUNDLE", "SSL_CERT_FILE")
        (certificateVariable, certificateFile) = (certificates?.name, certificates?.value)
        netrcFile = first("HOME").map { $0.value + "/.netrc" }
    }

    /// No proxy, and the certificates that libcurl was built with.
    package static let empty = CurlEnvironment { _ in nil }
    package static let process = CurlEnvironment { name in getenv(name).map { String(cString: $0) } }
}
