import BatonHTTP
import BatonWorkflow

/// Gives a request what says who is asking.
///
/// `auth`, an `Authorization` header and `user:password@` in the URL are three ways to say one thing: the one at the
/// strongest place counts, and at the same place `auth` before the header before the URL.
struct AuthBuilder {
    let scope: any TemplateScope
    let trust: Trust

    /// The ways to say who is asking, from the weakest to the strongest of one place.
    private enum Way {
        case url
        case header
        case auth
    }

    /// - Parameter userInfoLayer: where the URL is written.
    func add(
        _ written: Sourced<AuthTemplate>?, _ userInfoLayer: RequestLayer, to request: inout Request,
        _ headers: inout NamedValues.Merger, _ query: inout NamedValues.Merger
    ) throws(StepFailure) {
        var auth = written.flatMap { trust.allowsCredentials(of: $0.layer) ? $0 : nil }
        if let key = auth, case .apiKey = key.value {
            // A key stands beside whatever else says who is asking.
            try add(key.value, key.layer, to: &request, &headers, &query)
            auth = nil
        }
        var strongest = (layer: userInfoLayer, way: Way.url)
        if let header = headers["authorization"], request.url.userInfo == nil || header.layer >= strongest.layer {
            strongest = (header.layer, .header)
        }
        let isFirst = strongest.way == .url && request.url.userInfo == nil
        if let auth, isFirst || auth.layer >= strongest.layer { strongest = (auth.layer, .auth) }
        if strongest.way != .url { request.url = request.url.withoutUserInfo }
        if strongest.way != .header { headers.remove("authorization") }
        if let auth, strongest.way == .auth { try add(auth.value, auth.layer, to: &request, &headers, &query) }
    }

    private func add(
        _ auth: AuthTemplate, _ layer: RequestLayer, to request: inout Request, _ headers: inout NamedValues.Merger,
        _ query: inout NamedValues.Merger
    ) throws(StepFailure) {
        switch auth {
        case .none: break
        case .bearer(let token):
            let value = "Bearer \(try secret(token))"
            headers.put(NamedValues(name: "Authorization", values: [value], layer: layer, isSecret: true))
        case .basic(let username, let password):
            request.options.authentication = .basic(username: try filled(username), password: try secret(password))
        case .digest(let username, let password):
            request.options.authentication = .digest(username: try filled(username), password: try secret(password))
        case .ntlm(let username, let password):
            request.options.authentication = .ntlm(username: try filled(username), password: try secret(password))
        case .apiKey(.header(let name), let value):
            let key = NamedValues(name: try filled(name), values: [try secret(value)], layer: layer, isSecret: true)
            if headers[key.name].map({ $0.layer <= layer }) ?? true { headers.put(key) }
        case .apiKey(.query(let name), let value):
            let key = NamedValues(name: try filled(name), values: [try secret(value)], layer: layer, isSecret: true)
            if query[key.name].map({ $0.layer <= layer }) ?? true { query.put(key) }
        }
    }

    private func filled(_ template: TextTemplate) throws(StepFailure) -> String {
        do {
            return try template.text(from: scope)
        } catch {
            throw StepFailure(error)
        }
    }

    private func secret(_ template: TextTemplate) throws(StepFailure) -> String {
        let text = try filled(template)
        scope.noteSecret(text)
        return text
    }
}
