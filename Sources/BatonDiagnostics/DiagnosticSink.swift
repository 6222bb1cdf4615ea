/// Collects diagnostics, so that one run of a command reports all errors.
///
/// One sink belongs to one task; files loaded concurrently have sinks of their own, which are joined afterwards.
package final class DiagnosticSink {
    package private(set) var diagnostics: [Diagnostic] = []
    /// Maximum number of diagnostics kept; further ones are only counted.
    private let limit: Int
    package private(set) var omitted = 0

    package init(limit: Int = 200) {
        self.limit = limit
    }

    /// Also true where the error itself exceeded the limit and was not kept.
    package private(set) var hasErrors = false

    /// Whether further diagnostics are only counted.
    package var isFull: Bool { diagnostics.count >= limit && hasErrors }

    /// Evaluates the diagnostic only if it is kept or may be the first error, so that a file with very many errors
    /// costs no more time than another one.
    package func report(_ diagnostic: @autoclosure () -> Diagnostic) {
        guard !isFull else {
            omitted += 1
            return
        }
        let diagnostic = diagnostic()
        if diagnostic.severity == .error { hasErrors = true }
        guard diagnostics.count < limit else {
            omitted += 1
            return
        }
        diagnostics.append(diagnostic)
    }

    /// Adds the number of diagnostics that another sink did not keep.
    package func omit(_ count: Int) { omitted += count }
}
