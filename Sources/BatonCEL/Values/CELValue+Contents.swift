import BatonJSON

extension CELValue {
    /// The elements of a list or JSON array.
    package var elements: [CELValue]? {
        switch kind {
        case .list(let elements): isTainted ? elements.map { $0.tainted(true) } : elements
        case .jsonArray(let elements): elements.map { CELValue(json: $0, isTainted: isTainted) }
        default: nil
        }
    }

    /// The entries of a map or JSON object.
    package var entries: [CELMap.Entry]? {
        switch kind {
        case .map(let map): isTainted ? map.withTaintedValues().entries : map.entries
        case .jsonObject(let object):
            object.members.map {
                CELMap.Entry(
                    key: CELValue(.string($0.name), isTainted: isTainted),
                    value: CELValue(json: $0.value, isTainted: isTainted))
            }
        default: nil
        }
    }

    /// The entries of a map with the taint of each: of a map in which only some are secret, the others are not tainted.
    package var ownEntries: [CELMap.Entry]? {
        if case .map(let map) = kind { map.entries } else { entries }
    }

    var entryCount: Int? {
        switch kind {
        case .map(let map): map.count
        case .jsonObject(let object): object.count
        default: nil
        }
    }

    /// The value of a key in a map or JSON object; nil for other values, too.
    func entry(for key: CELValue) -> CELValue? {
        switch kind {
        case .map(let map): return map.value(for: key)?.tainted(isTainted)
        case .jsonObject(let object):
            guard case .string(let name) = key.kind, let value = object[name] else { return nil }
            return CELValue(json: value, isTainted: isTainted)
        default: return nil
        }
    }

    func entry(named name: String) -> CELValue? {
        switch kind {
        case .jsonObject(let object):
            guard let value = object[name] else { return nil }
            return CELValue(json: value, isTainted: isTainted)
        case .map(let map): return map.value(named: name)?.tainted(isTainted)
        default: return nil
        }
    }

    /// Number of elements of a list or JSON array.
    var elementCount: Int? {
        switch kind {
        case .list(let elements): elements.count
        case .jsonArray(let elements): elements.count
        default: nil
        }
    }

    /// The element of a list or JSON array; nil if out of bounds.
    func element(at index: Int) -> CELValue? {
        switch kind {
        case .list(let elements): elements.indices.contains(index) ? elements[index].tainted(isTainted) : nil
        case .jsonArray(let elements):
            elements.indices.contains(index) ? CELValue(json: elements[index], isTainted: isTainted) : nil
        default: nil
        }
    }

    package var boolValue: Bool? {
        if case .bool(let value) = kind { value } else { nil }
    }

    package var stringValue: String? {
        if case .string(let value) = kind { value } else { nil }
    }

    /// The integer, if the value is a number of any type that is whole and fits 64 bits.
    package var intValue: Int64? {
        switch kind {
        case .int(let value): value
        case .uint(let value): Int64(exactly: value)
        case .double(let value): Int64(exactly: value)
        case .number(let number): number.int
        default: nil
        }
    }

    package var isNull: Bool {
        if case .null = kind { true } else { false }
    }
}
