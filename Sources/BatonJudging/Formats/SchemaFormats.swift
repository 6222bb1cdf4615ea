import BatonJSON
package import BatonJSONSchema
import BatonRegex
import BatonValues

/// The formats of JSON Schema that are checked; any other is ignored, also the formats for text beyond ASCII and for
/// URI templates.
package enum SchemaFormats {
    package static let options = JSONSchema.Options(formats: formats, assertsFormats: true)

    /// The formats that `is` also knows, by their names in `format`.
    private static let shared: [String: ValueFormat] = [
        "uuid": .uuid, "date": .date, "date-time": .datetime, "email": .email, "ipv4": .ipv4, "ipv6": .ipv6,
        "uri": .uri,
    ]

    static let formats: JSONSchema.Formats = {
        var formats: JSONSchema.Formats = [:]
        for (name, format) in shared { formats[name] = { format.accepts($0) } }
        formats["time"] = DateTimeText.isTime
        formats["duration"] = PeriodText.isValid
        formats["hostname"] = isHostName
        formats["uri-reference"] = URIText.isReference
        formats["json-pointer"] = { (try? JSONPointer.parse($0)) != nil }
        formats["relative-json-pointer"] = isRelativePointer
        formats["regex"] = { (try? Pattern($0, in: .ecma262)) != nil }
        return formats
    }()

    /// Letters, digits and hyphens (RFC 1123, section 2.1); punycode is not decoded.
    private static func isHostName(_ text: String) -> Bool {
        guard text.utf8.count <= 253 else { return false }
        let dash = UInt8(ascii: "-")
        return text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { label in
            !label.isEmpty && label.count <= 63 && label.first != dash && label.last != dash
                && label.allSatisfy { $0.isLetterOrDigit || $0 == dash }
        }
    }

    /// The number of levels up, then a JSON Pointer, or `#` for the name.
    private static func isRelativePointer(_ text: String) -> Bool {
        let digits = text.utf8.prefix(while: \.isDigit)
        guard !digits.isEmpty, digits.count == 1 || digits.first != UInt8(ascii: "0") else { return false }
        let rest = String(Substring(text.utf8.dropFirst(digits.count)))
        return rest == "#" || (try? JSONPointer.parse(rest)) != nil
    }

    /// The wanted format in the words of a message.
    static func described(_ name: String) -> String {
        switch name {
        case "time": "a time with offset such as 10:00:00Z"
        case "duration": "a duration such as P4DT12H"
        case "hostname": "a host name"
        case "uri-reference": "a URI or a reference to one"
        case "json-pointer": "a JSON Pointer"
        case "relative-json-pointer": "a relative JSON Pointer"
        case "regex": "a regular expression"
        case "int32": "a whole number of 32 bits"
        case "int64": "a whole number of 64 bits"
        default: shared[name]?.described ?? "a text of the format \(name)"
        }
    }
}
