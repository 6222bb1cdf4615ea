/// `x.name` where the type of `x` is unknown or has no fixed position for the member.
final class SelectNode: CELNode {
    let operand: any CELNode
    let name: String
    let range: Range<Int>
    /// Whether it is `x.?name`: the result is an optional, empty if the member is missing.
    let isOptional: Bool

    init(_ operand: any CELNode, _ name: String, range: Range<Int>, isOptional: Bool) {
        self.operand = operand
        self.name = name
        self.range = range
        self.isOptional = isOptional
    }

    func evaluate(_ frame: inout CELFrame) throws(CELError) -> CELValue {
        let value = try operand.evaluate(&frame)
        if case .optional(let optional) = value.kind {
            guard let inner = optional.value else { return value }
            return try .optional(member(of: inner)?.tainted(value.isTainted)).tainted(value.isTainted)
        }
        let member = try member(of: value)
        if isOptional { return CELValue.optional(member).tainted(value.isTainted) }
        guard let member else { throw missing(in: value) }
        return member.tainted(value.isTainted)
    }

    private func missing(in value: CELValue) -> CELError {
        if case .native(let native) = value.kind {
            return CELError(.notSet, native.absence(of: name) ?? "`\(name)` is not set", at: range)
        }
        return .missingKey(name, in: value, at: range)
    }

    func member(of value: CELValue) throws(CELError) -> CELValue? {
        do {
            return try value.member(name)
        } catch {
            throw error.at(range)
        }
    }
}

extension CELValue {
    /// The member of a map or object, nil if it is missing; throws for a value of a type without members.
    func member(_ name: String) throws(CELError) -> CELValue? {
        switch kind {
        case .jsonObject, .map: return entry(named: name)
        case .native(let native): return try native.member(name)?.tainted(isTainted)
        default:
            throw CELError(.type, "\(describedType) has no members, so no `\(name)`", help: helpForMember(name))
        }
    }

    /// The help for names that other languages use.
    private func helpForMember(_ name: String) -> String? {
        if ["length", "size", "count"].contains(name) { return "write `size(…)`" }
        return switch kind {
        case .list, .jsonArray: "of one element it is `list[0].\(name)`, of all `list.map(x, x.\(name))`"
        case .string: "a text of JSON becomes a value with `parse_json(text)`"
        default: nil
        }
    }
}

/// `x.name` where the type of `x` declares the member.
final class NativeMemberNode: CELNode {
    let operand: any CELNode
    let position: Int
    let name: String
    let type: CELNativeType
    let range: Range<Int>

    init(_ operand: any CELNode, position: Int, name: String, type: CELNativeType, range: Range<Int>) {
        self.operand = operand
        self.position = position
        self.name = name
        self.type = type
        self.range = range
    }

    func evaluate(_ frame: inout CELFrame) throws(CELError) -> CELValue {
        let value = try operand.evaluate(&frame)
        let member: CELValue?
        do {
            if case .native(let native) = value.kind, native.isOf(type) {
                member = try native.member(at: position)
            } else {
                member = try value.member(name)
            }
        } catch {
            throw error.at(range)
        }
        guard let member else {
            var message: String?
            if case .native(let native) = value.kind { message = native.absence(of: name) }
            throw CELError(.notSet, message ?? "`\(name)` is not set", at: range)
        }
        return value.isTainted ? member.tainted(true) : member
    }
}

/// `has(x.name)`
final class HasNode: CELNode {
    let operand: any CELNode
    let name: String
    let range: Range<Int>

    init(_ operand: any CELNode, _ name: String, range: Range<Int>) {
        self.operand = operand
        self.name = name
        self.range = range
    }

    func evaluate(_ frame: inout CELFrame) throws(CELError) -> CELValue {
        var value = try operand.evaluate(&frame)
        if case .optional(let optional) = value.kind {
            guard let inner = optional.value else { return CELValue(.bool(false), isTainted: value.isTainted) }
            value = inner.tainted(value.isTainted)
        }
        do {
            return CELValue(.bool(try value.member(name) != nil), isTainted: value.isTainted)
        } catch {
            throw error.at(range)
        }
    }
}

/// `x[key]`
final class IndexNode: CELNode {
    let operand: any CELNode
    let key: any CELNode
    let range: Range<Int>
    let isOptional: Bool

    init(_ operand: any CELNode, _ key: any CELNode, range: Range<Int>, isOptional: Bool) {
        self.operand = operand
        self.key = key
        self.range = range
        self.isOptional = isOptional
    }

    func evaluate(_ frame: inout CELFrame) throws(CELError) -> CELValue {
        let value = try operand.evaluate(&frame)
        let key = try key.evaluate(&frame)
        let isTainted = value.isTainted || key.isTainted
        if case .optional(let optional) = value.kind {
            guard let inner = optional.value else { return value }
            return try .optional(element(of: inner, key, orMissing: true)).tainted(isTainted)
        }
        let element = try element(of: value, key, orMissing: isOptional)
        if isOptional { return CELValue.optional(element).tainted(isTainted) }
        guard let element else { throw CELError(.noSuchKey, "there is nothing at this key", at: range) }
        return element.tainted(isTainted)
    }

    private func element(of value: CELValue, _ key: CELValue, orMissing: Bool) throws(CELError) -> CELValue? {
        do {
            return try value.element(key, orMissing: orMissing)
        } catch {
            throw error.at(range)
        }
    }
}

extension CELValue {
    static let characterHelp = "a character of a text is `text.charAt(0)`"

    /// The value of `self[key]`. If there is none: nil with `orMissing`, an error without.
    func element(_ key: CELValue, orMissing: Bool) throws(CELError) -> CELValue? {
        switch kind {
        case .list, .jsonArray:
            guard let index = key.intValue else {
                throw CELError(.type, "a list is indexed by an int, not \(key.describedType)")
            }
            if let element = element(at: Int(clamping: index)) { return element }
            if orMissing { return nil }
            throw CELError(
                .index, "index \(index) is outside the list of \(elementCount ?? 0)", isTainted: key.isTainted,
                help: index < 0 ? "the last element is `list[size(list) - 1]`" : nil)
        case .map, .jsonObject:
            if let element = entry(for: key) { return element }
            if orMissing { return nil }
            if case .string(let name) = key.kind {
                var error = CELError.missingKey(name, in: self, at: nil)
                error.isTainted = key.isTainted
                throw error
            }
            throw CELError(.noSuchKey, "there is no key \(key.brief)", isTainted: key.isTainted)
        case .native(let native):
            if let element = try native.index(key) { return element }
            if orMissing { return nil }
            let message = key.stringValue.flatMap(native.absence)
            throw CELError(.noSuchKey, message ?? "there is no \(key.brief)", isTainted: key.isTainted)
        default:
            let isText = if case .string = kind { true } else { false }
            throw CELError(
                .type, "\(describedType) cannot be indexed", help: isText ? Self.characterHelp : nil)
        }
    }
}
