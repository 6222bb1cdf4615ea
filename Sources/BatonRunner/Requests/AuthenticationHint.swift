import BatonAPI
import BatonHTTP
import BatonWorkflow

/// Explains a 401 to a request whose scheme needs something that is not there: an algorithm, or a ticket.
enum AuthenticationHint {
    /// Nil for another status, and for `auth` that cannot lack anything.
    static func text(_ response: Response, _ template: RequestTemplate) -> String? {
        guard response.status == 401 else { return nil }
        switch template.auth?.value {
        case .digest?: return digest(response)
        case .negotiate?:
            return "`negotiate` needs a Kerberos ticket that this server takes: `klist` shows it, `kinit` gets one"
        default: return nil
        }
    }

    private static func digest(_ response: Response) -> String? {
        let wanted = DigestChallenge.algorithms(in: response.headers)
        guard !wanted.isEmpty, !wanted.contains(where: DigestAlgorithms.isSupported) else { return nil }
        let names = wanted.map { "`\($0)`" }.joined(separator: ", ")
        return "the server wants digest authentication with \(names); "
            + "supported here: \(DigestAlgorithms.supported.joined(separator: ", "))"
    }
}
