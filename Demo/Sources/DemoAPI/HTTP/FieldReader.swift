/// Reads the fields of a JSON or form body and collects the errors, so that one response names all of them.
struct FieldReader {
    private let fields: [String: DemoJSON]
    private(set) var errors: [FieldError] = []

    /// Throws a 400 when the body is neither a form nor a JSON object; an empty body has no fields.
    init(_ request: DemoRequest) throws {
        if request.mediaType == "application/x-www-form-urlencoded" {
            fields = Dictionary(
                URLEncoded.pairs(request.text ?? "").map { ($0.name, .string($0.value)) },
                uniquingKeysWith: { first, _ in first })
        } else if request.body.isEmpty {
            fields = [:]
        } else if case .object(let object) = JSONCoding.decode(request.body) {
            fields = object
        } else {
            throw Refusal.badRequest(["the body is not a JSON object"])
        }
    }

    func has(_ name: String) -> Bool { fields[name] != nil }

    mutating func require(_ names: String...) {
        for name in names where !has(name) {
            refuse(name, "is required")
        }
    }

    mutating func refuse(_ name: String, _ message: String) {
        errors.append(FieldError(field: name, message: message))
    }

    mutating func text(_ name: String, _ length: ClosedRange<Int>) -> String? {
        guard let value = fields[name] else { return nil }
        guard case .string(let text) = value else { return refused(name, "must be text") }
        guard length.contains(text.count) else {
            return refused(name, "must have \(length.lowerBound) to \(length.upperBound) characters")
        }
        return text
    }

    mutating func number(_ name: String, _ range: ClosedRange<Double>) -> Double? {
        guard let value = fields[name] else { return nil }
        guard case .number(let number) = value else { return refused(name, "must be a number") }
        guard range.contains(number) else {
            return refused(name, "must be from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    mutating func integer(_ name: String, _ range: ClosedRange<Int>) -> Int? {
        guard let value = fields[name] else { return nil }
        guard case .number(let number) = value, let whole = Int(exactly: number) else {
            return refused(name, "must be a whole number")
        }
        guard range.contains(whole) else {
            return refused(name, "must be from \(range.lowerBound) to \(range.upperBound)")
        }
        return whole
    }

    mutating func texts(_ name: String) -> [String]? {
        guard let value = fields[name] else { return nil }
        guard case .array(let elements) = value else { return refused(name, "must be a list") }
        let texts: [String] = elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
        guard texts.count == elements.count else { return refused(name, "must be a list of texts") }
        return texts
    }

    /// Throws a 422 with all errors found, if there are any.
    func finish() throws {
        guard errors.isEmpty else { throw Refusal.unprocessable(errors) }
    }

    private mutating func refused<Value>(_ name: String, _ message: String) -> Value? {
        refuse(name, message)
        return nil
    }
}
