/// The walk through two values at once that collects their differences.
struct JSONComparison {
    private enum Step {
        case name(String)
        case index(Int)
    }

    private(set) var differences: [JSONDifference] = []
    private let limits: JSONDifference.Limits
    private var way: [Step] = []

    init(limits: JSONDifference.Limits) { self.limits = limits }

    private var isFull: Bool { differences.count >= limits.differences }

    mutating func compare(_ expected: JSONValue, _ actual: JSONValue) {
        guard !isFull else { return }
        guard way.count < limits.depth else {
            if expected != actual { note(.changed, expected, actual) }
            return
        }
        switch (expected, actual) {
        case (.array(let expected), .array(let actual)): compare(expected, actual)
        case (.object(let expected), .object(let actual)): compare(expected, actual)
        default:
            guard expected != actual else { return }
            note(expected.typeName == actual.typeName ? .changed : .type, expected, actual)
        }
    }

    private mutating func compare(_ expected: [JSONValue], _ actual: [JSONValue]) {
        for index in 0..<max(expected.count, actual.count) where !isFull {
            way.append(.index(index))
            if index >= actual.count {
                note(.missing, expected[index], nil)
            } else if index >= expected.count {
                note(.added, nil, actual[index])
            } else {
                compare(expected[index], actual[index])
            }
            way.removeLast()
        }
    }

    private mutating func compare(_ expected: JSONObject, _ actual: JSONObject) {
        for member in expected.members where !isFull {
            way.append(.name(member.name))
            if let value = actual[member.name] {
                compare(member.value, value)
            } else {
                note(.missing, member.value, nil)
            }
            way.removeLast()
        }
        for member in actual.members where !isFull && expected.position(of: member.name) == nil {
            way.append(.name(member.name))
            note(.added, nil, member.value)
            way.removeLast()
        }
    }

    private mutating func note(_ kind: JSONDifference.Kind, _ expected: JSONValue?, _ actual: JSONValue?) {
        differences.append(JSONDifference(path: path, kind: kind, expected: expected, actual: actual))
    }

    private var path: String {
        var path = "$"
        for step in way {
            switch step {
            case .index(let index): path += "[\(index)]"
            case .name(let name) where Self.isShorthand(name): path += "." + name
            case .name(let name): path += "[" + JSONPathLocation.quote(name) + "]"
            }
        }
        return path
    }

    /// Whether a name may stand behind a dot.
    private static func isShorthand(_ name: String) -> Bool {
        guard let first = name.utf8.first, first &- UInt8(ascii: "0") >= 10 else { return false }
        return name.utf8.allSatisfy { byte in
            byte >= 0x80 || byte == UInt8(ascii: "_") || byte &- UInt8(ascii: "0") < 10
                || (byte | 0x20) &- UInt8(ascii: "a") < 26
        }
    }
}
