import BatonCurl
import BatonHTTP
import BatonProcesses
import BatonWorkflow

/// What to do about a server that did not answer the request of `baton doctor`.
struct ServerHelp {
    let url: URLText
    /// Where the base URL is written: `--base-url`, or `base_url` of baton.yaml.
    let source: String
    let environment: EnvironmentSpec?
    let process: EnvironmentVariables

    func text(for failure: Failure) -> String? {
        // The messages of libcurl's errors name the proxy, if one was asked; failures have no member for it.
        if failure.message.contains("the proxy ") { return ofProxy(failure) }
        switch failure.kind {
        case .dns:
            return "check the name in \(source), the machine's DNS (/etc/resolv.conf), and whether a proxy is needed"
        case .connect:
            return "is the server running, and does it listen on this port? a firewall or a proxy may be in between"
        case .timeout:
            return failure.message.hasPrefix("no response") || failure.message.hasPrefix("the response")
                ? "the server accepts connections and sends nothing: it may hang or still start; look at its log"
                : "a firewall may drop the packets; is a proxy needed (`\(url.scheme)_proxy`)?"
        case .tlsUntrusted:
            let variable = CurlEnvironment(process).certificateVariable ?? "SSL_CERT_FILE"
            return "name the certificate authority: `tls: { ca: FILE }` in the environment, or `\(variable)=FILE`"
        case .tlsHostname: return "write the host name of the certificate in \(source)"
        case .tlsExpired: return "the server needs a new certificate; is the clock of this machine right?"
        case .tls:
            return "does this port speak TLS? For plain HTTP write `http://` in \(source); for a client certificate "
                + "`tls: { cert: FILE, key: FILE }` in the environment"
        case .reset, .protocol:
            return "does an HTTP server listen on this port?"
                + (url.isSecure ? "" : " If it speaks TLS, write `https://` in \(source)")
        default: break
        }
        guard failure.kind.family == "request" else { return nil }
        // What is wrong with them is told by themselves.
        if failure.message.contains("certificates ") { return nil }
        return environment?.proxy == nil && environment?.tls == nil
            ? "look at \(source), and at \(proxyVariable) of the process environment"
            : "mend `tls` or `proxy` of the environment in baton.yaml"
    }

    private func ofProxy(_ failure: Failure) -> String {
        let name = environment?.proxy == nil ? proxyVariable : "`proxy` of the environment in baton.yaml"
        let way = environment?.proxy == nil ? "`no_proxy=\(url.host)`" : "`proxy: none`"
        if environment?.proxy == nil, ProxyText.fault(in: inherited?.url ?? "") != nil {
            return "write the URL of a proxy into \(name), such as `http://proxy.example.com:3128`; \(way) goes without"
        }
        let check =
            failure.kind == .dns ? "is the name of the proxy right?" : "is the proxy running, and its address right?"
        return "\(check) \(name) names it; \(way) goes without"
    }

    /// The proxy of the process environment.
    private var inherited: ProxyInUse? {
        let curl = CurlEnvironment(process)
        return url.isSecure ? curl.httpsProxy : curl.httpProxy
    }

    /// The variable of the process environment that names the proxy.
    private var proxyVariable: String { "`\(inherited?.variable ?? "\(url.scheme)_proxy")`" }
}
