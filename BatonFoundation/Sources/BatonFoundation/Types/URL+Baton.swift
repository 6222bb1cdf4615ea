public import BatonAPI
public import Foundation

extension URL: @retroactive MappableValue {
    /// Reads a URL of any scheme. A mapper of a response resolves a relative one against the URL of the response; in a
    /// `Decodable` type it stays relative.
    public static func mapped(from mapper: Mapper) throws(Failure) -> URL {
        guard let text = mapper.value.stringValue else { throw mapper.mismatch("a URL") }
        if let url = URL(string: text), url.scheme != nil { return url }
        if let resolved = try? URLText.mapped(from: mapper), let url = URL(string: resolved.description) { return url }
        guard let url = URL(string: text, encodingInvalidCharacters: false) else {
            throw mapper.mismatch("a URL", kind: .mappingFormat)
        }
        return url
    }
}
