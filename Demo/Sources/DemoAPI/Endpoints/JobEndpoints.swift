/// Jobs that are accepted at once and must be polled until they are done.
struct JobEndpoints: Sendable {
    let jobs: JobStore

    var routes: [Route] {
        [
            Route("POST", "/jobs") { request in
                var fields = try FieldReader(request)
                let polls = fields.integer("polls", 0...1000)
                try fields.finish()
                let job = jobs.start(pendingPolls: polls ?? 3)
                return try .json(job, status: 202, headers: [HeaderField("Location", "/jobs/\(job.id)")])
            },
            Route("GET", "/jobs/{id}") { request in
                guard let job = jobs.poll(try request.number("id")) else { throw Refusal.notFound(request) }
                return try .json(job)
            },
        ]
    }
}
