import BatonTesting
import BatonValues
import CommandCalls
import ProjectFolders
import Testing

/// Requests that are signed for Amazon Web Services, as they arrive.
@Suite struct AWSSignatureTests {
    private static func auth(_ more: String = "") -> String {
        "{ aws: { service: s3, region: eu-west-1, access_key: AKID, secret_key: secret-key-1\(more) } }"
    }

    private static func digest(_ request: RawServer.Request) -> String {
        Hexadecimal.encode(SHA256.digest(of: request.body))
    }

    private static func signature(_ request: RawServer.Request?) -> Substring? {
        request?["authorization"].flatMap { header in
            header.firstRange(of: "Signature=").map { header[$0.upperBound...] }
        }
    }

    @Test func `every kind of body is signed by its digest`() async throws {
        let recording = try Recording()
        try recording.folder.write("a.txt", String(repeating: "file ", count: 50_000))
        let result = try await recording.run(
            """
            defaults: { auth: \(Self.auth()) }
            steps:
              - get: /x
              - { post: /x, json: { a: 1 } }
              - { post: /x, file: a.txt }
              - { post: /x, file: { path: a.txt, offset: 3, length: 1000 } }
              - { post: /x, multipart: { name: value, doc: { file: a.txt } } }
            """)
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(recording.requests.count == 5)
        for request in recording.requests {
            #expect(request["x-amz-content-sha256"] == Self.digest(request))
            let authorization = request["authorization"] ?? ""
            #expect(authorization.hasPrefix("AWS4-HMAC-SHA256 Credential=AKID/20"), "\(authorization)")
            #expect(authorization.contains("/eu-west-1/s3/aws4_request, SignedHeaders="))
            #expect(authorization.contains("host;x-amz-content-sha256;x-amz-date,"))
            #expect(authorization.contains("content-type;") == (request["content-type"] != nil))
        }
        #expect(recording.requests.last?.text.contains("file file") == true)
    }

    @Test func `without sign_body the digest of the body is left open`() async throws {
        let recording = try Recording()
        let result = try await recording.step("put: /x\ntext: hello\nauth: \(Self.auth(", sign_body: false"))")
        #expect(try recording.last(result)["x-amz-content-sha256"] == "UNSIGNED-PAYLOAD")
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test func `no output shows the secret key or the session token`() async throws {
        let recording = try Recording { _ in "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n" }
        let result = try await recording.step(
            "get: /x\nauth: \(Self.auth(", session_token: session-token-1"))", "--trace", "--har", "h.har")
        #expect(result.exitCode == 1)
        #expect(try recording.last(result)["x-amz-security-token"] == "session-token-1")
        #expect(
            result.output.contains(
                "--aws-sigv4 aws:amz:eu-west-1:s3 --user 'AKID:***' -H 'X-Amz-Security-Token: ***'"), "\(result.output)"
        )
        for output in [result.everything, try recording.folder.read("h.har")] {
            #expect(!output.contains("secret-key-1") && !output.contains("session-token-1"))
        }
    }

    @Test func `a redirect to the same origin is signed anew, and one to another not at all`() async throws {
        let other = try Recording()
        let away = other.server.url
        let recording = try Recording { request in
            switch request.target {
            case "/first": "HTTP/1.1 307 Go\r\nLocation: /second?b=2&a=1\r\nContent-Length: 0\r\n\r\n"
            case "/away": "HTTP/1.1 307 Go\r\nLocation: \(away)/\r\nContent-Length: 0\r\n\r\n"
            default: Recording.empty
            }
        }
        let result = try await recording.run(
            """
            defaults: { auth: \(Self.auth()), follow_redirects: true }
            steps:
              - { post: /first, text: hello }
              - { post: /away, text: hello }
            """)
        #expect(result.exitCode == 0, "\(result.everything)")
        let requests = recording.requests
        #expect(requests.map(\.target) == ["/first", "/second?b=2&a=1", "/away"])
        #expect(Set(requests.compactMap(Self.signature)).count == 3)
        #expect(other.requests.count == 1)
        #expect(other.requests.first?["authorization"] == nil)
        #expect(other.requests.first?["x-amz-content-sha256"] == nil)
    }

    @Test func `a region that a header cannot hold is refused before anything is sent`() async throws {
        let recording = try Recording()
        let result = try await recording.step(
            "get: /x\nauth: { aws: { service: s3, region: 'a/b', access_key: AKID, secret_key: secret-key-1 } }")
        #expect(
            result.output.contains(
                "service, region and access key of an AWS signature are visible ASCII characters without a slash [request.bad_input]"
            ),
            "\(result.output)")
        #expect(recording.requests.isEmpty)
    }
}
