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
