import Glibc
import ProjectFolders
import Subprocess
import Testing

/// A server that others wrote, as `scripts/foreign-server` installs and serves it.
struct ForeignServer: Sendable {
    /// The name of its folder in `Tests/ForeignServers`.
    let name: String

    static let nginx = ForeignServer(name: "nginx")
    static let squid = ForeignServer(name: "squid")
    static let httpbinx = ForeignServer(name: "httpbinx")
    static let authlib = ForeignServer(name: "authlib")
    static let moto = ForeignServer(name: "moto")
    static let kerberos = ForeignServer(name: "kerberos")
    static let etcd = ForeignServer(name: "etcd")
    static let sse = ForeignServer(name: "sse")

    private var script: String { "\(Repository.path)/scripts/foreign-server" }

    /// Whether it is there, after an attempt to install it; a line says why not.
    ///
    /// Where `CI` is set it counts as there, so that the tests that need it fail instead of being skipped.
    func isInstalled() async -> Bool {
        do {
            let result = try await Subprocess.run(
                .path(.init(script)), arguments: [name, "--install"], output: .discarded,
                error: .string(limit: 1 << 20))
            if result.terminationStatus.isSuccess { return true }
            print("\(name) cannot be installed: \(result.standardError)")
        } catch {
            print("\(name) cannot be installed: \(error)")
        }
        return getenv("CI") != nil
    }

    /// Serves it on a free port while the body runs, with an empty folder for what it writes.
    ///
    /// - Parameters:
    ///   - folder: what its script finds as `$FOLDER`. A new one if nil.
    ///   - environment: further variables for its script.
    func serving<Result: Sendable>(
        in folder: Folder? = nil, environment: [String: String] = [:],
        _ body: (_ port: Int) async throws -> Result
    ) async throws -> Result {
        let folder = try folder ?? Folder()
        let port = FreePort.take()
        // What the server starts ends with it.
        var platform = PlatformOptions()
        platform.processGroupID = 0
        var variables: [Environment.Key: String?] = ["FOLDER": folder.path]
        for (name, value) in environment { variables[.init(stringLiteral: name)] = value }
        return try await Subprocess.run(
            .path(.init(script)), arguments: [name, String(port)],
            environment: .inherit.updating(variables), platformOptions: platform, input: .none, output: .sequence,
            error: .currentStandardError
        ) { execution in
            defer {
                try? execution.send(signal: .kill, toProcessGroup: true)
                withExtendedLifetime(folder) {}
            }
            for try await line in execution.standardOutput.strings() where line.contains("Serving on ") {
                return try await body(port)
            }
            throw ForeignServerEnded(name: name)
        }.closureResult
    }
}

/// A server ended before it served.
struct ForeignServerEnded: Error, CustomStringConvertible {
    let name: String

    var description: String { "\(name) ended before it served" }
}
