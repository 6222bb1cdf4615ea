import ArgumentParser
import DemoAPI

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Serves until it receives SIGTERM or SIGINT.
///
/// Not an `AsyncParsableCommand`: the main thread must block the signals before any other thread exists, and then wait
/// for them, but an async `main` leaves it parked with every signal unblocked.
@main
struct DemoAPICommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo-api",
        abstract: "The sample server that the workflows of this repository run against.",
        discussion: """
            Everything lives in memory and follows from the seed. Ada signs in as ada with the password \
            \(standardPassword), or with what DEMO_ADA_PASSWORD says.
            """)

    private static let standardPassword = "lovelace-1815"

    @Option(help: "The port on 127.0.0.1; 0 takes any that is free.")
    var port: UInt16 = 0

    @Option(help: "What the tokens and the items' prices are made of.")
    var seed: UInt64 = 1

    func run() throws {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGTERM)
        sigaddset(&signals, SIGINT)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        signal(SIGPIPE, SIG_IGN)

        let password = getenv("DEMO_ADA_PASSWORD").map { String(cString: $0) }
        let application = DemoApplication(seed: seed, adaPassword: password ?? Self.standardPassword)
        let server = try DemoServer(application: application, port: port)
        Task.detached { await serve(server) }
        var received: Int32 = 0
        sigwait(&signals, &received)
        Task.detached {
            await server.stop(within: 1)
            Self.exit()
        }
        // A second signal ends the process at once.
        sigwait(&signals, &received)
        throw ExitCode.failure
    }

    private func serve(_ server: DemoServer) async {
        do {
            try await server.run { port in
                Self.write("demo-api listening on http://127.0.0.1:\(port)\n", to: 1)
            }
        } catch {
            Self.write("demo-api: cannot serve on 127.0.0.1:\(port): \(error)\n", to: 2)
            Self.exit(withError: ExitCode.failure)
        }
    }

    /// Writes without a buffer, so that a reader that waits for the line gets it at once, even through a pipe.
    private static func write(_ text: String, to descriptor: Int32) {
        let bytes = Array(text.utf8)
        #if canImport(Glibc)
            _ = Glibc.write(descriptor, bytes, bytes.count)
        #elseif canImport(Darwin)
            _ = Darwin.write(descriptor, bytes, bytes.count)
        #endif
    }
}
