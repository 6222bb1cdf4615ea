import BatonTesting
import CommandCalls
import Glibc
import ProjectFolders
import Subprocess
import Synchronization
import Testing

/// A project that a service runs on several machines, with what the service does around the commands: the folder of each
/// job, what it takes from there, and the folder of the merge.
///
/// The workflow `waits.yaml` asks a server, which kills the first machine that asks and answers the next.
final class SharedRun: Sendable {
    static let paths =
        (0..<19).map { "workflows/w\($0).yaml" } + ["workflows/fails.yaml", "workflows/waits.yaml"]

    let service: ShardService
    let total: Int
    private let root: Folder
    private let server: RawServer

    init(_ service: ShardService) throws {
        self.service = service
        total = try service.total()
        let root = try Folder()
        self.root = root
        let hasKilled = Mutex(false)
        server = RawServer { connection in
            while connection.readRequest() != nil {
                if hasKilled.withLock({ known in
                    defer { known = true }
                    return !known
                }) {
                    Self.killMachine(root)
                    return connection.waitForClose()
                }
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
            }
        }
    }

    deinit { server.stop() }

    // MARK: - Programs

    /// Runs a line of a shell on a machine: a group of processes, of which a file has the number.
    private func machine(
        _ line: String, in folder: String, _ variables: [String: String]
    ) async throws -> Baton.Result {
        var values: [Environment.Key: String?] = ["NO_COLOR": "1"]
        for (name, value) in ShardProject.noEngine.merging(variables, uniquingKeysWith: { $1 }) {
            values[Environment.Key(stringLiteral: name)] = value
        }
        let programs = Products.path(of: "baton").split(separator: "/").dropLast().joined(separator: "/")
        let path = String(cString: getenv("PATH"))
        // Where the files of the services install Baton, there is none: that of the build is run.
        values["HOME"] = root.path
        values["PATH"] = "\(root.path)/bin:/\(programs):\(path)"
        var platform = PlatformOptions()
        platform.processGroupID = 0
        let result = try await Subprocess.run(
            .name("sh"), arguments: ["-ec", "echo $$ >'\(root.path)/machine'\n\(line)"],
            environment: .inherit.updating(values), workingDirectory: .init("\(root.path)/\(folder)"),
            platformOptions: platform, output: .string(limit: 1 << 20), error: .string(limit: 1 << 20))
        let code: Int32 =
            switch result.terminationStatus {
            case .exited(let code): code
            case .signaled(let signal): 128 + signal
            }
        return Baton.Result(exitCode: code, output: result.standardOutput, errorOutput: result.standardError)
    }

    private static func killMachine(_ root: Folder) {
        guard let text = try? root.read("machine"), let number = pid_t(text.prefix { $0 != "\n" }), number > 1 else {
            return
        }
        kill(-number, SIGKILL)
    }

    /// Does what the service does itself.
    private func prepare(_ line: String) async throws {
        let result = try await machine(line, in: "", [:])
        try #require(result.exitCode == 0, "\(line): \(result.everything)")
    }

    private func writeProject(_ folder: String) throws {
        try root.write(
            "\(folder)/baton.yaml",
            "name: shop\ndefault_environment: local\nenvironments: { local: { base_url: \"\(server.url)\" } }\n")
        for path in Self.paths { try root.write("\(folder)/\(path)", "steps: [ that: 1 == 1 ]\n") }
        try root.write("\(folder)/workflows/fails.yaml", SelectionProject.failing("Fails"))
        try root.write("\(folder)/workflows/waits.yaml", "steps: [ get: /wait ]\n")
    }

    // MARK: - Jobs

    /// Runs a shard as the service would, and hands on what it wrote.
    func shard(_ index: Int, attempt: Int) async throws -> Baton.Result {
        var variables = service.variables(index, of: total, attempt: attempt)
        let clone = "machine-\(index)-\(attempt)"
        let result: Baton.Result
        switch service {
        case .slurm:
            try writeProject("project")
            try root.write("spool/shard", try service.shardText())
            result = try await machine("bash ../spool/shard", in: "project", variables)
        case .bazel:
            try writeProject("source/api")
            let logs = "\(root.path)/testlogs/api/api_test/shard_\(index)_of_\(total)"
            variables["TEST_UNDECLARED_OUTPUTS_DIR"] = "\(logs)/test.outputs"
            variables["XML_OUTPUT_FILE"] = "\(logs)/test.xml"
            variables["TEST_TMPDIR"] = "\(root.path)/\(clone)"
            try root.write("source/api/api_test.sh", try service.shardText())
            // The files of a test are links, and what an earlier attempt wrote is gone.
            try await prepare(
                "rm -rf runfiles '\(logs)'; mkdir -p runfiles \(clone) '\(logs)/test.outputs'; cp -rs \"$PWD/source/api\" runfiles"
            )
            result = try await machine("bash api/api_test.sh", in: "runfiles", variables)
        case .kubernetes:
            try writeProject(clone)
            result = try await machine(mounted(try service.shardCommand(variables)), in: clone, variables)
        case .github, .gitlab, .jenkins, .buildkite:
            try writeProject(clone)
            result = try await machine(try service.shardCommand(variables), in: clone, variables)
        }
        try await handOn(clone, variables)
        return result
    }

    /// A command of a pod, with the folder of its volume.
    private func mounted(_ command: String) -> String {
        command.replacing("'/shards", with: "'\(root.path)/volume")
    }

    /// Brings the files of a job where the merge finds them, by what the service's file says.
    private func handOn(_ clone: String, _ variables: [String: String]) async throws {
        let text = try service.shardText()
        switch service {
        case .github:
            let given = try #require(
                text.firstMatch(of: /upload-artifact@v4\n.*\n.*\n *name: (shard-.+?) #.*\n *path: (\w+)/))
            let taken = try #require(
                text.firstMatch(of: /download-artifact@v4\n.*\n *pattern: shard-\*\n *path: (\w+)/))
            let name = try service.expression(given.1, variables)
            try await prepare("mkdir -p merge/\(taken.1); cp -R \(clone)/\(given.2) merge/\(taken.1)/\(name)")
        case .gitlab:
            let paths = try #require(text.firstMatch(of: /when: always\n *paths: \[(\w+)\]/)).1
            try await prepare("mkdir -p merge/\(paths); cp -R \(clone)/\(paths)/. merge/\(paths)")
        case .jenkins:
            let given = try #require(text.firstMatch(of: /archiveArtifacts artifacts: '(reports\/.+?)'/)).1
            let taken = try #require(text.firstMatch(of: /filter: '(reports\/.+?)', target: '(\w+)', flatten: true/))
            try #require(given == taken.1)
            try await prepare("mkdir -p merge/\(taken.2); cp \(clone)/\(given) merge/\(taken.2)")
        case .buildkite:
            let given = try #require(text.firstMatch(of: /artifact_paths: (\S+)/)).1
            let taken = try #require(
                text.firstMatch(of: /artifact download --include-retried-jobs "(\S+)" \./)
            ).1
            try #require(given == taken)
            let folder = given.prefix { $0 != "/" }
            try await prepare("mkdir -p merge/\(folder); cp \(clone)/\(given) merge/\(folder)")
        case .kubernetes, .slurm, .bazel: break
        }
    }

    // MARK: - The merge

    /// The folder with the project in which the merge runs.
    private var mergeFolder: String {
        switch service {
        case .slurm: "project"
        case .bazel: "source/api"
        case .github, .gitlab, .jenkins, .buildkite, .kubernetes: "merge"
        }
    }

    func merge() async throws -> Baton.Result {
        try writeProject(mergeFolder)
        let line: String
        switch service {
        case .slurm:
            try root.write("spool/merge", try service.mergeText())
            line = "bash ../spool/merge 99"
        case .bazel:
            // Some tests have failed, so Bazel does.
            try root.write(
                "bin/bazel", "#!/bin/sh\nif [ \"$1\" = info ]; then echo '\(root.path)/testlogs'; else exit 3; fi\n")
            try await prepare("chmod +x bin/bazel")
            try root.write("source/api/run.sh", try service.mergeText())
            line = "bash run.sh"
        case .kubernetes: line = mounted(try service.mergeCommand())
        case .github, .gitlab, .jenkins, .buildkite: line = try service.mergeCommand()
        }
        return try await machine(line, in: mergeFolder, service.common)
    }

    /// The workflows in the JUnit report of the merge, in its order.
    func reported() throws -> [String] {
        try root.read("\(mergeFolder)/reports/junit.xml").matches(of: /<testsuite name="([^"]+)"/).map { String($0.1) }
    }

    /// Loses what all attempts of a shard wrote.
    func lose(_ index: Int) async throws {
        let mark = "\"index\":\(index),\"total\":\(total)"
        try await prepare("grep -rlF --include='*.jsonl' '\(mark)' . | xargs rm")
    }
}
