import BatonCurl
import BatonFiles
import BatonHTTP
import BatonHistory
import BatonJudging
import BatonLanguage
import BatonLoading
import BatonProcesses
import BatonRegex
import BatonSystem
import BatonValues
import BatonWorkflow
import BatonXML
import BatonYAML

/// The program, its libraries and the machine.
enum MachineFindings {
    static func all(_ environment: EnvironmentVariables, processors: Int) -> [Finding] {
        let curl = CurlEnvironment(environment)
        let facts = CurlFacts(curl)
        return [
            program(processors), libcurl(facts), libraries, certificates(facts.certificateFile, curl, environment),
            limits(processors),
        ]
    }

    private static func program(_ processors: Int) -> Finding {
        #if os(Linux)
            let system = "Linux, \(systemLibrary)"
        #else
            let system = "macOS"
        #endif
        return Finding(
            "baton", .good, "\(Version.text), \(system), \(Plural.count(processors, "processor"))")
    }

    #if os(Linux)
        /// As `glibc 2.36`.
        private static var systemLibrary: String {
            var text = [CChar](repeating: 0, count: 64)
            guard confstr(Int32(_CS_GNU_LIBC_VERSION), &text, text.count - 1) > 0 else { return "unknown libc" }
            return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    #endif

    private static func libcurl(_ facts: CurlFacts) -> Finding {
        let message = "\(facts.version), with \(facts.libraries.joined(separator: " "))"
        return facts.hasHTTP2
            ? Finding("libcurl", .good, message)
            : Finding(
                "libcurl", .warning, message + "\nit has no HTTP/2: requests are sent over HTTP/1.1",
                help: "install a libcurl that was built with nghttp2")
    }

    private static var libraries: Finding {
        Finding(
            "libraries", .good,
            "libxml2 \(XMLLibrary.version), SQLite \(SQLiteLibrary.version), PCRE2 \(PatternLibrary.version)")
    }

    /// - Parameter path: the file of trusted certificates.
    private static func certificates(
        _ path: String?, _ curl: CurlEnvironment, _ environment: EnvironmentVariables
    ) -> Finding {
        let name = "certificates"
        let variable = curl.certificateVariable
        let other = variable == "CURL_CA_BUNDLE" ? environment["SSL_CERT_FILE"] ?? "" : ""
        let unread = other.isEmpty || other == path ? "" : "\nnot those of SSL_CERT_FILE: CURL_CA_BUNDLE comes first"
        let install =
            variable.map { "`\($0)` names this file: correct it, or `unset \($0)`" }
            ?? "install them (Debian: `apt-get install ca-certificates`), or name a file: `SSL_CERT_FILE=FILE`"
        guard let path else {
            return Finding(name, .good, "those of the system, which this libcurl finds without a file")
        }
        do throws(FileError) {
            let bytes = try FileReading.bytes(of: path)
            let count = String(decoding: bytes, as: UTF8.self).split(separator: "\n").count {
                $0.hasPrefix("-----BEGIN") && $0.contains("CERTIFICATE-----")
            }
            guard count > 0 else {
                return Finding(name, .problem, "\(path) holds no certificate: https fails", help: install)
            }
            let source = variable.map { " (\($0))" } ?? ""
            return Finding(
                name, unread.isEmpty ? .good : .warning,
                "\(Plural.count(count, "trusted certificate")) in \(path)\(source)\(unread)",
                help: unread.isEmpty ? nil : "`unset CURL_CA_BUNDLE`, if those of SSL_CERT_FILE are meant")
        } catch {
            return Finding(
                name, .problem, "no trusted certificates, so https fails: \(error.message)", help: install)
        }
    }

    private static func limits(_ processors: Int) -> Finding {
        let name = "limits"
        let left = ProcessLimits.descriptorsLeft
        do throws(UsageError) {
            let share = try DescriptorShare.jobs(processors, left: left, loops: processors)
            let message = "\(left) more files and connections may be open"
            return share.warning.map { Finding(name, .warning, "\(message)\n\($0)") } ?? Finding(name, .good, message)
        } catch {
            return Finding(name, .problem, error)
        }
    }
}

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
            let violation = ProxyText.violation(in: proxy.url).map { _ in ", which is not the URL of a proxy" } ?? ""
            lines.append("\(scheme) requests go through \(ProxyText.shown(proxy.url)) (\(variable))\(violation)")
        }
        if lines.isEmpty { return Finding(Self.name, .good, "none in the process environment") }
        if let hosts = curl.noProxy { lines.append("not those to \(hosts)") }
        lines.append("where the environment of a run and the request have no `proxy` or `no_proxy` of their own")
        let isWrong = [curl.httpProxy, curl.httpsProxy].contains {
            $0.map { ProxyText.violation(in: $0.url) != nil } ?? false
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
