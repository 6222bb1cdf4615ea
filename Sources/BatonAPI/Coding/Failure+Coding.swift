public import BatonHTTP

extension Failure {
    /// The failure for an error of a decoder: `mapping.missing`, `mapping.type` or `mapping.format`, with the path.
    public static func decoding(_ error: DecodingError) -> Failure {
        switch error {
        case .typeMismatch(let type, let context):
            Failure(
                .mappingType, "`\(path(context))` should be `\(type)`: ", quoting: context.debugDescription,
                underlying: error)
        case .valueNotFound(let type, let context):
            Failure(.mappingMissing, "`\(path(context))` is missing, and should be `\(type)`")
        case .keyNotFound(let key, let context):
            Failure(.mappingMissing, "`\(CodedPath.text(context.codingPath + [key]))` is missing")
        case .dataCorrupted(let context):
            Failure(
                .mappingFormat, "`\(path(context))` does not fit: ", quoting: context.debugDescription,
                underlying: error)
        @unknown default:
            Failure(.mappingFormat, "the response does not fit: ", quoting: "\(error)", underlying: error)
        }
    }

    /// The failure for an error of an encoder: `request.bad_input`, with the type of the whole value.
    public static func encoding(_ error: any Error, of value: some Encodable) -> Failure {
        if let failure = error as? Failure { return failure }
        guard case EncodingError.invalidValue(_, let context) = error else {
            return Failure(.badInput, "`\(type(of: value))` has no JSON form: \(error)")
        }
        let place = context.codingPath.isEmpty ? "" : " (`\(path(context))`)"
        return Failure(.badInput, "`\(type(of: value))` has no JSON form: \(context.debugDescription)\(place)")
    }

    private static func path(_ context: DecodingError.Context) -> String { CodedPath.text(context.codingPath) }
    private static func path(_ context: EncodingError.Context) -> String { CodedPath.text(context.codingPath) }
}
