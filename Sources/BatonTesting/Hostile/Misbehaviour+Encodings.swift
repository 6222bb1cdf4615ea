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

    extension Misbehaviour {
        /// Bodies that differ from their declared type, or are excessively large or deep.
        static let documents: [Misbehaviour] = [
            json("json-not-utf8", "sends JSON with bytes that are no UTF-8") {
                Array(#"{"a": ""#.utf8) + [0xFF, 0xFE, 0xC3, 0x28] + Array(#""}"#.utf8)
            },
            json("json-nul", "sends JSON with a NUL in it") { Array("{\"a\": \"x\u{0}y\"}".utf8) },
            withBody("json-utf16", "sends JSON in UTF-16", type: "application/json; charset=utf-16") {
                [0xFF, 0xFE] + #"{"a": 1}"#.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
            },
            withBody(
                "charset-unknown", "names a character set that nobody knows", type: "application/json; charset=x-nope"
            ) { Array(#"{"a": 1}"#.utf8) },
            withBody("charset-latin1", "sends Latin-1 and says so", type: "text/plain; charset=iso-8859-1") {
                [0x47, 0x72, 0xFC, 0xDF, 0x65]
            },
            json("json-lone-surrogate", "sends JSON with half of a surrogate pair") { Array(#"{"a": "\ud800"}"#.utf8) },
            json("json-duplicate-keys", "sends JSON with one key twice") { Array(#"{"a": 1, "a": 2}"#.utf8) },
            json("json-1e400", "sends a number that no double holds") { Array(#"{"a": 1e400}"#.utf8) },
            json("json-exponent", "sends a number with an exponent of 1,000 digits") {
                Array("{\"a\": 1e\(String(repeating: "9", count: 1000))}".utf8)
            },
            json("json-100000-digits", "sends a number of 100,000 digits") {
                Array("{\"a\": \(String(repeating: "7", count: 100_000))}".utf8)
            },
            json("json-nested-100000", "nests lists 100,000 deep") {
                Array(repeating: UInt8(ascii: "["), count: 100_000)
                    + Array(repeating: UInt8(ascii: "]"), count: 100_000)
            },
            json("json-nested-objects", "nests objects 100,000 deep") {
                Array(
                    (String(repeating: "{\"a\":", count: 100_000) + "1" + String(repeating: "}", count: 100_000)).utf8)
            },
            json("json-10000000-values", "sends a list of 10 million values") {
                let thousand = Array(String(repeating: "1,", count: 1000).utf8)
                var bytes = [UInt8(ascii: "[")]
                for _ in 0..<10_000 { bytes += thousand }
                bytes[bytes.count - 1] = UInt8(ascii: "]")
                return bytes
            },
            json("json-100000-keys", "sends an object of 100,000 keys") {
                Array("{\((0..<100_000).map { "\"k\($0)\":1" }.joined(separator: ","))}".utf8)
            },
            json("json-unfinished", "ends in the middle of its JSON") { Array(#"{"a": tru"#.utf8) },
            json("json-two-documents", "sends two JSON documents in one body") { Array(#"{"a": 1}{"a": 2}"#.utf8) },
            withBody("xml-entity-bomb", "sends XML whose entities multiply", type: "application/xml") {
                var text = "<!DOCTYPE l [<!ENTITY a0 \"lol\">"
                for level in 1...9 {
                    text += "<!ENTITY a\(level) \"\(String(repeating: "&a\(level - 1);", count: 10))\">"
                }
                return Array("\(text)]><l>&a9;</l>".utf8)
            },
            withBody("xml-external-entity", "sends XML that wants a file of the client", type: "application/xml") {
                Array("<!DOCTYPE l [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><l>&a;</l>".utf8)
            },
        ]

        private static func json(
            _ name: String, _ summary: String, _ body: @escaping @Sendable () -> [UInt8]
        ) -> Misbehaviour {
            withBody(name, summary, body)
        }
    }
#endif
