package import BatonRunner

/// What a recording needs from outside.
package struct HistorySettings: Sendable {
    /// The database's path; locks and journals lie beside it.
    package var database: String
    /// Asked for once, on the writer's own thread: finding a commit may take a moment.
    package var context: @Sendable () -> RunContext
    /// Names a body by its content; must not give two contents one name (SHA-256).
    package var contentHash: @Sendable ([UInt8]) -> String
    /// Told when something could not be recorded; called on the writer's thread.
    package var warn: @Sendable (String) -> Void
    /// How long the run waits for other processes that hold locks on the history.
    package var patience = LockPatience()

    package init(
        database: String, context: @escaping @Sendable () -> RunContext = { RunContext() },
        contentHash: @escaping @Sendable ([UInt8]) -> String, warn: @escaping @Sendable (String) -> Void
    ) {
        self.database = database
        self.context = context
        self.contentHash = contentHash
        self.warn = warn
    }

    var folder: String { HistoryFolder.of(database) }
}
