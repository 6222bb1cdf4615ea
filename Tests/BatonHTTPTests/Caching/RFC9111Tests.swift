import BatonHTTP
import Testing

@Suite struct RFC9111Tests {
    @Test(arguments: RFC9111Case.all)
    func `what may be done with a stored response`(_ one: RFC9111Case) {
        let stored = StoredHead(status: 200, headers: one.response, requested: 1000, received: 1000)
        #expect(StoredUse.of(stored, request: one.request, now: one.now, limit: one.limit) == one.use)
    }

    @Test func `the time on the way counts as age (4.2.3)`() {
        let stored = StoredHead(status: 200, headers: ["Cache-Control": "max-age=60"], requested: 990, received: 1000)
        #expect(stored.age(at: 1000) == 10)
        #expect(stored.age(at: 1049) == 59)
        #expect(StoredUse.of(stored, request: [:], now: 1050) == .fetch)
    }

    struct StorableCase: Sendable, CustomTestStringConvertible {
        let section: String
        let meaning: String
        var method = Method.get
        var request: Headers = [:]
        var status = 200
        let response: Headers
        let isStorable: Bool
        var testDescription: String { "\(section): \(meaning)" }
    }

    @Test(arguments: [
        StorableCase(
            section: "3", meaning: "with a lifetime", response: ["Cache-Control": "max-age=60"], isStorable: true),
        StorableCase(section: "3", meaning: "with a validator", response: ["ETag": "\"a\""], isStorable: true),
        StorableCase(section: "3", meaning: "with neither it is of no use", response: [:], isStorable: false),
        StorableCase(
            section: "3", meaning: "HEAD too", method: .head, response: ["ETag": "\"a\""], isStorable: true),
        StorableCase(
            section: "3", meaning: "not of POST", method: .post, response: ["ETag": "\"a\""], isStorable: false),
        StorableCase(section: "3.3", meaning: "no parts", status: 206, response: ["ETag": "\"a\""], isStorable: false),
        StorableCase(section: "3", meaning: "no error", status: 404, response: ["ETag": "\"a\""], isStorable: false),
        StorableCase(
            section: "5.2.2.5", meaning: "no-store forbids", response: ["Cache-Control": "no-store", "ETag": "\"a\""],
            isStorable: false),
        StorableCase(
            section: "5.2.2.3", meaning: "must-understand allows what it knows",
            response: ["Cache-Control": "no-store, must-understand", "ETag": "\"a\""], isStorable: true),
        StorableCase(
            section: "5.2.1.5", meaning: "no-store in the request forbids", request: ["Cache-Control": "no-store"],
            response: ["ETag": "\"a\""], isStorable: false),
        StorableCase(
            section: "5.2.2.7", meaning: "private is for us", response: ["Cache-Control": "private, max-age=60"],
            isStorable: true),
        StorableCase(
            section: "3.5", meaning: "a response to credentials, since the cache is private",
            request: ["Authorization": "Bearer x"], response: ["Cache-Control": "max-age=60"], isStorable: true),
    ])
    func `what may be stored`(_ one: StorableCase) {
        #expect(
            CacheUpdate.isStorable(one.method, one.request, one.status, one.response) == one.isStorable)
    }

    @Test(arguments: [
        ("\"a\"", "\"a\"", true), ("W/\"a\"", "\"a\"", true), ("\"a\"", "\"b\"", false),
    ])
    func `a 304 is about the stored response when its ETag is the stored one (4.3.4)`(
        _ fresh: String, _ stored: String, _ isConfirmed: Bool
    ) {
        #expect(CacheUpdate.confirms(["ETag": fresh], ["ETag": stored]) == isConfirmed)
    }

    @Test func `a 304 without ETag is about it when the dates agree, or nothing is said (4.3.4)`() {
        #expect(CacheUpdate.confirms(["Last-Modified": "x"], ["Last-Modified": "x"]))
        #expect(!CacheUpdate.confirms(["Last-Modified": "x"], ["Last-Modified": "y"]))
        #expect(!CacheUpdate.confirms(["ETag": "\"a\""], [:]))
        #expect(CacheUpdate.confirms([:], ["ETag": "\"a\""]))
    }

    @Test func `a 304 replaces what it says, and leaves what describes the stored body (3.2)`() {
        let stored: Headers = [
            "Content-Type": "text/plain", "Content-Length": "5", "ETag": "\"a\"", "Cache-Control": "max-age=1",
            "Warning": "1", "Age": "50", "X-Kept": "yes",
        ]
        let fresh: Headers = [
            "cache-control": "max-age=60", "Content-Length": "0", "Content-Type": "text/html", "X-New": "a",
            "X-New": "b", "X-Hop": "1", "Connection": "X-Hop", "Date": "today",
        ]
        #expect(
            CacheUpdate.merged(stored, with: fresh) == [
                "Content-Type": "text/plain", "Content-Length": "5", "ETag": "\"a\"", "Warning": "1", "X-Kept": "yes",
                "cache-control": "max-age=60", "X-New": "a", "X-New": "b", "Date": "today",
            ])
    }

    struct InvalidationCase: Sendable, CustomTestStringConvertible {
        let meaning: String
        var method = Method.post
        var status = 201
        var response: Headers = [:]
        let urls: [String]
        var testDescription: String { "4.4: \(meaning)" }
    }

    @Test(arguments: [
        InvalidationCase(meaning: "POST", urls: ["http://a.example/items"]),
        InvalidationCase(meaning: "DELETE", method: .delete, status: 204, urls: ["http://a.example/items"]),
        InvalidationCase(meaning: "a redirect after POST", status: 303, urls: ["http://a.example/items"]),
        InvalidationCase(meaning: "a failed POST changed nothing", status: 422, urls: []),
        InvalidationCase(meaning: "GET changes nothing", method: .get, status: 200, urls: []),
        InvalidationCase(meaning: "OPTIONS changes nothing", method: .options, status: 200, urls: []),
        InvalidationCase(
            meaning: "Location and Content-Location of the same origin too",
            response: ["Location": "/items/7", "Content-Location": "http://a.example/list"],
            urls: ["http://a.example/items", "http://a.example/items/7", "http://a.example/list"]),
        InvalidationCase(
            meaning: "another origin has no say", response: ["Location": "http://b.example/items"],
            urls: ["http://a.example/items"]),
        InvalidationCase(
            meaning: "a Location that is no URL is read over", response: ["Location": "http://["],
            urls: ["http://a.example/items"]),
    ])
    func `what no longer holds after a change`(_ one: InvalidationCase) throws {
        let url = try URLText.parse("http://a.example/items")
        #expect(CacheUpdate.invalidated(by: one.method, url, one.status, one.response).map(\.text) == one.urls)
    }
}
