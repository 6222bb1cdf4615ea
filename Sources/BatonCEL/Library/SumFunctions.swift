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
