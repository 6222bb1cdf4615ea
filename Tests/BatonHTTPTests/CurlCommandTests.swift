import BatonFiles
import BatonHTTP
import Testing

@Suite struct CurlCommandTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var line: String
        var method = Method.get
        var url = "http://h/a"
        var headers = Headers()
        var body = RequestBody.none
        var change: @Sendable (inout TransferOptions) -> Void = { _ in }
        var testDescription: String { line }
    }

    static let cases = [
        Case(line: "curl http://h/a -H User-Agent: -H Accept: --compressed --max-time 30"),
        Case(
            line: "curl --head 'http://h/?a=1&b=2' -H User-Agent: -H Accept: --compressed --max-time 30", method: .head,
            url: "http://h/?a=1&b=2"),
        Case(line: "curl -X DELETE http://h/a -H User-Agent: -H Accept: --compressed --max-time 30", method: .delete),
        Case(
            line: "curl -X POST http://h/a -H User-Agent: -H Accept: -H 'Content-Length: 0' --compressed --max-time 30",
            method: .post),
        Case(
            line: "curl --globoff 'http://[::1]/' -H User-Agent: -H Accept: --compressed --max-time 30",
            url: "http://[::1]/"),
        Case(
            line:
                "curl http://h/a -H 'X-A: it'\\''s $x' -H 'X-B;' -H User-Agent: -H Accept: --compressed --max-time 30",
            headers: ["X-A": "it's $x", "X-B": ""]),
        Case(
            line:
                "curl http://h/a -H User-Agent: -H Accept: -H 'Content-Type: application/json' --data-raw '{\"a\": \"b\"}' --compressed --max-time 30",
            method: .post, body: .bytes(Array(#"{"a": "b"}"#.utf8), contentType: "application/json")),
        Case(
            line:
                "curl -X PUT http://h/a -H User-Agent: -H Accept: -H Content-Type: --data-raw @x --compressed --max-time 30",
            method: .put, body: .bytes(Array("@x".utf8), contentType: nil)),
        Case(
            line:
                #"printf '\000\377a%%\\' | curl http://h/a -H User-Agent: -H Accept: -H 'Content-Type: x/y' --data-binary @- --compressed --max-time 30"#,
            method: .post, body: .bytes([0, 255, 0x61, 0x25, 0x5C], contentType: "x/y")),
        Case(
            line:
                "tail -c +11 'a b' | head -c 5 | curl http://h/a -H User-Agent: -H Accept: -H Expect: -H Content-Type: --data-binary @- --compressed --max-time 30",
            method: .post, body: .file(.sample("a b"), offset: 10, length: 5)),
        Case(
            line:
                #"curl http://h/a -H User-Agent: -H Accept: -H Expect: --form-string 'a=@x y' --form 'b=@"f.csv";type=text/csv' --form 'c="v\"w";type=t/u;filename="n"' --compressed --max-time 30"#,
            method: .post,
            body: .multipart([
                .init("a", .bytes(Array("@x y".utf8))), .init("b", .file(.sample("f.csv"))),
                .init("c", .bytes(Array("v\"w".utf8)), filename: "n", contentType: "t/u"),
            ])),
        Case(
            line:
                "curl http://h/a -H User-Agent: -H Accept: --digest --user ada:pw --location --max-redirs 3 --max-time 1.500 --connect-timeout 2 --limit-rate 9 --path-as-is --netrc-optional --output out",
            change: { options in
                options.authentication = .digest(username: "ada", password: "pw")
                options.isCompressed = false
                options.redirects = RedirectPolicy(maximum: 3)
                options.timeout = .milliseconds(1500)
                options.connectTimeout = .seconds(2)
                options.limitRate = 9
                options.pathAsIs = true
                options.netrc = true
                options.savePlace = try? FilePlace("out")
            }),
        Case(
            line:
                "curl http://h/a -H 'Range: bytes=0-3' -H User-Agent: -H Accept: -H 'Accept-Encoding: identity' --max-time 30",
            headers: ["Range": "bytes=0-3"]),
        Case(
            line:
                "curl http://h/a -H 'Range: bytes=0-3' -H 'Accept-Encoding: br' -H User-Agent: -H Accept: --compressed --max-time 30",
            headers: ["Range": "bytes=0-3", "Accept-Encoding": "br"]),
        Case(
            line: "curl http://h/a -H User-Agent: -H Accept: --compressed -H Accept-Encoding: --max-time 30",
            change: { $0.offersEncodings = false }),
        Case(
            line:
                "curl http://h/a -H User-Agent: -H Accept: --compressed --max-time 30 --proxy http://p:1 --noproxy x --resolve h:80:1.2.3.4 --connect-to h:80:i:81 --unix-socket /s --interface lo --http1.1 --ipv4 --insecure --cacert ca --cert c --key k --pass p --pinnedpubkey sha256//x= --tlsv1.2 --tls-max 1.3",
            change: { options in
                var values = ConnectionOptions.Values()
                (values.proxy, values.noProxy, values.resolve) = ("http://p:1", "x", ["h:80:1.2.3.4"])
                (values.connectTo, values.unixSocket, values.interface) = (["h:80:i:81"], "/s", "lo")
                (values.httpVersion, values.ipVersion) = (.http11, .v4)
                (values.tls.verify, values.tls.ca, values.tls.certificate) = (false, "ca", "c")
                (values.tls.key, values.tls.keyPassword, values.tls.pin) = ("k", "p", "sha256//x=")
                (values.tls.minimumVersion, values.tls.maximumVersion) = (.tls12, .tls13)
                options.connection = ConnectionOptions(values)
            }),
        Case(
            line:
                "curl http://h/a -H User-Agent: -H Accept: --compressed --max-time 30 --proxy https://p:1 --proxy-insecure --proxy-cacert ca --proxy-cert c.p12 --proxy-cert-type P12 --proxy-key k --proxy-pass p --proxy-pinnedpubkey sha256//x=",
            change: { options in
                var values = ConnectionOptions.Values()
                values.proxy = "https://p:1"
                values.proxyTLS = TLSOptions(
                    verify: false, ca: "ca", certificate: "c.p12", key: "k", keyPassword: "p", pin: "sha256//x=")
                options.connection = ConnectionOptions(values)
            }),
        Case(
            line:
                "curl http://h/a -H User-Agent: -H Accept: --compressed --max-time 30 --cert me.P12 --cert-type P12",
            change: { options in
                var values = ConnectionOptions.Values()
                values.tls.certificate = "me.P12"
                options.connection = ConnectionOptions(values)
            }),
    ]

    @Test(arguments: cases) func `a line for the shell repeats the request`(_ example: Case) throws {
        var options = TransferOptions()
        example.change(&options)
        let request = Request(
            example.method, try URLText.parse(example.url), headers: example.headers, body: example.body,
            options: options)
        #expect(CurlCommand.text(for: request) == example.line)
    }
}
