extension Failure.Kind {
    /// Whether an exchange can end with this kind, so that `outcome` of a step may expect it: it is caused by the
    /// server or by the way to it.
    ///
    /// All other kinds are mistakes in the test or on this machine (an invalid URL, a missing file, an expression that
    /// fails), tell that the run was stopped from outside, or come from the use of a response: a body that is not JSON
    /// is a failure only if JSON is read from it.
    public var isOutcome: Bool {
        switch family {
        case "network", "http", "stream": true
        default: self == .encoding || self == .cacheMiss
        }
    }
}
