import CommandCalls
import ProjectFolders
import Testing

/// `--seed`: the same random values again.
@Suite struct SeededRunTests {
    private static let draw = #"$(uuid()) $(random_int(0, 1000000)) $(random_hex(8)) $(fake("email"))"#

    private static func project() throws -> SelectionProject {
        let steps = """
            steps:
              - that: 1 == 1
              - log: first=\(draw)
              - log: pass=$(item) \(draw)
                for_each: [1, 2, 3, 4]
                concurrency: 3
              - parallel:
                  - log: left=\(draw)
                  - steps: [ log: 'right=\(draw)', workflow: ../called.yaml ]
              - log: last=\(draw)

            """
        let project = try SelectionProject([
            "a.yaml": "name: A\n" + steps, "b.yaml": "name: B\n" + steps,
            "rows.yaml": "name: Rows\nrows: [{ n: 1 }, { n: 2 }]\nsteps: [ that: 1 == 1, log: 'row=\(draw)' ]\n",
        ])
        try project.folder.write("called.yaml", "name: Called\nsteps: [ log: 'called=\(draw)' ]\n")
        return project
    }

    /// What was logged, in the order of the report.
    private static func values(_ project: SelectionProject, _ words: String...) async throws -> [String] {
        let result = try await project.baton(["run"] + words)
        #expect(result.exitCode == 0, "\(result.everything)")
        let report = try project.folder.read("reports/junit.xml")
        return report.matches(of: /(?:first|pass|left|right|last|row|called)=[^\n<$]*@example[^\n<]*/).map {
            String($0.0)
        }
    }

    @Test func `a seed gives the same values, however many workflows run at a time`() async throws {
        let project = try Self.project()
        let alone = try await Self.values(project, "--seed", "42", "--jobs", "1")
        #expect(alone.count == 2 * 9 + 2 && Set(alone).count == alone.count, "\(alone)")
        #expect(try await Self.values(project, "--seed", "42", "--jobs", "8") == alone)
        #expect(try await Self.values(project, "--seed", "42", "--shuffle", "3").sorted() == alone.sorted())
        let part = try await Self.values(project, "--seed", "42", "workflows/b.yaml")
        #expect(part.count == 9 && Set(part).isSubset(of: alone))
        #expect(Set(try await Self.values(project, "--seed", "43")).isDisjoint(with: alone))
        #expect(Set(try await Self.values(project)).isDisjoint(with: alone))
    }

    @Test func `repetitions and retries have values of their own`() async throws {
        let project = try SelectionProject([
            "a.yaml": "name: A\nsteps: [ that: 1 == 1, log: 'row=\(Self.draw)' ]\n"
        ])
        let values = try await Self.values(project, "--seed", "42", "--repeat-each", "3")
        #expect(Set(values).count == 3, "\(values)")

        let recording = try Recording { _ in "HTTP/1.1 500 Oh\r\nContent-Length: 0\r\n\r\n" }
        try recording.folder.write("w.yaml", "retries: 2\nsteps: [ get: '/$(random_int(0, 1000000))' ]\n")
        for _ in 1...2 {
            let result = try await Baton(folder: recording.folder).run([
                "run", "w.yaml", "--seed", "42", "--base-url", recording.server.url,
            ])
            #expect(result.exitCode == 1, "\(result.everything)")
        }
        let paths = recording.requests.map(\.line)
        #expect(Set(paths).count == 3 && paths.prefix(3) == paths.suffix(3) && paths.count == 6, "\(paths)")
    }

    @Test func `a seed that is drawn is shown`() async throws {
        let project = try Self.project()
        let result = try await project.baton(["run", "--seed", "random", "--quiet"])
        let seed = try #require(
            result.output.firstMatch(of: /^seeded: `--seed ([0-9]+)` gives these random values again\n/)
        ).1
        let values = try project.folder.read("reports/junit.xml").matches(of: /row=[^\n<$]*@example[^\n<]*/).map {
            String($0.0)
        }
        let again = try await Self.values(project, "--seed", String(seed)).filter { $0.hasPrefix("row=") }
        #expect(again == values && again.count == 2)
    }

    @Test func `case.id is another in each run`() async throws {
        let project = try SelectionProject([
            "a.yaml": "name: A\nsteps: [ that: 1 == 1, log: 'row=$(case.id) @example' ]\n"
        ])
        let first = try await Self.values(project, "--seed", "42")
        #expect(try await Self.values(project, "--seed", "42") != first)
    }
}
