import CommandCalls
import ProjectFolders
import Synchronization
import Testing

/// `--repeat-each`, `--shuffle`, and how the options of selecting work together.
@Suite struct ArrangedRunTests {
    private static func project() throws -> SelectionProject {
        try SelectionProject([
            "a.yaml": "name: A\ntags: [smoke]\nsteps: [ that: 1 == 1 ]", "b.yaml": SelectionProject.passing("B"),
            "c.yaml": "name: C\ntags: [smoke, slow]\nsteps: [ that: 1 == 1 ]", "d.yaml": SelectionProject.failing("D"),
        ])
    }

    @Test func `each repetition is a case of its own in output and report, and the same in the history`() async throws {
        let project = try Self.project()
        let result = try await project.run("--repeat-each", "2", "workflows/a.yaml", "workflows/d.yaml")
        #expect(result.ran == ["✓a[repeat=1]", "✓a[repeat=2]", "✗d[repeat=1]", "✗d[repeat=2]"])
        let report = try project.folder.read("reports/junit.xml")
        #expect(report.contains("<testsuite name=\"workflows/a.yaml [repeat=2]\""))
        #expect(report.contains("name=\"A [repeat=2] › that 1 == 1\""))
        #expect(try await project.run("--last-failed").ran == ["✗d"])
    }

    @Test func `repetitions that differ are flaky in the history, and a report of the run tells them apart`()
        async throws
    {
        let count = Atomic(0)
        let recording = try Recording { _ in
            let status = count.add(1, ordering: .relaxed).newValue == 2 ? "500 Oh" : "200 OK"
            return "HTTP/1.1 \(status)\r\nContent-Length: 0\r\n\r\n"
        }
        try recording.folder.write("baton.yaml", "name: repeated\n")
        try recording.folder.write("w.yaml", "steps: [ get: /x ]\n")
        let baton = Baton(folder: recording.folder)
        let arguments = ["--repeat-each", "3", "--base-url", recording.server.url]
        let first = try await baton.run(["run", "w.yaml"] + arguments)
        #expect(first.exitCode == 1, "\(first.everything)")
        let story = try await baton("history", "case", "w.yaml").output
        #expect(story.contains("failed") && story.contains("1 of 3 failed: "), "\(story)")
        #expect(try await baton("history", "flaky").output.contains("w.yaml"))
        #expect(try await baton("history", "show").output.contains("w [repeat=2]"))
        let again = try await baton("report", "last", "--junit", "again.xml")
        #expect(again.exitCode == 0, "\(again.everything)")
        let report = try recording.folder.read("again.xml")
        for number in 1...3 { #expect(report.contains("w.yaml [repeat=\(number)]"), "\(report)") }
        let second = try await baton.run(["run", "w.yaml"] + arguments)
        #expect(second.exitCode == 0 && second.output.contains("1 fixed"), "\(second.everything)")
    }

    @Test func `a seed gives its order again`() async throws {
        let project = try Self.project()
        let first = try await project.run("--shuffle", "4711")
        let second = try await project.run("--shuffle", "4711")
        #expect(first.ran == second.ran && first.ran.sorted() == ["✓a", "✓b", "✓c", "✗d"])
        #expect(first.output.hasPrefix("shuffled: `--shuffle 4711` gives this order again\n"))
        let orders = try await [1, 2, 3, 4].asyncMap { try await project.run("--shuffle", "\($0)").ran }
        #expect(Set(orders).count > 1)
    }

    @Test func `a seed that is drawn is shown, also where only failures are`() async throws {
        let project = try Self.project()
        let result = try await project.run("--shuffle", "random", "--quiet")
        let seed = try #require(result.output.firstMatch(of: /`--shuffle ([0-9]+)` gives this order again/)).1
        let drawn = try await project.run("--shuffle", "random")
        let again = try #require(drawn.output.firstMatch(of: /`--shuffle ([0-9]+)`/)).1
        #expect(try await project.run("--shuffle", String(again)).ran == drawn.ran)
        #expect(!seed.isEmpty)
    }

    @Test func `each option narrows what the others leave`() async throws {
        let project = try Self.project()
        #expect(try await project.run("--tag", "smoke", "--not-tag", "slow").ran == ["✓a"])
        #expect(try await project.run("--tag", "smoke", "--name", "C").ran == ["✓c"])
        #expect(try await project.run("--tag", "smoke", "workflows/b.yaml", "workflows/c.yaml").ran == ["✓c"])
        let none = try await project.run("--tag", "smoke", "--name", "B")
        #expect(none.exitCode == 2)
        #expect(none.errorOutput.contains("none of the 4 workflows is selected [run.nothing-selected]"))
    }

    @Test(arguments: [["--shuffle", "x"], ["--shuffle", "-1"], ["--shuffle=-1"], ["--repeat-each", "0"]])
    func `what is no seed and no number is refused`(_ words: [String]) async throws {
        let result = try await Self.project().baton(["run"] + words)
        #expect(result.exitCode == 2, "\(result.everything)")
    }

    @Test func `more than a million of workflows are refused`() async throws {
        let result = try await Self.project().run("--repeat-each", "300000")
        #expect(result.exitCode == 2)
        #expect(result.errorOutput.contains("makes more than a million of 4 workflows"))
    }

    @Test func `list shows what a run with the same options would run`() async throws {
        let project = try Self.project()
        _ = try await project.run()
        let list = try await project.baton(["list", "--last-failed"])
        #expect(list.exitCode == 0 && list.output.contains("workflows/d.yaml"), "\(list.everything)")
        #expect(!list.output.contains("workflows/a.yaml"))
    }
}

extension Sequence {
    fileprivate func asyncMap<Value>(_ body: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await body(element)) }
        return values
    }
}
