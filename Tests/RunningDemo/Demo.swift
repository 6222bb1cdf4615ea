#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// demo-api on a free port of loopback, one for the whole test process.
///
/// It is a process of its own: within this one, tests that compute for long would keep its threads from answering.
package enum Demo {
    package struct StartFailure: Error, CustomStringConvertible {
        package var description: String
    }

    package static func baseURL() async throws -> String { try address.get() }

    /// Another one, for a test that counts what no other test may have changed. It ends with the test process too.
    package static func freshBaseURL() throws -> String { try start() }

    private static let address: Result<String, StartFailure> = Result { () throws(StartFailure) in try start() }

    /// It ends with the write end of its input, which ends with this process, however that ends.
    private static let script = #""$0" --port 0 & server=$!; read -r end; kill "$server""#

    private static func start() throws(StartFailure) -> String {
        let program = try program()
        let (input, output) = (try ends(), try ends())
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input.read, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output.write, STDOUT_FILENO)
        let words = ["sh", "-c", script, program]
        let arguments = words.map { word in strdup(word) }
        defer { arguments.forEach { free($0) } }
        var process = pid_t()
        let code = posix_spawn(&process, "/bin/sh", &actions, nil, arguments + [nil], environ)
        guard code == 0 else { throw StartFailure(description: String(cString: strerror(code))) }
        close(input.read)
        close(output.write)
        let line = firstLine(of: output.read)
        guard let word = line.split(separator: " ").last, word.hasPrefix("http://") else {
            throw StartFailure(description: "\(program) said: \(line)")
        }
        return String(word)
    }

    private static func ends() throws(StartFailure) -> (read: Int32, write: Int32) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw StartFailure(description: String(cString: strerror(errno))) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    private static func firstLine(of descriptor: Int32) -> String {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while read(descriptor, &byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
        return String(decoding: line, as: UTF8.self)
    }

    /// Where the debug build of the package in the folder `Demo` puts the program. No build of this package makes it.
    ///
    /// Throws what to run when it is not there.
    package static func program(in repository: String = repository) throws(StartFailure) -> String {
        let path = "\(repository)/Demo/.build/debug/demo-api"
        guard access(path, X_OK) == 0 else {
            throw StartFailure(
                description: "the sample server is not built; build it with: swift build --package-path Demo")
        }
        return path
    }

    package static let repository =
        #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
}
