import BatonTesting
import ProjectFolders
import Testing

@Suite struct KeyPasswordTests {
    @Test func `a terminal is not asked for the password of a client's key`() async throws {
        let certificates = try #require(Certificates.shared, "the program openssl is missing")
        let server = try #require(TLSServer(certificates.server))
        let folder = try Folder()
        let words = [
            "openssl", "pkcs8", "-topk8", "-in", certificates.ada.key, "-out", "\(folder.path)/ada.key", "-passout",
            "pass:open-sesame",
        ]
        try #require(ChildProcess.output(of: words) != nil)
        try folder.write(
            "w.yaml",
            "steps:\n  - get: \(server.url)\n"
                + "    tls: { verify: false, cert: \(certificates.ada.certificate), key: ada.key }\n")
        let program = RunningBaton(folder, environment: ["TERM": "dumb"], ["run", "w.yaml"])
        try program.start(.terminal)
        let shown = await program.end()
        #expect(shown.output.contains("ada.key is encrypted, and there is no `key_password`"), "\(shown.output)")
        #expect(!shown.output.contains("Enter PEM"), "\(shown.output)")
    }
}
