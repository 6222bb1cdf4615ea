import Glibc
import Testing

/// Output that goes to a file or a pipe is written in larger parts, and nobody who reads it can tell.
@Suite struct GatheredLinesTests {
    @Test func `a line is there while the next workflow waits, and before what goes to standard error after it`()
        async throws
    {
        let bench = try InterruptBench(
            ["a": "steps: [ get: /ok ]", "b": "steps: [ get: /never-comes ]"], "--jobs", "1",
            answer: { request, connection, program in
                guard request.target == "/never-comes" else { return false }
                program.waitUntilShown("w/a.yaml")
                program.send(SIGINT)
                connection.waitForClose()
                return true
            })
        let result = try await bench.run()
        #expect(result.exitCode == 130)
        try expectOrder(["w/a.yaml", "interrupted: teardown", "w/b.yaml"], result.output)
    }

    @Test func `standard output and standard error in one file stand in the order in which they were written`()
        async throws
    {
        let bench = try InterruptBench(
            ["a": "steps: [ get: /ok ]", "b": "steps: [ get: /signal-and-answer, wait: 1h ]"], "--jobs", "1")
        let result = try await bench.run()
        try expectOrder(["w/a.yaml", "interrupted: teardown", "w/b.yaml"], result.output)
    }

    private func expectOrder(_ texts: [String], _ output: String) throws {
        let places = try texts.map { try #require(output.firstRange(of: $0), "\(output)").lowerBound }
        #expect(places == places.sorted(), "\(output)")
    }
}
