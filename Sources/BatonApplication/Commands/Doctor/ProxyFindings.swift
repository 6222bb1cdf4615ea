import BatonCurl
import BatonHTTP
import BatonJudging
import BatonLanguage
import BatonLoading
import BatonProcesses
import BatonWorkflow
import BatonYAML

/// The proxies of requests: that of the chosen environment of baton.yaml, else those of the process environment.
struct ProxyFindings {
    private static let name = "proxy"

    private let process: EnvironmentVariables
    private let curl: CurlEnvironment
    private let environment: EnvironmentSpec?

    init(_ process: EnvironmentVariables, _ environment: EnvironmentSpec?) {
        self.process = process
        curl = CurlEnvironment(process)
        self.environment = environment
    }

    var all: [Finding] {
        if let environment, let proxy = (environment.proxy?["url"] ?? environment.proxy)?.scalar?.text {
            return [own(proxy, of: environment.name)]
        }
        return [ofProcess] + unread
    }

    private func own(_ proxy: String, of name: String) -> Finding {
        let source = "`proxy` of the environment `\(name)`"
        let what =
            proxy == "none"
            ? "none: so says \(source)" : "requests go through \(ProxyText.shown(proxy)), the \(source)"
        let others = Set([curl.httpProxy, curl.httpsProxy].compactMap(\.?.url)).sorted().map(ProxyText.shown)
        let unused =
            others.isEmpty ? "" : "\nnot through that of the process environment: \(others.joined(separator: ", "))"
        return Finding(Self.name, .good, what + unused)
    }

    private var ofProcess: Finding {
        var lines: [String] = []
        for (scheme, proxy) in [("http", curl.httpProxy), ("https", curl.httpsProxy)] {
            guard let proxy, let variable = proxy.variable else { continue }
            let fault = ProxyText.fault(in: proxy.url).map { _ in ", which is not the URL of a proxy" } ?? ""
            lines.append("\(scheme) requests go through \(ProxyText.shown(proxy.url)) (\(variable))\(fault)")
        }
        if lines.isEmpty { return Finding(Self.name, .good, "none in the process environment") }
        if let hosts = curl.noProxy { lines.append("not those to \(hosts)") }
        lines.append("where the environment of a run and the request have no `proxy` or `no_proxy` of their own")
        let isWrong = [curl.httpProxy, curl.httpsProxy].contains {
            $0.map { ProxyText.fault(in: $0.url) != nil } ?? false
        }
        return Finding(
            Self.name, isWrong ? .problem : .good, lines.joined(separator: "\n"),
            help: isWrong ? "write `http://proxy.example.com:3128`, or unset the variable" : nil)
    }

    private var unread: [Finding] {
        guard curl.httpProxy == nil, process["HTTP_PROXY"]?.isEmpty == false else { return [] }
        return [
            Finding(
                Self.name, .warning, "HTTP_PROXY in capitals has no effect, as with curl",
                help: "`export http_proxy=…` for requests to http URLs")
        ]
    }
}
