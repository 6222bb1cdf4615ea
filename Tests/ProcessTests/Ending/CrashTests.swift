import BatonTesting
import Glibc
import ProjectFolders
import Synchronization
import Testing
import Thoroughness

/// SIGKILL at any moment of a run: what was told to be there stays, and the next run finds its way.
@Suite struct CrashTests {
    private static let caseCount = 24
    private static let response = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"

    /// When a run is killed: an amount of progress, and a little more.
    enum Moment: Sendable, Hashable {
        /// When the server has been asked so often.
        case requests(Int)
        /// When so many lines were written.
        case lines(Int)
        /// When the history shows so many results to another program.
        case results(Int)
        /// When it has just been started.
        case start
    }

    struct Kill: Sendable, CustomTestStringConvertible {
        var moment: Moment
        var jobs: Int
        var microseconds: UInt32

        var testDescription: String { "\(moment), \(jobs) jobs, \(microseconds) µs later" }
    }

    /// The same every time.
    static let kills: [Kill] = {
        var random = SplitMix(state: 20_261_121)
        return (0..<Thoroughness.of(15, nightly: 300)).map { index in
            let moment: Moment =
                switch index % 5 {
                case 0: .start
                case 1, 2: .requests(.random(in: 1...caseCount, using: &random))
                // The last lines are an empty one and the summary.
                case 3: .lines(.random(in: 1...caseCount + 2, using: &random))
                default: .results(.random(in: 1...caseCount, using: &random))
                }
            let delay: UInt32 =
                index % 5 == 0 ? .random(in: 0...40_000, using: &random) : .random(in: 0...3000, using: &random)
            return Kill(moment: moment, jobs: index % 2 + 1, microseconds: delay)
        }
    }()

    /// One project, and the server that its workflows ask; killed runs follow one another in it.
    private final class Bench: Sendable {
        let folder: Folder
        let server: RawServer
        private let hook = Hook()

        init() throws {
            folder = try Folder(isOnDisk: true)
            let hook = hook
            server = RawServer { connection in
                while connection.readRequest() != nil {
                    hook.call()
                    connection.write(CrashTests.response)
                }
            }
            try folder.write("baton.yaml", "workflows: w\nenvironments: { local: { base_url: \(server.url) } }\n")
            for index in 0..<CrashTests.caseCount {
                let number = index < 10 ? "0\(index)" : "\(index)"
                let last = index % 6 == 5 ? "get: /b, expect: { status: 404 }" : "get: /b"
                try folder.write("w/w\(number).yaml", "steps:\n  - get: /a\n  - { \(last) }\n")
            }
        }

        deinit { server.stop() }

        func whenAsked(_ body: (@Sendable () -> Void)?) { hook.set(body) }

        var database: String { "\(folder.path)/.baton/history.sqlite" }

        /// How many results of the latest run another program can see; 0 before there is any.
        func visibleResults() -> Int {
            let sql = "SELECT count(*) FROM case_result WHERE run = (SELECT max(id) FROM run)"
            return (try? HistoryFile(database, isReadOnly: true).number(sql)) ?? 0
        }

        func runCount() -> Int {
            (try? HistoryFile(database, isReadOnly: true).number("SELECT count(*) FROM run")) ?? 0
        }
    }

    /// What happens when the server is asked, before it answers.
    private final class Hook: Sendable {
        private let body = Mutex<(@Sendable () -> Void)?>(nil)

        func set(_ body: (@Sendable () -> Void)?) { self.body.withLock { $0 = body } }

        func call() { body.withLock { $0 }?() }
    }

    @Test func `killed runs lose nothing that was committed, and none stands in the way of the next`() async throws {
        let bench = try Bench()
        // There is a whole report before the first is killed.
        let first = try await Baton(folder: bench.folder)("run")
        #expect(first.exitCode == 1, "\(first.everything)")
        var killedInTime = 0
        for kill in Self.kills {
            let before = bench.runCount()
            let (code, seen) = try await self.run(kill, bench)
            if code == 128 + SIGKILL { killedInTime += 1 }
            try check(bench, kill, runsBefore: before, seen: seen)
        }
        // Most of them, or the moments are badly chosen.
        #expect(killedInTime * 5 >= Self.kills.count * 4)
        let last = try await Baton(folder: bench.folder)("run", "--jobs", "2")
        #expect(last.exitCode == 1, "\(last.everything)")
        #expect(try bench.folder.leftovers() == [])
        #expect(
            try FileContents.names(in: "\(bench.folder.path)/reports") == [".gitignore", "junit.xml", "report.html"])
        let states = try HistoryFile(bench.database).rows("SELECT DISTINCT state FROM run ORDER BY state")
        #expect(states == ["failed", "interrupted"])
    }

    /// Starts a run and kills it; gives its exit code and how many results were visible before the kill.
    private func run(_ kill: Kill, _ bench: Bench) async throws -> (code: Int32, seen: Int) {
        let program = RunningBaton(bench.folder, ["run", "--jobs", "\(kill.jobs)"])
        let before = bench.runCount()
        let box = KillBox(program, bench, kill, before)
        switch kill.moment {
        case .requests, .results: bench.whenAsked { box.asked() }
        case .lines, .start: bench.whenAsked(nil)
        }
        try program.start()
        await OwnThread.run { box.watch() }
        let result = await program.end()
        bench.whenAsked(nil)
        return (result.exitCode, box.seen)
    }

    /// Ends a run when its moment has come.
    private final class KillBox: Sendable {
        private let program: RunningBaton
        private let bench: Bench
        private let kill: Kill
        private let runsBefore: Int
        private let count = Mutex(0)
        private let visible = Mutex(0)

        init(_ program: RunningBaton, _ bench: Bench, _ kill: Kill, _ runsBefore: Int) {
            (self.program, self.bench, self.kill, self.runsBefore) = (program, bench, kill, runsBefore)
        }

        var seen: Int { visible.withLock { $0 } }

        /// The server was asked once more; it answers when this returns.
        func asked() {
            let number = count.withLock { count in
                count += 1
                return count
            }
            switch kill.moment {
            case .requests(let wanted) where number == wanted: strike()
            // Two requests make a case: those before are over, and need no more than their batch's time.
            case .results(let wanted) where number == 2 * wanted + 1: waitForResults(wanted - kill.jobs)
            default: break
            }
        }

        /// What happens beside the requests.
        func watch() {
            switch kill.moment {
            case .start: strike()
            case .lines(let wanted):
                for _ in 0..<wanted where program.readLine() == nil { return }
                strike()
            case .requests, .results: break
            }
        }

        /// Nothing more comes while the server waits here: what has ended must be committed all the same.
        private func waitForResults(_ wanted: Int) {
            for _ in 0..<3000 where bench.runCount() == runsBefore || bench.visibleResults() < wanted { usleep(10_000) }
            strike()
        }

        private func strike() {
            usleep(kill.microseconds)
            let results = bench.runCount() > runsBefore ? bench.visibleResults() : 0
            visible.withLock { $0 = results }
            program.send(SIGKILL)
        }
    }

    /// What holds right after a kill, before any other run has begun.
    private func check(_ bench: Bench, _ kill: Kill, runsBefore: Int, seen: Int) throws {
        let note = Comment(rawValue: kill.testDescription)
        // The report is the former one or a new one, never a part of one.
        #expect(try JUnitContent(try bench.folder.read("reports/junit.xml")).suites == Self.caseCount, note)
        // Readable and writable: a hot journal is rolled back by whoever comes next.
        let history = try HistoryFile(bench.database)
        #expect(try history.rows("PRAGMA integrity_check") == ["ok"], note)
        #expect(try history.number("SELECT count(*) FROM pragma_foreign_key_check") == 0, note)
        let runs = try history.number("SELECT count(*) FROM run")
        guard runs > runsBefore else {
            #expect(seen == 0, note)
            return
        }
        // Whatever another program could see of this run is still there, and each result is whole.
        let results = bench.visibleResults()
        #expect(results >= seen, note)
        if case .results(let wanted) = kill.moment { #expect(results >= wanted - kill.jobs, note) }
        let steps = "SELECT count(*) FROM step_result WHERE run = (SELECT max(id) FROM run)"
        #expect(try history.number(steps) == 2 * results, note)
        guard kill.jobs == 1 else { return }
        // One after the other: what is there is all up to somewhere, without a gap.
        let last = "SELECT ifnull(max(position), -1) FROM case_result WHERE run = (SELECT max(id) FROM run)"
        #expect(try history.number(last) == results - 1, note)
    }

    /// A generator with a seed: the same moments in every test run.
    private struct SplitMix: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }
}
