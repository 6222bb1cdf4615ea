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
    /// Whether a filter compares a member that no element has; `value` is then the first element.
    package var isInFilter = false

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
    /// Nil where the whole path is found, and where it has more than names, indexes and `[*]` before its end, or before a
    /// filter; of several places, the first one is looked at.
    package func reach(in root: JSONValue) -> JSONReach? {
        var value = root
        var path = "$"
        for (count, segment) in query.segments.enumerated() {
            guard !segment.isDescendant, segment.selectors.count == 1 else { return nil }
            let isRoot = count == 0
            switch segment.selectors[0] {
            case .name(let name):
                guard let next = Self.walk(segment.selectors, from: value) else {
                    return JSONReach(path: path, value: value, missing: .name(name), isRoot: isRoot)
                }
                value = next
                path += JSONReach.step(name)
            case .index(let index):
                guard let next = Self.walk(segment.selectors, from: value) else {
                    return JSONReach(path: path, value: value, missing: .index(index), isRoot: isRoot)
                }
                value = next
                path += "[\(index)]"
            case .wildcard:
                guard case .array(let elements) = value, let first = elements.first else { return nil }
                value = first
                path += "[*]"
            case .filter(let condition):
                guard case .array(let elements) = value, let first = elements.first,
                    let name = condition.comparedNames.first(where: { name in
                        !elements.contains { JSONPath.walk([.name(name)], from: $0) != nil }
                    })
                else { return nil }
                return JSONReach(
                    path: path + "[0]", value: first, missing: .name(name), isRoot: false, isInFilter: true)
            case .slice: return nil
            }
        }
        return nil
    }

    /// Whether everything is there that the path names before its first wildcard, slice, filter or `..`; what follows
    /// selects, and may select nothing (RFC 9535).
    package func hasPlace(in root: JSONValue) -> Bool {
        var value = root
        for segment in query.segments {
            guard !segment.isDescendant, segment.selectors.count == 1, segment.selectors[0].isSingular else {
                return true
            }
            guard let next = Self.walk(segment.selectors, from: value) else { return false }
            value = next
        }
        return true
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
