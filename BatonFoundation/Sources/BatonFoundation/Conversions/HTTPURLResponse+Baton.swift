public import BatonAPI
public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

extension Response {
    /// The response with a body.
    ///
    /// The order of the headers is lost: they are sorted by name. The HTTP version is not known, and said to be 1.1.
    ///
    /// Throws `response.no_data` for a response without a URL of http or https.
    public init(_ response: HTTPURLResponse, body: Data = Data()) throws(Failure) {
        guard let url = response.url, let text = try? URLText.parse(url.absoluteString) else {
            throw Failure(.noData, "the `HTTPURLResponse` has no URL of http or https")
        }
        var fields: [String: String] = [:]
        for (name, value) in response.allHeaderFields { fields["\(name)"] = "\(value)" }
        self.init(
            status: response.statusCode, headers: JoinedHeaders.headers(fields), body: [UInt8](body), url: text)
    }

    /// Status, headers and URL for Foundation; the body is in `body`. Fields of one name are joined.
    ///
    /// Throws `request.bad_input` for a URL that Foundation does not take.
    public var httpURLResponse: HTTPURLResponse {
        get throws(Failure) {
            guard let url = URL(string: url.textWithoutUserInfo, encodingInvalidCharacters: false),
                let response = HTTPURLResponse(
                    url: url, statusCode: status, httpVersion: "HTTP/\(httpVersion)",
                    headerFields: JoinedHeaders.dictionary(headers))
            else {
                throw Failure(.badInput, "Foundation does not take the URL of \(self.url.hostAndPort) for one")
            }
            return response
        }
    }
}
