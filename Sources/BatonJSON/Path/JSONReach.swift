/// How far a path leads into a document that it has no match in: what a message shows instead of nothing.
package struct JSONReach: Sendable {
    /// The longest part of the path that leads somewhere, in the path's own form: `$.user`, `user.0`.
    package let path: String
    package let value: JSONValue
    /// The name or index that is not there, as it would be written behind `path`.
    package let missing: Step

    package enum Step: Sendable, Equatable {
        case name(String)
        case index(Int)
    }

    /// Whether nothing of the path but its root was found.
    package let isRoot: Bool

    /// `path` with another name behind it.
    package func appending(_ name: String) -> String {
        guard path.utf8.first == UInt8(ascii: "$") else { return isRoot ? name : "\(path).\(name)" }
        return path + Self.step(name)
    }

    /// A member as a JSONPath goes to it: `.name`, `['a b']`.
    package static func step(_ name: String) -> String {
        let isPlain = name.utf8.enumerated().allSatisfy { position, byte in
            byte == 0x5F || (0x61...0x7A).contains(byte | 0x20) || position > 0 && (0x30...0x39).contains(byte)
        }
        return isPlain && !name.isEmpty ? ".\(name)" : "[\(JSONPathLocation.quote(name))]"
    }
}

extension JSONPath {
    /// Nil for a path that is not singular, and where the whole path is found.
    package func reach(in root: JSONValue) -> JSONReach? {
        guard let steps = query.singular else { return nil }
        var value = root
        var path = "$"
        for (count, step) in steps.enumerated() {
            guard let next = Self.walk([step], from: value) else {
                switch step {
                case .name(let name):
                    return JSONReach(path: path, value: value, missing: .name(name), isRoot: count == 0)
                case .index(let index):
                    return JSONReach(path: path, value: value, missing: .index(index), isRoot: count == 0)
                case .wildcard, .slice, .filter: return nil
                }
            }
            value = next
            switch step {
            case .name(let name): path += JSONReach.step(name)
            case .index(let index): path += "[\(index)]"
            case .wildcard, .slice, .filter: return nil
            }
        }
        return nil
    }
}

extension JSONKeyPath {
    /// Nil where the whole path is found.
    package func reach(in root: JSONValue) -> JSONReach? {
        var value = root
        for (count, part) in parts.enumerated() {
            let found = JSONKeyPath(text: part, parts: [part]).value(in: value)
            guard let found else {
                return JSONReach(
                    path: parts[..<count].joined(separator: "."), value: value, missing: .name(part),
                    isRoot: count == 0)
            }
            value = found
        }
        return nil
    }
}
