#if os(Linux)
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
#endif
