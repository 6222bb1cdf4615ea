/// Where a running expression gets its variables from.
package protocol CELActivation: AnyObject {
    /// Nil when the variable is declared but has no value yet: an error in an expression, false under `has()`.
    func value(at slot: Int) throws(CELError) -> CELValue?

    /// Whether a long evaluation has to end: it fails with `cancelled`.
    var mustStop: Bool { get }
}

extension CELActivation {
    package var mustStop: Bool { Task.isCancelled }
}
