import BatonJSON

extension JSONSchema.Evaluator {
    /// Keywords that look at a value without applying other schemas.
    mutating func scalarHolds(
        _ rule: JSONSchema.Rule, _ node: JSONSchema.Node, _ value: JSONValue
    ) throws(Undecided) -> Bool {
        let finding: JSONSchema.Violation.Finding?
        switch rule.test {
        case .type(let types): finding = Self.isOf(types, value) ? nil : .type(types.names)
        case .const(let wanted): finding = wanted == value ? nil : .const(wanted)
        case .values(let values): finding = values.contains(value) ? nil : .values(values.list)
        case .bound(let bound, let limit): finding = Self.isWithin(bound, limit, value) ? nil : .bound(limit)
        case .multiple(let divisor): finding = try Self.isMultiple(of: divisor, value) ? nil : .multiple(divisor.number)
        case .count(let bound, let limit): finding = count(bound, limit, value)
        case .pattern(let pattern, let written):
            guard case .string(let text) = value else { return true }
            finding = try found(pattern, in: text) ? nil : .pattern(written)
        case .format(let name, let accepts):
            guard case .string(let text) = value else { return true }
            try spend(text.utf8.count / 16)
            finding = accepts(text) ? nil : .format(name)
        case .integer(let name, let bits):
            guard case .number(let number) = value else { return true }
            finding = Self.isWhole(number, bits: bits) ? nil : .format(name)
        case .unique: finding = try duplicate(in: value)
        case .required(let names): return missing(names, nil, rule, node, value)
        case .dependentRequired(let dependencies):
            guard case .object(let object) = value else { return true }
            var fits = true
            for (name, needed) in dependencies where object.position(of: name) != nil {
                if !missing(needed, name, rule, node, value) { fits = false }
            }
            return fits
        default: return true
        }
        guard let finding else { return true }
        note(finding, node, rule, value)
        return false
    }

    private static func isWhole(_ number: JSONNumber, bits: Int) -> Bool {
        guard number.isInteger, let value = number.int else { return false }
        return bits >= 64 || Int32(exactly: value) != nil
    }

    private static func isOf(_ types: JSONSchema.TypeSet, _ value: JSONValue) -> Bool {
        if !types.isDisjoint(with: value.schemaType) { return true }
        guard types.contains(.integer), case .number(let number) = value else { return false }
        return number.isInteger
    }

    private static func isWithin(_ bound: JSONSchema.Bound, _ limit: JSONNumber, _ value: JSONValue) -> Bool {
        guard case .number(let number) = value else { return true }
        let order = JSONNumber.compare(number, limit)
        return switch bound {
        case .least: order >= 0
        case .most: order <= 0
        case .above: order > 0
        case .below: order < 0
        }
    }

    private static func isMultiple(of divisor: JSONSchema.Divisor, _ value: JSONValue) throws(Undecided) -> Bool {
        guard case .number(let number) = value else { return true }
        guard let isMultiple = divisor.divides(number) else {
            throw Undecided(message: "`multipleOf` is too much work on a number with that many digits")
        }
        return isMultiple
    }

    private func count(_ bound: JSONSchema.Bound, _ limit: Int, _ value: JSONValue) -> JSONSchema.Violation.Finding? {
        let count: Int
        switch value {
        case .string(let text):
            // There are at most as many code points as bytes, and at least a quarter of that.
            let bytes = text.utf8.count
            if bound == .most ? bytes <= limit : bytes / 4 >= limit { return nil }
            count = text.unicodeScalars.count
        case .array(let elements): count = elements.count
        case .object(let object): count = object.count
        case .null, .bool, .number: return nil
        }
        let fits = bound == .most ? count <= limit : count >= limit
        return fits ? nil : .count(limit, actual: count)
    }

    /// - Parameter cause: the member that makes the names necessary.
    private mutating func missing(
        _ names: [String], _ cause: String?, _ rule: JSONSchema.Rule, _ node: JSONSchema.Node, _ value: JSONValue
    ) -> Bool {
        guard case .object(let object) = value else { return true }
        var fits = true
        for name in names where object.position(of: name) == nil {
            fits = false
            guard isCollecting else { break }
            note(.missing(because: cause), node, rule, value, at: .name(name))
        }
        return fits
    }

    private mutating func duplicate(in value: JSONValue) throws(Undecided) -> JSONSchema.Violation.Finding? {
        guard case .array(let elements) = value, elements.count > 1 else { return nil }
        if elements.count <= 8, elements.allSatisfy({ !$0.isContainer }) {
            for position in 1..<elements.count {
                if let first = elements[..<position].firstIndex(of: elements[position]) {
                    return .duplicate(first, position)
                }
            }
            return nil
        }
        var seen: [JSONValue: Int] = [:]
        seen.reserveCapacity(elements.count)
        for (position, element) in elements.enumerated() {
            try spend(Self.size(of: element))
            if let first = seen.updateValue(position, forKey: element) { return .duplicate(first, position) }
        }
        return nil
    }

    /// How many values there are in a value, itself included: what hashing it takes.
    private static func size(of value: JSONValue) -> Int {
        switch value {
        case .array(let elements): elements.reduce(1) { $0 + size(of: $1) }
        case .object(let object): object.members.reduce(1) { $0 + size(of: $1.value) }
        case .string(let text): 1 + text.utf8.count / 64
        case .null, .bool, .number: 1
        }
    }
}
