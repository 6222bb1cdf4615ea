import Glibc
import Subprocess

/// The built program, run as a user runs it.
struct Baton {
    struct Result: Sendable {
        /// The exit code, or 128 and the signal's number.
        var exitCode: Int32
        var output: String
        var errorOutput: String

        var everything: String { output + errorOutput }
    }

    let workingFolder: String
    var environment: [String: String] = [:]
    /// What is started; another program than `baton` starts it in turn.
    var program = Products.path(of: "baton")

    init(workingFolder: String, environment: [String: String] = [:]) {
        self.workingFolder = workingFolder
        self.environment = environment
    }

    init(folder: Folder, environment: [String: String] = [:], program: String? = nil) {
        self.init(workingFolder: folder.path, environment: environment)
        if let program { self.program = program }
    }

    /// Runs `baton` with these arguments in the folder and waits for its end.
    func callAsFunction(_ arguments: String...) async throws -> Result {
        try await run(arguments)
    }

    func run(_ arguments: [String]) async throws -> Result {
        var values: [Environment.Key: String?] = ["NO_COLOR": "1"]
        for (name, value) in environment { values[Environment.Key(stringLiteral: name)] = value }
        let result = try await Subprocess.run(
            .path(.init(program)), arguments: Arguments(arguments),
            environment: .inherit.updating(values), workingDirectory: .init(workingFolder),
            output: .string(limit: 16 << 20), error: .string(limit: 16 << 20))
        let code: Int32 =
            switch result.terminationStatus {
            case .exited(let code): code
            case .signaled(let signal): 128 + signal
            }
        return Result(
            exitCode: code, output: result.standardOutput, errorOutput: result.standardError)
    }
}

/// Where the build put its programs: beside the test program.
enum Products {
    static func path(of product: String) -> String {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let executable = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
        let folder = executable.lastIndex(of: "/").map { executable[..<$0] } ?? "."
        return "\(folder)/\(product)"
    }
}
