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

    /// Whether a path that finds nothing ends at a name or an index that no place on its way has, in a value without
    /// elements, or at a filter that compares what no element has, so that it may be misspelt. False where a list on its
    /// way is empty, and where a filter could accept an element and accepts none.
    package func isAbsent(in root: JSONValue) -> Bool {
        guard let (segment, places) = deadEnd(in: root) else { return false }
        // The elements that an empty list does not have could have it.
        if segment.isDescendant, places.contains(where: \.holdsEmptyList) { return false }
        return segment.selectors.allSatisfy(\.isSingular) || !places.contains(where: \.isContainer)
            || !segment.isDescendant && Self.acceptNothing(segment.selectors, places.flatMap(\.children), root)
    }

    /// The first segment that finds nothing, with the values that the segments before it found; nil where the path
    /// finds something, or is too much work.
    func deadEnd(in root: JSONValue) -> (segment: Segment, places: [JSONValue])? {
        var places = [root]
        for (count, segment) in query.segments.enumerated() {
            let way = JSONPath(
                text: text, query: Query(isRelative: false, segments: Array(query.segments[...count])))
            guard let found = try? way.query(root) else { return nil }
            if found.isEmpty { return (segment, places) }
            places = found
        }
        return nil
    }

    /// Whether the selectors are filters none of which could accept one of the elements.
    private static func acceptNothing(_ selectors: [Selector], _ elements: [JSONValue], _ root: JSONValue) -> Bool {
        guard !elements.isEmpty else { return false }
        var evaluator = JSONPathEvaluator(root: root, workLimit: workLimit)
        return selectors.allSatisfy { selector in
            guard case .filter(let condition) = selector else { return false }
            return (try? evaluator.comparesNothing(condition, in: elements)) ?? false
        }
    }
}

extension JSONValue {
    /// Whether it is an empty list, or one is inside.
    fileprivate var holdsEmptyList: Bool {
        if case .array(let elements) = self, elements.isEmpty { return true }
        return children.contains(where: \.holdsEmptyList)
    }

    /// The elements of an array, the values of an object.
    var children: [JSONValue] {
        switch self {
        case .array(let elements): elements
        case .object(let object): object.members.map(\.value)
        case .null, .bool, .number, .string: []
        }
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
