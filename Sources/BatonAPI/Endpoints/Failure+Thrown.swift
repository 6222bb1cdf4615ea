import BatonHTTP

extension Failure {
    /// The failure for an error that a function of the user threw: a `Failure` is kept, and so is what Swift's own errors say.
    ///
    /// - Parameters:
    ///   - error: any error.
    ///   - kind: the kind for an error that says nothing of one.
    ///   - what: what failed, the beginning of a message.
    static func thrown(_ error: any Error, _ kind: Kind, _ what: String) -> Failure {
        switch error {
        case let failure as Failure: failure
        case let error as DecodingError: .decoding(error)
        case is CancellationError: Failure(.cancelled, "the task was cancelled")
        default: Failure(kind, "\(what): ", quoting: "\(error)", underlying: error)
        }
    }
}
