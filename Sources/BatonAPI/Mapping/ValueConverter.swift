// `ValueConverter` makes the value of a wanted type, a `Conversion`, out of a JSON value; the result is a
// `MappedValue`, and what cannot be converted a `ConversionFailure` with an excerpt of the value. Captures of workflows
// and `Mapper` use it.

package import BatonHTTP
public import BatonJSON

/// Converts a JSON value to a wanted type: lenient about how APIs write a type, never about the value itself.
public struct ValueConverter: Sendable {
    /// Relative URLs are resolved against this URL, the response's own; without it a URL must be absolute.
    let base: URLText?

    /// For values that do not come from a response: a URL must be absolute.
    public init() { base = nil }

    /// - Parameter base: the URL of the response that has the values.
    package init(base: URLText) { self.base = base }

    /// Throws for null too, unless any value is wanted: the caller decides whether null may stand for a missing value.
    public func convert(_ json: JSONValue, to wanted: Conversion) throws(ConversionFailure) -> MappedValue {
        switch wanted {
        case .string: .json(.string(try string(json)))
        case .integer: .json(.number(try integer(json)))
        case .number: .json(.number(try number(json, wanted)))
        case .boolean: .json(.bool(try boolean(json)))
        case .date(let form): .timestamp(try date(json, form))
        case .url: .json(.string(try url(json)))
        case .json: .json(try parsed(json))
        case .any: .json(json)
        case .list(let element): .list(try list(json, of: element, wanted))
        }
    }

    func mismatch(
        _ kind: Failure.Kind, _ wanted: Conversion, _ got: JSONValue, hint: String? = nil
    ) -> ConversionFailure {
        ConversionFailure(kind, wanted: wanted.title, got: got, hint: hint)
    }

    private func list(
        _ json: JSONValue, of element: Conversion, _ wanted: Conversion
    ) throws(ConversionFailure) -> [MappedValue] {
        guard case .array(let elements) = json else { throw mismatch(.mappingType, wanted, json) }
        var converted: [MappedValue] = []
        converted.reserveCapacity(elements.count)
        for (index, item) in elements.enumerated() {
            do {
                converted.append(try convert(item, to: element))
            } catch {
                throw error.inside([.index(index)])
            }
        }
        return converted
    }

    private func string(_ json: JSONValue) throws(ConversionFailure) -> String {
        switch json {
        case .string(let text): return text
        case .number(let number): return number.text
        case .bool(let flag): return flag ? "true" : "false"
        case .null, .array, .object: throw mismatch(.mappingType, .string, json)
        }
    }

    /// In the shortest form when it fits into 64 bits: `1.0` becomes 1.
    private func integer(_ json: JSONValue) throws(ConversionFailure) -> JSONNumber {
        let number = try number(json, .integer)
        guard number.isInteger else { throw mismatch(.mappingType, .integer, json) }
        if let value = number.int { return JSONNumber(value) }
        return number.uint.map { JSONNumber($0) } ?? number
    }

    private func number(_ json: JSONValue, _ wanted: Conversion) throws(ConversionFailure) -> JSONNumber {
        switch json {
        case .number(let number): return number
        case .string(let text):
            if let number = NumericText.number(text) { return number }
        default: break
        }
        throw mismatch(.mappingType, wanted, json)
    }

    private func boolean(_ json: JSONValue) throws(ConversionFailure) -> Bool {
        switch json {
        case .bool(let flag): return flag
        case .number(let number):
            if number == JSONNumber(0) { return false }
            if number == JSONNumber(1) { return true }
        case .string(let text):
            switch text.lowercased() {
            case "true", "1": return true
            case "false", "0": return false
            default: break
            }
        default: break
        }
        throw mismatch(.mappingType, .boolean, json)
    }

    private func url(_ json: JSONValue) throws(ConversionFailure) -> String {
        guard case .string(let text) = json else { throw mismatch(.mappingType, .url, json) }
        do throws(URLTextError) {
            guard let base else { return try URLText.parse(text).text }
            return try base.resolving(text).text
        } catch {
            throw mismatch(.mappingFormat, .url, json, hint: "this URL \(error.message)")
        }
    }

    private func parsed(_ json: JSONValue) throws(ConversionFailure) -> JSONValue {
        guard case .string(let text) = json else {
            throw mismatch(.mappingType, .json, json, hint: "`as: any` takes a value as it is")
        }
        do {
            return try JSONParser.parse(Array(text.utf8))
        } catch {
            throw mismatch(.mappingFormat, .json, json, hint: error.description)
        }
    }
}

/// Numbers as APIs write them in text.
package enum NumericText {
    /// A JSON number, also with `+` before it or with leading zeros; text with spaces, `1,000` and `0x1F` is not a
    /// number.
    package static func number(_ text: String) -> JSONNumber? {
        if let number = JSONNumber(text: text) { return number }
        var digits = text.utf8[...]
        let sign = digits.first == UInt8(ascii: "-") ? "-" : ""
        if digits.first == UInt8(ascii: "-") || digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
        let zero = UInt8(ascii: "0")
        guard let first = digits.first, (zero...zero + 9).contains(first) else { return nil }
        while digits.first == zero, let next = digits.dropFirst().first, (zero...zero + 9).contains(next) {
            digits = digits.dropFirst()
        }
        return JSONNumber(text: sign + String(Substring(digits)))
    }
}
