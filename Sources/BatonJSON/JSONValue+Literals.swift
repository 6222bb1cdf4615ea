// There is no `nil` literal: in `flag ? value : nil` it would silently mean JSON's null instead of no value.
extension JSONValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// `true` and `false` in source text.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// A whole number in source text.
    public init(integerLiteral value: Int64) { self = .number(JSONNumber(value)) }
    /// A number with a fraction in source text, with the digits of the double.
    public init(floatLiteral value: Double) { self = .number(JSONNumber(floatLiteral: value)) }
    /// A string in source text.
    public init(stringLiteral value: String) { self = .string(value) }
    /// A list in source text.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    /// An object in source text, with its members in that order.
    public init(dictionaryLiteral members: (String, JSONValue)...) {
        self = .object(JSONObject(members))
    }
}
