public import BatonHTTP
public import BatonJSON

/// The body of a response, read.
extension Response {
    /// The body as JSON: an object, a list, or any other value.
    ///
    /// Throws `response.no_data` for an empty body and `response.not_json` for any other body that is not JSON.
    public func json() throws(Failure) -> JSONValue {
        guard !body.isEmpty else {
            throw Failure(.noData, "\(url.shown) answered \(status) without a body", response: self)
        }
        do {
            return try JSONParser.parse(body)
        } catch {
            throw Failure(.notJSON, "the body is not JSON: ", quoting: error.description, response: self)
        }
    }

    /// The body as text in the encoding of its byte order mark, its `Content-Type`, or its own declaration in HTML and
    /// XML, otherwise in UTF-8; U+FFFD stands for invalid bytes. JSON is always read as UTF-8 (RFC 8259, 8.1).
    public var text: String { bodyText }
}
