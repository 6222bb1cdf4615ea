import BatonHTTP
import Testing

/// RFC 9111, section 4.1.
@Suite struct VariedHeadersTests {
    private static let request: Headers = ["Accept-Language": "en", "User-Agent": "baton", "X-Other": "1"]

    private static let later: [(Headers, Bool)] = [
        (["Accept-Language": "en"], true),
        (["Accept-Language": "en", "X-Other": "2"], true),
        (["accept-language": " en"], true),
        (["Accept-Language": "de"], false),
        (["Accept-Language": "en", "accept-language": "de"], false),
        ([:], false),
    ]

    @Test(arguments: later)
    func `named headers must be as they were`(_ later: Headers, _ isMatch: Bool) {
        #expect(VariedHeaders(["Vary": "Accept-Language"], request: Self.request).match(later) == isMatch)
    }

    @Test func `a header that neither has is the same`() {
        let varied = VariedHeaders(["Vary": "X-None, X-Other"], request: Self.request)
        #expect(varied.match(["X-Other": "1"]))
        #expect(!varied.match(["X-Other": "1", "X-None": ""]))
    }

    @Test func `spaces around the commas of Vary make no difference`() {
        let varied = VariedHeaders(["Vary": "Accept"], request: ["Accept": "a,b"])
        #expect(varied.match(["Accept": "a , b"]))
        #expect(varied.match(["Accept": "a", "accept": "b"]))
        #expect(!varied.match(["Accept": "b,a"]))
    }

    @Test func `a star in Vary matches no request unless Vary is ignored`() {
        let varied = VariedHeaders(["Vary": "Accept, *"], request: Self.request)
        #expect(!varied.match(Self.request))
        #expect(varied.match(Self.request, minding: false))
    }

    @Test func `a response without Vary matches every request`() {
        #expect(VariedHeaders([:], request: Self.request).match([:]))
    }
}
