import CommandCalls
import ProjectFolders
import Testing

/// What commands other than `run` write: names of a project command no build service that reads the output.
@Suite struct DefusedListingTests {
    @Test func `no name in a listing commands a build service`() async throws {
        let folder = try Folder()
        let name = HostileText.commands.joined(separator: "x ") + "hacked"
        let yaml = name.replacing("'", with: "''")
        try folder.write("baton.yaml", "name: '\(yaml)'\n")
        try folder.write(
            "workflows/first.yaml",
            """
            name: '\(yaml)'
            tags: ['\(yaml)']
            owner: '\(yaml)'
            lock: ['\(yaml)']
            quarantine: { reason: '\(yaml)', until: 2099-01-01 }
            steps:
              - name: '\(yaml)'
                that: 1 == 1
            """)
        try folder.write("workflows/##vso[hacked.yaml", "needs: first.yaml\nsteps: [ { that: 1 == 1 } ]\n")
        try folder.write("workflows/travis_fold:hacked.yaml", "steps: [ { that: 1 == 1 } ]\n")
        try folder.write("::hacked.yaml", "name: x\nsteps: [ { that: 1 == 1 } ]\n")
        try folder.write("::error::hacked.yaml", "steps: [ { '\(yaml)': 1 } ]\n")
        let baton = Baton(folder: folder)
        let files = ["workflows", "::hacked.yaml"]
        let ran = try await baton.run(["run"] + files)
        #expect(ran.exitCode == 0 && HostileText.remains(in: Array(ran.everything.utf8)) == [], "\(ran.everything)")
        let listings: [([String], Int32, Bool)] = [
            (["list", "--json"] + files, 0, true), (["list"] + files, 0, true), (["list", "--graph"] + files, 0, true),
            (["list", "--dot"] + files, 0, true),
            (["list", "::error::hacked.yaml"], 2, true), (["check"] + files, 0, false),
            (["check", "::error::hacked.yaml"], 2, true), (["list", "--tag", "\"\(name)\""], 0, true),
            (["check", "::hacked"], 2, true), (["check", "--hacked\n::error::hacked"], 2, true),
            (["history", "list"], 0, false), (["history", "show", "last"], 0, true),
            (["history", "show", "::hacked"], 2, true), (["cache", "list"], 0, false),
        ]
        for (arguments, code, isShown) in listings {
            let result = try await baton.run(arguments)
            #expect(result.exitCode == code, "\(arguments): \(result.everything)")
            #expect(HostileText.remains(in: Array(result.everything.utf8)) == [], "\(arguments)")
            #expect(result.everything.contains("hacked") == isShown, "\(arguments): \(result.everything)")
        }
    }

    /// A name that stands at the start of a line in one of the outputs.
    @Test(arguments: [
        "+++ hacked.yaml", "--- hacked.yaml", "~~~ hacked.yaml", "^^^ +++ hacked.yaml", "##[group]hacked.yaml",
        "::error::hacked.yaml", "##teamcity[hacked.yaml", "travis_fold:hacked.yaml",
    ])
    func `no name of a file commands a build service, whatever is said about the file`(_ name: String) async throws {
        let folder = try Folder()
        for place in ["w", "failing", "broken", "missing"] { try folder.write("\(place)/baton.yaml", "name: x\n") }
        try folder.write("w/\(name)", "steps: [ { that: 1 == 1 } ]\n")
        try folder.write("failing/\(name)", "steps: [ { that: 1 == 2 } ]\n")
        try folder.write("broken/\(name)", "steps: [ { thta: 1 == 2 } ]\n")
        for (path, code) in [("w", 0), ("failing", 1), ("broken", 2), ("missing", 2)] {
            let baton = Baton(workingFolder: "\(folder.path)/\(path)")
            for command in [
                ["run"], ["run", "--verbose"], ["run", "--json", "-"], ["check"], ["list"], ["list", "--graph"],
                ["list", "--dot"], ["list", "--json"], ["history", "timings"], ["history", "show", "last"],
            ] {
                let names = command[0] == "history" ? [] : ["./" + name]
                let result = try await baton.run(command + names)
                #expect(HostileText.remains(in: Array(result.everything.utf8)) == [], "\(command) \(path)")
                if command == ["run"] { #expect(result.exitCode == code, "\(result.everything)") }
            }
        }
    }

    @Test func `the name of a new project commands no build service`() async throws {
        let folder = try Folder()
        let result = try await Baton(folder: folder)("init", "::error::hacked")
        #expect(result.everything.contains("hacked") && HostileText.remains(in: Array(result.everything.utf8)) == [])
    }

    @Test func `a URL in the cache commands no build service when it is listed`() async throws {
        let recording = try Recording { _ in
            "HTTP/1.1 200 OK\r\nCache-Control: max-age=600\r\nContent-Length: 2\r\n\r\nok"
        }
        let result = try await recording.run(
            """
            steps:
              - get: /section_start:1:hacked?travis_fold:start
                cache: { policy: cache-first, scope: disk }
            """)
        #expect(result.exitCode == 0, "\(result.everything)")
        let list = try await Baton(folder: recording.folder)("cache", "list")
        #expect(list.output.contains("section_start :1:hacked?travis_fold :start"), "\(list.everything)")
    }
}
