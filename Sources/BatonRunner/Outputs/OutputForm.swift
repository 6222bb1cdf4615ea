import BatonCEL
import BatonJSON
import BatonRecords
import BatonValues

/// An output as a file of outputs holds it: its value as JSON, and beside it what JSON cannot say.
///
/// The parts of a value are named by JSON Pointers (RFC 6901); the empty pointer is the whole.
package struct OutputForm: Sendable {
    package let name: String
    let value: JSONValue
    /// Pointers of the secret parts. What is below a secret part is secret, too.
    let secret: [String]
    /// Parts of a type that JSON does not have, each with the type's name.
    let types: [(pointer: String, type: JSONlessType)]
}

/// A type of expressions that JSON does not have, by its name in a file of outputs.
enum JSONlessType: String {
    case uint, double, bytes, timestamp, duration
    /// A map with keys other than strings: a list of pairs.
    case map
    /// A value that may be missing: a list of one or no element.
    case optional
}

extension OutputForm {
    /// Throws for a value that cannot be written, such as a type or infinity.
    ///
    /// - Parameter holdsSecret: whether a text contains a known secret although it was not computed from one.
    init(_ name: String, _ value: CELValue, holdsSecret: @escaping (String) -> Bool) throws(CELError) {
        var writer = Writer(holdsSecret: holdsSecret)
        let json = try writer.json(value, at: "", isCovered: false)
        self.init(name: name, value: json, secret: writer.secret, types: writer.types)
    }

    private struct Writer {
        let holdsSecret: (String) -> Bool
        var secret: [String] = []
        var types: [(pointer: String, type: JSONlessType)] = []
        private var depth = 0

        /// A container this deep is secret as a whole, rather than searched: a response may be nested 512 levels deep, and
        /// each level takes room on the stack of a thread.
        private static let deepest = 100

        init(holdsSecret: @escaping (String) -> Bool) { self.holdsSecret = holdsSecret }

        /// - Parameter isCovered: whether a part above is secret as a whole.
        mutating func json(_ value: CELValue, at pointer: String, isCovered: Bool) throws(CELError) -> JSONValue {
            let isTooDeep = depth >= Self.deepest && (value.elements != nil || value.entries != nil)
            let isSecret = isCovered || value.isTainted || isTooDeep || hasSecretText(value)
            if isSecret, !isCovered { secret.append(pointer) }
            if isTooDeep { return try value.toJSON() }
            depth += 1
            defer { depth -= 1 }
            switch value.kind {
            case .null, .bool, .int, .string, .number: return try value.toJSON()
            case .uint: return try typed(.uint, value, at: pointer)
            case .double: return try typed(.double, value, at: pointer)
            case .bytes: return try typed(.bytes, value, at: pointer)
            case .timestamp: return try typed(.timestamp, value, at: pointer)
            case .duration: return try typed(.duration, value, at: pointer)
            case .jsonArray where isSecret, .jsonObject where isSecret: return try value.toJSON()
            case .list, .jsonArray: return try list(value.elements ?? [], at: pointer, isCovered: isSecret)
            case .map, .jsonObject: return try map(value.entries ?? [], at: pointer, isCovered: isSecret)
            case .optional(let optional):
                types.append((pointer, .optional))
                return try list(optional.value.map { [$0] } ?? [], at: pointer, isCovered: isSecret)
            case .native(let native):
                guard let plain = try native.plainValue() else { return try value.toJSON() }
                return try json(plain.tainted(value.isTainted), at: pointer, isCovered: isSecret)
            case .type: return try value.toJSON()
            }
        }

        /// Whether a text holds a secret that its value was not computed from, or a map has a secret key.
        private func hasSecretText(_ value: CELValue) -> Bool {
            switch value.kind {
            case .string(let text): holdsSecret(text)
            case .map, .jsonObject:
                (value.entries ?? []).contains { $0.key.isTainted || $0.key.stringValue.map(holdsSecret) == true }
            default: false
            }
        }

        private mutating func typed(
            _ type: JSONlessType, _ value: CELValue, at pointer: String
        ) throws(CELError) -> JSONValue {
            types.append((pointer, type))
            return try value.toJSON()
        }

        private mutating func list(
            _ elements: [CELValue], at pointer: String, isCovered: Bool
        ) throws(CELError) -> JSONValue {
            var result: [JSONValue] = []
            result.reserveCapacity(elements.count)
            for (index, element) in elements.enumerated() {
                result.append(try json(element, at: "\(pointer)/\(index)", isCovered: isCovered))
            }
            return .array(result)
        }

        private mutating func map(
            _ entries: [CELMap.Entry], at pointer: String, isCovered: Bool
        ) throws(CELError) -> JSONValue {
            guard entries.allSatisfy({ $0.key.stringValue != nil }) else {
                types.append((pointer, .map))
                var pairs: [JSONValue] = []
                for (index, entry) in entries.enumerated() {
                    pairs.append(try list([entry.key, entry.value], at: "\(pointer)/\(index)", isCovered: isCovered))
                }
                return .array(pairs)
            }
            var object = JSONObject()
            for entry in entries {
                let key = entry.key.stringValue ?? ""
                let part = "\(pointer)/\(OutputForm.escaped(key))"
                object.append(key, try json(entry.value, at: part, isCovered: isCovered))
            }
            return .object(object)
        }
    }

    /// A key in a JSON Pointer.
    static func escaped(_ key: String) -> String {
        guard key.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return key }
        return key.replacing("~", with: "~0").replacing("/", with: "~1")
    }
}

// MARK: - JSON

extension OutputForm {
    var json: JSONValue {
        var object = EventObject()
        object.set("name", name)
        object.set("value", value as JSONValue?)
        let pointers = JSONValue.array(secret.map { .string($0) })
        object.set("secret", (secret == [""] ? true : pointers) as JSONValue?)
        if !types.isEmpty {
            let members = types.map { ($0.pointer, JSONValue.string($0.type.rawValue)) }
            object.set("types", .object(JSONObject(members)) as JSONValue?)
        }
        return object.json
    }

    private static let members: Set = ["name", "value", "secret", "types"]

    /// Nil where the JSON has not the form that `json` gives. It must say which parts are secret, even if none is.
    init?(_ json: JSONValue) {
        guard let name = json["name"]?.stringValue, let value = json["value"],
            json.objectValue?.members.allSatisfy({ Self.members.contains($0.name) }) == true
        else { return nil }
        var secret: [String] = []
        switch json["secret"] {
        case .bool(true)?: secret = [""]
        case .array(let pointers)?:
            secret = pointers.compactMap(\.stringValue)
            guard secret.count == pointers.count else { return nil }
        default: return nil
        }
        var types: [(pointer: String, type: JSONlessType)] = []
        if let given = json["types"] {
            guard let members = given.objectValue?.members else { return nil }
            for member in members {
                guard let type = member.value.stringValue.flatMap(JSONlessType.init) else { return nil }
                types.append((member.name, type))
            }
        }
        self.init(name: name, value: value, secret: secret, types: types)
    }
}
