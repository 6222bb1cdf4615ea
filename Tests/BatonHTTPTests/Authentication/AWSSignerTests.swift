import BatonValues
import Testing

@testable import BatonHTTP

/// Signatures are those of the public test vectors of AWS Signature Version 4, and those that botocore computes.
@Suite struct AWSSignerTests {
    /// A request of the vectors: 2015-08-30 12:36:00 UTC, the service `service` in us-east-1.
    struct Vector: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var method = "GET"
        var path = "/"
        var headers: Headers = [:]
        var body = ""
        var token: String?
        var signature: String
    }

    private static let token =
        "AQoDYXdzEPT//////////wEXAMPLEtc764bNrC9SAPBSM22wDOk4x4HIZ8j4FZTwdQWLWsKWHGBuFqwAeMicRXmxfpSPfIeoIYRqTflfKD8YUuwthAx7mSEI/qkPpKPi/kMcGdQrmGdeehM4IC1NtBmUpp2wUE8phUZampKsburEDy0KPkyQDYwT7WZ0wq5VSXDvp75YU9HFvlRd8Tx6q6fE8YQcHNVXAkiY9q6d+xo0rKwT38xVqr7ZD0u0iPPkUL64lIZbqBAz+scqKmlzm8FDrypNC9Yjc8fPOLn9FX9KSYvKTr4rvx3iSIlTJabIQwj2ICCR/oLxBA=="

    static let vectors = [
        Vector(
            testDescription: "get-vanilla",
            signature: "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
        Vector(
            testDescription: "get-vanilla-empty-query-key", path: "/?Param1=value1",
            signature: "a67d582fa61cc504c4bae71f336f98b97f1ea3c7a6bfe1b6e45aec72011b9aeb"),
        Vector(
            testDescription: "get-vanilla-query-order-key-case", path: "/?Param2=value2&Param1=value1",
            signature: "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"),
        Vector(
            testDescription: "get-vanilla-query-order-key", path: "/?Param1=value2&Param1=Value1",
            signature: "eedbc4e291e521cf13422ffca22be7d2eb8146eecf653089df300a15b2382bd1"),
        Vector(
            testDescription: "get-vanilla-query-order-value", path: "/?Param1=value2&Param1=value1",
            signature: "5772eed61e12b33fae39ee5e7012498b51d56abc0abb7c60486157bd471c4694"),
        Vector(
            testDescription: "get-vanilla-utf8-query", path: "/?ሴ=bar",
            signature: "2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04"),
        Vector(
            testDescription: "get-relative-relative", path: "/example1/example2/../..",
            signature: "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
        Vector(
            testDescription: "get-slash", path: "//",
            signature: "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
        Vector(
            testDescription: "get-slashes", path: "//example//",
            signature: "9a624bd73a37c9a373b5312afbebe7a714a789de108f0bdfe846570885f57e84"),
        Vector(
            testDescription: "get-header-key-duplicate",
            headers: ["My-Header1": "value2", "my-header1": "value2", "MY-HEADER1": "value1"],
            signature: "c9d5ea9f3f72853aea855b47ea873832890dbdd183b4468f858259531a5138ea"),
        Vector(
            testDescription: "get-header-value-order",
            headers: ["My-Header1": "value4", "my-header1": "value1", "MY-HEADER1": "value3", "My-header1": "value2"],
            signature: "08c7e5a9acfcfeb3ab6b2185e75ce8b1deb5e634ec47601a50643f830c755c01"),
        Vector(
            testDescription: "get-header-value-trim",
            headers: ["My-Header1": " value1 ", "My-Header2": " \"a   b   c\" "],
            signature: "acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736"),
        Vector(
            testDescription: "post-vanilla", method: "POST",
            signature: "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"),
        Vector(
            testDescription: "post-vanilla-query", method: "POST", path: "/?Param1=value1",
            signature: "28038455d6de14eafc1f9222cf5aa6f1a96197d7deb8263271d420d138af7f11"),
        Vector(
            testDescription: "post-x-www-form-urlencoded", method: "POST",
            headers: ["Content-Type": "application/x-www-form-urlencoded"], body: "Param1=value1",
            signature: "ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a"),
        Vector(
            testDescription: "post-x-www-form-urlencoded-parameters", method: "POST",
            headers: ["Content-Type": "application/x-www-form-urlencoded; charset=utf8"], body: "Param1=value1",
            signature: "1a72ec8f64bd914b0e42e42607c7fbce7fb2c7465f63e3092b3b0d39fa77a6fe"),
        Vector(
            testDescription: "post-sts-header-before", method: "POST", token: Self.token,
            signature: "85d96828115b5dc0cfc3bd16ad9e210dd772bbebba041836c64533a82be05ead"),
        // botocore encodes a path that holds escapes once more, as services do.
        Vector(
            testDescription: "botocore: an encoded space in the path", path: "/example%20space/",
            signature: "446b817944c553435b35e813c261ff4e161fff982d1bacdef1c87f6785dd1662"),
        Vector(
            testDescription: "botocore: empty and dot segments", path: "/example//../x/./",
            signature: "f2f7b22fa9bfc69529126ab5a745d9d5f8ccba9990e3f1f871fad8bd3de6f8c1"),
        Vector(
            testDescription: "botocore: a session token", method: "POST", token: "AQoDYXdzEPT",
            signature: "2bb58adcd604bf96fa650f0c660387138506efdff71ee92283a8de3926fd3d28"),
    ]

    private static func signature(_ service: String = "service", token: String? = nil) -> AWSSignature {
        AWSSignature(
            service: service, region: "us-east-1", accessKey: "AKIDEXAMPLE",
            secretKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", sessionToken: token)
    }

    private static func signed(_ request: Request, _ signature: AWSSignature, body: String = "") -> Request {
        AWSSigner(signature, at: 1_440_938_160).signed(
            request, payload: Hexadecimal.encode(SHA256.digest(of: Array(body.utf8))))
    }

    private static func result(_ request: Request) -> Substring? {
        request.headers.first("authorization").flatMap { header in
            header.firstRange(of: "Signature=").map { header[$0.upperBound...] }
        }
    }

    @Test(arguments: vectors)
    func `a request has the signature of its vector`(_ vector: Vector) throws {
        var request = Request(
            try #require(Method(vector.method)), try URLText.parse("https://example.amazonaws.com\(vector.path)"),
            headers: vector.headers)
        if !vector.body.isEmpty { request.body = .bytes(Array(vector.body.utf8), contentType: nil) }
        let signed = Self.signed(request, Self.signature(token: vector.token), body: vector.body)
        #expect(Self.result(signed).map(String.init) == vector.signature)
        #expect(signed.headers.first("x-amz-date") == "20150830T123600Z")
    }

    @Test(arguments: [
        ("/ሴ", "/%E1%88%B4"), ("/example space/", "/example%20space/"), ("/-._~09azAZ", "/-._~09azAZ"), ("/", "/"),
        ("/a/../../b/", "/b/"), ("/..", "/"), ("/a%2Fb", "/a%252Fb"),
    ])
    func `a path is encoded once more than it is written, without empty and dot segments`(
        _ path: String, _ canonical: String
    ) {
        #expect(CanonicalRequest.path(path) == canonical)
    }

    @Test(arguments: [
        ("", ""), ("acl", "acl="), ("b=2&a=1", "a=1&b=2"), ("a=%2f&a=/", "a=%2F&a=%2F"),
        ("a=x+y&a=x%20y", "a=x%20y&a=x%20y"),
        ("a=b=c", "a=b%3Dc"), ("A=1&a=2&_=3", "A=1&_=3&a=2"), ("&&a", "a="), ("a=%zz", "a=%25zz"),
    ])
    func `a query is decoded, encoded anew and sorted by its bytes`(_ query: String, _ canonical: String) {
        #expect(CanonicalRequest.query(query) == canonical)
    }

    @Test func `S3 signs the path as it is sent, and the digest of the body as a header`() throws {
        let body = "hello"
        let request = Request(
            .put, try URLText.parse("https://example.amazonaws.com/a%20b/c//d?x=1&acl"),
            body: .bytes(Array(body.utf8), contentType: nil))
        let signed = Self.signed(request, Self.signature("s3"), body: body)
        // As botocore signs it.
        #expect(Self.result(signed) == "d9f1b1d43c73d466f5bab2f7ad03dccca01c5c2b3dda00492277ebb66c4682c2")
        #expect(
            signed.headers.first("x-amz-content-sha256")
                == "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824")
    }

    @Test func `a port is signed where it is not the scheme's own, and a written Host instead`() throws {
        let request = Request(.get, try URLText.parse("http://127.0.0.1:5000/"))
        let signed = Self.signed(request, Self.signature())
        // As botocore signs it.
        #expect(Self.result(signed) == "386a0f0db97b3e579bff836c61c3a29f74c55b51677884ada6f9af0d46d09f6e")
        var hosted = request
        hosted.headers.append("Host", "example.amazonaws.com")
        #expect(
            Self.result(Self.signed(hosted, Self.signature()))
                == "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31")
    }

    @Test func `what is signed again loses its old signature, and all of it is a credential`() throws {
        let request = Request(.get, try URLText.parse("https://example.amazonaws.com/"), headers: ["User-Agent": "x"])
        let once = Self.signed(request, Self.signature(token: "t"))
        let twice = Self.signed(once, Self.signature(token: "t"))
        #expect(twice.headers == once.headers)
        #expect(once.headers.filter { $0.isCredential }.map { $0.name }.count == once.headers.count - 1)
        #expect(once.options.authentication == nil)
    }
}
