/// `map`, `filter`, `transformList`, `transformMap` and `transformMapEntry`.
final class TransformNode: CELNode {
    enum Product: String, Sendable {
        case map, filter, transformList, transformMap, transformMapEntry
    }

    private let loop: CELLoop
    private let condition: (any CELNode)?
    /// Nil for `filter`, whose result is the elements themselves.
    private let transform: (any CELNode)?
    private let product: Product

    init(_ loop: CELLoop, condition: (any CELNode)?, transform: (any CELNode)?, _ product: Product) {
        self.loop = loop
        self.condition = condition
        self.transform = transform
        self.product = product
    }

    func evaluate(_ frame: inout CELFrame) throws(CELError) -> CELValue {
        let target = try loop.target.evaluate(&frame)
        let elements = try loop.elements(of: target, macro: product.rawValue)
        var isTainted = target.isTainted
        var list: [CELValue] = []
        var map = CELMap()
        // The first rejected element is the best explanation for what is missing from the result.
        var hasRejected = false
        for position in 0..<elements.count {
            try loop.bind(elements, at: position, in: &frame)
            let mark = frame.recorder?.mark ?? 0
            do {
                let isKept = try pass(&frame, isTainted: &isTainted, list: &list, map: &map)
                if isKept || hasRejected {
                    frame.recorder?.forget(since: mark)
                } else {
                    loop.explain(elements, at: position, since: mark, in: frame)
                    hasRejected = true
                }
            } catch {
                loop.explain(elements, at: position, since: mark, in: frame)
                throw error
            }
        }
        let result =
            switch product {
            case .map, .filter, .transformList: CELValue.list(list).tainted(isTainted)
            case .transformMap, .transformMapEntry: CELValue.mapOfParts(map).tainted(isTainted)
            }
        try frame.meter.countMade(result, at: loop.range)
        return result
    }

    /// Whether the element passed the condition and was added.
    private func pass(
        _ frame: inout CELFrame, isTainted: inout Bool, list: inout [CELValue], map: inout CELMap
    ) throws(CELError) -> Bool {
        if let condition {
            let decision = try condition.evaluate(&frame)
            isTainted = isTainted || decision.isTainted
            guard case .bool(let isWanted) = decision.kind else {
                throw CELError(
                    .type, "the condition of `\(product.rawValue)` is bool, not \(decision.describedType)",
                    at: loop.range)
            }
            if !isWanted { return false }
        }
        guard let transform else {
            list.append(frame.locals[loop.first])
            return true
        }
        let value = try transform.evaluate(&frame)
        switch product {
        case .map, .filter, .transformList: list.append(value)
        case .transformMap: try map.add(frame.locals[loop.first], value, at: loop.range)
        case .transformMapEntry:
            guard let entries = value.entries else {
                throw CELError(.type, "`transformMapEntry` makes a map, not \(value.describedType)", at: loop.range)
            }
            for entry in entries { try map.add(entry.key, entry.value, at: loop.range) }
        }
        return true
    }
}

/// `cel.bind(name, value, expression)`; the value is evaluated once, before the expression.
final class BindNode: CELNode {
    private let local: Int
    private let value: any CELNode
    private let body: any CELNode

    init(local: Int, _ value: any CELNode, _ body: any CELNode) {
        self.local = local
        self.value = value
        self.body = body
    }

    func evaluate(_ frame: inout CELFrame) throws(CELError) -> CELValue {
        frame.locals[local] = try value.evaluate(&frame)
        return try body.evaluate(&frame)
    }
}

/// `optional.optMap(x, expression)` and `optFlatMap`
final class OptionalMapNode: CELNode {
    private let target: any CELNode
    private let local: Int
    private let body: any CELNode
    private let isFlat: Bool
    private let range: Range<Int>

    init(_ target: any CELNode, local: Int, _ body: any CELNode, isFlat: Bool, range: Range<Int>) {
        self.target = target
        self.local = local
        self.body = body
        self.isFlat = isFlat
        self.range = range
    }

    func evaluate(_ frame: inout CELFrame) throws(CELError) -> CELValue {
        let value = try target.evaluate(&frame)
        let name = isFlat ? "optFlatMap" : "optMap"
        guard case .optional(let optional) = value.kind else {
            throw CELError(.type, "`\(name)` works on an optional, not \(value.describedType)", at: range)
        }
        guard let inner = optional.value else { return value }
        frame.locals[local] = inner
        let result = try body.evaluate(&frame)
        guard isFlat else { return CELValue.optional(result).tainted(value.isTainted) }
        guard case .optional = result.kind else {
            throw CELError(.type, "`optFlatMap` makes an optional, not \(result.describedType)", at: range)
        }
        return result.tainted(value.isTainted)
    }
}

/// `list.sortBy(x, key)`: a stable sort, the smallest key first.
final class SortByNode: CELNode {
    private let loop: CELLoop
    private let key: any CELNode

    init(_ loop: CELLoop, key: any CELNode) {
        self.loop = loop
        self.key = key
    }

    func evaluate(_ frame: inout CELFrame) throws(CELError) -> CELValue {
        let target = try loop.target.evaluate(&frame)
        let elements = try loop.elements(of: target, macro: "sortBy")
        var isTainted = target.holdsTaint
        var pairs: [(key: CELValue, element: CELValue)] = []
        for position in 0..<elements.count {
            try loop.bind(elements, at: position, in: &frame)
            let mark = frame.recorder?.mark ?? 0
            let value = try key.evaluate(&frame)
            frame.recorder?.forget(since: mark)
            guard CELValue.order(pairs.first?.key ?? value, value) != nil else {
                throw CELError(
                    .type,
                    "keys of \(value.describedType) and \((pairs.first?.key ?? value).describedType) have no order",
                    at: loop.range)
            }
            isTainted = isTainted || value.isTainted
            pairs.append((value, frame.locals[loop.first]))
        }
        pairs.sort { (CELValue.order($0.key, $1.key) ?? 0) < 0 }
        return CELValue(.list(pairs.map(\.element)), isTainted: isTainted)
    }
}
