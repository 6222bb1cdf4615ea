#if os(Linux)
    extension Misbehaviour {
        /// `Content-Encoding` that is false, or that expands a small body to a huge one.
        static let encodings: [Misbehaviour] =
            ["gzip", "deflate", "br", "zstd"].map { encoding in
                encoded("\(encoding)-garbage", "says that plain text is \(encoding)", encoding) {
                    Array("plain text, not at all encoded".utf8)
                }
            } + [
                encoded("gzip-bomb", "sends 1 GB as 1 MB of gzip", "gzip") {
                    CompressionBomb.gzip(decodedSize: 1_000_000_000)
                },
                encoded("br-bomb", "sends 1 GB as 1 kB of brotli", "br") {
                    CompressionBomb.brotli(decodedSize: 1_000_000_000)
                },
                encoded("zstd-bomb", "sends 1 GB as 30 kB of zstd", "zstd") {
                    CompressionBomb.zstd(decodedSize: 1_000_000_000)
                },
                encoded("gzip-gzip-bomb", "sends a gzip bomb inside gzip", "gzip, gzip") {
                    Gzip.stored(CompressionBomb.gzip(decodedSize: 1_000_000_000))
                },
                encoded("gzip-cut", "ends in the middle of a gzip stream", "gzip") {
                    Array(Gzip.stored(Array("{\"fine\": true}".utf8)).dropLast(12))
                },
                encoded("gzip-wrong-checksum", "sends gzip with a wrong checksum", "gzip") {
                    var bytes = Gzip.stored(Array("{\"fine\": true}".utf8))
                    bytes[bytes.count - 6] ^= 0xFF
                    return bytes
                },
                encoded("gzip-then-garbage", "sends garbage behind a gzip stream", "gzip") {
                    Gzip.stored(Array("{\"fine\": true}".utf8)) + Array("garbage".utf8)
                },
                encoded("gzip-twice", "encodes twice and says so", "gzip, gzip") {
                    Gzip.stored(Gzip.stored(Array("{\"fine\": true}".utf8)))
                },
                encoded(
                    "encoding-chain", "encodes 40 times", Array(repeating: "gzip", count: 40).joined(separator: ", ")
                ) {
                    (0..<40).reduce(Array("{\"fine\": true}".utf8)) { bytes, _ in Gzip.stored(bytes) }
                },
                encoded("encoding-unknown", "uses an encoding that nobody knows", "rot13") {
                    Array("cynva grkg".utf8)
                },
                encoded("encoding-inner-cut", "ends in the middle of a gzip stream inside gzip", "gzip, gzip") {
                    Gzip.stored(Array(Gzip.stored(Array("{\"fine\": true}".utf8)).dropLast(12)))
                },
                encoded("gzip-members", "sends gzip of two members", "gzip") {
                    Gzip.stored(Array("{\"fine\":".utf8)) + Gzip.stored(Array(" true}".utf8))
                },
                encoded("gzip-member-cut", "ends in the middle of the second of two gzip members", "gzip") {
                    Gzip.stored(Array("{\"fine\":".utf8)) + Gzip.stored(Array(" true}".utf8)).dropLast(1)
                },
                encoded("encoding-empty-body", "says that nothing is gzip", "gzip") { [] },
            ]

        private static func encoded(
            _ name: String, _ summary: String, _ encoding: String, _ body: @escaping @Sendable () -> [UInt8]
        ) -> Misbehaviour {
            withBody(name, summary, headers: "Content-Encoding: \(encoding)\r\n", body)
        }
    }
#endif
