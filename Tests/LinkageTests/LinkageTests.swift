import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// What the programs of this package are linked with, asked of `scripts/check-linkage`.
@Suite(.enabled(if: isLinux, "scripts/check-linkage reads ELF programs"))
struct LinkageTests {
    @Test func `baton does not link full Foundation`() throws {
        #expect(try exitCode(ofChecking: "baton") == 0)
    }

    @Test func `the check finds full Foundation where it is, in demo-api`() throws {
        #expect(try exitCode(ofChecking: "demo-api") == 1)
    }

    @Test func `a program that is not there is an error of its own`() throws {
        #expect(try exitCode(ofChecking: "no-such-program") == 2)
    }

    struct SpawnFailure: Error {
        var code: Int32
    }

    /// The products lie beside the program that runs the tests. What the script says is left out: two of the tests want
    /// it to complain.
    private func exitCode(ofChecking product: String) throws -> Int32 {
        let products = Self.folder(of: CommandLine.arguments[0])
        let script = Self.folder(of: Self.folder(of: Self.folder(of: #filePath))) + "/scripts/check-linkage"
        let words = ["sh", "-c", #"exec "$0" "$1" 2>/dev/null"#, script, "\(products)/\(product)"]
        let arguments = words.map { word in strdup(word) }
        defer { arguments.forEach { free($0) } }
        var process = pid_t()
        let result = posix_spawn(&process, "/bin/sh", nil, nil, arguments + [nil], environ)
        guard result == 0 else { throw SpawnFailure(code: result) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { throw SpawnFailure(code: errno) }
        }
        return status >> 8 & 0xff
    }

    private static func folder(of path: String) -> String {
        String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    }
}

#if os(Linux)
    private let isLinux = true
#else
    private let isLinux = false
#endif
