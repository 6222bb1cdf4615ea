#if os(Linux)
    extension Misbehaviour {
        /// Invalid status lines, and bytes before the response.
        static let statusLines: [Misbehaviour] = [
            closing("status-garbage", "begins with bytes that no protocol knows", "\u{1}\u{2}\u{3}?!\r\n\r\n"),
            closing("http-0.9", "answers with a bare body, as HTTP/0.9 did", "<html>hello</html>\n"),
            closing(
                "status-word", "has a word where the status belongs", "HTTP/1.1 fine OK\r\nContent-Length: 0\r\n\r\n"),
            closing("status-long", "has a status of four digits", "HTTP/1.1 2000 OK\r\nContent-Length: 0\r\n\r\n"),
            closing("status-missing", "has no status", "HTTP/1.1\r\nContent-Length: 0\r\n\r\n"),
            closing("status-zero", "has the status 000", "HTTP/1.1 000 Nothing\r\nContent-Length: 0\r\n\r\n"),
            closing("version-unknown", "speaks HTTP/9.9", "HTTP/9.9 200 OK\r\nContent-Length: 0\r\n\r\n"),
            bad("status-fraction", "has a status with a fraction", "HTTP/1.1 200.5 OK"),
            bad("status-short", "has a status of two digits", "HTTP/1.1 20 OK"),
            bad("status-glued", "has no space behind the status", "HTTP/1.1 200OK"),
            bad("status-signed", "has a status with a sign", "HTTP/1.1 +200 OK"),
            bad("status-tab", "has a tab before the status", "HTTP/1.1\t200 OK"),
            bad("status-tab-behind", "has a tab behind the status", "HTTP/1.1 200\tOK"),
            bad("status-two-spaces", "has two spaces before the status", "HTTP/1.1  200 OK"),
            bad("status-leading-space", "begins with a space", " HTTP/1.1 200 OK"),
            bad("version-three-parts", "speaks HTTP/1.1.1", "HTTP/1.1.1 200 OK"),
            bad("version-two-digits", "speaks HTTP/1.10", "HTTP/1.10 200 OK"),
            bad("version-2-as-text", "says HTTP/2 in the bytes of HTTP/1.1", "HTTP/2 200 OK"),
            bad("version-2.0-as-text", "says HTTP/2.0 in the bytes of HTTP/1.1", "HTTP/2.0 200 OK"),
            bad("status-leading-zero", "has a zero before the status", "HTTP/1.1 0200 OK"),
            bad("status-99", "has the status 99", "HTTP/1.1 99 OK"),
            bad("status-1000", "has the status 1000", "HTTP/1.1 1000 OK"),
            bad("status-line-bare-cr", "hides a header in its status line", "HTTP/1.1 200 OK\rContent-Length: 1"),
            bad("status-without-reason", "leaves out the reason and the space before it", "HTTP/1.1 200"),
            bad("status-empty-reason", "leaves out the reason", "HTTP/1.1 200 "),
            bad("version-small-letters", "speaks http/1.1", "http/1.1 200 OK"),
            bad(
                "status-twice", "has a second status line among its headers", "HTTP/1.1 404 No\r\nHTTP/1.1 200 OK: yes"),
            closing(
                "status-in-trailer", "has a status line as its trailer",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nHTTP/1.1 500 No: x\r\n\r\n"),
            closing("other-protocol", "speaks SSH", "SSH-2.0-OpenSSH_9.2\r\n"),
            Misbehaviour("tls-on-plain-port", "answers with an alert of TLS") { turn in
                turn.write([0x15, 0x03, 0x01, 0x00, 0x02, 0x02, 0x28])
                return .close
            },
            Misbehaviour("interim-flood", "sends 100 Continue without end") { turn in
                turn.writeEndlessly("HTTP/1.1 100 Continue\r\n\r\n")
                return .close
            },
            closing("interim-only", "closes after an interim response", "HTTP/1.1 100 Continue\r\n\r\n"),
            Misbehaviour("interim-hints-flood", "sends 103 Early Hints without end") { turn in
                turn.writeEndlessly("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")
                return .close
            },
            Misbehaviour("switching-protocols", "switches to a protocol that nobody asked for") { turn in
                turn.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: chat\r\nConnection: Upgrade\r\n\r\n")
                turn.writeEndlessly("\u{1}\u{2}\u{3}\u{4}")
                return .close
            },
        ]

        private static func bad(_ name: String, _ summary: String, _ line: String) -> Misbehaviour {
            closing(name, summary, "\(line)\r\nContent-Length: 2\r\n\r\nok")
        }
    }
#endif
