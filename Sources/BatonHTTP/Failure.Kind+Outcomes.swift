extension Failure.Kind {
    /// Whether an exchange can end in it, so that `outcome` of a step may expect it: what the server did, or the way to it.
    ///
    /// All others are mistakes of the test or of this machine (a URL that is none, a file that is not there, an expression
    /// that fails), say that something was ended from outside, or come from what is done with a response: a body that is no
    /// JSON is one only to whoever reads JSON from it.
    public var isOutcome: Bool {
        switch family {
        case "network", "http": true
        default: self == .encoding || self == .cacheMiss
        }
    }
}
