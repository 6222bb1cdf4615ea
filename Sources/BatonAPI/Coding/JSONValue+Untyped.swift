public import BatonHTTP
public import BatonJSON

extension JSONValue {
    /// The JSON of a value whose types are not known to the compiler, such as `[String: Any]`: texts, numbers, booleans, nil,
    /// `JSONValue`, `Encodable` values, and lists and dictionaries of them at any depth. Members are sorted by their names.
    ///
    /// ```swift
    /// let body: [String: Any] = ["name": "lamp", "tags": ["new", 3], "size": nil as Int? as Any]
    /// let request = APIRequest(.post, "/items", content: .json(try JSONValue(untyped: body)))
    /// ```
    /// Throws `request.bad_input`, which names the place, for any other value.
    public init(untyped value: Any?) throws(Failure) {
        self = try Self.untyped(value, [])
    }

    /// Each level takes room on the stack of a thread.
    private static let deepest = 128

    private static func untyped(_ value: Any?, _ path: [any CodingKey]) throws(Failure) -> JSONValue {
        guard let value = value.flatMap(unwrapped) else { return .null }
        guard path.count <= deepest else {
            throw Failure(.badInput, "a value is nested more than \(deepest) levels deep")
        }
        switch value {
        case let json as JSONValue: return json
        case let list as [Any]:
            var elements: [JSONValue] = []
            for (index, element) in list.enumerated() {
                elements.append(try untyped(element, path + [StepKey(index)]))
            }
            return .array(elements)
        case let members as [String: Any]:
            var object = JSONObject()
            for name in members.keys.sorted() {
                object.append(name, try untyped(members[name], path + [StepKey(stringValue: name)]))
            }
            return .object(object)
        case let encodable as any Encodable:
            do throws(Failure) {
                return try encoding(encodable)
            } catch {
                throw Failure(error.kind, "`\(CodedPath.text(path))`: \(error.message)")
            }
        default:
            throw Failure(.badInput, "`\(CodedPath.text(path))` is a `\(type(of: value))`, which has no JSON form")
        }
    }

    /// The value in an optional that `Any` hides; nil for an empty one.
    private static func unwrapped(_ value: Any) -> Any? {
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .optional else { return value }
        return mirror.children.first.flatMap { unwrapped($0.value) }
    }
}
