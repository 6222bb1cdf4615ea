import Glibc
import ProjectFolders
import Subprocess

/// httpbin, a public test server that others wrote, as `scripts/httpbin` installs and serves it.
enum Httpbin {
    /// Whether it is there, after an attempt to install it; a line says why not.
    static func isInstalled() async -> Bool {
        let script = "\(Repository.path)/scripts/httpbin"
        do {
            let result = try await Subprocess.run(
                .path(.init(script)), arguments: ["--install"], output: .discarded, error: .string(limit: 1 << 20))
            if result.terminationStatus.isSuccess { return true }
            print("httpbin cannot be installed: \(result.standardError)")
        } catch {
            print("httpbin cannot be installed: \(error)")
        }
        return getenv("CI") != nil
    }

    /// Serves it on a free port while the body runs.
    static func serving<Result: Sendable>(_ body: (_ baseURL: String) async throws -> Result) async throws -> Result {
        let script = "\(Repository.path)/scripts/httpbin"
        return try await Subprocess.run(
            .path(.init(script)), arguments: ["0"], input: .none, output: .discarded, error: .sequence
        ) { execution in
            defer { try? execution.send(signal: .kill) }
            for try await line in execution.standardError.strings() {
                guard let start = line.firstRange(of: "http://")?.lowerBound else { continue }
                return try await body(String(line[start...].prefix { !$0.isWhitespace }))
            }
            throw HttpbinError()
        }.closureResult
    }
}

struct HttpbinError: Error, CustomStringConvertible {
    let description = "httpbin ended before it served"
}
