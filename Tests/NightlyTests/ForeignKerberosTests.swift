import BatonTesting
import ProjectFolders
import Testing

/// A Kerberos realm of MIT's krb5, and a server that takes its tickets.
@Suite(
    .enabled("needs krb5-kdc, krb5-admin-server, krb5-user and libkrb5-dev, and PyPI the first time") {
        await ForeignServer.kerberos.isInstalled()
    })
struct ForeignKerberosTests {
    @Test func `negotiate shows the ticket of the user's session, and each other request none`() async throws {
        let home = try Folder()
        let folder = try Folder()
        try folder.write(
            "w.yaml",
            """
            steps:
              - get: /
                auth: { negotiate: true }
                expect: { body: ada@BATON.TEST }
              - get: /
                expect: { status: 401 }
              - get: /
                name: Again over the connection
                auth: { negotiate: true }
                expect: { body: ada@BATON.TEST }
            """)
        try await ForeignServer.kerberos.serving(in: home) { port in
            // GSSAPI reads the environment of the process.
            func run(tickets: String) async throws -> CommandResult {
                try await Program.baton(
                    in: folder,
                    environment: [
                        "KRB5_CONFIG": "\(home.path)/krb5.conf", "KRB5CCNAME": "FILE:\(home.path)/\(tickets)",
                    ])("run", "w.yaml", "--base-url", "http://localhost:\(port)")
            }
            let result = try await run(tickets: "tickets")
            #expect(result.exitCode == 0, "\(result.everything)")
            let without = try await run(tickets: "no-such-tickets")
            #expect(without.exitCode == 1, "\(without.everything)")
            #expect(without.output.contains("[http.unauthorized]"), "\(without.output)")
            #expect(
                without.output.contains(
                    "hint: `negotiate` needs a Kerberos ticket that this server takes: `klist` shows it, `kinit` gets one"
                ),
                "\(without.output)")
            #expect(without.output.contains("--negotiate --user :"), "\(without.output)")
        }
    }
}
