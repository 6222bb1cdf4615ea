import BatonHTTP
import Testing

/// A stored response, a request and a moment, and what RFC 9111 says about them.
struct RFC9111Case: Sendable, CustomTestStringConvertible {
    let section: String
    let meaning: String
    /// Of the stored response, which came at 1000 s to a request of 1000 s.
    let response: Headers
    let request: Headers
    let now: Int64
    let limit: Int64?
    let use: StoredUse

    init(
        _ section: String, _ meaning: String, _ response: Headers, request: Headers = [:], at now: Int64 = 1000,
        limit: Int64? = nil, _ use: StoredUse
    ) {
        self.section = section
        self.meaning = meaning
        self.response = response
        self.request = request
        self.now = now
        self.limit = limit
        self.use = use
    }

    var testDescription: String { "\(section): \(meaning)" }

    /// 1000 s after 1970.
    static let date = "Thu, 01 Jan 1970 00:16:40 GMT"
    /// 1060 s.
    static let minuteLater = "Thu, 01 Jan 1970 00:17:40 GMT"
    /// 940 s.
    static let minuteEarlier = "Thu, 01 Jan 1970 00:15:40 GMT"

    static let tagged = StoredUse.validate(["If-None-Match": "\"a\""])

    static let all: [RFC9111Case] = [
        // Freshness lifetime
        .init("4.2.1", "max-age says how long", ["Cache-Control": "max-age=60"], at: 1059, .fresh),
        .init("4.2.1", "at the end of max-age it is stale", ["Cache-Control": "max-age=60"], at: 1060, .fetch),
        .init(
            "4.2.1", "s-maxage is for shared caches and says nothing here",
            ["Cache-Control": "s-maxage=600, max-age=60"], at: 1061, .fetch),
        .init("4.2.1", "s-maxage alone gives no lifetime", ["Cache-Control": "s-maxage=600"], .fetch),
        .init(
            "4.2.1", "max-age goes before Expires",
            ["Cache-Control": "max-age=60", "Expires": minuteEarlier, "Date": date], at: 1030, .fresh),
        .init("4.2.1", "Expires minus Date", ["Expires": minuteLater, "Date": date], at: 1059, .fresh),
        .init("4.2.1", "Expires is over", ["Expires": minuteLater, "Date": date], at: 1060, .fetch),
        .init("4.2.1", "Expires without Date counts from the receipt", ["Expires": minuteLater], at: 1030, .fresh),
        .init(
            "4.2.1", "two values of max-age contradict each other: stale",
            ["Cache-Control": "max-age=60, max-age=600"], .fetch),
        .init(
            "4.2.1", "the same max-age twice is one", ["Cache-Control": "max-age=60, max-age=60"], at: 1030, .fresh),
        .init("1.2.2", "a max-age that is no number is over", ["Cache-Control": "max-age=soon"], .fetch),
        .init("1.2.2", "a negative max-age is over", ["Cache-Control": "max-age=-60"], .fetch),
        .init(
            "1.2.2", "a number beyond 2^31 is 2^31", ["Cache-Control": "max-age=99999999999999999999"],
            at: 2_000_000_000,
            .fresh),
        .init(
            "5.2.2.1", "quotes around the number are read over", ["Cache-Control": "max-age=\"60\""], at: 1030, .fresh),
        .init("5.2", "names have no case", ["Cache-Control": "Max-Age=60"], at: 1030, .fresh),
        .init("5.2", "unknown directives are read over", ["Cache-Control": "x=\"a, max-age=0\", max-age=60"], .fresh),
        .init("5.3", "an Expires that is no date is in the past", ["Expires": "0", "Date": date], .fetch),
        .init(
            "4.2.2", "nothing is guessed from Last-Modified", ["Last-Modified": minuteEarlier],
            .validate(["If-Modified-Since": minuteEarlier])),
        // Age
        .init("4.2.3", "Age counts", ["Cache-Control": "max-age=60", "Age": "50"], at: 1009, .fresh),
        .init("4.2.3", "Age and the time here add up", ["Cache-Control": "max-age=60", "Age": "50"], at: 1010, .fetch),
        .init(
            "4.2.3", "an old Date counts as age", ["Cache-Control": "max-age=60", "Date": minuteEarlier], .fetch),
        .init(
            "4.2.3", "a Date in the future makes nothing younger",
            ["Cache-Control": "max-age=60", "Date": minuteLater], at: 1060, .fetch),
        .init(
            "5.1", "an Age that is no number is read over", ["Cache-Control": "max-age=60", "Age": "x"], at: 1030,
            .fresh),
        .init(
            "4.2.3", "of what came before a clock was set back nobody knows the age",
            ["Cache-Control": "max-age=60", "Age": "50"], at: 999, .fetch),
        // Directives of responses
        .init(
            "5.2.2.4", "no-cache is asked about, however fresh",
            ["Cache-Control": "no-cache, max-age=60", "ETag": "\"a\""], tagged),
        .init(
            "5.2.2.4", "no-cache with a field counts as a whole",
            ["Cache-Control": "no-cache=\"set-cookie\", max-age=60", "ETag": "\"a\""], tagged),
        .init(
            "5.2.2.2", "must-revalidate does nothing to what is fresh",
            ["Cache-Control": "must-revalidate, max-age=60"], at: 1030, .fresh),
        .init(
            "5.2.2.2", "must-revalidate is never served stale",
            ["Cache-Control": "must-revalidate, max-age=60"], request: ["Cache-Control": "max-stale"], at: 1061, .fetch),
        .init(
            "5.2.2.8", "proxy-revalidate is for shared caches",
            ["Cache-Control": "proxy-revalidate, max-age=60"], request: ["Cache-Control": "max-stale"], at: 1061, .fresh
        ),
        .init("5.2.2.7", "private is for us", ["Cache-Control": "private, max-age=60"], at: 1030, .fresh),
        // Directives of requests
        .init(
            "5.2.1.4", "no-cache in the request asks", ["Cache-Control": "max-age=60", "ETag": "\"a\""],
            request: ["Cache-Control": "no-cache"], tagged),
        .init(
            "5.4", "Pragma: no-cache in the request asks", ["Cache-Control": "max-age=60", "ETag": "\"a\""],
            request: ["Pragma": "no-cache"], tagged),
        .init(
            "5.4", "Pragma means nothing beside Cache-Control", ["Cache-Control": "max-age=60"],
            request: ["Pragma": "no-cache", "Cache-Control": "max-age=600"], .fresh),
        .init(
            "5.2.1.1", "max-age in the request limits the age", ["Cache-Control": "max-age=600"],
            request: ["Cache-Control": "max-age=30"], at: 1031, .fetch),
        .init(
            "5.2.1.1", "max-age=0 in the request asks", ["Cache-Control": "max-age=600"],
            request: ["Cache-Control": "max-age=0"], at: 1001, .fetch),
        .init(
            "5.2.1.3", "min-fresh wants more time left", ["Cache-Control": "max-age=60"],
            request: ["Cache-Control": "min-fresh=31"], at: 1030, .fetch),
        .init(
            "5.2.1.3", "min-fresh has time enough", ["Cache-Control": "max-age=60"],
            request: ["Cache-Control": "min-fresh=30"], at: 1030, .fresh),
        .init(
            "5.2.1.2", "max-stale takes what is over for so long", ["Cache-Control": "max-age=60"],
            request: ["Cache-Control": "max-stale=10"], at: 1070, .fresh),
        .init(
            "5.2.1.2", "max-stale has an end", ["Cache-Control": "max-age=60"],
            request: ["Cache-Control": "max-stale=10"], at: 1071, .fetch),
        .init(
            "5.2.1.2", "max-stale without a number takes any age", ["Cache-Control": "max-age=60"],
            request: ["Cache-Control": "max-stale"], at: 99999, .fresh),
        // Validation
        .init("4.3.1", "an ETag asks with If-None-Match", ["ETag": "\"a\""], tagged),
        .init(
            "4.3.1", "Last-Modified asks with If-Modified-Since", ["Last-Modified": date],
            .validate(["If-Modified-Since": date])),
        .init(
            "4.3.1", "both validators go", ["ETag": "W/\"a\"", "Last-Modified": date],
            .validate(["If-None-Match": "W/\"a\"", "If-Modified-Since": date])),
        .init("4.3.1", "without a validator the whole is asked for", ["Cache-Control": "max-age=0"], .fetch),
        // Ours
        .init(
            "ttl", "is an upper limit of the age", ["Cache-Control": "max-age=600", "ETag": "\"a\""], at: 1031,
            limit: 30, tagged),
        .init(
            "ttl", "makes nothing fresh that the server calls stale", ["Cache-Control": "max-age=0"], at: 1001,
            limit: 30, .fetch),
    ]
}
