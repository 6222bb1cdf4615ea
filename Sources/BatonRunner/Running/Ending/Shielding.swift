/// Runs the operation shielded from cancellation of the current task, in a task of its own, and waits for it. After
/// cancellation the operation has `limit` left before it is cancelled too.
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
