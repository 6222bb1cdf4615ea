public import BatonAPI
public import Foundation

/// `localizedDescription` is the message; it is not translated.
extension Failure: @retroactive LocalizedError {
    /// The message, as a sentence.
    public var errorDescription: String? { message }

    /// What the library below said, else what the server said.
    public var failureReason: String? { cause ?? serverMessage }

    /// What may help, for kinds that have one usual remedy.
    public var recoverySuggestion: String? {
        switch kind {
        case .dns, .connect: "Check the connection to the network, and try again."
        case .timeout, .reset: "Try again."
        case .tls, .tlsExpired, .tlsHostname, .tlsUntrusted, .tlsPin:
            "The connection is not safe. Check date and time of this machine, and try another network."
        case .unauthorized: "Sign in again."
        case .tooManyRequests: "Wait a moment, and try again."
        case .serverError: "The server has a problem. Try again later."
        default: nil
        }
    }
}

/// As an `NSError`: the domain is `Failure.errorDomain`, the code the status of the response, else 0.
extension Failure: @retroactive CustomNSError {
    /// `BatonAPI.Failure`
    public static var errorDomain: String { "BatonAPI.Failure" }

    /// The status of the response; 0 without one.
    public var errorCode: Int { status ?? 0 }

    /// The key of `errorUserInfo` for the kind, a text such as `network.dns`.
    public static var kindKey: String { "kind" }

    /// The kind, and the texts of `LocalizedError`.
    public var errorUserInfo: [String: Any] {
        var info: [String: Any] = [Self.kindKey: kind.rawValue, NSLocalizedDescriptionKey: message]
        info[NSLocalizedFailureReasonErrorKey] = failureReason
        info[NSLocalizedRecoverySuggestionErrorKey] = recoverySuggestion
        return info
    }
}
