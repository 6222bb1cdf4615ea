import BatonDiagnostics
import BatonHTTP
import BatonJSON
import BatonWorkflow

/// Fills the template of a request with the values of a running case.
struct RequestBuilder {
    let settings: RunSettings
    let scope: any TemplateScope
    let session: SessionStore?

    /// Throws with a kind of `request.*` or `expression.failed`.
    func request(_ template: RequestTemplate) throws(StepFailure) -> Request {
        guard let method = Method(template.method) else {
            throw StepFailure(.badInput, "`\(template.method)` is no method", at: template.url.range)
        }
        let url = try self.url(template)
        var request = Request(method, url, session: session)
        request.options = try TransferBuilder(settings: settings, scope: scope).options(template.transfer)
        let isTrusted = settings.isTrusted(url.origin)
        try addHeaders(template, isTrusted, to: &request)
        if let auth = template.auth, auth.isOwn || isTrusted { try add(auth.value, template, to: &request) }
        if let body = template.body {
            request.body = try BodyBuilder(settings: settings, scope: scope).body(body, at: template.url.range)
        }
        return request
    }

    private func url(_ template: RequestTemplate) throws(StepFailure) -> URLText {
        var text = try filled(template.url)
        if text.hasPrefix("/") {
            guard let base = settings.basePrefix else {
                throw StepFailure(.invalidURL, "`\(text)` needs a base URL, and there is none", at: template.url.range)
            }
            text = base + text
        }
        let query = try merged(template.query, ignoringCase: false)
        do {
            let url = try URLText.parse(text)
            guard !query.isEmpty else { return url }
            return try url.appending(query: query.flatMap { entry in entry.values.map { (entry.name, $0) } })
        } catch {
            throw StepFailure(.invalidURL, "the URL `\(text)` \(error.message)", at: template.url.range)
        }
    }

    private func addHeaders(_ template: RequestTemplate, _ isTrusted: Bool, to request: inout Request)
        throws(StepFailure)
    {
        let maps = template.headers.filter { $0.isOwn || isTrusted }.map(\.value)
        let entries = try merged(maps, ignoringCase: true)
        func isSet(_ name: String) -> Bool { entries.contains { $0.name.isEqualIgnoringCase(to: name) } }
        if !isSet("accept") { request.headers.append("Accept", "application/json, */*;q=0.5") }
        if !isSet("user-agent") { request.headers.append("User-Agent", settings.userAgent) }
        for entry in entries {
            let isCredential = Self.isCredential(entry.name)
            for value in entry.values {
                if isCredential { settings.noteCredential(value, header: entry.name, in: scope) }
                request.headers.append(entry.name, value, isCredential: isCredential)
            }
        }
        let cookies = try merged(template.cookies, ignoringCase: false)
        if !cookies.isEmpty {
            let pairs = cookies.flatMap { entry in entry.values.map { "\(entry.name)=\($0)" } }
            for cookie in cookies { for value in cookie.values { scope.noteSecret(value) } }
            request.headers.append("Cookie", pairs.joined(separator: "; "), isCredential: true)
        }
    }

    private static func isCredential(_ name: String) -> Bool {
        ["authorization", "proxy-authorization", "cookie"].contains { name.isEqualIgnoringCase(to: $0) }
    }

    private func add(_ auth: AuthTemplate, _ template: RequestTemplate, to request: inout Request) throws(StepFailure) {
        switch auth {
        case .none: break
        case .bearer(let token):
            let token = try filled(token)
            scope.noteSecret(token)
            request.headers.set("Authorization", "Bearer \(token)", isCredential: true)
        case .basic(let username, let password):
            let password = try filled(password)
            scope.noteSecret(password)
            request.options.authentication = .basic(username: try filled(username), password: password)
        }
    }

    private func filled(_ template: TextTemplate) throws(StepFailure) -> String {
        do {
            return try template.text(from: scope)
        } catch {
            throw StepFailure(error)
        }
    }

    private func merged(_ maps: [MapTemplate], ignoringCase: Bool) throws(StepFailure) -> [NamedValues] {
        guard !maps.isEmpty else { return [] }
        var merger = NamedValues.Merger(ignoringCase: ignoringCase)
        for map in maps {
            do {
                try merger.add(map, from: scope)
            } catch {
                throw StepFailure(error)
            }
        }
        return merger.entries
    }
}

extension String {
    /// ASCII letters only: header names have no others.
    func isEqualIgnoringCase(to other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        return zip(utf8, other.utf8).allSatisfy { left, right in
            left == right || (left | 0x20 == right | 0x20 && (97...122).contains(left | 0x20))
        }
    }
}
