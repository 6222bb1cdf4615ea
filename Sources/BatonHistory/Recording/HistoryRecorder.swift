package import BatonRecords
import BatonSystem
import Synchronization

/// Records a run: events are queued, and one thread commits them in batches over its connection, over which reports read
/// between two commits.
///
/// That thread also opens the database, while the first request is already in progress.
package final class HistoryRecorder: EventConsumer {
    let settings: HistorySettings
    /// Nil where the process has no file descriptors left.
    private let work: Work?
    /// The writer's thread, from the run's start to `finish()`.
    private let thread = Mutex<pthread_t?>(nil)

    package init(_ settings: HistorySettings) {
        self.settings = settings
        work = EventQueue().map { Work(settings, $0) }
    }

    package var followsSteps: Bool { false }

    package func receive(_ event: RunEvent) {
        guard let work else { return }
        switch event {
        case .runStarted:
            work.queue.add(event)
            startThread(work)
        // It stands for workflows, and is none.
        case .caseFinished(let record) where record.identity.role == .gap: break
        case .caseFinished, .runFinished: work.queue.add(event)
        case .caseStarted, .stepStarted, .stepFinished, .warning: break
        }
    }

    /// Commits queued results, if they are many. Called when all results were reported, and only the end of the run
    /// will follow.
    package func commitSoon() { work?.queue.endIsNear() }

    /// Runs the body with the writer's connection, between two commits; nil while the writer has none.
    func connected<Value: Sendable>(
        _ body: (Connection) throws(HistoryError) -> Value
    ) throws(HistoryError) -> Value? {
        try work?.writer.withLock { writer throws(HistoryError) in
            guard let connection = writer.connection else { return nil }
            return try body(connection)
        }
    }

    /// Waits until everything is committed and the database is closed. A run without an end is recorded as interrupted.
    package func finish() {
        guard let thread = thread.withLock({ $0.take() }) else { return }
        work?.queue.finish()
        pthread_join(thread, nil)
    }

    private final class Work: Sendable {
        let queue: EventQueue
        let writer: Mutex<HistoryWriter>

        init(_ settings: HistorySettings, _ queue: EventQueue) {
            self.queue = queue
            writer = Mutex(HistoryWriter(settings))
        }

        func run() {
            while true {
                let (events, isLast) = queue.take()
                writer.withLock { $0.write(events) }
                if isLast { break }
            }
            writer.withLock { $0.close() }
        }
    }

    private func startThread(_ work: Work) {
        thread.withLock { thread in
            guard thread == nil else { return }
            let work = Unmanaged.passRetained(work)
            #if canImport(Glibc)
                var identity = pthread_t()
            #else
                var identity: pthread_t?
            #endif
            let result = pthread_create(
                &identity, nil,
                { context in
                    #if canImport(Glibc)
                        guard let context else { return nil }
                    #endif
                    Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run()
                    return nil
                }, work.toOpaque())
            if result == 0 {
                thread = identity
            } else {
                work.release()
                settings.warn("the history is not written: no thread could be started")
            }
        }
    }
}

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
