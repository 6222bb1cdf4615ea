/// Provides the values of variables to a running expression.
package protocol CELActivation: AnyObject {
    /// The value of a variable; nil if it is declared but has no value yet, which is an error in an expression and
    /// false in `has()`.
    func value(at slot: Int) throws(CELError) -> CELValue?

    /// Whether a long evaluation must end; it then fails with `cancelled`.
    var mustStop: Bool { get }
}

extension CELActivation {
    package var mustStop: Bool { Task.isCancelled }
}
