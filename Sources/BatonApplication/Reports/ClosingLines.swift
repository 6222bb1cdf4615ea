import BatonRecords
import BatonReports
import Synchronization

/// The lines before the last one of the console: what changed since earlier runs, and where the page is.
struct ClosingLines {
    private final class Text: Sendable {
        let value = Mutex("")
    }

    private let page: (path: String, shown: String)?
    private let text = Text()
    private let changes: EndReport?

    var consumers: [any EventConsumer] { [changes].compactMap(\.self) }

    /// - Parameters:
    ///   - page: where the HTML report is written, and the same path as it is printed; nil for a run without one.
    ///   - changes: makes the report of what changed; nil where the run is not compared.
    init(page: (path: String, shown: String)?, changes: ((@escaping @Sendable ([UInt8]) throws -> Void) -> EndReport)?)
    {
        self.page = page
        self.changes = changes?({ [text] bytes in text.value.withLock { $0 = String(decoding: bytes, as: UTF8.self) } })
    }

    /// Empty for a run that passed as the runs before.
    ///
    /// - Parameter written: the paths of the reports that could be written.
    func lines(of ending: RunFinished, written: Set<String>) -> [String] {
        changes?.receive(.runFinished(ending))
        try? changes?.finish()
        let isPassed = ending.state == .passed
        let changed = text.value.withLock { $0.split(separator: "\n").map(String.init) }
            .filter { !isPassed || !$0.hasSuffix(": nothing changed") }
        guard !isPassed, let page, written.contains(page.path) else { return changed }
        return changed + ["report: \(page.shown)"]
    }
}
