public import BatonAPI
public import HTTPTypes

extension HTTPFields {
    /// The same fields in the same order. Credentials are not indexed by HPACK and QPACK.
    ///
    /// Throws `request.bad_input` for a name that is not a token (RFC 9110, section 5.1).
    public init(_ headers: Headers) throws(Failure) {
        self.init()
        for header in headers {
            guard let name = HTTPField.Name(header.name) else {
                throw Failure(.badInput, "`\(header.name)` is no name for a header")
            }
            guard HTTPField.isValidValue(header.value) else {
                throw Failure(.badInput, "the header \(header.name) has a character that no value may have")
            }
            var field = HTTPField(name: name, value: header.value)
            if header.isCredential { field.indexingStrategy = .disallow }
            append(field)
        }
    }
}

extension Headers {
    /// The same fields in the same order. A field that must not be indexed is a credential.
    public init(_ fields: HTTPFields) {
        self.init()
        for field in fields {
            append(field.name.rawName, field.value, isCredential: field.indexingStrategy == .disallow)
        }
    }
}
