import BatonTesting
import Synchronization
import Testing

@testable import BatonAPI

/// TLS, proxy, redirects and limits, from the environment down to one request.
@Suite struct TransferSettingsTests {
    private static let base = "http://shop.example"

    private func request(
        _ call: TransferSettings? = nil, api: TransferSettings? = nil, environment: TransferSettings? = nil,
        path: String = "/x", base: String = Self.base
    ) throws -> Request {
        let client = try APIClient(
            APIEnvironment(baseURL: base, transfer: environment), dispatcher: StubDispatcher())
        return try client.request(for: Call<Void>(.get(.raw(path)).with(\.transfer, call), of: API(transfer: api)))
    }

    @Test func `without settings a request travels by libcurl's defaults`() throws {
        #expect(try request().options == TransferOptions.standard)
    }

    @Test func `each setting comes from the request, else from its API, else from the environment`() throws {
        let options = try request(
            TransferSettings(httpVersion: .http11, limitRate: 5), api: TransferSettings(limitRate: 6, pathAsIs: true),
            environment: TransferSettings(
                tls: TLSOptions(verify: false), proxy: "http://p:1", noProxy: ["a", "b"], httpVersion: .http2,
                ipVersion: .v4, connectTimeout: .seconds(3), compressed: false, limitRate: 7, maxHeaders: 9,
                netrc: true)
        ).options
        #expect(options.limitRate == 5)
        #expect(options.pathAsIs && options.netrc && !options.isCompressed)
        #expect(options.connectTimeout == .seconds(3))
        #expect(options.maxHeaders == 9)
        let values = options.connection.values
        #expect(values.httpVersion == .http11 && values.ipVersion == .v4 && !values.tls.verify)
        #expect(values.proxy == "http://p:1" && values.noProxy == "a,b")
    }

    @Test func `requests of one environment share one set of connections`() throws {
        let client = try APIClient(
            APIEnvironment(baseURL: Self.base, transfer: TransferSettings(proxy: "http://p:1")),
            dispatcher: StubDispatcher())
        let one = try client.request(for: Call<Void>(.get("/a"))).options.connection
        let other = try client.request(for: Call<Void>(.get("/b"))).options.connection
        #expect(one.isIdentical(to: other))
    }

    struct Mistake: Sendable, CustomTestStringConvertible {
        var settings: TransferSettings
        var message: String
        var testDescription: String { message }

        init(_ settings: TransferSettings, _ message: String) { (self.settings, self.message) = (settings, message) }
    }

    @Test(arguments: [
        Mistake(
            TransferSettings(proxy: "ftp://ada:s3cret@p"),
            "`transfer.proxy`: a proxy cannot be reached by `ftp`; there are http, https, socks4, socks4a, socks5, socks5h"
        ),
        Mistake(
            TransferSettings(proxy: "http://ada:s3cret@p:x"), "`transfer.proxy`: the port of the proxy `p` is no number"
        ),
        Mistake(
            TransferSettings(proxy: "http://ada:s3cret@a b"),
            "`transfer.proxy`: `http://ada:***@a b` is no URL of a proxy"),
        Mistake(TransferSettings(resolve: ["a"]), "`transfer.resolve`: `a` is not `HOST:PORT:ADDRESS`"),
        Mistake(
            TransferSettings(resolve: ["a:1:b"]),
            "`transfer.resolve`: `b` in `a:1:b` is no IP address: to go to another host write `connectTo`"),
        Mistake(
            TransferSettings(connectTo: ["a"]),
            "`transfer.connectTo`: `a` is not `HOST:PORT:CONNECT-HOST:CONNECT-PORT`"),
        Mistake(TransferSettings(unixSocket: ""), "`transfer.unixSocket`: `unixSocket` is empty"),
        Mistake(
            TransferSettings(unixSocket: String(repeating: "a", count: 108)),
            "`transfer.unixSocket`: the path of `unixSocket` has 108 bytes, and that of a socket has at most 107"),
        Mistake(TransferSettings(interface: ""), "`transfer.interface`: it is empty"),
        Mistake(TransferSettings(connectTimeout: .zero), "`transfer.connectTimeout`: no time is left to connect"),
        Mistake(
            TransferSettings(limitRate: 0), "`transfer.limitRate`: with 0 bytes per second nothing arrives"),
        Mistake(
            TransferSettings(maxHeaders: 0), "`transfer.maxHeaders`: no response has so few bytes of headers"),
        Mistake(
            TransferSettings(tls: TLSOptions(minimumVersion: .tls13, maximumVersion: .tls12)),
            "`transfer.tls`: `maximumVersion` 1.2 is below `minimumVersion` 1.3"),
        Mistake(
            TransferSettings(tls: TLSOptions(keyPassword: "s3cret")),
            "`transfer.tls`: a key is of use only with the `certificate` that it belongs to"),
        Mistake(
            TransferSettings(tls: TLSOptions(pin: "sha256//short")),
            "`transfer.tls.pin`: `sha256//short` is no pinned key: write `sha256//` and the SHA-256 of the public key in base64"
        ),
        Mistake(
            TransferSettings(tls: TLSOptions(ca: "/nowhere/ca.pem")),
            "`transfer.tls.ca`: `/nowhere/ca.pem` does not exist"),
        Mistake(
            TransferSettings(tls: TLSOptions(certificate: "/nowhere/c.pem")),
            "`transfer.tls.certificate`: `/nowhere/c.pem` does not exist"),
        Mistake(
            TransferSettings(tls: TLSOptions(pin: "/etc/passwd")),
            "`transfer.tls.pin`: `/etc/passwd` holds no public key in PEM or DER"),
        Mistake(
            TransferSettings(tls: TLSOptions(ca: "/dev/null")),
            "`transfer.tls.ca`: `/dev/null` is not a regular file"),
    ])
    func `a setting that cannot be used is refused before anything is sent`(_ mistake: Mistake) throws {
        let base = "https://shop.example"
        for attempt in [
            { _ = try request(mistake.settings, base: base) }, { _ = try request(api: mistake.settings, base: base) },
            { _ = try request(environment: mistake.settings, base: base) },
        ] {
            let failure = #expect(throws: Failure.self) { try attempt() }
            #expect(failure?.kind == .badInput)
            #expect(failure?.message == mistake.message)
        }
    }

    @Test func `files of TLS need not exist where no TLS is spoken`() throws {
        #expect(throws: Never.self) {
            try request(TransferSettings(tls: TLSOptions(ca: "/nowhere/ca.pem", certificate: "/nowhere/c.pem")))
        }
    }

    @Test func `the client certificate of an environment is for its own origin and trusted ones`() throws {
        let folder = TemporaryFolder()
        let file = folder.write("c.pem", [])
        let settings = TransferSettings(tls: TLSOptions(certificate: file, minimumVersion: .tls12))
        let base = "https://shop.example"
        #expect(
            try request(environment: settings, base: base).options.connection.values.tls.certificate == file)
        let elsewhere = try request(environment: settings, path: "https://elsewhere.example/", base: base)
        #expect(elsewhere.options.connection.values.tls.certificate == nil)
        #expect(elsewhere.options.connection.values.tls.minimumVersion == .tls12)
        let own = try request(settings, path: "https://elsewhere.example/", base: base)
        #expect(own.options.connection.values.tls.certificate == file)
    }

    @Test func `redirects are followed as the request says, else the API, else the environment`() throws {
        let five = RedirectPolicy(maximum: 5)
        func redirects(_ call: RedirectPolicy?, _ api: RedirectPolicy?, _ own: RedirectPolicy?) throws
            -> RedirectPolicy?
        {
            let client = try APIClient(
                APIEnvironment(baseURL: Self.base, redirects: own), dispatcher: StubDispatcher())
            let request = APIRequest.get("/").with(\.redirects, call)
            return try client.request(for: Call<Void>(request, of: API(redirects: api))).options.redirects
        }
        #expect(try redirects(nil, nil, nil) == nil)
        #expect(try redirects(nil, nil, five) == five)
        #expect(try redirects(nil, RedirectPolicy(maximum: 2), five)?.maximum == 2)
        #expect(try redirects(five, RedirectPolicy(maximum: 2), nil) == five)
        #expect(try redirects(.never, five, nil) == nil)
        #expect(try redirects(nil, .never, five) == nil)
    }

    @Test func `a redirect comes to a client that follows none as it is`() async throws {
        let server = RawServer(answering: { _ in
            "HTTP/1.1 302 Found\r\nLocation: /there\r\nContent-Length: 0\r\n\r\n"
        })
        defer { server.stop() }
        let client = try APIClient(APIEnvironment(baseURL: server.url, redirects: RedirectPolicy(maximum: 2)))
        let followed = await #expect(throws: Failure.self) { try await client.response(to: Call<Void>(.get("/"))) }
        #expect(followed?.kind == .protocol)
        let plain = try await client.response(to: Call<Void>(.get("/").with(\.redirects, .never)))
        #expect(plain.status == 302)
        var request = Request(.get, try URLText.parse(server.url))
        request.options.redirects = .never
        #expect(try await CurlDispatcher.shared.send(request).status == 302)
    }

    @Test func `an environment's proxy is used, and its password appears in no message and no log`() async throws {
        let proxy = RawServer(answering: { request in
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-Echo: \(request["proxy-authorization"] ?? "")\r\n\r\nok"
        })
        defer { proxy.stop() }
        let log = InterceptorTests.Log()
        let logger = InterceptorTests.logger(log)
        let client = try APIClient(
            APIEnvironment(
                baseURL: "http://shop.test",
                transfer: TransferSettings(proxy: "http://ada:s3cret@127.0.0.1:\(proxy.port)")),
            interceptors: [LoggingInterceptor(logger, bodies: true)])
        #expect(try await client.response(to: Call<Void>(.get("/x"))).status == 200)
        #expect(proxy.requests.first?.line == "GET http://shop.test/x HTTP/1.1")
        // `ada:s3cret` in base64.
        #expect(proxy.requests.first?["proxy-authorization"] == "Basic YWRhOnMzY3JldA==")
        let text = log.lines.joined(separator: "\n")
        #expect(!text.contains("s3cret") && !text.contains("YWRhOnMzY3JldA=="), "\(text)")
    }

    @Test func `an environment names the authority, the pin and the certificate for its servers`() async throws {
        let certificates = try #require(Certificates.shared, "the program openssl is missing")
        let server = try #require(TLSServer(certificates.server, clients: [certificates.ada]), "Python is missing")
        func kind(_ tls: TLSOptions?) async throws -> Failure.Kind? {
            let client = try APIClient(
                APIEnvironment(baseURL: server.url, transfer: tls.map { TransferSettings(tls: $0) }))
            do throws(Failure) {
                _ = try await client.response(to: Call<Void>(.get("/")))
                return nil
            } catch {
                return error.kind
            }
        }
        #expect(try await kind(nil) == .tlsUntrusted)
        let ca = certificates.server.certificate
        #expect(try await kind(TLSOptions(ca: ca)) == nil)
        #expect(try await kind(TLSOptions(ca: ca, pin: certificates.pin)) == nil)
        let other = "sha256//" + String(repeating: "A", count: 43) + "="
        #expect(try await kind(TLSOptions(ca: ca, pin: other))?.rawValue.hasPrefix("network.tls") == true)
        #expect(
            try await kind(
                TLSOptions(ca: ca, certificate: certificates.ada.certificate, key: certificates.ada.key)) == nil)
    }
}
