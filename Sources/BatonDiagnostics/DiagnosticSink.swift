/// Collects what is wrong while work goes on, so that one run shows everything.
///
/// One sink belongs to one task; several files are loaded into several sinks and joined afterwards.
package final class DiagnosticSink {
    package private(set) var diagnostics: [Diagnostic] = []
    /// More complaints than anyone reads: what comes after is counted, not kept.
    private let limit: Int
    package private(set) var omitted = 0

    package init(limit: Int = 200) {
        self.limit = limit
    }

    /// Also true when the error itself was one too many to keep.
    package private(set) var hasErrors = false

    /// Whether what is reported from now on is only counted.
    package var isFull: Bool { diagnostics.count >= limit && hasErrors }

    /// Made only where it is kept, or decides whether there are errors: a file of mistakes is told as quickly as another.
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

    /// Counts what another sink did not keep.
    package func omit(_ count: Int) { omitted += count }
}
