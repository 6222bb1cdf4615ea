public import BatonAPI
public import HTTPTypes

extension HTTPResponse {
    /// Status and headers of a response; its body is `response.body`, without content encoding.
    ///
    /// Throws `request.bad_input` for headers that are none.
    public init(_ response: Response) throws(Failure) {
        guard (0...999).contains(response.status) else {
            throw Failure(.badInput, "\(response.status) is no status: it has three digits")
        }
        self.init(status: HTTPResponse.Status(code: response.status), headerFields: try HTTPFields(response.headers))
    }
}

extension Response {
    /// A response with that head and a body.
    ///
    /// - Parameters:
    ///   - head: status and headers.
    ///   - body: the body, without content encoding.
    ///   - url: where it comes from.
    public init(_ head: HTTPResponse, body: [UInt8] = [], url: URLText) {
        self.init(status: head.status.code, headers: Headers(head.headerFields), body: body, url: url)
    }
}
