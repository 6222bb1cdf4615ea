public import BatonHTTP
import BatonJSON

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

/// The place of a value in a document, as a path.
enum CodedPath {
    static func text(_ keys: [any CodingKey]) -> String {
        var path = "$"
        for key in keys {
            if let index = key.intValue {
                path += "[\(index)]"
            } else if JSONKeyName.isPlain(key.stringValue) {
                path += "." + key.stringValue
            } else {
                path += "[\(JSONWriter.quote(key.stringValue))]"
            }
        }
        return path
    }
}

/// A member's name or an element's index in a coding path.
struct StepKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ index: Int) {
        intValue = index
        stringValue = "\(index)"
    }

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) { self.init(intValue) }
}

/// Whether a member's name can be written after a dot in a path.
enum JSONKeyName {
    static func isPlain(_ name: String) -> Bool {
        guard let first = name.utf8.first, !(48...57).contains(first) else { return false }
        return name.utf8.allSatisfy { byte in
            switch byte {
            case 48...57, 65...90, 97...122, 95, 0x80...: true
            default: false
            }
        }
    }
}

/// Foundation types that are refused, because their `Codable` form is not their usual JSON form: only Foundation's own
/// coders treat them specially; every other coder gets the seconds since 2001, or the members of the type.
///
/// They are recognised by the names of their modules: a type of another module may be called `Date` as well.
enum FoundationType {
    /// What to declare instead; nil for every other type.
    static func advice(for type: Any.Type) -> String? {
        var name = Substring(_typeName(type))
        guard let dot = name.firstIndex(of: "."), modules.contains(name[..<dot]) else { return nil }
        name = name[name.index(after: dot)...]
        switch name {
        case "Date": return "declare a `Timestamp`, or a `String` or `Double`, and make the date of it"
        case "Decimal", "NSDecimal":
            return "declare a `JSONNumber`, which keeps every digit, and make the decimal of it"
        case "URL": return "declare a `URLText` or a `String`, and make the URL of it"
        case "Data": return "declare a `String`, and make the data of its base64"
        default: return nil
        }
    }

    /// On Darwin a decimal is an imported C structure.
    private static let modules: Set<Substring> = ["Foundation", "FoundationEssentials", "__C"]

    /// The failure for a refused type, such as `Foundation.Date`; nil for every other type.
    static func refusal(of type: Any.Type, at path: [any CodingKey], _ kind: Failure.Kind) -> Failure? {
        guard let advice = advice(for: type) else { return nil }
        let place = CodedPath.text(path)
        return Failure(
            kind,
            "`\(place)` is a `\(type)` of Foundation, which has no JSON form here: name the coder `.foundation` of the product "
                + "BatonFoundation, or \(advice)")
    }
}
