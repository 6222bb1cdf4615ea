import BatonAPI
import BatonHTTP
import BatonJudging
import BatonWorkflow

/// Explains why a request may have been unauthenticated: which credentials were not sent to its origin, and how to
/// allow it.
struct WithheldCredentials {
    let environment: RunEnvironment

    /// A hint for a response with 401 or 403; nil when no credential was withheld.
    func hint(_ template: RequestTemplate, _ response: Response) -> String? {
        guard response.status == 401 || response.status == 403 else { return nil }
        let first = response.redirects.first?.url ?? response.url
        if !environment.isTrusted(first), let names = names(template) {
            return """
                \(names) of `defaults` or the environment did not go to \(first.origin), which is neither `base_url` \
                nor in `trusted` of baton.yaml; what the step itself writes always goes
                """
        }
        guard !response.redirects.isEmpty, template.redirects?.keepsCredentials != true,
            !first.hasSameOrigin(as: response.url)
        else { return nil }
        let body = tookBody(template, response.redirects) ? "; its body went along" : ""
        return """
            the request was redirected to another origin, \(response.url.origin), and credentials were left behind\(body); \
            `follow_redirects: { keep_auth: true }` takes them along
            """
    }

    private func tookBody(_ template: RequestTemplate, _ redirects: [Response.Redirect]) -> Bool {
        guard template.body != nil, let method = Method(template.method) else { return false }
        return !redirects.contains { Redirection.losesBody(method, status: $0.status) }
    }

    /// A hint for a redirect that was not followed because the body holds a secret.
    static func hint(_ failure: Failure, _ sent: Request) -> String? {
        guard failure.kind == .protocol, sent.isBodySecret, let response = failure.response,
            Redirection.isRedirect(response.status), !Redirection.losesBody(sent.method, status: response.status),
            let location = response.headers.references("location").first,
            let target = try? response.url.resolving(location),
            !target.hasSameOrigin(as: response.url)
        else { return nil }
        return """
            `follow_redirects: { keep_auth: true }` takes it along; without it, expect the redirect and write a second step \
            with what \(target.origin) may have
            """
    }

    private func names(_ template: RequestTemplate) -> String? {
        var names: [String] = []
        if let auth = template.auth, !auth.layer.goesAnywhere {
            if case .none = auth.value {} else { names.append("`auth`") }
        }
        for map in template.headers where !map.layer.goesAnywhere {
            guard case .entries(let entries) = map.value else { continue }
            for entry in entries where NamedValues.isCredential(named: entry.key.written) {
                names.append("`\(entry.key.written)`")
            }
        }
        if template.cookies.contains(where: { !$0.layer.goesAnywhere }) { names.append("`cookies`") }
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }
}
