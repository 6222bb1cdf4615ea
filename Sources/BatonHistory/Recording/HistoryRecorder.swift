package import BatonRecords
import BatonSystem
import Synchronization

/// Records a run: events are queued, and one thread, which owns the connection, commits them in batches.
///
/// That thread also opens the database, while the first request is already in progress.
package final class HistoryRecorder: EventConsumer {
    private let settings: HistorySettings
    private let queue: EventQueue?
    /// The writer's thread, from the run's start to `finish()`.
    private let thread = Mutex<pthread_t?>(nil)

    package init(_ settings: HistorySettings) {
        self.settings = settings
        queue = EventQueue()
    }

    package var followsSteps: Bool { false }

    package func receive(_ event: RunEvent) {
        guard let queue else { return }
        switch event {
        case .runStarted:
            queue.add(event)
            startThread(queue)
        // It stands for workflows, and is none.
        case .caseFinished(let record) where record.identity.role == .gap: break
        case .caseFinished, .runFinished: queue.add(event)
        case .caseStarted, .stepStarted, .stepFinished, .warning: break
        }
    }

    /// Commits queued results, if they are many. Called when all results were reported, and only the end of the run
    /// will follow.
    package func commitSoon() { queue?.endIsNear() }

    /// Waits until everything is committed and the database is closed. A run without an end is recorded as interrupted.
    package func finish() {
        guard let thread = thread.withLock({ $0.take() }) else { return }
        queue?.finish()
        pthread_join(thread, nil)
    }

    private final class Work: Sendable {
        let settings: HistorySettings
        let queue: EventQueue

        init(_ settings: HistorySettings, _ queue: EventQueue) {
            self.settings = settings
            self.queue = queue
        }

        func run() {
            let writer = HistoryWriter(settings)
            while true {
                let (events, isLast) = queue.take()
                writer.write(events)
                if isLast { break }
            }
            writer.close()
        }
    }

    private func startThread(_ queue: EventQueue) {
        thread.withLock { thread in
            guard thread == nil else { return }
            let work = Unmanaged.passRetained(Work(settings, queue))
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
