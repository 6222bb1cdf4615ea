/// CEL's lists and sets extensions.
enum CollectionFunctions {
    private static let sizeLimit = 1_000_000

    static let list: [CELFunction] = [
        .various("slice", .method, [([.anyList, .int, .int], .anyList)]) { arguments throws(CELError) in
            guard let elements = arguments[0].elements, let start = arguments[1].intValue,
                let end = arguments[2].intValue
            else { throw .noOverload("slice", arguments) }
            guard start >= 0, start <= end, end <= elements.count else {
                throw CELError(.index, "\(start) to \(end) is no part of a list of \(elements.count)")
            }
            return CELValue(.list(Array(elements[Int(start)..<Int(end)])))
        },
        .various("flatten", .method, [([.anyList], .anyList), ([.anyList, .int], .anyList)]) {
            arguments throws(CELError) in
            let depth = arguments.count > 1 ? arguments[1].intValue ?? 1 : 1
            guard depth >= 0 else { throw CELError(.argument, "a list is not flattened \(depth) times") }
            var result: [CELValue] = []
            try flatten(arguments[0], Int(clamping: min(depth, 1000)), into: &result)
            return CELValue(.list(result))
        },
        .metered("distinct", .method, [([.anyList], .anyList)]) { arguments, meter throws(CELError) in
            guard let elements = arguments[0].elements else { throw .noOverload("distinct", arguments) }
            return CELValue(.list(try distinct(elements, &meter)))
        },
        .unary("sort", .method, [(.anyList, .anyList)]) { value throws(CELError) in
            guard let elements = value.elements else { throw .noOverload("sort", value) }
            return CELValue(.list(try sorted(elements)))
        },
        .unary("first", .method, [(.anyList, .anyOptional)]) { value throws(CELError) in
            guard value.elementCount != nil else { throw .noOverload("first", value) }
            return .optional(value.element(at: 0))
        },
        .unary("last", .method, [(.anyList, .anyOptional)]) { value throws(CELError) in
            guard let count = value.elementCount else { throw .noOverload("last", value) }
            return .optional(value.element(at: count - 1))
        },
        .unary("lists.range", .function, [(.int, .list(.int))]) { value throws(CELError) in
            guard let count = value.intValue else { throw .noOverload("lists.range", value) }
            guard count <= sizeLimit else { throw CELError(.limit, "a range has at most \(sizeLimit) elements") }
            return CELValue(.list((0..<max(0, count)).map { .int($0) }))
        },
        set("sets.contains") { whole, part, meter throws(CELError) in
            try whole.holds(allOf: part, &meter)
        },
        set("sets.intersects") { left, right, meter throws(CELError) in
            for value in right.values where try left.holds(value, &meter) { return true }
            return false
        },
        set("sets.equivalent") { left, right, meter throws(CELError) in
            guard try right.holds(allOf: left, &meter) else { return false }
            return try left.holds(allOf: right, &meter)
        },
    ]

    private static func flatten(_ value: CELValue, _ depth: Int, into result: inout [CELValue]) throws(CELError) {
        guard let elements = value.elements else { throw .noOverload("flatten", value) }
        for element in elements {
            if depth > 0, element.elementCount != nil {
                try flatten(element, depth - 1, into: &result)
            } else {
                result.append(element)
            }
        }
    }

    private static func distinct(_ elements: [CELValue], _ meter: inout CELMeter) throws(CELError) -> [CELValue] {
        var seen = ValueSet([])
        for element in elements { try seen.insert(element, &meter) }
        return seen.values
    }

    private static func sorted(_ elements: [CELValue]) throws(CELError) -> [CELValue] {
        guard let first = elements.first else { return [] }
        for element in elements where CELValue.order(first, element) == nil {
            throw CELError(
                .type, "a list of \(first.describedType) and \(element.describedType) has no order")
        }
        return elements.sorted { (CELValue.order($0, $1) ?? 0) < 0 }
    }

    private static func set(
        _ name: String,
        _ test: @escaping @Sendable (ValueSet, ValueSet, inout CELMeter) throws(CELError) -> Bool
    ) -> CELFunction {
        .metered(name, .function, [([.anyList, .anyList], .bool)]) { arguments, meter throws(CELError) in
            guard let one = arguments[0].elements, let other = arguments[1].elements else {
                throw .noOverload(name, arguments)
            }
            let (left, right) = (ValueSet(one), ValueSet(other))
            try left.checkWork(against: right)
            return .bool(try test(left, right, &meter))
        }
    }
}

/// A set of values by equality: scalars are looked up by hash, others one by one, with a limit on that work.
struct ValueSet {
    private(set) var values: [CELValue]
    private var keys: Set<CELMap.Key> = []
    private var others: [CELValue] = []

    init(_ values: [CELValue]) {
        self.values = values
        for value in values { remember(value) }
    }

    private mutating func remember(_ value: CELValue) {
        if let key = CELMap.Key(value) { keys.insert(key) } else { others.append(value) }
    }

    func holds(_ value: CELValue, _ meter: inout CELMeter) throws(CELError) -> Bool {
        if let key = CELMap.Key(value) { return keys.contains(key) }
        for other in others where try CELValue.areEqual(other, value, &meter) { return true }
        return false
    }

    func holds(allOf part: ValueSet, _ meter: inout CELMeter) throws(CELError) -> Bool {
        for value in part.values where try !holds(value, &meter) { return false }
        return true
    }

    private static let tooMany = CELError(.limit, "there are too many lists and maps to compare each with each")

    func checkWork(against other: ValueSet) throws(CELError) {
        if others.count.multipliedReportingOverflow(by: other.others.count).partialValue > 25_000_000 {
            throw Self.tooMany
        }
    }

    mutating func insert(_ value: CELValue, _ meter: inout CELMeter) throws(CELError) {
        if try holds(value, &meter) { return }
        guard others.count < 5000 else { throw Self.tooMany }
        remember(value)
        values.append(value)
    }
}

/// `sum` and `avg` of numbers or of durations.
package enum SumFunctions {
    package static let list: [CELFunction] = [
        .unary("sum", .function, [(.anyList, .dyn)]) { value throws(CELError) in
            try sum("sum", try elements("sum", value)) ?? .int(0 as Int)
        },
        .unary("avg", .function, [(.anyList, .dyn)]) { value throws(CELError) in
            let elements = try elements("avg", value)
            guard let sum = try sum("avg", elements) else {
                throw CELError(.argument, "an empty list has no average")
            }
            if case .duration(let total) = sum.kind { return .duration(total / elements.count) }
            guard let total = try Numeric(sum) else { throw .noOverload("avg", sum) }
            return .double(total.double / Double(elements.count))
        },
    ]

    private static func elements(_ name: String, _ value: CELValue) throws(CELError) -> [CELValue] {
        guard let elements = value.elements else { throw .noOverload(name, value) }
        return elements
    }

    /// The sum; nil for an empty list.
    private static func sum(_ name: String, _ elements: [CELValue]) throws(CELError) -> CELValue? {
        var total: CELValue?
        for (position, element) in elements.enumerated() {
            var isDuration = false
            if case .duration = element.kind { isDuration = true }
            guard element.isNumeric || isDuration else {
                throw CELError(
                    .type, "`\(name)` works on numbers or durations; element \(position) is \(element.describedType)")
            }
            total = try total.map { before throws(CELError) in try Arithmetic.apply(.plus, before, element) } ?? element
        }
        return total
    }
}
