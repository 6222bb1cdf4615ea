#if os(Linux)
    extension Misbehaviour {
        /// A `Content-Length` that is wrong.
        static let lengths: [Misbehaviour] = [
            closing(
                "length-too-large", "closes before the length that it announced",
                "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nonly this"),
            keeping(
                "length-too-small", "sends more than it announced",
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokay, and then some more"),
            keeping(
                "lengths-differ", "announces two lengths",
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 7\r\n\r\nokHTTP/1.1"),
            keeping(
                "length-list", "announces two lengths in one header",
                "HTTP/1.1 200 OK\r\nContent-Length: 2, 7\r\n\r\nokHTTP/1.1"),
            keeping(
                "lengths-equal-list", "announces one length twice in one header",
                "HTTP/1.1 200 OK\r\nContent-Length: 2, 2\r\n\r\nok"),
            keeping(
                "lengths-equal", "announces one length three times",
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2, 002\r\n\r\nok"),
            keeping(
                "length-and-chunked", "announces a length and sends chunks",
                "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n"),
            closing(
                "length-negative", "announces a negative length",
                "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nok"),
            closing(
                "length-huge", "announces more bytes than any memory has",
                "HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\nok"),
            closing(
                "length-overflow", "announces a length of 40 digits",
                "HTTP/1.1 200 OK\r\nContent-Length: \(String(repeating: "9", count: 40))\r\n\r\nok"),
            closing("length-word", "announces a length in words", "HTTP/1.1 200 OK\r\nContent-Length: two\r\n\r\nok"),
            closing("length-plus", "announces a length with a sign", "HTTP/1.1 200 OK\r\nContent-Length: +2\r\n\r\nok"),
            closing("length-spaces", "announces two numbers", "HTTP/1.1 200 OK\r\nContent-Length:  2 2\r\n\r\nok"),
            closing("length-empty", "announces an empty length", "HTTP/1.1 200 OK\r\nContent-Length:\r\n\r\nok"),
            closing("length-hex", "announces a length in base 16", "HTTP/1.1 200 OK\r\nContent-Length: 0x2\r\n\r\nok"),
        ]

        /// Chunked bodies that violate the grammar.
        static let chunks: [Misbehaviour] = [
            chunked("chunk-size-garbage", "sends a chunk whose size is no number", "zz\r\nok\r\n0\r\n\r\n"),
            chunked("chunk-size-negative", "sends a chunk of negative size", "-2\r\nok\r\n0\r\n\r\n"),
            chunked("chunk-size-overflow", "sends a chunk of 2^80 bytes", "100000000000000000000\r\nok\r\n0\r\n\r\n"),
            chunked("chunk-size-hex", "sends a chunk size in base 16 with its mark", "0x2\r\nok\r\n0\r\n\r\n"),
            chunked("chunk-size-space", "sends a space before the size of a chunk", " 2\r\nok\r\n0\r\n\r\n"),
            chunked("chunk-size-plus", "sends a chunk size with a sign", "+2\r\nok\r\n0\r\n\r\n"),
            chunked(
                "chunk-size-long", "sends a chunk size of 40 zeros",
                "\(String(repeating: "0", count: 40))2\r\nok\r\n0\r\n\r\n"),
            chunked(
                "chunk-extension", "sends an extension behind the size of a chunk", "2 ;a=b;c=\"d\"\r\nok\r\n0\r\n\r\n"),
            chunked("chunk-size-space-behind", "sends a space behind the size of a chunk", "2 \r\nok\r\n0\r\n\r\n"),
            chunked("chunk-size-tab-behind", "sends a tab behind the size of a chunk", "2\t\r\nok\r\n0\r\n\r\n"),
            chunked("chunk-size-zeros", "sends a chunk size with zeros before it", "0002\r\nok\r\n000\r\n\r\n"),
            chunked("chunk-size-lf", "ends the size of a chunk with LF alone", "2\nok\r\n0\r\n\r\n"),
            chunked("chunk-last-lf", "ends the size of its last chunk with LF alone", "2\r\nok\r\n0\n\r\n"),
            chunked("chunk-size-cr", "ends the size of a chunk with CR alone", "2\rok\r\n0\r\n\r\n"),
            chunked("chunk-end-lf", "ends a chunk with LF alone", "2\r\nok\n0\r\n\r\n"),
            chunked("chunk-end-cr", "ends a chunk with CR alone", "2\r\nok\r0\r\n\r\n"),
            chunked("chunk-end-missing", "does not end a chunk", "2\r\nok0\r\n\r\n"),
            chunked("chunk-takes-cr", "sends a chunk that is one byte shorter than its size", "3\r\nok\r\n0\r\n\r\n"),
            chunked("chunk-extension-cr", "hides a line in a chunk's extension", "2;a\rb\r\nok\r\n0\r\n\r\n"),
            chunked("chunk-extension-lf", "ends a chunk's extension with LF alone", "2;a\nok\r\n0\r\n\r\n"),
            chunked("trailer-lf", "ends its trailers with LF alone", "2\r\nok\r\n0\r\nX-Trailer: 1\n\n"),
            chunked("trailer-cr", "hides a second trailer behind a bare CR", "2\r\nok\r\n0\r\nX-A: 1\rX-B: 2\r\n\r\n"),
            chunked("trailer-without-colon", "sends a trailer without a colon", "2\r\nok\r\n0\r\nnothing\r\n\r\n"),
            keeping(
                "chunked-two-responses", "sends a second response behind its last chunk",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n"
                    + "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nEVIL"),
            chunked("chunk-size-empty", "sends a chunk without a size", "\r\nok\r\n0\r\n\r\n"),
            chunked("chunk-overrun", "sends a chunk that is longer than its size", "2\r\nokay\r\n0\r\n\r\n"),
            chunked("chunk-cut", "closes in the middle of a chunk", "5\r\nok"),
            chunked("chunks-without-end", "closes without the last chunk", "2\r\nok\r\n"),
            coded("chunked-twice", "chunks its body twice and says so", "Transfer-Encoding: chunked, chunked"),
            coded(
                "chunked-on-two-lines", "says twice that it chunks",
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked"),
            coded("transfer-identity", "names a coding that changes nothing", "Transfer-Encoding: identity"),
            coded("chunked-then-identity", "names identity behind chunked", "Transfer-Encoding: chunked, identity"),
            coded("chunked-in-list", "puts chunked behind an empty item", "Transfer-Encoding: , chunked"),
            coded("transfer-empty", "names no coding", "Transfer-Encoding:"),
            coded("chunked-capitals", "writes chunked in capitals", "transfer-encoding: CHUNKED"),
            closing(
                "chunked-in-1.0", "sends chunks in HTTP/1.0, which does not know them",
                "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n"),
            coded("transfer-gzip", "compresses chunks, which nobody asked for", "Transfer-Encoding: gzip, chunked"),
            coded("transfer-unknown", "has a transfer coding that is none", "Transfer-Encoding: xchunked"),
            coded("transfer-parameter", "gives chunked a parameter", "Transfer-Encoding: chunked;q=1"),
            Misbehaviour("trailers-endless", "sends trailers without end") { turn in
                turn.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n")
                turn.writeEndlessly("X-Trailer: 1\r\n")
                return .close
            },
            Misbehaviour("trailer-line-endless", "sends a trailer line without end") { turn in
                turn.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX-Trailer: ")
                turn.writeEndlessly("x")
                return .close
            },
            Misbehaviour("chunk-extension-endless", "sends a chunk's extension without end") { turn in
                turn.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;x=")
                turn.writeEndlessly("x")
                return .close
            },
            chunked(
                "trailer-smuggling", "sends headers of weight as trailers",
                "2\r\nok\r\n0\r\nContent-Length: 100\r\nSet-Cookie: trailer=1\r\nLocation: http://127.0.0.1:1/\r\n\r\n"),
        ]

        private static func coded(_ name: String, _ summary: String, _ header: String) -> Misbehaviour {
            closing(name, summary, "HTTP/1.1 200 OK\r\n\(header)\r\n\r\n2\r\nok\r\n0\r\n\r\n")
        }

        private static func chunked(_ name: String, _ summary: String, _ body: String) -> Misbehaviour {
            closing(name, summary, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(body)")
        }
    }

    extension Misbehaviour {
        /// Responses that never end, fast or slow.
        static let endlessness: [Misbehaviour] = [
            Misbehaviour("body-endless", "sends a body without a length and without end") { turn in
                turn.write("HTTP/1.1 200 OK\r\n\r\n")
                turn.writeEndlessly("never enough ")
                return .close
            },
            Misbehaviour("chunks-endless", "sends chunks without end") { turn in
                turn.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
                turn.writeEndlessly("d\r\nnever enough \r\n")
                return .close
            },
            Misbehaviour("chunks-tiny", "sends chunks of one byte without end") { turn in
                turn.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
                turn.writeEndlessly("1\r\nx\r\n")
                return .close
            },
            Misbehaviour("body-slow", "sends one byte of its body each second") { turn in
                turn.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
                repeat { turn.write("x") } while turn.connection.pause(milliseconds: 1000)
                return .close
            },
            Misbehaviour("headers-slow", "sends one byte of its headers each second") { turn in
                turn.write("HTTP/1.1 200 OK\r\nX-Slow: ")
                repeat { turn.write("x") } while turn.connection.pause(milliseconds: 1000)
                return .close
            },
            Misbehaviour("silence", "never answers") { _ in .waitForClient },
            Misbehaviour("headers-unfinished", "stops in its headers") { turn in
                turn.write("HTTP/1.1 200 OK\r\nContent-Le")
                return .waitForClient
            },
            Misbehaviour("body-unfinished", "stops in its body") { turn in
                turn.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n0123456789")
                return .waitForClient
            },
        ]
    }
#endif
