import BatonSystem

/// The error numbers that have messages of their own.
enum SystemErrors {
    static let refused = ECONNREFUSED
    static let hostUnreachable = EHOSTUNREACH
    static let networkUnreachable = ENETUNREACH
    static let timedOut = ETIMEDOUT
    static let tooManyFiles = EMFILE

    /// Whether this process may open no further file at this moment.
    static var hasNoDescriptor: Bool {
        let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return errno == EMFILE }
        close(descriptor)
        return false
    }
}
