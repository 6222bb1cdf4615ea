import BatonDiagnostics
import BatonJSON

/// Finds operators of one map that can never hold together.
struct Contradictions {
    let sink: DiagnosticSink

    func check(_ comparisons: [Check.Comparison], _ type: SubjectType) {
        // A single operator can only contradict the smallest number that its subject can be.
        guard comparisons.count > 1 || type.minimum != nil else { return }
        if let minimum = type.minimum { checkLowerBounds(comparisons, type, minimum) }
        checkExistence(comparisons, type)
        checkRange(comparisons, type)
    }

    /// Reports other operators beside `exists: false`, because a missing value fails them. A path with several matches
    /// is left out: its list may be empty.
    private func checkExistence(_ comparisons: [Check.Comparison], _ type: SubjectType) {
        guard comparisons.count > 1, !type.hasElements,
            let absence = comparisons.first(where: { ($0.operation as? Existence)?.isWanted == false }),
            let other = comparisons.first(where: { !$0.operation.comparesMissing })
        else { return }
        sink.report(
            .cannotHold(
                "`exists: false` and `\(other.operation.word)` cannot hold together", at: other.range,
                notes: [.init("nothing may be there", at: absence.range)],
                help: "what is not there fails every other operator"))
    }

    /// Reports `{ gte: 0 }` of a number that is never less: it always holds.
    private func checkLowerBounds(_ comparisons: [Check.Comparison], _ type: SubjectType, _ minimum: Int) {
        let least = JSONNumber(minimum)
        for comparison in comparisons {
            guard let number = comparison.operation.number else { continue }
            let relation = comparison.operation.boundKind
            guard relation == .gte && number <= least || relation == .gt && number < least else { continue }
            sink.report(
                .checksNothing(
                    "`\(comparison.operation.word)` with this number", at: comparison.range,
                    help: "\(type.title) is never less than \(minimum)"))
        }
    }

    private struct Bound {
        var number: JSONNumber
        var isStrict: Bool
        var comparison: Check.Comparison?
    }

    /// Reports ranges that contain no number: `{ gt: 5, lt: 3 }`, `length: { lt: 0 }`.
    private func checkRange(_ comparisons: [Check.Comparison], _ type: SubjectType) {
        var lower = type.minimum.map { Bound(number: JSONNumber($0), isStrict: false, comparison: nil) }
        var upper: Bound?
        func raise(_ bound: Bound) {
            guard let old = lower, old.number > bound.number || (old.number == bound.number && old.isStrict) else {
                lower = bound
                return
            }
        }
        func reduce(_ bound: Bound) {
            guard let old = upper, old.number < bound.number || (old.number == bound.number && old.isStrict) else {
                upper = bound
                return
            }
        }
        for comparison in comparisons {
            guard let number = comparison.operation.number else { continue }
            let relation = comparison.operation.boundKind
            let isStrict = relation == .gt || relation == .lt
            let bound = Bound(number: number, isStrict: isStrict, comparison: comparison)
            if relation != .lt, relation != .lte { raise(bound) }
            if relation != .gt, relation != .gte { reduce(bound) }
            guard let low = lower, let high = upper else { continue }
            if low.number < high.number || (low.number == high.number && !low.isStrict && !high.isStrict) { continue }
            report(comparison, low, high, type)
            return
        }
    }

    private func report(_ comparison: Check.Comparison, _ low: Bound, _ high: Bound, _ type: SubjectType) {
        if low.comparison == nil {
            sink.report(
                .cannotHold(
                    "\(type.title) is never \(comparison.operation.boundKind == .lt ? "less than" : "as small as") \(high.number.text)",
                    at: comparison.range, help: nil))
            return
        }
        let other = low.comparison?.range == comparison.range ? high.comparison : low.comparison
        sink.report(
            .cannotHold(
                "no number is both", at: comparison.range,
                notes: other.map { [.init("the other one is here", at: $0.range)] } ?? [],
                help: "exchange the two, or write two checks"))
    }
}

extension CheckOperator {
    /// The number that a value must be, or that bounds it; microseconds for a duration.
    fileprivate var number: JSONNumber? {
        switch self {
        case let equality as Equality where equality.relation == .eq: equality.value.literalNumber
        case let order as Order: order.bound.literalNumber
        case let order as DurationOrder:
            if case .literal(let microseconds) = order.bound { JSONNumber(microseconds) } else { nil }
        default: nil
        }
    }

    /// The kind of bound that the number is; nil where the value must be that number.
    fileprivate var boundKind: Order.Relation? {
        switch self {
        case let order as Order: order.relation
        case let order as DurationOrder: order.relation
        default: nil
        }
    }
}

extension Template {
    fileprivate var literalNumber: JSONNumber? {
        if case .literal(.number(let number)) = self { number } else { nil }
    }
}
