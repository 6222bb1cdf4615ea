/// `==` and `!=`
final class EqualityNode: CELNode {
    private let left: any CELNode
    private let right: any CELNode
    private let isNegated: Bool
    private let range: Range<Int>

    init(_ left: any CELNode, _ right: any CELNode, isNegated: Bool, range: Range<Int>) {
        self.left = left
        self.right = right
        self.isNegated = isNegated
        self.range = range
    }

    func evaluate(_ frame: inout CELFrame) throws(CELError) -> CELValue {
        let left = try left.evaluate(&frame)
        let right = try right.evaluate(&frame)
        // A comparison with null reveals nothing about the parts of a value.
        let isTainted =
            left.isNull || right.isNull
            ? left.isTainted || right.isTainted : left.holdsTaint || right.holdsTaint
        do {
            let areEqual = try CELValue.areEqual(left, right, &frame.meter)
            return CELValue(.bool(areEqual != isNegated), isTainted: isTainted)
        } catch {
            throw error.at(range)
        }
    }
}

/// `<`, `<=`, `>` and `>=`
final class OrderNode: CELNode {
    private let left: any CELNode
    private let right: any CELNode
    private let operation: CELSyntax.Binary
    private let range: Range<Int>

    init(_ left: any CELNode, _ right: any CELNode, _ operation: CELSyntax.Binary, range: Range<Int>) {
        self.left = left
        self.right = right
        self.operation = operation
        self.range = range
    }

    func evaluate(_ frame: inout CELFrame) throws(CELError) -> CELValue {
        let left = try left.evaluate(&frame)
        let right = try right.evaluate(&frame)
        let isTainted = left.isTainted || right.isTainted
        guard let order = CELValue.order(left, right) else {
            if left.isNumeric, right.isNumeric { return CELValue(.bool(false), isTainted: isTainted) }
            throw CELError(
                .type, "`\(operation.text)` does not order \(left.describedType) and \(right.describedType)",
                at: range)
        }
        let holds =
            switch operation {
            case .less: order < 0
            case .lessOrEqual: order <= 0
            case .greater: order > 0
            default: order >= 0
            }
        return CELValue(.bool(holds), isTainted: isTainted)
    }
}

/// `x in list` and `key in map`
final class MembershipNode: CELNode {
    private let element: any CELNode
    private let container: any CELNode
    private let range: Range<Int>

    init(_ element: any CELNode, _ container: any CELNode, range: Range<Int>) {
        self.element = element
        self.container = container
        self.range = range
    }

    func evaluate(_ frame: inout CELFrame) throws(CELError) -> CELValue {
        let element = try element.evaluate(&frame)
        let container = try container.evaluate(&frame)
        let holds: Bool
        switch container.kind {
        case .list(let elements):
            try frame.meter.countPasses(elements.count, at: range)
            holds = try frame.meter.holds(elements, element, at: range) { $0 }
        case .jsonArray(let elements):
            try frame.meter.countPasses(elements.count, at: range)
            holds = try frame.meter.holds(elements, element, at: range) { CELValue(json: $0) }
        case .map, .jsonObject: holds = container.entry(for: element) != nil
        case .native(let native):
            do {
                holds = try native.index(element) != nil
            } catch {
                throw error.at(range)
            }
        default:
            throw CELError(.type, "`in` looks into a list or map, not \(container.describedType)", at: range)
        }
        return CELValue(.bool(holds), isTainted: element.holdsTaint || container.isTainted || container.isPartlyTainted)
    }
}

extension CELMeter {
    fileprivate mutating func holds<Element>(
        _ elements: [Element], _ value: CELValue, at range: Range<Int>, as read: (Element) -> CELValue
    ) throws(CELError) -> Bool {
        do {
            for element in elements where try CELValue.areEqual(value, read(element), &self) { return true }
            return false
        } catch {
            throw error.at(range)
        }
    }
}
