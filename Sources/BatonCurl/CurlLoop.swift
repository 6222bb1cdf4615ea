/// One thread with its transfers and connections, which also runs the tasks that prefer it.
///
/// A request sent by such a task crosses no thread. The thread starts with the first work and ends some time after the
/// last reference to the loop is gone, or with `CurlEngine.shutDown`; a task that prefers an ended loop goes on without
/// the preference.
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
