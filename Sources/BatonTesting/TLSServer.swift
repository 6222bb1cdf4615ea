#if os(Linux)
    package import BatonSystem

    /// An HTTPS server in Python. Each response has the number of its connection, from 0, the name in the client's
    /// certificate, and the TLS version: `0 ada TLSv1.3`.
    ///
    /// To CONNECT it is a proxy, which carries the bytes to whatever is asked for.
    ///
    /// The body of `/closed` ends with its connection; that of `/cut` ends without TLS's close_notify.
    package final class TLSServer: Sendable {
        package let port: Int
        private let process: ChildProcess

        /// Nil without Python.
        package init?(
            _ pair: Certificates.Pair, clients: [Certificates.Pair] = [], maximumVersion: String = "TLSv1_3",
            demandsClient: Bool = false
        ) {
            let verification = demandsClient ? "CERT_REQUIRED" : "CERT_OPTIONAL"
            let words =
                ["python3", "-c", Self.script, pair.certificate, pair.key, maximumVersion, verification]
                + clients.map(\.certificate)
            guard let process = ChildProcess(words), let port = process.readLine().flatMap({ Int($0) }) else {
                return nil
            }
            self.process = process
            self.port = port
        }

        package var url: String { "https://127.0.0.1:\(port)/" }

        private static let script = """
            import os, select, socket, ssl, sys, threading
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(sys.argv[1], sys.argv[2])
            context.maximum_version = ssl.TLSVersion[sys.argv[3]]
            for path in sys.argv[5:]:
                context.load_verify_locations(path)
                context.verify_mode = ssl.VerifyMode[sys.argv[4]]
            listener = socket.create_server(("127.0.0.1", 0))
            print(listener.getsockname()[1], flush=True)
            def end():
                sys.stdin.read()
                os._exit(0)
            threading.Thread(target=end, daemon=True).start()
            counter = 0
            def carry(secure, target):
                host, port = target.rsplit(b":", 1)
                origin = socket.create_connection((host.decode(), int(port)))
                secure.sendall(b"HTTP/1.1 200 Connected\\r\\n\\r\\n")
                secure.setblocking(False)
                while True:
                    try:
                        data = secure.recv(65536)
                        if not data: return
                        origin.sendall(data)
                    except ssl.SSLWantReadError:
                        if origin in select.select([secure, origin], [], [])[0]:
                            data = origin.recv(65536)
                            if not data: return
                            secure.setblocking(True)
                            secure.sendall(data)
                            secure.setblocking(False)
            def serve(plain):
                global counter
                try:
                    secure = context.wrap_socket(plain, server_side=True)
                    number = counter
                    counter += 1
                    names = (secure.getpeercert() or {}).get("subject", ())
                    name = names[-1][0][1] if names else "nobody"
                    body = f"{number} {name} {secure.version()}".encode()
                    data = b""
                    while True:
                        while b"\\r\\n\\r\\n" not in data:
                            more = secure.recv(65536)
                            if not more: return
                            data += more
                        method, target = data.split(b" ")[:2]
                        if method == b"CONNECT": return carry(secure, target)
                        data = data.split(b"\\r\\n\\r\\n", 1)[1]
                        if target in (b"/closed", b"/cut"):
                            secure.sendall(b"HTTP/1.1 200 OK\\r\\n\\r\\n" + body)
                            if target == b"/closed": secure.unwrap()
                            secure.shutdown(socket.SHUT_RDWR)
                            return
                        secure.sendall(b"HTTP/1.1 200 OK\\r\\nContent-Length: %d\\r\\n\\r\\n%s" % (len(body), body))
                except (OSError, ssl.SSLError):
                    pass
                finally:
                    plain.close()
            while True:
                plain, _ = listener.accept()
                threading.Thread(target=serve, args=(plain,), daemon=True).start()
            """
    }

    /// Certificates made with the `openssl` program, once for all tests; nil without the program.
    package final class Certificates: Sendable {
        package static let shared = Certificates()

        private let folder = TemporaryFolder()
        /// Self-signed, so that the file also serves as the trusted authority for its server.
        package let server: Pair
        package let otherServer: Pair
        package let ada: Pair
        package let bob: Pair
        /// For `localhost` by its common name alone.
        package let nameless: Pair
        /// Expired yesterday.
        package let expired: Pair
        /// `sha256//…` of the server's public key.
        package let pin: String

        package struct Pair: Sendable {
            package var certificate: String
            package var key: String
        }

        private init?() {
            let names = ["server", "other", "ada", "bob", "localhost"]
            var pairs: [Pair] = []
            for name in names {
                let pair = Pair(certificate: folder.file("\(name).pem"), key: folder.file("\(name).key"))
                let words = [
                    "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                    "-days",
                    "2", "-subj", "/CN=\(name)", "-keyout", pair.key, "-out", pair.certificate,
                ]
                let addresses = ["-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost"]
                guard ChildProcess.output(of: name == "localhost" ? words : words + addresses) != nil,
                    folder.read("\(name).pem")?.isEmpty == false
                else {
                    return nil
                }
                pairs.append(pair)
            }
            (server, otherServer, ada, bob) = (pairs[0], pairs[1], pairs[2], pairs[3])
            nameless = pairs[4]
            expired = Pair(certificate: folder.file("expired.pem"), key: pairs[0].key)
            let old =
                "openssl req -new -key \"$0\" -subj /CN=old -addext subjectAltName=IP:127.0.0.1"
                + " | openssl x509 -req -signkey \"$0\" -days -1 -copy_extensions copy -out \"$1\""
            guard ChildProcess.output(of: ["sh", "-c", old, expired.key, expired.certificate]) != nil,
                folder.read("expired.pem")?.isEmpty == false
            else { return nil }
            let script =
                "openssl x509 -in \"$0\" -pubkey -noout | openssl pkey -pubin -outform der"
                + " | openssl dgst -sha256 -binary | openssl base64"
            guard let hash = ChildProcess.output(of: ["sh", "-c", script, server.certificate])?.first else {
                return nil
            }
            pin = "sha256//\(hash)"
        }
    }

    /// A program that runs during the test and ends when its input is closed.
    package final class ChildProcess: Sendable {
        private let pid: pid_t
        private let input: Int32
        private let output: Int32

        /// Nil when the program could not be started.
        package init?(_ words: [String]) {
            var stdin: [Int32] = [-1, -1]
            var stdout: [Int32] = [-1, -1]
            let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
            guard socketpair(AF_UNIX, kind, 0, &stdin) == 0, socketpair(AF_UNIX, kind, 0, &stdout) == 0 else {
                return nil
            }
            var actions = posix_spawn_file_actions_t()
            posix_spawn_file_actions_init(&actions)
            defer { posix_spawn_file_actions_destroy(&actions) }
            posix_spawn_file_actions_adddup2(&actions, stdin[0], 0)
            posix_spawn_file_actions_adddup2(&actions, stdout[1], 1)
            posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
            Self.closeOthers(&actions)
            var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
            arguments.append(nil)
            defer { for argument in arguments { free(argument) } }
            var pid: pid_t = 0
            let code = posix_spawnp(&pid, words[0], &actions, nil, arguments, environ)
            close(stdin[0])
            close(stdout[1])
            guard code == 0 else { return nil }
            (self.pid, input, output) = (pid, stdin[1], stdout[0])
        }

        deinit {
            close(input)
            close(output)
            var status: Int32 = 0
            waitpid(pid, &status, 0)
        }

        /// Closes all descriptors but the three standard streams in a child: a socket that the child holds too would
        /// stay open for the peer after the test has closed it. Looked up by name, because glibc declares it for GNU
        /// sources only.
        package static func closeOthers(_ actions: inout posix_spawn_file_actions_t) {
            typealias Function =
                @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, CInt) -> Int32
            guard let symbol = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else { return }
            _ = unsafeBitCast(symbol, to: Function.self)(&actions, 3)
        }

        /// The next line without its end; nil at the end of the output.
        package func readLine() -> String? {
            var line: [UInt8] = []
            var byte: UInt8 = 0
            while read(output, &byte, 1) == 1 {
                if byte == 0x0A { return String(decoding: line, as: UTF8.self) }
                line.append(byte)
            }
            return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
        }

        /// All lines that the program writes until it ends.
        package static func output(of words: [String]) -> [String]? {
            guard let process = ChildProcess(words) else { return nil }
            var lines: [String] = []
            while let line = process.readLine() { lines.append(line) }
            return lines
        }
    }
#endif
