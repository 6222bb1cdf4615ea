import BatonHTTP

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
