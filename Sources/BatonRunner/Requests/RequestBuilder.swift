import BatonAPI
import BatonCEL
import BatonDiagnostics
import BatonHTTP
import BatonJSON
import BatonJudging
import BatonLanguage
import BatonSecrets
import BatonValues
import BatonWorkflow

/// Builds a request from its template with the values of a running case.
///
/// The place where a part is written decides which origins receive it: headers and query of the environment, and all
/// credentials of `defaults`, are sent only to the base URL's origin and to trusted origins.
struct RequestBuilder {
    let settings: RunSettings
    /// Where the request goes.
    let environment: RunEnvironment
    let scope: any TemplateScope
    let session: SessionStore?
    /// Whether a later expression of the workflow reads responses as JSON.
    let readsJSONLater: Bool

    /// Throws failures of the kinds `request.*` and `expression.failed`.
    ///
    /// - Parameter finish: adds the parts that do not come from the template.
    /// - Returns: the request, and which of its parts hold secrets: values that expressions compute from these are
    ///   secret too.
    func request(
        _ template: RequestTemplate, finish: (inout Request) throws(StepFailure) -> Void = { _ in }
    ) throws(StepFailure) -> RequestView {
        let urlScope = NotingScope(scope)
        guard let method = Method(template.method) else {
            throw StepFailure(.badInput, "`\(template.method)` is no method", at: template.url.range)
        }
        let (url, userInfoLayer, apiOrigin) = try target(template, from: urlScope)
        let trust = OriginTrust(
            isTrusted: environment.isTrusted(url), isOwnAPI: apiOrigin.map { $0 == url.origin } ?? false)
        var request = Request(method, url, session: session)
        try setOptions(of: &request, template)
        var parts = RequestParts(
            headers: try merged(template.headers, trust, from: scope, ignoringCase: true),
            query: try merged(template.query, trust, from: urlScope, ignoringCase: false))
        for (name, value) in parts.query.pairs { noteField(name, value) }
        let cookies = try merged(template.cookies, trust, from: scope, ignoringCase: false, areCredentials: true)
        let auth = template.auth.flatMap { trust.allowsCredentials(of: $0.layer) ? $0 : nil }
        try parts.authenticate(
            writtenIn: auth?.layer, isKey: auth?.value.isKey ?? false, urlLayer: userInfoLayer, to: &request
        ) { () throws(StepFailure) in
            try AuthBuilder(scope: scope, basePrefix: environment.basePrefix).credentials(auth?.value ?? .none)
        }
        var bodySecrets: [String] = []
        if let body = template.body { bodySecrets = try setBody(of: &request, body, template, &parts) }
        let cookie = try cookieHeader(parts.headers, cookies, template)
        let prefersJSON = template.prefersJSON || readsJSONLater && template.savePath == nil
        do {
            try parts.write(to: &request, settings.defaultHeaders, prefersJSON: prefersJSON, cookie: cookie)
        } catch {
            throw StepFailure(
                .invalidURL, "the URL `\(ShownURL.of(request.url.text))` \(error.message)", at: template.url.range)
        }
        try finish(&request)
        let fields = noteSecrets(of: request)
        if !fields.isEmpty { request.isBodySecret = true }
        if template.effectiveCache?.key != nil {
            request.credentials =
                parts.query.entries.filter(\.isCredential).flatMap(\.values) + urlScope.noted + bodySecrets
                + fields
        }
        let isBodySecret = request.isBodySecret
        return RequestView(request, isURLSecret: urlScope.hasNoted, isBodySecret: isBodySecret)
    }

    private func setOptions(of request: inout Request, _ template: RequestTemplate) throws(StepFailure) {
        if let transfer = template.transfer {
            request.options = try TransferBuilder(settings: settings, scope: scope, isSecure: request.url.isSecure)
                .options(transfer)
        }
        if template.needsSavedDigest { request.options.hashesSavedBody = true }
        if template.readsSentHeaders || template.call?.endpoint.readsSentHeaders == true || settings.options.isTracing {
            request.options.wantsSentHeaders = true
        }
    }

    /// - Returns: the secrets that expressions of the body have read.
    private func setBody(
        of request: inout Request, _ template: BodyTemplate, _ step: RequestTemplate, _ parts: inout RequestParts
    ) throws(StepFailure) -> [String] {
        let scope = NotingScope(scope)
        let body = try BodyBuilder(settings: settings, scope: scope).body(template, at: step.url.range)
        parts.setBody(body, of: &request)
        // The body itself is searched for secrets only where a redirect or page link can send it on; otherwise it
        // is enough to know whether an expression read a secret.
        request.isBodySecret = scope.hasNoted || step.mayGoElsewhere && holdsSecret(body)
        if template.isText { try encode(&request.body, parts.headers["content-type"]?.values.first, step) }
        return scope.noted
    }

    /// Encodes a text as its Content-Type or its XML declaration says that it is.
    private func encode(
        _ body: inout RequestBody, _ type: String?, _ template: RequestTemplate
    ) throws(StepFailure) {
        guard case .bytes(let bytes, let own) = body else { return }
        let type = type ?? own ?? ""
        guard let label = Request.charsetLabel(of: bytes, type: type) else { return }
        let text = String(decoding: bytes, as: UTF8.self)
        guard let encoded = Charset.bytes(of: text, label: label) else {
            let foreign = text.first { Charset.bytes(of: String($0), label: label) == nil } ?? " "
            throw StepFailure(
                .badInput,
                Charset(label: label) == nil
                    ? "the body cannot be sent as `\(label)`: the encoding has no such name"
                    : "the body cannot be sent as `\(label)`: the encoding has no `\(foreign)`",
                at: template.url.range)
        }
        body = .bytes(encoded, contentType: own)
    }

    /// Whether a body contains a known secret; files that are sent unchanged are not read.
    private func holdsSecret(_ body: RequestBody) -> Bool {
        switch body {
        case .bytes(let bytes, _): scope.holdsSecret(.bytes(bytes))
        case .multipart(let parts):
            parts.contains { part in
                if case .bytes(let bytes) = part.content { scope.holdsSecret(.bytes(bytes)) } else { false }
            }
        case .none, .file, .stream: false
        }
    }

    /// The URL without the query of the step, and the place of `user:password@` in it.
    ///
    /// - Returns: for a call also the origin that the API file declares.
    private func target(
        _ template: RequestTemplate, from scope: NotingScope
    ) throws(StepFailure) -> (url: URLText, userInfoLayer: RequestLayer, apiOrigin: Origin?) {
        var text = try template.url.text(from: scope)
        var layer = RequestLayer.step
        var apiOrigin: Origin?
        let isBaseItself = template.call != nil && template.url.literal?.isEmpty == true
        let base = try template.call?.base.map { base throws(StepFailure) in
            try self.base(base, from: scope, keepsSlash: isBaseItself)
        }
        if let base { apiOrigin = try? URLText.parse(base).origin }
        if isBaseItself, let base {
            text = base
            layer = .api
        } else if isBaseItself, let url = environment.baseURL {
            if let userInfo = url.userInfo { notePasswords(in: userInfo, from: scope) }
            return (url, .environment, nil)
        } else if text.utf8.first == UInt8(ascii: "/") {
            if base == nil, let url = environment.baseURL?.appending(plainPath: text) {
                if let userInfo = url.userInfo { notePasswords(in: userInfo, from: scope) }
                return (url, .environment, nil)
            }
            guard let prefix = base ?? environment.basePrefix else {
                throw StepFailure(.invalidURL, "`\(text)` needs a base URL, and there is none", at: template.url.range)
            }
            text = prefix + text
            layer = base == nil ? .environment : .api
        }
        do {
            let url = try URLText.parse(text)
            // The part from `#` on is not sent, so the part before it is noted as a secret of its own.
            if url.fragment != nil { scope.noteBeginnings() }
            if let userInfo = url.userInfo { notePasswords(in: userInfo, from: scope) }
            return (url, layer, apiOrigin)
        } catch {
            for secret in UserInfo.passwords(inURL: text) { scope.noteSecret(secret) }
            let shown = ShownURL.of(text)
            throw StepFailure(.invalidURL, "the URL `\(shown)` \(error.message)", at: template.url.range)
        }
    }

    private func notePasswords(in userInfo: String, from scope: NotingScope) {
        for secret in UserInfo.passwords(in: userInfo) { scope.noteSecret(secret) }
    }

    /// `base` of an API file; a path is appended to the base URL.
    ///
    /// - Parameter keepsSlash: whether slashes at its end stay, because no path follows.
    private func base(
        _ template: TextTemplate, from scope: NotingScope, keepsSlash: Bool
    ) throws(StepFailure) -> String {
        var text = try template.text(from: scope)
        if text.hasPrefix("/") {
            guard let prefix = environment.basePrefix else {
                throw StepFailure(.invalidURL, "`\(text)` needs a base URL, and there is none", at: template.range)
            }
            text = prefix + text
        }
        if !keepsSlash { while text.hasSuffix("/") { text.removeLast() } }
        return text
    }

    /// Notes what is secret in headers and cookies.
    ///
    /// - Returns: the `Cookie` header that the headers of this name and the cookies make together; nil for none.
    private func cookieHeader(
        _ headers: NamedValueMerger, _ cookies: NamedValueMerger, _ template: RequestTemplate
    ) throws(StepFailure) -> String? {
        var pairs: [String] = []
        for entry in headers.entries {
            let isCookie = entry.name.isEqualIgnoringCase(to: "cookie")
            for value in entry.values {
                if isCookie {
                    noteCookies(CookieHeader.values(in: value) + [value])
                    pairs.append(value)
                } else if Self.isAuthorization(entry.name) {
                    for secret in AuthorizationValue.secrets(in: value) { scope.noteSecret(secret) }
                } else {
                    noteField(entry.name, value)
                }
            }
        }
        for cookie in cookies.entries {
            for value in cookie.values {
                pairs.append(try CookiePair.text(cookie.name, value, at: template.url.range))
                noteCookies([value])
            }
        }
        return pairs.isEmpty ? nil : pairs.joined(separator: "; ")
    }

    /// What is secret by its name in URL and body is masked wherever it comes back.
    ///
    /// - Returns: the values of the body.
    private func noteSecrets(of request: Request) -> [String] {
        let names = settings.secrets.names
        scope.noteSecrets(inURL: request.url.text, names)
        let fields = SecretFields.bodyValues(of: request, names)
        for value in fields where SecretNames.isHiddenEverywhere(value) { scope.noteSecret(value) }
        return fields
    }

    private func noteField(_ name: String, _ value: String) {
        if settings.secrets.names.contains(name), SecretNames.isHiddenEverywhere(value) { scope.noteSecret(value) }
    }

    /// A short cookie value is hidden only in its header: hidden as a word everywhere, it would hide too much.
    private func noteCookies(_ values: [String]) {
        for value in values {
            for form in [value, CookieHeader.unquoted(value)] where SecretRegistry.isSearched(form) {
                scope.noteSecret(form)
            }
        }
    }

    static func isAuthorization(_ name: String) -> Bool {
        name.isEqualIgnoringCase(to: "authorization") || name.isEqualIgnoringCase(to: "proxy-authorization")
    }

    /// The entries sent to a trusted or an untrusted origin.
    private func merged(
        _ maps: [Sourced<MapTemplate>], _ trust: OriginTrust, from scope: any TemplateScope, ignoringCase: Bool,
        areCredentials: Bool = false
    ) throws(StepFailure) -> NamedValueMerger {
        var merger = NamedValueMerger(ignoringCase: ignoringCase)
        if maps.isEmpty { return merger }
        for map in maps where trust.admits(map.layer) {
            try merger.add(map.value, in: map.layer, from: scope)
        }
        let names = settings.secrets.names
        if names != .documented { merger.mark(names) }
        merger.keepAllowed(by: trust, areCredentials: areCredentials)
        return merger
    }
}

/// The `name=value` pair of a Cookie header (RFC 6265 section 4.2.1).
enum CookiePair {
    /// Throws for a name or value that the server would read as a different cookie, or as none.
    static func text(_ name: String, _ value: String, at range: SourceRange) throws(StepFailure) -> String {
        guard !name.isEmpty, !name.utf8.contains(where: { $0 == UInt8(ascii: "=") || isSeparator($0) }) else {
            throw StepFailure(.badInput, "`\(name)` cannot be the name of a cookie", at: range)
        }
        guard !value.utf8.contains(where: isSeparator) else {
            throw StepFailure(
                .badInput, "the value of the cookie `\(name)` holds a `;` or a control character", at: range)
        }
        return "\(name)=\(value)"
    }

    private static func isSeparator(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ";") || byte < 0x20 && byte != 0x09 || byte == 0x7F
    }
}

extension RequestTemplate {
    /// Whether a redirect or a page link can send the body to another origin.
    fileprivate var mayGoElsewhere: Bool { redirects != nil || flow?.pagination != nil }
}
