import Testing

/// The files of docs/ci/shards: their commands, as each service runs them on its machines.
@Suite struct ShardCIFilesTests {
    @Test(.timeLimit(.minutes(3)), arguments: ShardService.allCases)
    func `machines that share a run are merged, also where one was killed and tried again`(
        _ service: ShardService
    ) async throws {
        let run = try SharedRun(service)
        #expect(run.total == 12)
        var codes: [Int32] = []
        var killed: [Int] = []
        var emptyCount = 0
        for index in 1...run.total {
            var result = try await run.shard(index, attempt: 1)
            if result.exitCode == 137 {
                killed.append(index)
                result = try await run.shard(index, attempt: 2)
            }
            let share = "shard \(index) of \(run.total)"
            #expect(result.output.hasPrefix(share), "\(result.everything)")
            if result.output.hasPrefix("\(share) is empty") { emptyCount += 1 }
            codes.append(result.exitCode)
        }
        // One workflow fails, and the machine that was killed passed in its second attempt.
        #expect(codes.sorted() == Array(repeating: 0, count: run.total - 1) + [1])
        #expect(emptyCount > 0)
        try #require(killed.count == 1)

        let merged = try await run.merge()
        #expect(merged.exitCode == 1, "\(merged.everything)")
        #expect(merged.output.hasPrefix("merged from 12 of 12 shards\n"), "\(merged.output)")
        #expect(merged.output.contains("\n20 passed, 1 failed in "), "\(merged.output)")
        #expect(
            merged.output.contains("shard \(killed[0]) of 12 was tried 2 times, and the last counts: ")
                == service.keepsAttempts, "\(merged.output)")
        #expect(merged.output.contains(" did not end, ") == service.keepsAttempts, "\(merged.output)")
        #expect(try run.reported().sorted() == SharedRun.paths.sorted())

        try await run.lose(killed[0])
        let gap = try await run.merge()
        #expect(gap.exitCode == 5, "\(gap.everything)")
        #expect(gap.output.contains("shard \(killed[0]) of 12 is missing"), "\(gap.output)")
        #expect(try run.reported().first == "baton merge")
    }
}
