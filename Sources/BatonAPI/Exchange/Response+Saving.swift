import BatonDigest
import BatonFiles
package import BatonHTTP

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
