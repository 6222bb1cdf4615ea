import BatonFiles
public import BatonHTTP
import BatonJSON

/// `multipart/form-data` (RFC 7578), also without a file: a list repeats the name, null leaves it out, an object is a part
/// of JSON.
///
/// A body with a file among its parameters is always written so, whatever its encoder.
public struct MultipartParameterEncoder: ParameterEncoder {
    /// Has no settings.
    public init() {}

    /// Writes each parameter as a part.
    public func body(of parameters: Parameters) throws(Failure) -> RequestBody {
        var parts: [MultipartPart] = []
        for (name, value) in parameters.entries {
            if let json = value.json { parts += try MultipartBody.parts(.json(json), named: name) }
        }
        return .multipart(parts)
    }
}

extension ParameterEncoder where Self == MultipartParameterEncoder {
    /// `multipart/form-data`.
    public static var multipart: MultipartParameterEncoder { MultipartParameterEncoder() }
}

/// The parts of a multipart body.
enum MultipartBody {
    /// Throws `request.bad_input` for a file that is missing, may not be read, or is not a regular file.
    static func parts(_ value: ParameterResolver.Value, named name: String) throws(Failure) -> [MultipartPart] {
        switch value {
        case .list(let values):
            var parts: [MultipartPart] = []
            for value in values { parts += try Self.parts(value, named: name) }
            return parts
        case .file(let file):
            let content: MultipartPart.Content =
                switch file.content {
                case .path(let path): .file(try OpenFile.ofBody(path))
                case .bytes(let bytes): .bytes(bytes)
                }
            return [MultipartPart(name, content, filename: file.filename, contentType: file.contentType)]
        case .json(let json):
            if let texts = ParameterText.texts(of: json) {
                return texts.map { MultipartPart(name, .bytes(Array($0.utf8))) }
            }
            return [MultipartPart(name, .bytes(JSONWriter.compactBytes(json)), contentType: "application/json")]
        }
    }
}

extension OpenFile {
    /// Throws `request.bad_input` for a file that is missing, may not be read, or is not a regular file.
    static func ofBody(_ path: String) throws(Failure) -> OpenFile {
        do {
            return try OpenFile(path)
        } catch {
            throw Failure(.badInput, error.message)
        }
    }
}
