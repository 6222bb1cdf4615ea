import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// `expect: { certificate: … }`, and the kinds of failure that tell what is wrong with a certificate.
@Suite struct CertificateTests {
    private let certificates: Certificates
    private let server: TLSServer
    private let folder: Folder

    init() throws {
        certificates = try #require(Certificates.shared, "the program openssl is missing")
        server = try #require(TLSServer(certificates.server, clients: []), "Python is missing")
        folder = try Folder()
    }

    private func run(_ step: String, of server: TLSServer? = nil) async throws -> Baton.Result {
        try folder.write("w.yaml", "steps:\n  - get: \((server ?? self.server).url)\n    \(step)\n")
        return try await Baton(folder: folder)("run", "w.yaml")
    }

    @Test(arguments: [
        "subject: CN = server", "issuer: { contains: server }", "serial: { matches: '^[0-9A-Fa-f]+$' }",
        "names: [127.0.0.1, localhost]", "names: { contains: localhost }", "names: { length: 2 }",
        "expires_in: { gt: 1d }", "expires_in: { gt: 1d, lte: 2d }", "expires_in: { lt: 30d }",
    ])
    func `what the certificate says is checked`(_ check: String) async throws {
        let result = try await run("tls: { verify: false }\n    expect: { certificate: { \(check) } }")
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test(arguments: [
        ("subject: CN = other", #"certificate.subject: expected "CN = other", got "CN = server""#),
        ("names: { contains: a.example }", #"certificate.names: expected "#),
        ("expires_in: { gt: 30d }", "certificate.expires_in: expected greater than 30d, got 2d"),
        ("expires_in: { lt: 0s }", "certificate.expires_in: expected less than 0ms, got 2d"),
    ])
    func `a certificate that is otherwise fails with both values`(_ check: String, _ message: String) async throws {
        let result = try await run("tls: { verify: false }\n    expect: { certificate: { \(check) } }")
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(result.output.contains(message), "\(result.output)")
    }

    @Test func `one that has expired is told by its kind, and by how long ago where it is not verified`() async throws {
        let server = try #require(TLSServer(certificates.expired), "Python is missing")
        let ca = "tls: { ca: \(certificates.expired.certificate) }"
        let plain = try await run(ca, of: server)
        #expect(
            plain.output.contains("is not trusted: certificate has expired [network.tls.expired]"), "\(plain.output)")
        let expected = try await run("\(ca)\n    expect: { outcome: network.tls.expired }", of: server)
        #expect(expected.exitCode == 0, "\(expected.everything)")
        let other = try await run("\(ca)\n    expect: { outcome: network.tls.untrusted }", of: server)
        #expect(other.exitCode == 1, "\(other.everything)")
        let any = try await run("\(ca)\n    expect: { outcome: { starts_with: network.tls } }", of: server)
        #expect(any.exitCode == 0, "\(any.everything)")
        let unverified = try await run(
            "tls: { verify: false }\n    expect: { certificate: { expires_in: { gt: 7d } } }", of: server)
        #expect(
            unverified.output.contains("certificate.expires_in: expected greater than 7d, got -"),
            "\(unverified.output)")
    }

    @Test func `the finer kinds are tried again where they are named, alone or as a family`() async throws {
        for kinds in ["network.tls.untrusted", "network.tls"] {
            let result = try await run("retry: { attempts: 1, every: 1ms, on: [\(kinds)] }")
            #expect(result.output.contains("(attempt 2)"), "\(kinds): \(result.output)")
        }
        // A certificate is the same the next time.
        for kinds in ["network.tls.expired", "network"] {
            let other = try await run("retry: { attempts: 1, every: 1ms, on: [\(kinds)] }")
            #expect(!other.output.contains("(attempt 2)"), "\(kinds): \(other.output)")
        }
    }

    @Test(arguments: [
        "subject: { contains: a }", "subject: { exists: false }", "names: { exists: false }",
        "serial: { not: { eq: a } }",
        "expires_in: { lt: 1d }",
    ])
    func `without TLS every check of a certificate fails`(_ check: String) async throws {
        let recording = try Recording()
        let result = try await recording.run("steps: [ { get: /x, expect: { certificate: { \(check) } } } ]")
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(
            result.output.contains(
                "certificate.\(check.prefix { $0 != ":" }): there is no certificate: the URL is plain http"),
            "\(result.output)")
    }

    @Test(arguments: [
        "$(serial)", "$(serial.upperAscii())", "\"$(serial.substring(0, 2) + ':' + serial.substring(2).upperAscii())\"",
        "{ in: [a, \"$(serial.upperAscii())\"] }", "{ starts_with: \"$(serial.substring(0, 6).upperAscii())\" }",
        "{ contains: \"$(serial.substring(2, 6).upperAscii())\" }", "{ not: { eq: 0A:0B } }",
    ])
    func `a serial number may be written with upper case and colons`(_ operand: String) async throws {
        try folder.write(
            "w.yaml",
            """
            defaults: { tls: { verify: false } }
            steps:
              - get: \(server.url)
                capture: { serial: $(response.certificate.serial) }
              - get: \(server.url)
                expect: { certificate: { serial: \(operand) } }
            """)
        let result = try await Baton(folder: folder)("run", "w.yaml")
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test(arguments: [
        ("{ san: [a] }", "`certificate` may hold `subject`"),
        ("{ expires_in: 30d }", "write `expires_in: { gt: 30d }`"),
        ("{ expires_in: { eq: 30d } }", "write `expires_in: { gt: 30d }`"),
        ("{ expires_in: {} }", "write a value, or an operator"),
        ("{}", "leave it out, or write for example `subject: {"), ("{ expires_in: { gt: 30 } }", "`30` has no unit"),
        ("{ names: a.example }", "write a list, or look at its elements"),
        ("valid", "a map"),
    ])
    func `what cannot be meant is an error with the way out`(_ value: String, _ help: String) async throws {
        let result = try await run("expect: { certificate: \(value) }")
        #expect(result.exitCode == 2, "\(result.everything)")
        #expect(result.errorOutput.contains(help), "\(result.errorOutput)")
    }
}
