#if os(Linux)
    extension Misbehaviour {
        /// Header fields that are wrong, too many or too long.
        static let headers: [Misbehaviour] = [
            withHeaders("header-without-colon", "sends a header line without a colon", "X-Nothing"),
            withHeaders("header-without-name", "sends a header without a name", ": value"),
            withHeaders("header-space-before-colon", "puts a space before a header's colon", "X-Space : 1"),
            withHeaders("header-folded", "folds a header over lines, as RFC 9112 forbids", "X-Fold: a\r\n  b\r\n\tc"),
            keeping(
                "header-folded-first", "begins its headers with a line that goes on with another",
                "HTTP/1.1 200 OK\r\n X-Fold: a\r\nContent-Length: 2\r\n\r\nok"),
            keeping(
                "header-folded-length", "goes on with its length on another line",
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n 0\r\n\r\nok"),
            keeping(
                "header-folded-coding", "says on another line that it chunks",
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding:\r\n chunked\r\n\r\nok"),
            withHeaders("header-space-in-name", "puts a space into the name of a header", "X Space: 1"),
            withHeaders("header-tab-in-name", "puts a tab into the name of a header", "Content-Length\tX: 5"),
            withHeaders("header-control-in-name", "puts a control into the name of a header", "X-A\u{B}: 1"),
            withHeaders("header-nul", "puts a NUL into a header", "X-Nul: a\u{0}b"),
            withHeaders("header-bare-cr", "hides a second header behind a bare CR", "X-One: 1\rX-Two: 2"),
            withHeaders("header-cr-length", "hides a second length behind a bare CR", "X-A: b\rContent-Length: 1"),
            withHeaders("header-two-crs", "ends a header with two CRs", "X-A: b\r"),
            withHeaders("header-controls", "puts escape sequences into a header", "X-Evil: \u{1B}[31mred\u{7}\u{8}"),
            Misbehaviour("header-not-utf8", "puts bytes into a header that are no UTF-8") { turn in
                turn.write(Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-Bytes: ".utf8) + [0xFF, 0xFE, 0xC3, 0x28])
                turn.write("\r\n\r\nok")
                return .keep
            },
            keeping(
                "header-bare-lf", "ends its lines with LF alone", "HTTP/1.1 200 OK\nContent-Length: 2\nX-A: 1\n\nok"),
            keeping(
                "header-mixed-lines", "ends some of its lines with LF alone",
                "HTTP/1.1 200 OK\r\nContent-Length: 2\nX-A: 1\r\n\nok"),
            Misbehaviour("header-of-1mb", "sends one header of 1 MB") { turn in
                let value = String(repeating: "x", count: 1_000_000)
                turn.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-Long: \(value)\r\n\r\nok")
                return .close
            },
            Misbehaviour("headers-10000", "sends 10,000 headers") { turn in
                let lines = (0..<10_000).map { "X-\($0): 1\r\n" }.joined()
                turn.write("HTTP/1.1 200 OK\r\n\(lines)Content-Length: 2\r\n\r\nok")
                return .keep
            },
            Misbehaviour("headers-endless", "sends headers without end") { turn in
                turn.write("HTTP/1.1 200 OK\r\n")
                turn.writeEndlessly("X-More: 1\r\n")
                return .close
            },
            Misbehaviour("header-line-endless", "sends a header line without end") { turn in
                turn.write("HTTP/1.1 200 OK\r\nX-Long: ")
                turn.writeEndlessly("x")
                return .close
            },
            Misbehaviour("status-line-endless", "sends a status line without end") { turn in
                turn.write("HTTP/1.1 200 ")
                turn.writeEndlessly("O")
                return .close
            },
            keeping(
                "header-smuggling", "hides a response behind two lengths in other words",
                "HTTP/1.1 200 OK\r\nContent-Length : 100\r\nContent-Length: 2\r\nTransfer-Encoding : chunked\r\n\r\nok"),
        ]
    }
#endif
