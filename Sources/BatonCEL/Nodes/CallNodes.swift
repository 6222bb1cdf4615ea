/// A call with one argument or receiver.
final class UnaryCallNode: CELNode {
    private let body: @Sendable (CELValue) throws(CELError) -> CELValue
    private let argument: any CELNode
    private let range: Range<Int>

    init(
        _ body: @escaping @Sendable (CELValue) throws(CELError) -> CELValue, _ argument: any CELNode,
        range: Range<Int>
    ) {
        self.body = body
        self.argument = argument
        self.range = range
    }

    func evaluate(_ frame: inout CELFrame) throws(CELError) -> CELValue {
        let argument = try argument.evaluate(&frame)
        do {
            var result = try body(argument)
            result.isTainted = result.isTainted || argument.isTainted
            return result
        } catch {
            throw error.raised(by: argument.isTainted, at: range)
        }
    }
}

final class BinaryCallNode: CELNode {
    private let body: @Sendable (CELValue, CELValue) throws(CELError) -> CELValue
    private let first: any CELNode
    private let second: any CELNode
    private let range: Range<Int>

    init(
        _ body: @escaping @Sendable (CELValue, CELValue) throws(CELError) -> CELValue, _ first: any CELNode,
        _ second: any CELNode, range: Range<Int>
    ) {
        self.body = body
        self.first = first
        self.second = second
        self.range = range
    }

    func evaluate(_ frame: inout CELFrame) throws(CELError) -> CELValue {
        let first = try first.evaluate(&frame)
        let second = try second.evaluate(&frame)
        let isTainted = first.isTainted || second.isTainted
        do {
            var result = try body(first, second)
            result.isTainted = result.isTainted || isTainted
            return result
        } catch {
            throw error.raised(by: isTainted, at: range)
        }
    }
}

final class CallNode: CELNode {
    private let body: @Sendable ([CELValue]) throws(CELError) -> CELValue
    private let arguments: [any CELNode]
    private let range: Range<Int>

    init(
        _ body: @escaping @Sendable ([CELValue]) throws(CELError) -> CELValue, _ arguments: [any CELNode],
        range: Range<Int>
    ) {
        self.body = body
        self.arguments = arguments
        self.range = range
    }

    func evaluate(_ frame: inout CELFrame) throws(CELError) -> CELValue {
        var values: [CELValue] = []
        values.reserveCapacity(arguments.count)
        var isTainted = false
        for argument in arguments {
            let value = try argument.evaluate(&frame)
            isTainted = isTainted || value.isTainted
            values.append(value)
        }
        do {
            var result = try body(values)
            result.isTainted = result.isTainted || isTainted
            return result
        } catch {
            throw error.raised(by: isTainted, at: range)
        }
    }
}

/// A method of a native object, or of something that may turn out to be one.
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
        var values: [CELValue] = []
        var isTainted = target.isTainted
        for argument in arguments {
            let value = try argument.evaluate(&frame)
            isTainted = isTainted || value.isTainted
            values.append(value)
        }
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

extension CELError {
    /// The message may quote arguments, so that a tainted one taints it.
    func raised(by isTainted: Bool, at range: Range<Int>) -> CELError {
        var copy = at(range)
        copy.isTainted = copy.isTainted || isTainted
        return copy
    }
}
