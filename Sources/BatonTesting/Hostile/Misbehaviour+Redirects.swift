#if os(Linux)
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
