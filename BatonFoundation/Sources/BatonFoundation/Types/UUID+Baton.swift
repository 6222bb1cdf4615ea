public import BatonAPI
public import Foundation

extension UUID: @retroactive MappableValue {
    /// Reads a UUID (RFC 9562, section 4), in capitals or small letters.
    public static func mapped(from mapper: Mapper) throws(Failure) -> UUID {
        guard let text = mapper.value.stringValue else { throw mapper.mismatch("a UUID") }
        guard let uuid = UUID(uuidString: text) else { throw mapper.mismatch("a UUID", kind: .mappingFormat) }
        return uuid
    }
}
