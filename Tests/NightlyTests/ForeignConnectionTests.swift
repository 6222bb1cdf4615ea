import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// nginx and squid confirm what Baton says of connections and certificates.
@Suite(
    .enabled("needs nginx and squid") {
        let nginx = await ForeignServer.nginx.isInstalled()
        let squid = await ForeignServer.squid.isInstalled()
        return nginx && squid
    })
struct ForeignConnectionTests {
    private let certificates: Certificates
    private let folder: Folder

    init() throws {
        certificates = try #require(Certificates.shared, "the program openssl is missing")
        folder = try Folder()
    }

    private func run(_ step: String, options: String...) async throws -> Baton.Result {
        try folder.write("w.yaml", "steps:\n  - \(step)\n")
        return try await Baton(folder: folder).run(["run", "w.yaml"] + options)
    }

    /// nginx over TLS, with HTTP/2, on two addresses: the certificate names one of them.
    private func serving(
        _ pair: Certificates.Pair, behind: String = "http://127.0.0.1:1", _ body: (_ port: Int) async throws -> Void
    ) async throws {
        let home = try Folder()
        try home.write(
            "http.conf",
            """
            server {
                listen 127.0.0.1:PORT ssl http2;
                listen 127.0.0.2:PORT ssl http2;
                ssl_certificate \(pair.certificate);
                ssl_certificate_key \(pair.key);
                location / { return 200 "fine"; }
                location /behind { proxy_pass \(behind); proxy_buffering off; }
            }
            """)
        try await ForeignServer.nginx.serving(in: home, body)
    }

    @Test func `what nginx's certificate says is checked, over HTTP/1.1 and HTTP/2`() async throws {
        let tls = "tls: { ca: \(certificates.server.certificate) }"
        try await serving(certificates.server) { port in
            for version in ["1.1", "2"] {
                let result = try await run(
                    """
                    get: https://127.0.0.1:\(port)/
                        \(tls)
                        http_version: "\(version)"
                        expect:
                          status: 200
                          body: fine
                          certificate:
                            subject: CN = server
                            issuer: CN = server
                            names: [127.0.0.1, localhost]
                            expires_in: { gt: 1d, lt: 3d }
                    """)
                #expect(result.exitCode == 0, "HTTP/\(version): \(result.everything)")
            }
        }
    }

    @Test func `why nginx is not trusted is told by kind`() async throws {
        try await serving(certificates.server) { port in
            let unknown = try await run("{ get: 'https://127.0.0.1:\(port)/' }")
            #expect(unknown.output.contains("[network.tls.untrusted]"), "\(unknown.output)")
            let ca = "tls: { ca: \(certificates.server.certificate) }"
            let hostname = try await run("{ get: 'https://127.0.0.2:\(port)/', \(ca) }")
            #expect(hostname.output.contains("[network.tls.hostname]"), "\(hostname.output)")
            let expected = try await run(
                "{ get: 'https://127.0.0.2:\(port)/', \(ca), expect: { outcome: network.tls.hostname } }")
            #expect(expected.exitCode == 0, "\(expected.everything)")
        }
        try await serving(certificates.expired) { port in
            let ca = "tls: { ca: \(certificates.expired.certificate) }"
            let expired = try await run(
                "{ get: 'https://127.0.0.1:\(port)/', \(ca), expect: { outcome: network.tls.expired } }")
            #expect(expired.exitCode == 0, "\(expired.everything)")
        }
    }

    @Test func `a body that nginx cannot end is a reset over HTTP/1.1 and HTTP/2`() async throws {
        let broken = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nthe beginning")
        }
        defer { withExtendedLifetime(broken) {} }
        try await serving(certificates.server, behind: broken.url) { port in
            for version in ["1.1", "2"] {
                let result = try await run(
                    """
                    { get: 'https://127.0.0.1:\(port)/behind', http_version: "\(version)", \
                    tls: { ca: \(certificates.server.certificate) }, expect: { outcome: network.reset } }
                    """)
                #expect(result.exitCode == 0, "HTTP/\(version): \(result.everything)")
            }
        }
    }

    @Test func `certificates are checked through a tunnel of squid`() async throws {
        let tls = "tls: { ca: \(certificates.server.certificate) }"
        try await serving(certificates.server) { port in
            try await ForeignServer.squid.serving { proxy in
                let through = "proxy: 'http://127.0.0.1:\(proxy)'"
                let fine = try await run(
                    """
                    { get: 'https://127.0.0.1:\(port)/', \(tls), \(through), \
                    expect: { body: fine, certificate: { names: { contains: localhost } } } }
                    """)
                #expect(fine.exitCode == 0, "\(fine.everything)")
                let hostname = try await run(
                    """
                    { get: 'https://127.0.0.2:\(port)/', \(tls), \(through), \
                    expect: { outcome: network.tls.hostname } }
                    """)
                #expect(hostname.exitCode == 0, "\(hostname.everything)")
                let refused = try await run("{ get: 'https://10.0.0.1:9/', \(through) }")
                #expect(
                    refused.output.contains("refused a tunnel to 10.0.0.1:9 with status 403 [network.connect]"),
                    "\(refused.output)")
            }
        }
    }
}
