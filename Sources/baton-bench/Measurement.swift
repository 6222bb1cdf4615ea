/// One measurement of this program, selected by the first word of its command line.
struct Measurement: Sendable {
    /// The first word of the command line.
    var name: String
    /// The arguments after that word, for the usage message.
    var usage: String
    /// Runs the measurement and returns its processor time, or for waiting code its wall-clock time; preparation does
    /// not count. Throws a `BenchError` for invalid arguments and for unexpected results.
    var run: @Sendable ([String]) async throws -> Duration

    static let all: [Measurement] = [.expressions, .json, .schemas, .plan, .cacheHits, .loopback, .openCache]
}

/// Why a measurement failed.
struct BenchError: Error {
    var message: String

    init(_ message: String) { self.message = message }
}
