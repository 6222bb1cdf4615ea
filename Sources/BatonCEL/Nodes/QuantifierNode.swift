/// `all`, `exists` and `exists_one`, with one variable or two.
final class QuantifierNode: CELNode {
    enum Quantifier: String, Sendable {
        case all, exists
        case existsOne = "exists_one"
    }

    private let loop: CELLoop
    private let predicate: any CELNode
    private let quantifier: Quantifier

    init(_ loop: CELLoop, _ predicate: any CELNode, _ quantifier: Quantifier) {
        self.loop = loop
        self.predicate = predicate
        self.quantifier = quantifier
    }

    func evaluate(_ frame: inout CELFrame) throws(CELError) -> CELValue {
        let target = try loop.target.evaluate(&frame)
        let elements = try loop.elements(of: target, macro: quantifier.rawValue)
        return quantifier == .existsOne
            ? try one(elements, isTainted: target.isTainted, &frame)
            : try any(elements, isTainted: target.isTainted, deciding: quantifier == .exists, &frame)
    }

    /// One element that decides gives the result, even if the predicate failed for others.
    private func any(
        _ elements: CELLoop.Elements, isTainted: Bool, deciding: Bool, _ frame: inout CELFrame
    ) throws(CELError) -> CELValue {
        var isTainted = isTainted
        var failure: CELError?
        let start = frame.recorder?.mark ?? 0
        for position in 0..<elements.count {
            try loop.bind(elements, at: position, in: &frame)
            let mark = frame.recorder?.mark ?? 0
            do throws(CELError) {
                let value = try predicate.evaluate(&frame)
                isTainted = isTainted || value.isTainted
                let holds = try flag(value)
                if holds == deciding {
                    loop.explain(elements, at: position, since: mark, in: frame)
                    if failure == nil { frame.recorder?.forget(since: start, until: mark) }
                    return CELValue(.bool(deciding), isTainted: isTainted)
                }
                if failure == nil {
                    loop.share(elements, at: position, since: mark, in: frame)
                } else {
                    frame.recorder?.forget(since: mark)
                }
            } catch {
                if failure == nil {
                    failure = error
                    loop.explain(elements, at: position, since: mark, in: frame)
                    frame.recorder?.forget(since: start, until: mark)
                } else {
                    frame.recorder?.forget(since: mark)
                }
                if error.kind.isFinal { throw error }
            }
        }
        if let failure { throw failure }
        return CELValue(.bool(!deciding), isTainted: isTainted)
    }

    /// True if the predicate holds for exactly one element; an error for any element is thrown.
    private func one(
        _ elements: CELLoop.Elements, isTainted: Bool, _ frame: inout CELFrame
    ) throws(CELError) -> CELValue {
        var isTainted = isTainted
        var found = 0
        let start = frame.recorder?.mark ?? 0
        for position in 0..<elements.count {
            try loop.bind(elements, at: position, in: &frame)
            let mark = frame.recorder?.mark ?? 0
            do throws(CELError) {
                let value = try predicate.evaluate(&frame)
                isTainted = isTainted || value.isTainted
                if try flag(value) {
                    found += 1
                    loop.explain(elements, at: position, since: mark, in: frame)
                    if found == 1 { frame.recorder?.forget(since: start, until: mark) }
                } else if found == 0 {
                    loop.share(elements, at: position, since: mark, in: frame)
                } else {
                    frame.recorder?.forget(since: mark)
                }
            } catch {
                loop.explain(elements, at: position, since: mark, in: frame)
                if found == 0 { frame.recorder?.forget(since: start, until: mark) }
                throw error
            }
        }
        return CELValue(.bool(found == 1), isTainted: isTainted)
    }

    private func flag(_ value: CELValue) throws(CELError) -> Bool {
        guard case .bool(let flag) = value.kind else {
            throw CELError(
                .type, "the condition of `\(quantifier.rawValue)` is bool, not \(value.describedType)", at: loop.range)
        }
        return flag
    }
}
