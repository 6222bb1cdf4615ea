#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The error numbers that have messages of their own.
enum SystemErrors {
    static let refused = ECONNREFUSED
    static let hostUnreachable = EHOSTUNREACH
    static let networkUnreachable = ENETUNREACH
    static let timedOut = ETIMEDOUT
    static let tooManyFiles = EMFILE
}
