import DemoAPI

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// `demo-api [--port N] [--seed N]`: the sample server that the workflows of this repository run against.
@main
struct DemoAPICommand {
    /// Not `async`: the main thread must hold the signal mask before any other thread exists, and then wait for the
    /// signals, where an async `main` leaves it parked with every signal unblocked.
    static func main() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGTERM)
        sigaddset(&signals, SIGINT)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        signal(SIGPIPE, SIG_IGN)

        let server: DemoServer
        let port: UInt16
        do {
            let options = try Options(CommandLine.arguments.dropFirst())
            let password = getenv("DEMO_ADA_PASSWORD").map { String(cString: $0) }
            let application = DemoApplication(seed: options.seed, adaPassword: password ?? "lovelace-1815")
            server = try DemoServer(application: application, port: options.port)
            port = options.port
        } catch let error as OptionsError {
            end(2, saying: "demo-api: \(error.message)\n\(Options.usage)")
        } catch {
            end(1, saying: "demo-api: \(error)")
        }

        Task.detached {
            do {
                try await server.run { port in
                    write("demo-api listening on http://127.0.0.1:\(port)\n", to: 1)
                }
            } catch {
                end(1, saying: "demo-api: cannot serve on 127.0.0.1:\(port): \(error)")
            }
        }
        var received: Int32 = 0
        sigwait(&signals, &received)
        Task.detached {
            await server.stop(within: 1)
            exit(0)
        }
        // A second signal does not wait for anybody.
        sigwait(&signals, &received)
        exit(1)
    }

    private static func end(_ code: Int32, saying text: String) -> Never {
        write(text + "\n", to: 2)
        exit(code)
    }

    /// Unbuffered, so that whoever waits for the line gets it at once, through a pipe too.
    private static func write(_ text: String, to descriptor: Int32) {
        let bytes = Array(text.utf8)
        #if canImport(Glibc)
            _ = Glibc.write(descriptor, bytes, bytes.count)
        #elseif canImport(Darwin)
            _ = Darwin.write(descriptor, bytes, bytes.count)
        #endif
    }
}
