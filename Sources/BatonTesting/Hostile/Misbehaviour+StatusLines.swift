#if canImport(Glibc)
    extension Misbehaviour {
        /// The first line, and what comes before the answer.
        static let statusLines: [Misbehaviour] = [
            closing("status-garbage", "begins with bytes that no protocol knows", "\u{1}\u{2}\u{3}?!\r\n\r\n"),
            closing("http-0.9", "answers with a bare body, as HTTP/0.9 did", "<html>hello</html>\n"),
            closing(
                "status-word", "has a word where the status belongs", "HTTP/1.1 fine OK\r\nContent-Length: 0\r\n\r\n"),
            closing("status-long", "has a status of four digits", "HTTP/1.1 2000 OK\r\nContent-Length: 0\r\n\r\n"),
            closing("status-missing", "has no status", "HTTP/1.1\r\nContent-Length: 0\r\n\r\n"),
            closing("status-zero", "has the status 000", "HTTP/1.1 000 Nothing\r\nContent-Length: 0\r\n\r\n"),
            closing("version-unknown", "speaks HTTP/9.9", "HTTP/9.9 200 OK\r\nContent-Length: 0\r\n\r\n"),
            closing("other-protocol", "speaks SSH", "SSH-2.0-OpenSSH_9.2\r\n"),
            Misbehaviour("tls-on-plain-port", "answers with an alert of TLS") { turn in
                turn.write([0x15, 0x03, 0x01, 0x00, 0x02, 0x02, 0x28])
                return .close
            },
            Misbehaviour("interim-flood", "sends 100 Continue without end") { turn in
                turn.writeEndlessly("HTTP/1.1 100 Continue\r\n\r\n")
                return .close
            },
            closing("interim-only", "closes after an interim answer", "HTTP/1.1 100 Continue\r\n\r\n"),
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
    }
#endif
