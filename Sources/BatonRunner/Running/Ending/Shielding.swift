/// Does something also in a task that is cancelled, which cannot send anything: in a task of its own, which this one waits
/// for. From the moment of cancelling on it has so much time left.
func shielded(
    _ executor: (any TaskExecutor)?, limit: Duration, _ body: @escaping @Sendable () async -> Void
) async {
    let task = Task(executorPreference: executor) { await body() }
    await withTaskCancellationHandler {
        await task.value
    } onCancel: {
        Task {
            try? await Task.sleep(for: limit)
            task.cancel()
        }
    }
}
