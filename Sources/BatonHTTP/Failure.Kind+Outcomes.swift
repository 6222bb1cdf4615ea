extension Failure.Kind {
    /// Whether an exchange can end in it, so that `outcome` of a step may expect it: what the server did, or the way to it.
    ///
    /// All others are mistakes of the test or of this machine (a URL that is none, a file that is not there, an expression
    /// that fails), or say that something was ended from outside. They are never what was expected.
    public var isOutcome: Bool {
        switch family {
        case "network", "http", "response", "mapping": true
        default: self == .cacheMiss
        }
    }
}
