import Synchronization

/// Jobs that are done after a number of polls; polls advance them, not a clock.
final class JobStore: Sendable {
    struct Job: Sendable, Encodable {
        struct Result: Sendable, Encodable {
            var answer = 42
        }

        var id: Int
        var status = "pending"
        var polls = 0
        var result: Result?
        var pendingPolls: Int
    }

    private let jobs = Mutex<[Job]>([])

    func start(pendingPolls: Int) -> Job {
        jobs.withLock { jobs in
            let job = Job(id: jobs.count + 1, pendingPolls: pendingPolls)
            jobs.append(job)
            return job
        }
    }

    /// Counts a poll and returns the job; nil when there is no such job.
    func poll(_ id: Int) -> Job? {
        jobs.withLock { jobs in
            guard jobs.indices.contains(id - 1) else { return nil }
            var job = jobs[id - 1]
            job.polls += 1
            if job.polls > job.pendingPolls {
                job.status = "done"
                job.result = Job.Result()
            }
            jobs[id - 1] = job
            return job
        }
    }
}
