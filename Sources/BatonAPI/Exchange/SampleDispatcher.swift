import BatonFiles
package import BatonHTTP
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
