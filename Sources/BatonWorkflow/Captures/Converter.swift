import BatonCEL
import BatonHTTP
import BatonJSON

/// Makes of a value what `as` wants: lenient about how APIs write a type, never about what is written.
struct Converter {
    /// What relative URLs are resolved against: the answer's own URL.
    let base: URLText

    /// Throws for null too, except as JSON: whether null may stand for nothing is the capture's to decide.
    func convert(_ value: CELValue, to wanted: Capture.Conversion) throws(ConversionFailure) -> CELValue {
        try converted(value, to: wanted).tainted(value.isTainted)
    }

    private func converted(
        _ value: CELValue, to wanted: Capture.Conversion
    ) throws(ConversionFailure) -> CELValue {
        if case .list(let element) = wanted { return try list(value, of: element, wanted) }
        if case .date = wanted, case .timestamp = value.kind { return value }
        let json: JSONValue
        do {
            json = try value.toJSON()
        } catch {
            throw ConversionFailure(.mappingType, wanted: wanted.title, got: value.describedType)
        }
        switch wanted {
        case .string: return try string(json)
        case .integer: return try integer(json)
        case .number: return CELValue(.number(try number(json, wanted)))
        case .boolean: return try boolean(json)
        case .date(let form): return .timestamp(try date(json, form))
        case .url: return try url(json)
        case .json: return try parsed(json)
        case .list: return value
        }
    }

    func mismatch(
        _ kind: Failure.Kind, _ wanted: Capture.Conversion, _ got: JSONValue, hint: String? = nil
    ) -> ConversionFailure {
        ConversionFailure(kind, wanted: wanted.title, got: got, hint: hint)
    }

    private func list(
        _ value: CELValue, of element: Capture.Conversion, _ wanted: Capture.Conversion
    ) throws(ConversionFailure) -> CELValue {
        guard let elements = value.elements else {
            guard let json = try? value.toJSON() else {
                throw ConversionFailure(.mappingType, wanted: wanted.title, got: value.describedType)
            }
            throw mismatch(.mappingType, wanted, json)
        }
        var converted: [CELValue] = []
        converted.reserveCapacity(elements.count)
        for (index, item) in elements.enumerated() {
            do {
                converted.append(try convert(item, to: element))
            } catch {
                var failure = error
                failure.position.insert(index, at: 0)
                throw failure
            }
        }
        return .list(converted)
    }

    private func string(_ json: JSONValue) throws(ConversionFailure) -> CELValue {
        switch json {
        case .string(let text): return .string(text)
        case .number(let number): return .string(number.text)
        case .bool(let flag): return .string(flag ? "true" : "false")
        case .null, .array, .object: throw mismatch(.mappingType, .string, json)
        }
    }

    private func integer(_ json: JSONValue) throws(ConversionFailure) -> CELValue {
        let number = try number(json, .integer)
        guard number.isInteger else { throw mismatch(.mappingType, .integer, json) }
        if let value = number.int { return .int(value) }
        return number.uint.map { .uint($0) } ?? CELValue(.number(number))
    }

    private func number(_ json: JSONValue, _ wanted: Capture.Conversion) throws(ConversionFailure) -> JSONNumber {
        switch json {
        case .number(let number): return number
        case .string(let text):
            if let number = NumericText.number(text) { return number }
        default: break
        }
        throw mismatch(.mappingType, wanted, json)
    }

    private func boolean(_ json: JSONValue) throws(ConversionFailure) -> CELValue {
        switch json {
        case .bool(let flag): return .bool(flag)
        case .number(let number):
            if number == JSONNumber(0) { return .false }
            if number == JSONNumber(1) { return .true }
        case .string(let text):
            switch text.lowercased() {
            case "true", "1": return .true
            case "false", "0": return .false
            default: break
            }
        default: break
        }
        throw mismatch(.mappingType, .boolean, json)
    }

    private func url(_ json: JSONValue) throws(ConversionFailure) -> CELValue {
        guard case .string(let text) = json else { throw mismatch(.mappingType, .url, json) }
        do {
            return .string(try base.resolving(text).text)
        } catch {
            throw mismatch(.mappingFormat, .url, json, hint: "this URL \(error.message)")
        }
    }

    /// Text is parsed; what is JSON already stays as it is.
    private func parsed(_ json: JSONValue) throws(ConversionFailure) -> CELValue {
        guard case .string(let text) = json else { return CELValue(json) }
        do {
            return CELValue(try JSONParser.parse(Array(text.utf8)))
        } catch {
            throw mismatch(.mappingFormat, .json, json, hint: error.description)
        }
    }
}

/// Numbers as APIs write them in text.
enum NumericText {
    /// A JSON number, also with `+` before it or with leading zeros; blanks, `1,000` and `0x1F` are no numbers.
    static func number(_ text: String) -> JSONNumber? {
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
