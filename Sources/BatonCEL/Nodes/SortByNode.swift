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
