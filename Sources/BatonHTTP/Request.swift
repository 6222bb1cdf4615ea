/// Everything that goes to a server, before cookies of the session are added.
package struct Request: Sendable {
    package var method: Method
    package var url: URLText
    package var headers: Headers
    package var body: RequestBody
    package var options: TransferOptions
    /// The cookies and kept headers that are sent along and that the answers of all hops change; nil sends and keeps
    /// nothing.
    package var session: SessionStore?

    package init(
        _ method: Method, _ url: URLText, headers: Headers = Headers(), body: RequestBody = .none,
        options: TransferOptions = .standard, session: SessionStore? = nil
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.options = options
        self.session = session
    }
}
