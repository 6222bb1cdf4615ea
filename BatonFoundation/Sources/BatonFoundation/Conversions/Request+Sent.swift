import BatonAPI
import Foundation

extension Request {
    /// The request with all headers that its sending would add: those of its body, its session, and basic authentication.
    ///
    /// Throws `request.bad_input` for a request that must not be sent, and for any other authentication.
    func asSent() throws(Failure) -> (head: Request, body: OutgoingBody?) {
        var sent = try withAuthorization()
        let body = try OutgoingBody(sent)
        if let body { sent.headers = body.headers }
        sent.session?.addHeaders(to: &sent.headers, for: url)
        return (sent, body)
    }

    /// The request with basic authentication, or user and password of its URL, as a header, unless it has one of its own.
    func withAuthorization() throws(Failure) -> Request {
        try check()
        var request = self
        request.options.authentication = nil
        guard let credentials = try basicCredentials, !headers.contains("authorization") else { return request }
        let token = Data(credentials.utf8).base64EncodedString()
        request.headers.append("Authorization", "Basic \(token)", isCredential: true)
        return request
    }

    private var basicCredentials: String? {
        get throws(Failure) {
            switch options.authentication {
            case .basic(let username, let password): return "\(username):\(password)"
            case nil:
                guard let written = url.userInfo else { return nil }
                let decoded = written.removingPercentEncoding ?? written
                return decoded.contains(":") ? decoded : "\(decoded):"
            default:
                throw Failure(
                    .badInput,
                    "only basic authentication is a header of the request; send this one through `CurlDispatcher`")
            }
        }
    }
}

extension URLText {
    /// Without user and password, which are sent as a header.
    var textWithoutUserInfo: String {
        userInfo.map { text.replacingOccurrences(of: "://\($0)@", with: "://") } ?? text
    }
}
