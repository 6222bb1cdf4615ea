public import BatonHTTP
public import BatonJSON

/// A canned response, returned instead of the server's.
public struct Sample: Sendable {
    /// The status code.
    public var status: Int
    /// The headers in their order.
    public var headers: Headers
    /// The body's bytes, without content encoding.
    public var body: [UInt8]

    /// A response with a body of bytes.
    public init(status: Int = 200, headers: Headers = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// A response with a JSON body, with `Content-Type: application/json` unless the headers name another.
    public static func json(_ value: JSONValue, status: Int = 200, headers: Headers = [:]) -> Sample {
        var headers = headers
        if !headers.contains("content-type") { headers.append("Content-Type", "application/json") }
        return Sample(status: status, headers: headers, body: JSONWriter.compactBytes(value))
    }

    /// A response with a body of text.
    public static func text(_ text: String, status: Int = 200, headers: Headers = [:]) -> Sample {
        Sample(status: status, headers: headers, body: Array(text.utf8))
    }

    /// The sample as the response to a request.
    package func response(to request: Request) -> Response {
        Response(status: status, headers: headers, body: body, url: request.url)
    }
}
