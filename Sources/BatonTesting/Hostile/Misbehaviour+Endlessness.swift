#if os(Linux)
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
