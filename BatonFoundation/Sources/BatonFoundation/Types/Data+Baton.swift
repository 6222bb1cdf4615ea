public import BatonAPI
public import Foundation

extension Data: @retroactive MappableValue {
    /// Reads base64 (RFC 4648, section 4).
    public static func mapped(from mapper: Mapper) throws(Failure) -> Data {
        guard let text = mapper.value.stringValue else { throw mapper.mismatch("base64") }
        guard let data = Data(base64Encoded: text) else { throw mapper.mismatch("base64", kind: .mappingFormat) }
        return data
    }
}
