/// One thing that this program measures: a word of its command line.
struct Measurement: Sendable {
    /// The first word of the command line.
    var name: String
    /// What stands after it.
    var usage: String
    /// Does the work and says what processor time it took, or for what waits for others how long; what has to be
    /// prepared first does not count. Throws a `BenchError` for arguments that do not fit and for results that are not
    /// what they should be.
    var run: @Sendable ([String]) async throws -> Duration

    static let all: [Measurement] = [.expressions, .json, .schemas, .plan, .cacheHits, .loopback, .openCache]
}

/// Why there is no figure.
struct BenchError: Error {
    var message: String

    init(_ message: String) { self.message = message }
}
