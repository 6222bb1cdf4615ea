/// `[a, ?b, c]`
final class ListNode: CELNode {
    private let elements: [any CELNode]
    private let optionals: Set<Int>
    private let range: Range<Int>

    init(_ elements: [any CELNode], optionals: Set<Int>, range: Range<Int>) {
        self.elements = elements
        self.optionals = optionals
        self.range = range
    }

    func evaluate(_ frame: inout CELFrame) throws(CELError) -> CELValue {
        var result: [CELValue] = []
        result.reserveCapacity(elements.count)
        // An optional that was left out reveals information, too.
        var isTainted = false
        for (position, element) in elements.enumerated() {
            let value = try element.evaluate(&frame)
            if optionals.contains(position) {
                isTainted = isTainted || value.isTainted
                if let inner = try value.unwrapped(at: range) { result.append(inner) }
            } else {
                result.append(value)
            }
        }
        let list = CELValue.list(result).tainted(isTainted)
        try frame.meter.countMade(list, at: range)
        return list
    }
}

/// `{key: value, ?key: optional}`
final class MapNode: CELNode {
    private let keys: [any CELNode]
    private let values: [any CELNode]
    private let optionals: Set<Int>
    private let range: Range<Int>

    init(keys: [any CELNode], values: [any CELNode], optionals: Set<Int>, range: Range<Int>) {
        self.keys = keys
        self.values = values
        self.optionals = optionals
        self.range = range
    }

    func evaluate(_ frame: inout CELFrame) throws(CELError) -> CELValue {
        var map = CELMap()
        var isTainted = false
        for position in keys.indices {
            let key = try keys[position].evaluate(&frame)
            var value = try values[position].evaluate(&frame)
            if optionals.contains(position) {
                isTainted = isTainted || value.isTainted
                guard let inner = try value.unwrapped(at: range) else { continue }
                value = inner
            }
            try map.add(key, value, at: range)
        }
        let value = CELValue.mapOfParts(map).tainted(isTainted)
        try frame.meter.countMade(value, at: range)
        return value
    }
}

extension CELMap {
    mutating func add(_ key: CELValue, _ value: CELValue, at range: Range<Int>) throws(CELError) {
        guard Self.canBeKey(key) else {
            throw CELError(.type, "a key of a map cannot be \(key.describedType)", at: range)
        }
        guard insert(key, value) else {
            throw CELError(.argument, "the key \(key.brief) stands twice", at: range, isTainted: key.isTainted)
        }
    }
}

extension CELValue {
    /// The value of an optional, nil if it is empty; throws for any other value.
    func unwrapped(at range: Range<Int>) throws(CELError) -> CELValue? {
        guard case .optional(let optional) = kind else {
            throw CELError(.type, "`?` wants an optional, not \(describedType)", at: range)
        }
        return optional.value
    }
}
