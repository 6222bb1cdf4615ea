import BatonHTTP
import Testing

@Suite struct CacheRuleTests {
    @Test(arguments: zip(CachePolicy.written.compactMap(CachePolicy.init), [false, true, true, true, false]))
    func `what a policy stores`(_ policy: CachePolicy, _ isStored: Bool) {
        #expect(CacheRule(policy).storesResponse == isStored)
        #expect(CacheRule(policy, stores: true).storesResponse)
        #expect(!CacheRule(policy, stores: false).storesResponse)
    }

    @Test func `a later attempt asks the server and stores as before`() {
        let first = CacheRule(.cacheFirst, ttl: .seconds(5), key: "a", scope: .disk)
        #expect(
            first.forLaterAttempt == CacheRule(.networkOnly, ttl: .seconds(5), key: "a", stores: true, scope: .disk))
        #expect(CacheRule(.networkOnly).forLaterAttempt.isIdle)
        #expect(CacheRule(.revalidate).forLaterAttempt.isIdle)
        #expect(CacheRule(.both).forLaterAttempt == CacheRule(.both))
        #expect(CacheRule(.onlyIfCached).forLaterAttempt == CacheRule(.onlyIfCached))
    }

    @Test(arguments: [
        (CachePolicy.cacheFirst, Method.get, true), (.cacheFirst, .head, true), (.cacheFirst, .post, false),
        (.both, .put, false), (.revalidate, .delete, false), (.onlyIfCached, .post, true),
    ])
    func `a rule for requests in general is for methods that change nothing`(
        _ policy: CachePolicy, _ method: Method, _ isMeant: Bool
    ) {
        #expect((CacheRule(policy).inherited(by: method) != nil) == isMeant)
    }
}

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
