import BatonTesting
import BatonWorkflowsTesting
import Testing

/// Cancelling a test ends its requests, and only these.
@Suite struct CancellationTests {
    @Test func `cancelling the task of a test ends its request, and teardown still runs`() async throws {
        let folder = WorkflowFolder([
            "a.yaml": "steps: [{ get: /slow }]\nteardown: [{ post: /logout }]\n", "b.yaml": "steps: [{ get: /ok }]\n",
        ])
        let dispatcher = HangingDispatcher("/slow")
        let cases = try folder.cases()
        let task = Task { try await cases[0].run(dispatcher: dispatcher) }
        await dispatcher.hangs.received()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(dispatcher.cancelled == ["/slow"])
        #expect(dispatcher.answered == ["/logout"])
        // The others go on.
        #expect(await cases[1].result(dispatcher: dispatcher).isSuccess)
    }

    private struct Silent: Dispatcher {
        func send(_ request: Request) async throws(Failure) -> Response {
            await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
            throw Failure(.connect, "never")
        }
    }

    @Test func `a dispatcher that never returns is left behind after the step's timeout`() async throws {
        let folder = WorkflowFolder(["a.yaml": "steps: [{ get: /slow, timeout: 50ms }]\n"])
        let result = await (try folder.only("a.yaml")).result(dispatcher: Silent())
        #expect(result.outcome == .error)
        #expect(result.failures.first?.message.contains("`Silent` did not return") == true, "\(result)")
    }

    @Test func `a cancelled result says so`() async throws {
        let folder = WorkflowFolder(["a.yaml": "steps: [{ get: /slow }]\n"])
        let dispatcher = HangingDispatcher("/slow")
        let planned = try folder.only("a.yaml")
        let task = Task { await planned.result(dispatcher: dispatcher) }
        await dispatcher.hangs.received()
        task.cancel()
        let result = await task.value
        #expect(result.outcome == .error)
        #expect(result.isCancelled)
        #expect(throws: WorkflowError.self) { try result.get() }
    }

    @Test func `a case that is cancelled before it begins sends nothing`() async throws {
        let folder = WorkflowFolder(["a.yaml": "steps: [{ get: /ok }]\n", "b.yaml": "steps: [{ get: /me }]\n"])
        let stub = StubDispatcher.ordinary()
        let cases = try folder.cases()
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return await cases[0].result(dispatcher: stub)
        }
        task.cancel()
        #expect(await task.value.isCancelled)
        #expect(await cases[1].result(dispatcher: stub).isSuccess)
        #expect(stub.paths == ["/me"])
    }

    @Test func `a login that only cancelled cases need is cancelled`() async throws {
        let folder = WorkflowFolder([
            "login.yaml": "called_only: true\nsteps: [{ post: /slow }]\n",
            "a.yaml": "needs: { login: login.yaml }\nsteps: [{ get: /ok }]\n",
            "b.yaml": "needs: { login: login.yaml }\nsteps: [{ get: /me }]\n",
            "c.yaml": "steps: [{ get: /ok }]\n",
        ])
        let dispatcher = HangingDispatcher("/slow")
        let cases = try folder.cases()
        let first = Task { await cases[0].result(dispatcher: dispatcher) }
        await dispatcher.hangs.received()
        let asked = Notice()
        let second = Task {
            asked.give()
            return await cases[1].result(dispatcher: dispatcher)
        }
        await asked.received()
        first.cancel()
        second.cancel()
        #expect(await first.value.isCancelled)
        #expect(await second.value.isCancelled)
        #expect(await cases[2].result(dispatcher: dispatcher).isSuccess)
        #expect(dispatcher.cancelled == ["/slow"])
        #expect(dispatcher.answered == ["/ok"])
    }

    @Test func `leaving the loop over events ends the requests`() async throws {
        let folder = WorkflowFolder([
            "a.yaml": "steps: [{ get: /slow }]\n", "b.yaml": "steps: [{ get: /ok }]\n",
        ])
        let dispatcher = HangingDispatcher("/slow")
        var finished = 0
        for try await event in try folder.workflows(WorkflowSettings()).events(dispatcher: dispatcher) {
            guard case .caseFinished = event else { continue }
            finished += 1
            break
        }
        #expect(finished == 1)
        while dispatcher.cancelled.isEmpty { await Task.yield() }
        #expect(dispatcher.cancelled == ["/slow"])
    }

    @Test func `cancelling a summary interrupts the run`() async throws {
        let folder = WorkflowFolder(["a.yaml": "steps: [{ get: /slow }]\nteardown: [{ post: /logout }]\n"])
        let dispatcher = HangingDispatcher("/slow")
        let workflows = try folder.workflows()
        let task = Task { try await workflows.summary(dispatcher: dispatcher) }
        await dispatcher.hangs.received()
        task.cancel()
        let summary = try await task.value
        #expect(!summary.isSuccess)
        #expect(summary.results.map(\.isCancelled) == [true])
        #expect(dispatcher.answered == ["/logout"])
    }
}
