import BatonAPI
import BatonHTTP
import BatonJudging
import BatonLanguage
import BatonRecords
import BatonSecrets
import BatonValues
import BatonWorkflow

/// Explains a 401 to a request whose scheme needs something that is not there: another scheme, an algorithm, or a ticket.
enum AuthenticationHint {
    /// Nil for another status, and for `auth` that cannot lack anything.
    static func text(_ response: Response, _ template: RequestTemplate) -> String? {
        guard response.status == 401, let auth = template.auth?.value else { return nil }
        if let hint = otherScheme(response, auth) { return hint }
        switch auth {
        case .digest: return digest(response)
        case .negotiate:
            return "`negotiate` needs a Kerberos ticket that this server takes: `klist` shows it, `kinit` gets one"
        default: return nil
        }
    }

    /// The hint for a server that offers schemes, but not the one that was used.
    private static func otherScheme(_ response: Response, _ auth: AuthTemplate) -> String? {
        guard let used = auth.scheme else { return nil }
        var offered: [String] = []
        for challenge in Challenge.all(in: response.headers) where !offered.contains(where: challenge.isNamed) {
            offered.append(String(challenge.scheme.prefix(64)))
        }
        guard !offered.isEmpty, !offered.contains(where: { $0.lowercased() == used }) else { return nil }
        let names = offered.prefix(8).map { "`\($0)`" }.joined(separator: ", ")
        let keys = offered.compactMap { Self.keys[$0.lowercased()] }
        let advice = keys.isEmpty ? "" : ": write \(keys.joined(separator: " or "))"
        return "the server offers \(names), and `auth` has `\(used)`\(advice)"
    }

    private static let keys = [
        "basic": "`auth: { basic: { username: …, password: … } }`",
        "digest": "`auth: { digest: { username: …, password: … } }`", "bearer": "`auth: { bearer: … }`",
        "ntlm": "`auth: { ntlm: { username: …, password: … } }`", "negotiate": "`auth: { negotiate: true }`",
    ]

    private static func digest(_ response: Response) -> String? {
        let wanted = DigestAnswer.wanted(in: response.headers)
        guard !wanted.isEmpty, !wanted.contains(where: DigestAnswer.canCompute) else { return nil }
        let names = wanted.prefix(8).map { "`\($0.prefix(64))`" }.joined(separator: ", ")
        return "the server wants digest authentication with \(names); "
            + "supported here: \(DigestAnswer.algorithms.joined(separator: ", "))"
    }
}

extension AuthTemplate {
    /// The scheme in lower case, which is also the key; nil where the server does not tell which one it wants.
    fileprivate var scheme: String? {
        switch self {
        case .basic: "basic"
        case .digest: "digest"
        case .ntlm: "ntlm"
        case .negotiate: "negotiate"
        case .bearer: "bearer"
        case .none, .apiKey, .aws, .oauth2: nil
        }
    }
}

/// Says what a request that was refused had, by name and kind and never by value, so that what is wrong or missing is found.
struct SentParts {
    private static let most = 4

    private let sent: RequestView
    /// Values by name.
    private let secrets: [String: String]

    init(_ sent: RequestView, secrets: [String: String]) {
        self.sent = sent
        self.secrets = secrets
    }

    /// Nil for a status other than 4xx.
    func hint(refusedWith status: Int) -> String? {
        guard (400..<500).contains(status) else { return nil }
        let credentials = credentials
        if status == 401 {
            return credentials.map { "sent as credentials: \($0)" }
                ?? "no header with credentials was sent\(sent.request.body.isNone ? "" : "; \(body) was")"
        }
        let isBodyless = sent.request.body.isNone && sent.request.method == .get
        let parts = [credentials ?? "no credentials", query, isBodyless ? nil : body]
        return "sent: \(parts.compactMap(\.self).joined(separator: "; "))"
    }

    private var credentials: String? {
        let shown = sent.credentials.prefix(Self.most).map { field in
            let plain = Self.plain(field.value)
            let names = secrets.filter { !$1.isEmpty && plain.contains($1) }.keys.sorted().prefix(Self.most)
            let kind = field.name.lowercased() == "authorization" ? field.value.split(separator: " ").first : nil
            let scheme = kind.map { ["Basic", "Bearer", "Digest"].contains($0) ? " (\($0))" : "" } ?? ""
            return "`\(field.name)`\(scheme)"
                + (names.isEmpty ? "" : " with the secret \(names.joined(separator: " and "))")
        }
        return shown.isEmpty ? nil : shown.joined(separator: ", ")
    }

    private var query: String? {
        guard let query = sent.request.url.query, !query.isEmpty else { return nil }
        let names = query.split(separator: "&").map { $0.prefix { $0 != "=" } }
        let more = names.count > Self.most ? " and \(names.count - Self.most) more" : ""
        return "the query \(names.prefix(Self.most).map { "`\($0)`" }.joined(separator: ", "))\(more)"
    }

    private var body: String {
        let type = sent.request.completeHeaders.first("content-type")
        return sent.request.body.isNone ? "no body" : "a body of \(type ?? "no type")"
    }

    /// The value, with user and password of basic authentication as text.
    private static func plain(_ value: String) -> String {
        let parts = value.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "basic", let bytes = Base64.decode(String(parts[1])) else {
            return value
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// What to do about a request that got no response.
struct NetworkHint {
    let environment: RunEnvironment

    /// Nil where the message says it all.
    func text(_ failure: Failure, of sent: Request) -> Hint? {
        switch failure.kind {
        case .connect: refused(failure, sent)
        case .tlsUntrusted where failure.isOfProxy:
            .accepting(
                "write `proxy: { url: …, ca: FILE }` with the certificate of its authority, or in a test `verify: false`"
            )
        case .tlsHostname where failure.isOfProxy:
            .accepting("name the proxy as its certificate does, or in a test write `proxy: { url: …, verify: false }`")
        case .tls where failure.isOfProxy: nil
        case .tlsUntrusted:
            .accepting(
                "write `tls: { ca: FILE }` with the certificate of its authority, or in a test `tls: { verify: false }`"
            )
        case .tlsHostname:
            .accepting("ask for a name that the certificate has, or in a test write `tls: { verify: false }`")
        // In TLS 1.3 the server judges the client after the handshake, and its alert may come too late to be read.
        case .reset
        where sent.url.isSecure && failure.response == nil && sent.options.connection.values.tls.certificate == nil:
            "does the server demand a client certificate? `tls: { cert: FILE, key: FILE }` sends one"
        default: nil
        }
    }

    private func refused(_ failure: Failure, _ sent: Request) -> Hint? {
        guard failure.isRefusal else { return nil }
        guard let base = environment.baseURL, base.hasSameOrigin(as: sent.url) else { return "is the server running?" }
        let owner = environment.baseURLSource.map { " (\($0))" } ?? ""
        return "is the server running? The base URL is \(base.origin)\(owner)"
    }
}

extension Reporting {
    /// What was sent to authenticate a request: token requests, and the request itself where its token was refused.
    ///
    /// - Parameter isShown: whether the exchanges are recorded in full now; otherwise they are kept for the end of the
    ///   case.
    func exchanges(of log: AuthorizationLog, attempt: Int, isShown: Bool) -> [EndedExchange] {
        log.exchanges.map { exchange in
            let request = exchange.request
            var response: Response?
            var failure: Failure.Kind?
            switch exchange.result {
            case .success(let arrived): response = arrived
            case .failure(let problem): (response, failure) = (problem.response, problem.kind)
            }
            let url = request.url.shown
            return EndedExchange(
                attempt: attempt, method: request.method.rawValue, url: url, urlTemplate: url, status: response?.status,
                httpVersion: response?.httpVersion, started: exchange.started,
                duration: failure == nil ? response?.timings.total ?? exchange.duration : exchange.duration,
                timings: response?.timings ?? Response.Timings(), requestBytes: response?.requestBytes ?? 0,
                responseBytes: response?.size ?? 0, failure: failure,
                detail: isShown ? detail(request, nil, response, isSaved: false) : nil, purpose: exchange.purpose,
                kept: isShown
                    ? nil
                    : response.map {
                        keep(
                            RequestView(request, isURLSecret: false, isBodySecret: false), nil, StepResponse($0),
                            started: exchange.started)
                    },
                words: run.stepSecrets.words)
        }
    }
}
