#if os(Linux)
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
#endif
