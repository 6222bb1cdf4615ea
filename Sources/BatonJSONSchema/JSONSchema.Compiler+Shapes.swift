import BatonJSON

extension JSONSchema.Compiler {
    /// The keywords that mean something in this dialect and whose values have the right shape; all else is reported.
    mutating func checked(_ object: JSONObject, _ place: Place, _ dialect: Dialect) -> JSONObject {
        if options.standard.isOfDraft4 { return checked30(object, place) }
        tellOfOtherTypes(object, place)
        var kept: [(String, JSONValue)] = []
        for member in object.members where !isOwnKeyword(member.name) {
            guard let keyword = JSONSchema.Keyword.byName[member.name] else {
                if !member.name.hasPrefix("x-") {
                    report(.unknownKeyword(member.name, at: place.appending(member.name)))
                }
                continue
            }
            let isActive =
                dialect.vocabularies.contains(keyword.vocabulary)
                || (keyword.name == "format" && dialect.vocabularies.contains(.formatAssertion))
            guard isActive else { continue }
            if isRight(member.value, keyword, place.appending(member.name)) { kept.append((member.name, member.value)) }
        }
        return JSONObject(kept)
    }

    /// Whether a keyword's value has its shape. Schemas inside are checked where they are compiled.
    mutating func isRight(_ value: JSONValue, _ keyword: JSONSchema.Keyword, _ place: Place) -> Bool {
        // Generators of OpenAPI documents write examples and titles in many ways; none of them checks a value.
        if isOpenAPI, keyword.vocabulary == .metaData { return true }
        switch keyword.shape {
        case .any: return true
        case .text: return right(value.stringValue != nil, "a text", value, keyword, place)
        case .flag: return right(value.boolValue != nil, "`true` or `false`", value, keyword, place)
        case .list: return right(value.arrayValue != nil, "a list", value, keyword, place)
        case .number: return right(value.numberValue != nil, "a number", value, keyword, place)
        case .positiveNumber:
            return right(
                value.numberValue.map { $0 > JSONNumber(0) } ?? false, "a number above 0", value, keyword, place)
        case .count:
            let isCount = value.numberValue.map { $0.isInteger && $0 >= JSONNumber(0) } ?? false
            return right(isCount, "a whole number, not negative", value, keyword, place)
        case .names: return areNames(value, keyword, place)
        case .namesByName:
            guard let object = value.objectValue else {
                return right(false, "a map of names to lists of names", value, keyword, place)
            }
            return object.members.reduce(true) { areNames($1.value, keyword, place.appending($1.name)) && $0 }
        case .types: return areTypes(value, keyword, place)
        case .schema:
            if keyword.name == "items", value.arrayValue != nil {
                return right(
                    false, "one schema for all elements", value, keyword, place,
                    help: "a schema for each position is written `prefixItems` since draft 2020-12")
            }
            return true
        case .schemas:
            return right(value.arrayValue?.isEmpty == false, "a list of schemas", value, keyword, place)
        case .schemasByName, .schemasByPattern, .dependencies:
            return right(value.objectValue != nil, "a map of names to schemas", value, keyword, place)
        case .flagsByURI: return right(value.objectValue != nil, "a map of URIs to booleans", value, keyword, place)
        case .pattern: return right(value.stringValue != nil, "a regular expression", value, keyword, place)
        case .reference: return right(value.stringValue != nil, "a reference, which is a text", value, keyword, place)
        case .identifier:
            let isURI = value.stringValue.map { $0.utf8.dropLast().contains(UInt8(ascii: "#")) == false } ?? false
            return right(
                isURI, "a URI without a fragment", value, keyword, place,
                help: value.stringValue?.hasPrefix("#") == true ? "a name inside the document is an `$anchor`" : nil)
        case .anchor:
            return right(
                value.stringValue.map(Self.isAnchor) ?? false, "a name of letters, digits, `-`, `_` and `.`", value,
                keyword, place)
        }
    }

    private mutating func right(
        _ isRight: Bool, _ wanted: String, _ value: JSONValue, _ keyword: JSONSchema.Keyword, _ place: Place,
        help: String? = nil
    ) -> Bool {
        if !isRight {
            report(
                .wrongShape(
                    keyword.name, wanted: wanted, value, at: place, help: help ?? Self.help(keyword.name, value)))
        }
        return isRight
    }

    /// What earlier drafts wrote there.
    private static func help(_ keyword: String, _ value: JSONValue) -> String? {
        switch (keyword, value) {
        case ("exclusiveMinimum", .bool), ("exclusiveMaximum", .bool):
            let plain = keyword == "exclusiveMinimum" ? "minimum" : "maximum"
            return "write the limit itself, in place of `\(plain)`: `\(keyword): 0`"
        case ("required", .bool): return "write the names beside `properties`: `required: [id, name]`"
        default: return nil
        }
    }

    private mutating func areNames(_ value: JSONValue, _ keyword: JSONSchema.Keyword, _ place: Place) -> Bool {
        guard let list = value.arrayValue, list.allSatisfy({ $0.stringValue != nil }) else {
            return right(false, "a list of names", value, keyword, place)
        }
        guard Set(list).count == list.count else {
            report(.repeatedNames(keyword.name, at: place))
            return false
        }
        return true
    }

    private mutating func areTypes(_ value: JSONValue, _ keyword: JSONSchema.Keyword, _ place: Place) -> Bool {
        if value.arrayValue?.isEmpty == true { return right(false, "at least one type", value, keyword, place) }
        var areRight = true
        for (position, type) in (value.arrayValue ?? [value]).enumerated() {
            let place = value.arrayValue == nil ? place : place.appending("\(position)")
            guard let name = type.stringValue else {
                areRight = right(
                    false, "the name of a type, or a list of them", type, keyword, place,
                    help: type.isNull ? "YAML wants quotes around the name of this type: `\"null\"`" : nil)
                continue
            }
            if JSONSchema.TypeSet.named.contains(where: { $0.name == name }) { continue }
            report(.unknownType(name, at: place))
            areRight = false
        }
        return areRight
    }

    private static func isAnchor(_ text: String) -> Bool {
        guard let first = text.utf8.first else { return false }
        func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: "_") }
        return isLetter(first)
            && text.utf8.allSatisfy {
                isLetter($0) || $0 &- UInt8(ascii: "0") < 10 || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
            }
    }
}
