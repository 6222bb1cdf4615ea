import BatonCurl
import BatonFiles
import BatonHTTP
import BatonTesting
import Glibc
import Testing

@Suite struct TLSTests {
    private let certificates: Certificates
    private let server: TLSServer

    init() throws {
        certificates = try #require(Certificates.shared, "the program openssl is missing")
        let clients = [certificates.ada, certificates.bob]
        server = try #require(TLSServer(certificates.server, clients: clients), "Python is missing")
    }

    private func request(_ url: String? = nil, _ change: (inout TLSOptions) -> Void) throws -> Request {
        var options = TransferOptions()
        change(&options.connection.values.tls)
        return Request(.get, try URLText.parse(url ?? server.url), options: options)
    }

    private func failure(_ request: Request) async throws -> Failure? {
        try await withEngine { dispatcher, _ in await failing { try await dispatcher.send(request) } }
    }

    private func text(_ dispatcher: CurlDispatcher, _ request: Request) async throws -> String {
        String(decoding: try await dispatcher.send(request).body, as: UTF8.self)
    }

    @Test func `a certificate of an unknown authority is refused`() async throws {
        let failure = try await failure(try request { _ in })
        #expect(failure?.kind == .tlsUntrusted)
        #expect(
            failure?.message == "the certificate of 127.0.0.1:\(server.port) is not trusted: self-signed certificate")
    }

    @Test func `a certificate of a proxy is told as the proxy's`() async throws {
        for url in ["http://origin.test/", "https://origin.test/"] {
            var request = try request(url) { _ in }
            request.options.connection.values.proxy = "https://127.0.0.1:\(server.port)"
            let failure = try await failure(request)
            #expect(failure?.kind == .tlsUntrusted)
            #expect(
                failure?.message
                    == "the certificate of the proxy https://127.0.0.1:\(server.port) is not trusted: self-signed certificate"
            )
        }
    }

    @Test func `an https proxy has trust, a client certificate and a pin of its own`() async throws {
        func throughProxy(_ change: (inout TLSOptions) -> Void) throws -> Request {
            var request = try request("http://origin.test/") { _ in }
            request.options.connection.values.proxy = "https://127.0.0.1:\(server.port)"
            change(&request.options.connection.values.proxyTLS)
            return request
        }
        try await withEngine { dispatcher, _ in
            for change: (inout TLSOptions) -> Void in [
                { $0.ca = certificates.server.certificate }, { $0.verify = false },
                { ($0.verify, $0.pin) = (false, certificates.pin) },
            ] {
                let body = try await text(dispatcher, try throughProxy(change))
                #expect(body.hasSuffix(" nobody TLSv1.3"), "\(body)")
            }
        }
        let wrong = "sha256//" + String(repeating: "A", count: 43) + "="
        let failure = try await failure(try throughProxy { ($0.verify, $0.pin) = (false, wrong) })
        #expect(
            failure?.message == "the public key of the proxy https://127.0.0.1:\(server.port) is not the pinned one")
    }

    @Test func `behind an https proxy the certificate of the server is told as the server's`() async throws {
        for (pair, kind) in [
            (certificates.server, Failure.Kind.tlsUntrusted), (certificates.expired, .tlsExpired),
            (certificates.nameless, .tlsHostname),
        ] {
            let origin = try #require(TLSServer(pair), "Python is missing")
            var request = try request("https://localhost:\(origin.port)/") {
                if kind != .tlsUntrusted { $0.ca = pair.certificate }
            }
            request.options.connection.values.proxy = "https://127.0.0.1:\(server.port)"
            request.options.connection.values.proxyTLS.ca = certificates.server.certificate
            let failure = try await failure(request)
            #expect(failure?.kind == kind && failure?.isOfProxy == false, "\(failure as Any)")
            #expect(failure?.message.hasPrefix("the certificate of localhost:\(origin.port) ") == true)
            request.options.connection.values.tls.verify = false
            let body = try await withEngine { dispatcher, _ in try await text(dispatcher, request) }
            #expect(body.hasSuffix(" nobody TLSv1.3"))
        }
    }

    @Test func `an https proxy that demands a certificate is named, every time`() async throws {
        let server = try #require(
            TLSServer(certificates.server, clients: [certificates.ada], demandsClient: true), "Python is missing")
        for _ in 0..<10 {
            var request = try request("http://origin.test/") { _ in }
            request.options.connection.values.proxy = "https://127.0.0.1:\(server.port)"
            request.options.connection.values.proxyTLS.ca = certificates.server.certificate
            let failure = try await failure(request)
            #expect(failure?.kind == .tls && failure?.isOfProxy == true)
            #expect(
                failure?.message == "the proxy https://127.0.0.1:\(server.port) demands a client certificate")
        }
    }

    @Test func `a certificate that has expired is refused`() async throws {
        let server = try #require(TLSServer(certificates.expired), "Python is missing")
        let failure = try await failure(try request(server.url) { $0.ca = certificates.expired.certificate })
        #expect(failure?.kind == .tlsExpired)
        #expect(
            failure?.message == "the certificate of 127.0.0.1:\(server.port) is not trusted: certificate has expired")
    }

    @Test func `a certificate for another name is refused`() async throws {
        var request = try request("https://elsewhere.example:\(server.port)/") {
            $0.ca = certificates.server.certificate
        }
        request.options.connection.values.resolve = ["elsewhere.example:\(server.port):127.0.0.1"]
        let failure = try await failure(request)
        #expect(failure?.kind == .tlsHostname)
        #expect(
            failure?.message.hasSuffix("is not trusted: it is for `127.0.0.1`, `localhost`") == true,
            "\(failure?.message ?? "")")
    }

    @Test func `a body that ends with its connection is whole when TLS says so`() async throws {
        let request = try request("\(server.url)closed") { $0.ca = certificates.server.certificate }
        try await withEngine { dispatcher, _ in
            let body = try await text(dispatcher, request)
            #expect(body == "0 nobody TLSv1.3")
        }
    }

    @Test func `a body whose connection ends without the word of TLS is cut off`() async throws {
        let failure = try await failure(
            try request("\(server.url)cut") { $0.ca = certificates.server.certificate })
        #expect(failure?.kind == .reset)
        #expect(
            failure?.message == "127.0.0.1:\(server.port) closed the connection after 16 bytes, "
                + "without the word of TLS that they are all")
        #expect(failure?.response?.body == Array("0 nobody TLSv1.3".utf8))
    }

    @Test func `the authority's file, or no verification, lets it pass`() async throws {
        try await withEngine { dispatcher, _ in
            let trusted = try await dispatcher.send(try request { $0.ca = certificates.server.certificate })
            #expect(trusted.status == 200)
            #expect(trusted.timings.tls > 0)
            let unverified = try await dispatcher.send(try request { $0.verify = false })
            #expect(unverified.status == 200)
        }
    }

    @Test func `the server's certificate is told where it is asked for, on a connection that is kept too`() async throws
    {
        try await withEngine { dispatcher, _ in
            let plain = try await dispatcher.send(try request { $0.ca = certificates.server.certificate })
            #expect(plain.certificate == nil)
            for _ in 0..<2 {
                var request = try request { $0.ca = certificates.server.certificate }
                request.options.wantsCertificate = true
                let certificate = try #require(try await dispatcher.send(request).certificate)
                #expect(certificate.subject == "CN = server")
                #expect(certificate.issuer == "CN = server")
                #expect(certificate.serial.count >= 16)
                #expect(certificate.names == ["127.0.0.1", "localhost"])
                let starts = try #require(certificate.starts)
                #expect(certificate.expires == starts + 2 * 86_400)
            }
        }
    }

    @Test func `the environment may name the authority's file`() async throws {
        let path = certificates.server.certificate
        let environment = CurlEnvironment { $0 == "SSL_CERT_FILE" ? path : nil }
        try await withEngine(environment: environment) { dispatcher, _ in
            let response = try await dispatcher.send(try request { _ in })
            #expect(response.status == 200)
        }
    }

    @Test func `a pinned key is the server's or the transfer fails`() async throws {
        try await withEngine { dispatcher, _ in
            let right = try await dispatcher.send(try request { ($0.verify, $0.pin) = (false, certificates.pin) })
            #expect(right.status == 200)
        }
        let wrong = "sha256//" + String(repeating: "A", count: 43) + "="
        let failure = try await failure(try request { ($0.verify, $0.pin) = (false, wrong) })
        #expect(failure?.kind == .tlsPin)
        #expect(failure?.message == "the public key of 127.0.0.1:\(server.port) is not the pinned one")
    }

    @Test func `versions stay within their limits`() async throws {
        let old = try #require(TLSServer(certificates.server, maximumVersion: "TLSv1_2"))
        try await withEngine { dispatcher, _ in
            let newest = try await text(dispatcher, try request { $0.verify = false })
            #expect(newest == "0 nobody TLSv1.3")
            let limited = try await text(dispatcher, try request { ($0.verify, $0.maximumVersion) = (false, .tls12) })
            #expect(limited == "1 nobody TLSv1.2")
        }
        let failure = try await failure(try request(old.url) { ($0.verify, $0.minimumVersion) = (false, .tls13) })
        #expect(failure?.kind == .tls)
        #expect(failure?.message == "the TLS handshake with 127.0.0.1:\(old.port) failed")
    }

    @Test func `files that cannot be used are the user's input, not the server's fault`() async throws {
        let noAuthority = try await failure(try request { $0.ca = "/nowhere/ca.pem" })
        #expect(noAuthority?.kind == .badInput)
        #expect(noAuthority?.message == "the certificates in /nowhere/ca.pem cannot be read")
        let environment = CurlEnvironment { $0 == "SSL_CERT_FILE" ? "/nowhere/all.pem" : nil }
        let noFile = try await withEngine(environment: environment) { dispatcher, _ in
            await failing { try await dispatcher.send(try request { _ in }) }
        }
        #expect(noFile?.kind == .badInput)
        #expect(
            noFile?.message
                == "the certificates in /nowhere/all.pem, which SSL_CERT_FILE names, cannot be read")
        let folder = TemporaryFolder()
        let pipe = folder.file("pipe.pem")
        #expect(mkfifo(pipe, 0o600) == 0)
        let withPipe = CurlEnvironment { $0 == "SSL_CERT_FILE" ? pipe : nil }
        let hanging = try await withEngine(environment: withPipe) { dispatcher, _ in
            await failing { try await dispatcher.send(try request { _ in }) }
        }
        #expect(hanging?.kind == .badInput)
        let noCertificate = try await failure(try request { ($0.verify, $0.certificate) = (false, "/nowhere/c.pem") })
        #expect(noCertificate?.kind == .badInput)
        #expect(noCertificate?.message == "the client certificate /nowhere/c.pem or its key cannot be used")
    }

    @Test func `a certificate without alternative names is for no host, whatever its common name is`() async throws {
        let server = try #require(TLSServer(certificates.nameless), "Python is missing")
        for verifies in [true, false] {
            var request = try request("https://localhost:\(server.port)/") {
                ($0.ca, $0.verify) = (certificates.nameless.certificate, verifies)
            }
            request.options.connection.values.resolve = ["localhost:\(server.port):127.0.0.1"]
            guard verifies else {
                _ = try await withEngine { dispatcher, _ in try await dispatcher.send(request) }
                continue
            }
            let failure = try await failure(request)
            #expect(failure?.kind == .tlsHostname, "\(failure as Any)")
        }
    }

    @Test func `a certificate that the client lacks is a failure of TLS, however the server breaks off`() async throws {
        let server = try #require(
            TLSServer(certificates.server, clients: [certificates.ada], demandsClient: true), "Python is missing")
        for _ in 0..<20 {
            let failure = try await failure(try request(server.url) { $0.ca = certificates.server.certificate })
            #expect(failure?.kind == .tls, "\(failure as Any)")
            #expect(failure?.message == "127.0.0.1:\(server.port) demands a client certificate")
        }
    }

    @Test func `the client's certificate names the client`() async throws {
        try await withEngine { dispatcher, _ in
            let text = try await text(
                dispatcher,
                try request {
                    ($0.verify, $0.certificate, $0.key) = (false, certificates.ada.certificate, certificates.ada.key)
                })
            #expect(text == "0 ada TLSv1.3")
        }
    }

    @Test(arguments: [true, false])
    func `certificates and keys may stand in memory`(_ isKeyApart: Bool) async throws {
        func pem(_ path: String) throws -> String {
            try String(validating: FileReading.bytes(of: path, limit: 1 << 20), as: UTF8.self) ?? ""
        }
        let (certificate, key) = (try pem(certificates.ada.certificate), try pem(certificates.ada.key))
        let request = try request {
            $0.ca = try? pem(certificates.server.certificate)
            $0.certificate = isKeyApart ? certificate : key + certificate
            $0.key = isKeyApart ? key : nil
        }
        try await withEngine { dispatcher, _ in
            let answer = try await text(dispatcher, request)
            #expect(answer == "0 ada TLSv1.3")
        }
        let command = CurlCommand.text(for: request)
        #expect(command.contains("--cacert ca.pem --cert certificate.pem") && !command.contains("BEGIN"), "\(command)")
    }

    @Test func `what is in memory and cannot be used is the user's input, and is not shown`() async throws {
        let broken = "-----BEGIN CERTIFICATE-----\nc2VjcmV0\n-----END CERTIFICATE-----\n"
        let other = try #require(
            String(validating: FileReading.bytes(of: certificates.bob.key, limit: 1 << 20), as: UTF8.self))
        for change: (inout TLSOptions) -> Void in [
            { $0.ca = broken }, { ($0.verify, $0.certificate) = (false, broken) },
            { ($0.verify, $0.certificate, $0.key) = (false, certificates.ada.certificate, other) },
        ] {
            let failure = try await failure(try request(nil, change))
            #expect(failure?.kind == .badInput)
            #expect(failure?.message.contains("in memory") == true, "\(failure?.message ?? "")")
            #expect(failure.map { "\($0.message)\($0.cause ?? "")".contains("BEGIN") } == false)
        }
    }

    /// Each request is sent twice in a row: its own connection is used again, one made under other options never.
    @Test func `a connection made under some options is not used under others`() async throws {
        let (ada, bob) = (certificates.ada, certificates.bob)
        let authority = certificates.server.certificate
        let folder = TemporaryFolder()
        let lines = try #require(ChildProcess.output(of: ["cat", authority]))
        let sameAuthority = folder.write("ca.pem", Array((lines.joined(separator: "\n") + "\n").utf8))
        let requests = [
            try request { $0.verify = false },
            try request { $0.ca = authority },
            try request { $0.ca = sameAuthority },
            try request { ($0.ca, $0.pin) = (authority, certificates.pin) },
            try request { ($0.ca, $0.certificate, $0.key) = (authority, ada.certificate, ada.key) },
            try request { ($0.ca, $0.certificate, $0.key) = (authority, bob.certificate, bob.key) },
            try request { ($0.ca, $0.minimumVersion) = (authority, .tls12) },
            try request { ($0.ca, $0.maximumVersion) = (authority, .tls12) },
        ]
        try await withEngine { dispatcher, engine in
            // On the engine's own thread: a connection that waits for two minutes for a thread is not used again.
            let texts = try await withTaskExecutorPreference(engine.loop(at: 0)) {
                var texts: [String] = []
                for request in requests + requests { texts.append(try await text(dispatcher, request)) }
                return texts
            }
            let first = [
                "0 nobody TLSv1.3", "1 nobody TLSv1.3", "2 nobody TLSv1.3", "3 nobody TLSv1.3", "4 ada TLSv1.3",
                "5 bob TLSv1.3", "6 nobody TLSv1.3", "7 nobody TLSv1.2",
            ]
            #expect(texts == first + first)
            // A connection that was not verified, or under a pin, proves nothing to those that come after it.
            let failure = await failing { try await dispatcher.send(try request { _ in }) }
            #expect(failure?.kind == .tlsUntrusted)
        }
    }
}
