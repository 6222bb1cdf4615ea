import BatonFiles
public import BatonHTTP
public import BatonJSON
import BatonValues

/// Returns a sample for every request and sends nothing, so that a stubbed request takes the same path as a real one.
package struct SampleDispatcher: Dispatcher {
    private let sample: Sample?

    /// - Parameter sample: nil: the request fails with `stub.missing`.
    package init(_ sample: Sample?) {
        self.sample = sample
    }

    package nonisolated(nonsending) func send(_ request: Request) async throws(Failure) -> Response {
        guard let sample else {
            throw Failure(.stubMissing, "there is no sample for \(request.method.rawValue) \(request.url.shown)")
        }
        let response = sample.response(to: request)
        request.session?.receive(response.headers, from: request.url)
        return try response.saved(by: request)
    }
}

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

extension Response {
    /// The response with its body in the file that the request names, as an engine saves it; unchanged where it names none.
    ///
    /// Throws `request.bad_input` for a file that cannot be written.
    package func saved(by request: Request) throws(Failure) -> Response {
        guard let place = request.options.savePlace else { return self }
        do throws(FileError) {
            let file = try NewFile(at: place)
            let written = body.withUnsafeBytes { bytes in
                Result { () throws(FileError) in try file.write(bytes) }
            }
            try written.get()
            try file.commit()
        } catch {
            throw Failure(.badInput, error.message)
        }
        var saved = self
        saved.savedDigest = request.options.hashesSavedBody ? SHA256.hex(of: body) : nil
        saved.body = []
        return saved
    }
}
