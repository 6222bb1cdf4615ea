import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// How a request travels: each key does what it says, on a real server.
@Suite struct TransferTests {
    @Test func `a proxy gets the request, and its password is masked`() async throws {
        let proxy = try Recording { _ in "HTTP/1.1 500 Oh\r\nContent-Length: 0\r\n\r\n" }
        let target = try Recording()
        let result = try await target.step(
            "get: /x\nproxy: http://ada:pass%20word@127.0.0.1:\(proxy.server.port)")
        let request = try proxy.last(result)
        #expect(request.target == "\(target.server.url)/x")
        #expect(request["proxy-authorization"] == "Basic YWRhOnBhc3Mgd29yZA==")
        #expect(target.requests.isEmpty)
        #expect(!result.output.contains("pass%20word") && !result.output.contains("pass word"), "\(result.output)")
        #expect(result.output.contains("--proxy 'http://ada:***@127.0.0.1:\(proxy.server.port)'"))
    }

    @Test func `the proxy of the environment serves every step, and a step can do without`() async throws {
        let proxy = try Recording()
        let target = try Recording()
        try target.folder.write(
            "baton.yaml",
            "environments: { local: { base_url: \"\(target.server.url)\", proxy: \"\(proxy.server.url)\" } }")
        try target.folder.write(
            "w.yaml",
            """
            steps:
              - get: /1
              - get: /2
                proxy: none
              - get: /3
                no_proxy: [elsewhere.example, 127.0.0.1]
              - get: /4
                no_proxy: "*"
              - get: /5
                proxy: null
            """)
        let result = try await Baton(folder: target.folder)("run", "w.yaml")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(proxy.requests.map(\.target) == ["\(target.server.url)/1"])
        #expect(target.requests.map(\.target) == ["/2", "/3", "/4", "/5"])
    }

    @Test func `a proxy of none means no proxy, whatever the process environment says`() async throws {
        let proxy = try Recording()
        let target = try Recording()
        let result = try await target.run(
            "steps:\n  - get: /1\n  - get: /2\n    proxy: none\n", environment: ["http_proxy": proxy.server.url])
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(proxy.requests.map(\.target) == ["\(target.server.url)/1"])
        #expect(target.requests.map(\.target) == ["/2"])
    }

    @Test func `resolve and connect_to go elsewhere, and the Host stays`() async throws {
        let recording = try Recording()
        let port = recording.server.port
        let result = try await recording.run(
            """
            vars: { address: 127.0.0.1 }
            steps:
              - get: http://shop.example:\(port)/1
                resolve: shop.example:\(port):$(address)
              - get: http://shop.example:81/2
                connect_to: ["other.example:1:127.0.0.1:2", "shop.example:81:127.0.0.1:\(port)"]
              - get: http://shop.example/3
                connect_to: "::127.0.0.1:\(port)"
            """)
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(
            recording.requests.map { $0["host"] ?? "" } == [
                "shop.example:\(port)", "shop.example:81", "shop.example",
            ])
    }

    @Test func `a Unix socket is connected to, with its path from the workflow's folder`() async throws {
        let folder = try Folder()
        let server = RawServer(unixSocket: "\(folder.path)/s.sock") { connection in
            while connection.readRequest() != nil { connection.write(Recording.empty) }
        }
        try folder.write("w.yaml", "steps:\n  - get: http://engine.example/v1/info\n    unix_socket: s.sock\n")
        let result = try await Baton(folder: folder)("run", "w.yaml")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(server.requests.map(\.target) == ["/v1/info"])
        #expect(server.requests.first?["host"] == "engine.example")
    }

    @Test func `ip keeps to one version of IP`() async throws {
        let recording = try Recording()
        let four = try await recording.step(
            "get: http://localhost:\(recording.server.port)/\nip: 4\nexpect: { that: response.ip == '127.0.0.1' }")
        #expect(four.exitCode == 0, "\(four.everything)")
        let six = try await recording.step("get: http://127.0.0.1:\(recording.server.port)/\nip: 6")
        #expect(six.exitCode == 1, "\(six.everything)")
        #expect(six.output.contains("[request.bad_input]"), "\(six.everything)")
        #expect(recording.requests.count == 1)
    }

    @Test func `limit_rate slows a body down`() async throws {
        let body = String(repeating: "x", count: 300_000)
        let recording = try Recording { _ in "HTTP/1.1 200 OK\r\nContent-Length: 300000\r\n\r\n\(body)" }
        let result = try await recording.step(
            "get: /x\nlimit_rate: 200kB\nexpect: { size: 300000, duration: { gt: 500ms } }")
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test func `netrc gives the credentials where the request has none`() async throws {
        let recording = try Recording()
        try recording.folder.write(".netrc", "machine 127.0.0.1 login ada password lovelace\n")
        let result = try await recording.run(
            """
            steps:
              - get: /1
              - get: /2
                netrc: true
              - get: /3
                netrc: true
                auth: { bearer: token-3 }
            """, environment: ["HOME": recording.folder.path])
        #expect(result.exitCode == 0, "\(result.everything)")
        let headers = recording.requests.map { $0["authorization"] }
        #expect(headers[0] == nil)
        #expect(headers[1] == "Basic YWRhOmxvdmVsYWNl")
        #expect(headers[2] == "Bearer token-3")
    }

    @Test func `a stronger follow_redirects replaces a weaker one as a whole`() async throws {
        let recording = try Recording()
        let other = try Recording { _ in
            "HTTP/1.1 302 Found\r\nLocation: \(recording.server.url)/end\r\nContent-Length: 0\r\n\r\n"
        }
        let result = try await other.run(
            """
            defaults: { follow_redirects: { keep_auth: true } }
            steps:
              - get: /go
                auth: { bearer: token-1 }
              - get: /go
                auth: { bearer: token-2 }
                follow_redirects: true
              - get: /go
                follow_redirects: false
                expect: { status: 302 }
            """)
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(recording.requests.map { $0["authorization"] } == ["Bearer token-1", nil])
    }

    @Test(arguments: [
        ("proxy: $('ftp://p:1')", "a proxy cannot be reached by `ftp`; there are http, https, socks4"),
        ("proxy: $('')", "`` is no URL of a proxy"),
        ("resolve: $('a:b')", "`a:b` is not `HOST:PORT:ADDRESS`"),
        ("connect_to: $('a:0:b:1')", "`0` in `a:0:b:1` is no port"),
        ("proxy: $('http://ada:word@p:99999')", "proxy: `99999` is no port of the proxy `p`"),
        ("proxy: $('127.0.0.1:abc')", "proxy: the port of the proxy `127.0.0.1` is no number"),
        ("resolve: $('a:80:here')", "resolve: `here` in `a:80:here` is no IP address: to go to another host write"),
        ("connect_to: $('a:80:[b]:80')", "connect_to: `[b]` in `a:80:[b]:80` is no host"),
        ("unix_socket: $('')", "`unix_socket` is empty"),
        (
            "unix_socket: $('/' + ['ssssssssssss'].map(s, s + s + s + s + s + s + s + s + s)[0])",
            "the path of `unix_socket` has 109 bytes, and that of a socket has at most 107"
        ), ("tls: { pin: $('sha256//abc') }", "pin: `sha256//abc` is no pinned key"),
        ("save: $('../../out.bin')", "lies outside the file root"),
    ])
    func `a computed value that cannot be is an error of the request`(_ written: String, _ message: String) async throws
    {
        let recording = try Recording()
        let result = try await recording.step("get: /x\n\(written)")
        #expect(result.exitCode == 1)
        #expect(result.output.contains(message), "\(result.output)")
        #expect(result.output.contains("[request.bad_input]"))
        #expect(!result.everything.contains(":word@"))
        #expect(recording.requests.isEmpty)
        let expecting = try await recording.step("get: /x\n\(written)\nexpect: { outcome: { ne: success } }")
        #expect(expecting.exitCode == 1, "\(expecting.everything)")
        #expect(expecting.output.contains("[request.bad_input]"))
    }

    @Test(arguments: [
        "-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n", "", "garbage",
        "-----BEGIN PUBLIC KEY-----\n!\n-----END PUBLIC KEY-----\n",
    ])
    func `a file that holds no public key is no pin`(_ text: String) async throws {
        let recording = try Recording()
        try recording.folder.write("pin.pem", text)
        let result = try await recording.step(
            "get: https://127.0.0.1:1/\ntls: { pin: pin.pem }\nexpect: { outcome: { starts_with: network. } }")
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(
            result.output.contains("pin: `pin.pem` holds no public key in PEM or DER [request.bad_input]"),
            "\(result.output)")
    }

    @Test(arguments: [("4", "[::1]"), ("6", "127.0.0.1")])
    func `an address of the other version of IP is a mistake of the request`(_ version: String, _ host: String)
        async throws
    {
        let recording = try Recording()
        let result = try await recording.step(
            "get: http://\(host):1/\nip: \(version)\nexpect: { outcome: network.connect }")
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(
            result.output.contains(
                "ip: \(host) is no address of version \(version) of IP [request.bad_input]"), "\(result.output)")
    }

    @Test func `a proxy of the process environment that is none is named`() async throws {
        let recording = try Recording()
        let result = try await recording.run(
            "steps:\n  - get: http://a.example/\n    expect: { outcome: { starts_with: network. } }\n",
            environment: ["http_proxy": "http://127.0.0.1:99999"])
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(
            result.output.contains("http://127.0.0.1:99999 (http_proxy) is no URL of a proxy [request.bad_input]"),
            "\(result.output)")
    }
}
