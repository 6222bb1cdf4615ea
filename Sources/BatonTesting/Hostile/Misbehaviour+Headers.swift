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

    extension Misbehaviour {
        /// Redirects that a client must not follow, and cookies that it must not keep.
        static let redirects: [Misbehaviour] = [
            Misbehaviour("redirect-loop", "redirects to itself") { turn in
                turn.write(redirect(to: "/redirect-loop"))
                return .keep
            },
            Misbehaviour("redirect-endless", "redirects to another page each time") { turn in
                let number = turn.request.target.split(separator: "/").last.flatMap { Int($0) } ?? 0
                turn.write(redirect(to: "/redirect-endless/\(number + 1)"))
                return .keep
            },
            redirecting("redirect-file", "redirects to a file", "file:///etc/passwd"),
            redirecting("redirect-ftp", "redirects to FTP", "ftp://127.0.0.1/x"),
            redirecting("redirect-data", "redirects to a data URL", "data:text/plain,hello"),
            redirecting("redirect-script", "redirects to a script", "javascript:alert(1)"),
            redirecting("redirect-gopher", "redirects to Gopher", "gopher://127.0.0.1:1/_x"),
            redirecting("redirect-port-0", "redirects to port 0", "http://127.0.0.1:0/"),
            redirecting("redirect-port-99999", "redirects to a port that does not exist", "http://127.0.0.1:99999/"),
            redirecting("redirect-no-host", "redirects to a URL without a host", "http:///path"),
            redirecting("redirect-empty", "redirects to nowhere", ""),
            redirecting("redirect-cr", "puts a bare CR and a header into Location", "/well\rX-Injected: 1"),
            redirecting(
                "redirect-crlf", "puts an escaped CR LF and a header into Location", "/well%0d%0aX-Injected:%201"),
            redirecting("redirect-blank", "puts a space and a version into Location", "/well HTTP/1.1\u{9}X: 1"),
            redirecting("redirect-controls", "puts escape sequences into Location", "http://\u{1B}[31m/\u{7}"),
            Misbehaviour("redirect-userinfo", "redirects with a user name and a password of its own") { turn in
                let host = turn.request["host"] ?? ""
                turn.write(redirect(to: "http://mallory:guess@\(host)/well"))
                return .keep
            },
            Misbehaviour("redirect-long", "redirects to an address of 200 kB") { turn in
                turn.write(redirect(to: "/well?" + String(repeating: "x", count: 200_000)))
                return .keep
            },
            keeping(
                "redirect-two", "redirects to two addresses",
                "HTTP/1.1 302 Found\r\nLocation: /well\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n"),
        ]

        private static func redirecting(_ name: String, _ summary: String, _ location: String) -> Misbehaviour {
            keeping(name, summary, redirect(to: location))
        }

        private static func redirect(to location: String) -> String {
            "HTTP/1.1 302 Found\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n"
        }

        static let cookies: [Misbehaviour] = [
            withHeaders(
                "cookie-foreign-domain", "sets cookies for hosts of others",
                "Set-Cookie: one=1; Domain=example.com\r\nSet-Cookie: two=2; Domain=.bank.example"),
            withHeaders(
                "cookie-public-suffix", "sets cookies for whole top-level domains",
                "Set-Cookie: one=1; Domain=com\r\nSet-Cookie: two=2; Domain=.1\r\nSet-Cookie: three=3; Domain=0.0.1"),
            withHeaders(
                "cookie-false-promise", "sets cookies whose names promise what is not so",
                "Set-Cookie: __Host-a=1; Path=/\r\nSet-Cookie: __Secure-b=2\r\nSet-Cookie: c=3; Secure"),
            withHeaders(
                "cookie-controls", "puts control characters into a cookie",
                "Set-Cookie: a=\u{1B}[31mred\r\nSet-Cookie: b=x\rX-Injected: 1"),
            Misbehaviour("cookies-10000", "sets 10,000 cookies") { turn in
                let lines = (0..<10_000).map { "Set-Cookie: c\($0)=v\($0)\r\n" }.joined()
                turn.write("HTTP/1.1 200 OK\r\n\(lines)Content-Length: 2\r\n\r\nok")
                return .keep
            },
            Misbehaviour("cookie-of-1mb", "sets a cookie of 1 MB") { turn in
                let value = String(repeating: "x", count: 1_000_000)
                turn.write("HTTP/1.1 200 OK\r\nSet-Cookie: big=\(value)\r\nContent-Length: 2\r\n\r\nok")
                return .close
            },
            Misbehaviour("cookie-of-50kb", "sets a cookie that is longer than cookies may be") { turn in
                let value = String(repeating: "x", count: 50_000)
                turn.write("HTTP/1.1 200 OK\r\nSet-Cookie: big=\(value)\r\nContent-Length: 2\r\n\r\nok")
                return .keep
            },
        ]
    }
#endif
