import BatonHTTP
import BatonValues
import Testing

@testable import BatonCurl

@Suite struct ErrorTableTests {
    /// Every code of libcurl 7.88 that a transfer can end with, by number.
    static let kinds: [(UInt32, Failure.Kind)] = [
        (1, .badInput), (2, .badInput), (3, .invalidURL), (4, .badInput), (5, .dns), (6, .dns), (7, .connect),
        (8, .protocol), (9, .unauthorized), (10, .protocol), (11, .protocol), (12, .timeout), (13, .protocol),
        (14, .protocol), (15, .protocol), (16, .reset), (17, .protocol), (18, .reset), (19, .protocol),
        (20, .protocol), (21, .protocol), (22, .protocol), (23, .badInput), (24, .protocol), (25, .reset),
        (26, .badInput), (27, .badInput), (28, .timeout), (29, .protocol), (30, .protocol), (31, .protocol),
        (32, .protocol), (33, .protocol), (34, .protocol), (35, .tls), (36, .protocol), (37, .badInput),
        (38, .protocol), (39, .protocol), (40, .protocol), (41, .badInput), (42, .cancelled), (43, .badInput),
        (44, .protocol), (45, .connect), (46, .protocol), (47, .protocol), (48, .badInput), (49, .badInput),
        (50, .protocol), (51, .protocol), (52, .reset), (53, .tls), (54, .tls), (55, .reset), (56, .reset),
        (57, .protocol), (58, .badInput), (59, .tls), (60, .tlsUntrusted), (61, .encoding), (62, .protocol),
        (63, .tooLarge),
        (64, .tls), (65, .reset), (66, .tls), (67, .unauthorized), (68, .protocol), (69, .protocol), (70, .protocol),
        (71, .protocol), (72, .protocol), (73, .protocol), (74, .protocol), (75, .protocol), (76, .protocol),
        (77, .badInput), (78, .protocol), (79, .protocol), (80, .tls), (81, .reset), (82, .badInput),
        (83, .tlsUntrusted),
        (84, .protocol), (85, .protocol), (86, .protocol), (87, .protocol), (88, .protocol), (89, .connect),
        (90, .tlsPin), (91, .tls), (92, .reset), (93, .badInput), (94, .unauthorized), (95, .protocol), (96, .tls),
        (97, .connect), (98, .tls), (99, .connect), (1000, .protocol),
    ]

    @Test(arguments: kinds) func `every error of libcurl has a kind and words`(_ code: UInt32, _ kind: Failure.Kind) {
        let failure = ErrorTable.failure(forNumber: code, ErrorContext(server: "h:80", host: "h"))
        #expect(failure.kind == kind)
        #expect(!failure.message.isEmpty)
        #expect(failure.message.last != ".")
        #expect(failure.message.first?.isUppercase == false || failure.message.hasPrefix("TLS"))
        #expect(failure.cause?.hasPrefix("libcurl \(code): ") == true)
    }

    @Test(arguments: [
        (
            56 as UInt32, "OpenSSL SSL_read: error:0A00045C:SSL routines::tlsv13 alert certificate required, errno 0",
            "h:80 demands a client certificate"
        ),
        (
            56, "OpenSSL SSL_read: error:0A000418:SSL routines::tlsv1 alert unknown ca, errno 0",
            "h:80 ended the TLS connection with an alert"
        ),
        (
            60, "SSL certificate verification failed (sslv3 alert certificate expired)",
            "h:80 refused the TLS handshake because of a certificate"
        ),
    ])
    func `an alert of the server is a failed handshake, and no verdict on its own certificate`(
        _ code: UInt32, _ detail: String, _ message: String
    ) {
        var context = ErrorContext(server: "h:80", host: "h")
        context.detail = detail
        let failure = ErrorTable.failure(forNumber: code, context)
        #expect(failure.kind == .tls && failure.message == message)
    }

    @Test(arguments: [
        (SystemErrors.refused, "connection refused by h:80"),
        (
            SystemErrors.tooManyFiles,
            "cannot connect to h:80: this process may have no more files and connections open (`ulimit -n`)"
        ),
    ])
    func `why there is no connection is told where the system knows`(_ error: Int32, _ message: String) {
        var context = ErrorContext(server: "h:80", host: "h")
        context.systemError = error
        let failure = ErrorTable.failure(forNumber: 7, context)
        #expect(failure.kind == .connect && failure.message == message)
        #expect(failure.isRefusal == (error == SystemErrors.refused))
    }

    @Test(arguments: [
        ("HTTP/2 stream 1 was not closed cleanly: INTERNAL_ERROR (err 2)", Failure.Kind.reset),
        ("HTTP/2 stream 1 was not closed cleanly: CANCEL (err 8)", .reset),
        ("HTTP/2 stream 1 was closed cleanly, but before getting  all response header fields", .reset),
        ("HTTP/2 stream 1 was not closed cleanly: PROTOCOL_ERROR (err 1)", .protocol),
        ("HTTP/2 stream 1 was not closed cleanly: COMPRESSION_ERROR (err 9)", .protocol),
    ])
    func `a stream that is reset is a reset, one that violates HTTP/2 is not`(_ detail: String, _ kind: Failure.Kind) {
        var context = ErrorContext(server: "h:80", host: "h")
        context.detail = detail
        #expect(ErrorTable.failure(forNumber: 92, context).kind == kind)
    }

    @Test(arguments: [
        ("SSL certificate problem: certificate has expired", Failure.Kind.tlsExpired),
        ("SSL certificate problem: certificate is not yet valid", .tlsExpired),
        ("SSL: no alternative certificate subject name matches target host name 'a'", .tlsHostname),
        ("SSL certificate problem: unable to get local issuer certificate", .tlsUntrusted),
        ("server certificate verification failed", .tlsUntrusted),
    ])
    func `what is wrong with a certificate has a kind of its own`(_ detail: String, _ kind: Failure.Kind) {
        var context = ErrorContext(server: "h:80", host: "h")
        context.detail = detail
        #expect(ErrorTable.failure(forNumber: 60, context).kind == kind)
    }

    @Test(arguments: [
        ("/etc/ssl/certs/all.crt" as String?, "in /etc/ssl/certs/all.crt"), (nil, "on this machine"),
    ])
    func `a machine without CA certificates is told what to install`(_ file: String?, _ place: String) {
        var context = ErrorContext(server: "h:443", host: "h")
        context.authorities = .system(file: file)
        let failure = ErrorTable.failure(forNumber: 77, context)
        #expect(failure.kind == .badInput)
        #expect(
            failure.message
                == "there are no CA certificates \(place): install the package ca-certificates, or name a file of "
                + "certificates in SSL_CERT_FILE")
    }

    @Test func `the table leaves no code out`() {
        #expect(ErrorTable.codes.lowerBound == 1)
        #expect(ErrorTable.codes.upperBound >= 100)
        #expect(Self.kinds.map(\.0) == Array(1..<100 as Range<UInt32>) + [1000])
    }

    @Test(arguments: [(1, "1ms"), (999, "999ms"), (1000, "1s"), (30_000, "30s"), (1500, "1.5s"), (60_050, "60.05s")])
    func `a deadline is written as people write it`(_ milliseconds: Int, _ text: String) {
        #expect(DurationText.limit(milliseconds: milliseconds) == text)
    }

    @Test(arguments: [
        (Duration.seconds(30), 30_000), (.milliseconds(1), 1), (.microseconds(1), 1), (.zero, 1), (.seconds(-5), 1),
        (.seconds(Int64.max), 2_000_000_000), (.microseconds(1500), 2),
    ])
    func `a duration becomes milliseconds that libcurl takes`(_ duration: Duration, _ milliseconds: Int) {
        #expect(duration.wholeMilliseconds == milliseconds)
    }

    @Test(arguments: [
        ("a:80:127.0.0.1", "a:80:127.0.0.1:80"), ("a:80:[::1]", "a:80:[::1]:80"), ("a:80:::1", "a:80:[::1]:80"),
        ("[::2]:80:10.0.0.1", "[::2]:80:10.0.0.1:80"), ("nonsense", "nonsense"),
    ])
    func `an entry of resolve says where to connect`(_ entry: String, _ connectTo: String) {
        #expect(ConnectTo.entry(resolving: entry) == connectTo)
    }

    @Test func `the environment is read as curl reads it`() {
        let variables = [
            "HTTP_PROXY": "http://evil", "all_proxy": "http://a", "HTTPS_PROXY": "http://s", "NO_PROXY": "h",
        ]
        let environment = CurlEnvironment { variables[$0] }
        #expect(environment.httpProxy == ProxyInUse("http://a", variable: "all_proxy"))
        #expect(environment.httpsProxy == ProxyInUse("http://s", variable: "HTTPS_PROXY"))
        #expect(environment.noProxy == "h")
        #expect(environment.certificateFile == nil)
    }
}
