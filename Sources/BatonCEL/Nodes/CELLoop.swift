import BatonJSON

/// The common part of comprehensions: the collection, the variables and how an iteration is explained.
struct CELLoop: Sendable {
    let target: any CELNode
    /// The index of the local for the element, or for the key of a map; with two variables, for the position or key.
    let first: Int
    /// The index of the local for the value, if the macro has two variables.
    let second: Int?
    /// The range of the collection's text. `needsParentheses`: an index behind it needs parentheses around it.
    let targetRange: Range<Int>
    let needsParentheses: Bool
    let range: Range<Int>

    /// The elements of the collection, extracted from its value once.
    enum Elements {
        case list([CELValue])
        case json([JSONValue], isTainted: Bool)
        case entries([CELMap.Entry], isTainted: Bool)

        var count: Int {
            switch self {
            case .list(let elements): elements.count
            case .json(let elements, _): elements.count
            case .entries(let entries, _): entries.count
            }
        }
    }

    func elements(of value: CELValue, macro: String) throws(CELError) -> Elements {
        switch value.kind {
        case .list: return .list(value.elements ?? [])
        case .jsonArray(let elements): return .json(elements, isTainted: value.isTainted)
        case .map, .jsonObject: return .entries(value.entries ?? [], isTainted: value.isTainted)
        case .native(let native):
            if let plain = try native.plainValue() {
                return try elements(of: plain.tainted(value.isTainted), macro: macro)
            }
            fallthrough
        default:
            throw CELError(.type, "`\(macro)` goes through a list or map, not \(value.describedType)", at: range)
        }
    }

    /// Assigns the element at `position` to the variables.
    func bind(_ elements: Elements, at position: Int, in frame: inout CELFrame) throws(CELError) {
        try frame.meter.countPasses(at: range)
        switch elements {
        case .list(let list): bind(.int(position), list[position], isList: true, in: &frame)
        case .json(let list, let isTainted):
            bind(.int(position), CELValue(json: list[position], isTainted: isTainted), isList: true, in: &frame)
        case .entries(let entries, let isTainted):
            bind(entries[position].key.tainted(isTainted), entries[position].value, isList: false, in: &frame)
        }
    }

    private func bind(_ key: CELValue, _ value: CELValue, isList: Bool, in frame: inout CELFrame) {
        if let second {
            frame.locals[first] = key
            frame.locals[second] = value
        } else {
            frame.locals[first] = isList ? value : key
        }
    }

    /// The number of iterations that are shown together where none decided.
    private static let mostShared = 20

    /// Keeps the records of an iteration that did not decide, for the case that none does, and binds the variable to
    /// `items[*]`; only of the first iterations.
    func share(_ elements: Elements, at position: Int, since mark: Int, in frame: borrowing CELFrame) {
        guard let recorder = frame.recorder else { return }
        guard position < Self.mostShared, recorder.hasRoom else { return recorder.forget(since: mark) }
        let key = elements.count > Self.mostShared ? "0..\(Self.mostShared - 1)" : "*"
        bind(
            key, elements, shared: (position, min(elements.count, Self.mostShared)), since: mark, recorder)
    }

    /// Keeps the records of the iteration at `position`, which decided, and binds the variable to `items[3]`.
    func explain(_ elements: Elements, at position: Int, since mark: Int, in frame: borrowing CELFrame) {
        guard let recorder = frame.recorder else { return }
        var key = String(position)
        if case .entries(let entries, let isTainted) = elements {
            key = isTainted || entries[position].key.isTainted ? "***" : entries[position].key.brief
        }
        bind(key, elements, shared: nil, since: mark, recorder)
    }

    private func bind(
        _ key: String, _ elements: Elements, shared: (position: Int, count: Int)?, since mark: Int,
        _ recorder: CELRecorder
    ) {
        let isList = if case .entries = elements { false } else { true }
        let element = (range: targetRange, needsParentheses: needsParentheses)
        if let second {
            recorder.bind(
                since: mark,
                [
                    CELRecorder.Binding(local: second, key: key, collection: element, shared: shared),
                    CELRecorder.Binding(local: first, key: key, collection: nil, shared: shared),
                ])
        } else {
            recorder.bind(
                since: mark,
                [
                    CELRecorder.Binding(
                        local: first, key: key, collection: isList ? element : nil, shared: shared)
                ])
        }
    }
}
