/// One thread with its transfers and connections, which also runs the tasks that prefer it.
package final class CurlLoop: TaskExecutor {
    package func enqueue(_ job: consuming ExecutorJob) {}
}
