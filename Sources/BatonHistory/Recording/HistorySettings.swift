package import BatonRecords

/// Parameters of a recording.
package struct HistorySettings: Sendable {
    /// The database's path; lock files and journals are in the same folder.
    package var database: String
    /// Read once, on the writer's thread, because finding the commit may take a moment.
    package var context: @Sendable () -> RunContext
    /// Called on the writer's thread when something could not be recorded.
    package var warn: @Sendable (String) -> Void
    /// How long the run waits for locks of other processes on the history.
    package var patience = LockPatience()

    package init(
        database: String, context: @escaping @Sendable () -> RunContext = { RunContext() },
        warn: @escaping @Sendable (String) -> Void
    ) {
        self.database = database
        self.context = context
        self.warn = warn
    }

    var folder: String { HistoryFolder.of(database) }
}
