import RunningDemo
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// What the programs of this package are linked with, asked of `scripts/check-linkage`.
@Suite(.enabled(if: isLinux, "scripts/check-linkage reads ELF programs"))
struct LinkageTests {
    @Test func `baton links nothing of Foundation`() throws {
        #expect(try exitCode(ofChecking: "baton") == 0)
    }

    @Test func `the check finds Foundation where it is, in demo-api`() throws {
        #expect(try exitCode(ofCheckingFile: Demo.program()) == 1)
    }

    @Test(
        arguments: [
            ("$s10Foundation4DateV", 1), ("$s20FoundationEssentials4DateV", 1), ("$s22_FoundationCollections", 1),
            ("icudt74_dat", 1), ("$s12BatonRunner4PlanV", 0), ("$s5Baton FoundationEssentials is only named", 0),
            ("a program stripped of its symbols", 1),
        ])
    func `a static program shows Foundation in the names of its symbols`(_ name: String, _ code: Int32) throws {
        var path = Array("/tmp/baton-linkage-XXXXXX".utf8CString)
        let descriptor = mkstemp(&path)
        try #require(descriptor >= 0)
        let file = path.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
        defer { unlink(file) }
        let bytes = Array("\u{7F}ELF \(name) \n".utf8)
        try #require(write(descriptor, bytes, bytes.count) == bytes.count)
        close(descriptor)
        #expect(try exitCode(ofCheckingFile: file) == code)
    }

    @Test func `a program that is not there is an error of its own`() throws {
        #expect(try exitCode(ofChecking: "no-such-program") == 2)
    }

    struct SpawnFailure: Error {
        var code: Int32
    }

    /// The products lie beside the program that runs the tests.
    private func exitCode(ofChecking product: String) throws -> Int32 {
        try exitCode(ofCheckingFile: "\(Self.folder(of: CommandLine.arguments[0]))/\(product)")
    }

    /// What the script says is left out: most of the tests want it to complain.
    private func exitCode(ofCheckingFile path: String) throws -> Int32 {
        let script = Self.folder(of: Self.folder(of: Self.folder(of: #filePath))) + "/scripts/check-linkage"
        let words = ["sh", "-c", #"exec "$0" "$1" 2>/dev/null"#, script, path]
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
