import BatonTesting
import Glibc
import Subprocess
import Testing

/// A program, run as a user runs it: in a folder, with the environment of the tests, but for what tells a CI service, and
/// further variables.
package struct Program: Sendable {
    package let path: String
    package let workingFolder: String
    package var environment: [String: String]

    package init(_ path: String, in workingFolder: String, environment: [String: String] = [:]) {
        self.path = path
        self.workingFolder = workingFolder
        self.environment = environment
    }

    /// The built `baton`.
    package static func baton(in folder: Folder, environment: [String: String] = [:]) -> Program {
        Program(Products.path(of: "baton"), in: folder.path, environment: environment)
    }

    /// Runs it with these arguments and waits for its end.
    @discardableResult
    package func callAsFunction(_ arguments: String...) async throws -> CommandResult {
        try await run(arguments)
    }

    @discardableResult
    package func run(_ arguments: [String]) async throws -> CommandResult {
        var values: [Environment.Key: String?] = ["NO_COLOR": "1", "CI": nil, "GITHUB_ACTIONS": nil]
        for (name, value) in environment { values[Environment.Key(stringLiteral: name)] = value }
        let result = try await Subprocess.run(
            .path(.init(path)), arguments: Arguments(arguments), environment: .inherit.updating(values),
            workingDirectory: .init(workingFolder), output: .string(limit: 16 << 20), error: .string(limit: 16 << 20))
        let code: Int32 =
            switch result.terminationStatus {
            case .exited(let code): code
            case .signaled(let signal): 128 + signal
            }
        return CommandResult(
            exitCode: code, output: result.standardOutput, errorOutput: result.standardError)
    }
}

/// What a call of `baton` gave: its exit code and what it wrote.
package struct CommandResult: Sendable {
    /// The exit code, or 128 and the signal's number.
    package var exitCode: Int32
    package var output: String
    package var errorOutput: String

    package init(exitCode: Int32, output: String, errorOutput: String) {
        self.exitCode = exitCode
        self.output = output
        self.errorOutput = errorOutput
    }

    package var everything: String { output + errorOutput }
}

extension CommandResult {
    /// The lines of `baton doctor` about one thing, with their help.
    package func finding(_ name: String) -> String {
        var isInside = false
        return output.split(separator: "\n").filter { line in
            if !line.hasPrefix(" ") { isInside = line.dropFirst(2).hasPrefix(name) }
            return isInside
        }.joined(separator: "\n")
    }

    /// The names of what `baton doctor` found out, in its order.
    package var findings: [String] {
        output.split(separator: "\n").compactMap { line in
            guard let sign = line.first, "✗!✓-".contains(sign), line.dropFirst().first == " " else { return nil }
            let name = line.dropFirst(2).prefix(14)
            return "\(sign) " + (name.split(separator: " ").joined(separator: " "))
        }
    }
}

/// Where the build put its programs: beside the test program.
package enum Products {
    package static func path(of product: String) -> String {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let executable = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
        let folder = executable.lastIndex(of: "/").map { executable[..<$0] } ?? "."
        return "\(folder)/\(product)"
    }
}

/// The built program, run below a small Python that says how much memory it took at most.
///
/// Its own usage would count the memory of the test process too, from before the program was loaded.
package struct MeasuredBaton {
    package struct Result: Sendable {
        package var exitCode: Int32
        /// Standard output and standard error, as they were written.
        package var text: [UInt8]
        /// The most bytes that were in memory at one time (`ru_maxrss` of `getrusage`).
        package var peakMemory: Int
    }

    /// Nil where there is no Python.
    package static func run(_ arguments: [String], in folder: Folder) async throws -> Result? {
        let words = ["python3", "-c", script, folder.path, Products.path(of: "baton")] + arguments
        // It takes its time, and the demo server of all tests runs on the threads that tasks share.
        guard let lines = await OwnThread.run({ ChildProcess.output(of: words) }), lines.count == 2,
            let code = Int32(lines[0]),
            let kilobytes = Int(lines[1])
        else { return nil }
        return Result(
            exitCode: code, text: try FileContents.bytes(of: "\(folder.path)/console"), peakMemory: kilobytes * 1024)
    }

    private static let script = """
        import os, resource, subprocess, sys
        os.chdir(sys.argv[1])
        with open("console", "wb") as console:
            done = subprocess.run(sys.argv[2:], stdin=subprocess.DEVNULL, stdout=console, stderr=subprocess.STDOUT,
                env={**os.environ, "NO_COLOR": "1"})
        print(done.returncode)
        print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
        """
}

/// A thread of its own for what blocks: the few threads of the tests stay free.
package enum OwnThread {
    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    package static func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            start { continuation.resume(returning: body()) }
        }
    }

    private static func start(_ body: @escaping @Sendable () -> Void) {
        let work = Unmanaged.passRetained(Work(body))
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { pointer in
                if let pointer { Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body() }
                return nil
            }, work.toOpaque())
        if code == 0 { pthread_detach(thread) } else { work.takeRetainedValue().body() }
    }
}
