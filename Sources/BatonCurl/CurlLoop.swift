/// One thread with its transfers and connections, which also runs the tasks that have this executor preference.
///
/// A request sent by such a task does not switch threads. The thread starts with the first work and ends some time
/// after the last reference to the loop is gone, or with `CurlEngine.shutDown`. A task that prefers an ended loop
/// continues on the global executor.
package final class CurlLoop: TaskExecutor {
    let thread: LoopThread

    init(environment: CurlEnvironment, idleTimes: Persistence.Times) {
        thread = LoopThread(environment: environment, idleTimes: idleTimes)
        thread.setExecutor(asUnownedTaskExecutor())
    }

    deinit {
        thread.stop()
        thread.detach()
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        thread.enqueue(UnownedJob(job))
    }
}
