/// A call with one argument or receiver.
final class UnaryCallNode: CELNode {
    private let body: @Sendable (CELValue) throws(CELError) -> CELValue
    private let argument: any CELNode
    private let isCostly: Bool
    private let range: Range<Int>

    init(
        _ body: @escaping @Sendable (CELValue) throws(CELError) -> CELValue, _ argument: any CELNode, isCostly: Bool,
        range: Range<Int>
    ) {
        self.body = body
        self.argument = argument
        self.isCostly = isCostly
        self.range = range
    }

    func evaluate(_ frame: inout CELFrame) throws(CELError) -> CELValue {
        let argument = try argument.evaluate(&frame)
        try frame.meter.countArgument(argument, at: range)
        var result: CELValue
        do {
            result = try body(argument)
        } catch {
            throw error.raised(by: argument.holdsTaint, at: range)
        }
        if isCostly { try frame.meter.countCostly(at: range) }
        try frame.meter.countMade(result, at: range)
        result.isTainted = result.isTainted || argument.holdsTaint
        return result
    }
}

final class BinaryCallNode: CELNode {
    private let body: @Sendable (CELValue, CELValue) throws(CELError) -> CELValue
    private let first: any CELNode
    private let second: any CELNode
    private let isCostly: Bool
    private let range: Range<Int>

    init(
        _ body: @escaping @Sendable (CELValue, CELValue) throws(CELError) -> CELValue, _ first: any CELNode,
        _ second: any CELNode, isCostly: Bool, range: Range<Int>
    ) {
        self.body = body
        self.first = first
        self.second = second
        self.isCostly = isCostly
        self.range = range
    }

    func evaluate(_ frame: inout CELFrame) throws(CELError) -> CELValue {
        let first = try first.evaluate(&frame)
        let second = try second.evaluate(&frame)
        try frame.meter.countArgument(first, at: range)
        try frame.meter.countArgument(second, at: range)
        let isTainted = first.holdsTaint || second.holdsTaint
        var result: CELValue
        do {
            result = try body(first, second)
        } catch {
            throw error.raised(by: isTainted, at: range)
        }
        if isCostly { try frame.meter.countCostly(at: range) }
        try frame.meter.countMade(result, at: range)
        result.isTainted = result.isTainted || isTainted
        return result
    }
}

final class CallNode: CELNode {
    private let body: @Sendable ([CELValue], inout CELMeter) throws(CELError) -> CELValue
    private let arguments: [any CELNode]
    private let isCostly: Bool
    private let keepsTaint: Bool
    private let range: Range<Int>

    /// - Parameter keepsTaint: whether the result has the taint of its parts instead of that of all arguments.
    init(
        _ body: @escaping @Sendable ([CELValue], inout CELMeter) throws(CELError) -> CELValue,
        _ arguments: [any CELNode],
        isCostly: Bool, keepsTaint: Bool = false, range: Range<Int>
    ) {
        self.body = body
        self.arguments = arguments
        self.isCostly = isCostly
        self.keepsTaint = keepsTaint
        self.range = range
    }

    func evaluate(_ frame: inout CELFrame) throws(CELError) -> CELValue {
        let (values, isTainted) = try frame.values(of: arguments, at: range)
        var result: CELValue
        do {
            result = try body(values, &frame.meter)
        } catch {
            throw error.raised(by: isTainted, at: range)
        }
        if isCostly { try frame.meter.countCostly(at: range) }
        try frame.meter.countMade(result, at: range)
        if !keepsTaint { result.isTainted = result.isTainted || isTainted }
        return result
    }
}

/// A call of a function that depends on the environment of the expression, such as a clock.
final class ContextualCallNode: CELNode {
    private let body: @Sendable ([CELValue], any CELActivation) throws(CELError) -> CELValue
    private let arguments: [any CELNode]
    private let range: Range<Int>

    init(
        _ body: @escaping @Sendable ([CELValue], any CELActivation) throws(CELError) -> CELValue,
        _ arguments: [any CELNode], range: Range<Int>
    ) {
        self.body = body
        self.arguments = arguments
        self.range = range
    }

    func evaluate(_ frame: inout CELFrame) throws(CELError) -> CELValue {
        let (values, isTainted) = try frame.values(of: arguments, at: range)
        var result: CELValue
        do {
            result = try body(values, frame.activation)
        } catch {
            throw error.raised(by: isTainted, at: range)
        }
        try frame.meter.countCostly(at: range)
        try frame.meter.countMade(result, at: range)
        result.isTainted = result.isTainted || isTainted
        return result
    }
}

/// A call of a method of a native object; fails for a value of another type.
final class NativeCallNode: CELNode {
    private let receiver: any CELNode
    private let method: String
    private let arguments: [any CELNode]
    private let range: Range<Int>

    init(_ receiver: any CELNode, _ method: String, _ arguments: [any CELNode], range: Range<Int>) {
        self.receiver = receiver
        self.method = method
        self.arguments = arguments
        self.range = range
    }

    func evaluate(_ frame: inout CELFrame) throws(CELError) -> CELValue {
        let target = try receiver.evaluate(&frame)
        let (values, hasTaintedArgument) = try frame.values(of: arguments, at: range)
        let isTainted = target.isTainted || hasTaintedArgument
        guard case .native(let native) = target.kind else {
            throw CELError(.type, "\(target.describedType) has no method `\(method)`", at: range)
        }
        do {
            return try native.call(method, values).tainted(isTainted)
        } catch {
            throw error.raised(by: isTainted, at: range)
        }
    }
}

extension CELFrame {
    /// The values of arguments, and whether one of them is tainted.
    fileprivate mutating func values(
        of arguments: [any CELNode], at range: Range<Int>
    ) throws(CELError) -> ([CELValue], isTainted: Bool) {
        var values: [CELValue] = []
        values.reserveCapacity(arguments.count)
        var isTainted = false
        for argument in arguments {
            let value = try argument.evaluate(&self)
            try meter.countArgument(value, at: range)
            isTainted = isTainted || value.holdsTaint
            values.append(value)
        }
        return (values, isTainted)
    }
}

extension CELError {
    /// The error with its range, tainted if an argument is, because the message may quote arguments.
    func raised(by isTainted: Bool, at range: Range<Int>) -> CELError {
        var copy = at(range)
        copy.isTainted = copy.isTainted || isTainted
        return copy
    }
}
