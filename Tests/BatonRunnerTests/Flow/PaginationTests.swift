import BatonHTTP
import Testing

@testable import BatonRunner

@Suite struct PaginationTests {
    /// Pages of two items each; how the next one is told, a key says.
    static func bench(pages: Int, _ way: String, host: String = "http://api.test") -> Bench {
        Bench { (request, _) throws(Failure) in
            let query = request.url.query ?? "page=1"
            let page = Int(query.split(separator: "=").last ?? "") ?? 1
            let next = page < pages ? "\(host)/items?page=\(page + 1)" : nil
            var headers = Headers()
            if let next, way == "header" { headers.append("X-Next", next) }
            if let next, way == "link" { headers.append("Link", "<\(next)>; rel=\"next\"") }
            let link = way == "body" ? next.map { "\"\($0)\"" } ?? "null" : "null"
            let paging =
                switch way {
                case "paging": next.map { #""paging": {"next": "\#($0)"}, "# } ?? ""
                case "links":
                    #""links": [{"rel": "self", "href": "/"}\#(next.map { #", {"rel": "next", "href": "\#($0)"}"# } ?? "")], "#
                default: ""
                }
            let body =
                #"{\#(paging)"items": [{"id": \#(page * 2 - 1)}, {"id": \#(page * 2)}], "page": \#(page), "next": \#(link), "more": \#(page < pages)}"#
            return Response(status: 200, headers: headers, body: Array(body.utf8), url: request.url)
        }
    }

    @Test(arguments: [
        ("header", "{ header: X-Next }"), ("link", "{ link: next }"), ("body", "$.next"), ("body", "next"),
        ("links", "\"$.links[?@.rel == 'next'].href\""),
        ("body", "$(response.json.next)"),
    ])
    func `links lead from page to page, and captures are gathered`(_ way: String, _ next: String) async throws {
        let bench = Self.bench(pages: 3, way)
        let cases = try await bench.run(
            """
            steps:
              - get: /items
                query: { page: 1 }
                paginate: { next: \(next) }
                expect: { $.items: { length: 2 } }
                capture: { ids: "$.items[*].id", page: $.page }
              - that: |
                  ids == [1, 2, 3, 4, 5, 6]
                  page == [1, 2, 3]
            """)
        #expect(cases[0].outcome == .passed, "\(cases[0].steps.flatMap(\.failures))")
        #expect(bench.dispatcher.requests.map(\.url.query) == ["page=1", "page=2", "page=3"])
        #expect(bench.collector.steps[0].exchanges.map(\.attempt) == [1, 1, 1])
        #expect(bench.collector.steps[0].exchanges.map(\.page) == [1, 2, 3])
        #expect(bench.collector.steps[0].checkCount == 6)
    }

    @Test func `the same request with other values`() async throws {
        let bench = Self.bench(pages: 3, "none")
        let cases = try await bench.run(
            """
            vars: { at: 1 }
            steps:
              - get: /items
                query: { page: $(at) }
                paginate: { while: response.json.more, set: { at: $(response.json.page + 1) } }
                capture: { ids: "$.items[*].id" }
              - that: ids.size() == 6 && at == 3
            """)
        #expect(cases[0].outcome == .passed, "\(cases[0].steps.flatMap(\.failures))")
        #expect(bench.dispatcher.requests.map(\.url.query) == ["page=1", "page=2", "page=3"])
    }

    @Test func `pagination with a single page gives its captures as lists`() async throws {
        let bench = Self.bench(pages: 1, "body")
        let cases = try await bench.run(
            """
            steps:
              - get: /items
                paginate: { next: $.next }
                capture: { page: $.page }
              - that: page == [1]
            """)
        #expect(cases[0].outcome == .passed)
    }

    @Test func `checks hold for each page, and a failure says which`() async throws {
        let bench = Self.bench(pages: 3, "body")
        let cases = try await bench.run(
            "steps: [ { get: /items, paginate: { next: $.next }, expect: { $.page: { lt: 2 } } } ]")
        #expect(cases[0].outcome == .failed)
        #expect(bench.dispatcher.requests.count == 2)
        #expect(bench.collector.steps[0].failures[0].explanation == [.init(text: "page", value: "2")])
    }

    @Test(arguments: [
        ("body", "$.nxt", "there is nothing at `$.nxt` of the first page", "did you mean `$.next`?"),
        (
            "header", "{ header: X-Nxt }", "the first page has no header `X-Nxt`",
            "did you mean `{ header: X-Next }`?"
        ),
        (
            "link", "$.next",
            "the first page has a Link header with the relation `next`, and nothing in the place that `next` names",
            "did you mean `{ link: next }`?"
        ),
        (
            "paging", "$.pageing.next", "there is nothing at `$.pageing.next` of the first page",
            "did you mean `$.paging`?"
        ),
        (
            "link", "{ link: nxt }", "the Link headers of the first page have no relation `nxt`",
            "did you mean `{ link: next }`?"
        ),
    ])
    func `a misspelt place of the link does not end the walk at the first page`(
        _ way: String, _ next: String, _ message: String, _ hint: String
    ) async throws {
        let bench = Self.bench(pages: 3, way)
        let cases = try await bench.run("steps: [ { get: /items, paginate: { next: \(next) } } ]")
        #expect(cases[0].outcome == .failed)
        let failure = try #require(bench.collector.steps[0].failures.first)
        #expect(failure.check == "paginate" && failure.message.description == message)
        #expect(failure.hint?.description == hint)
    }

    @Test(arguments: ["$.nxt", "{ header: X-Nxt }", "{ link: nxt }"])
    func `a place that is not there ends the walk where the page has no link either`(_ next: String) async throws {
        let bench = Self.bench(pages: 1, "body")
        let cases = try await bench.run("steps: [ { get: /items, paginate: { next: \(next) } } ]")
        #expect(cases[0].outcome == .passed)
    }

    @Test func `a server that always has a next page is stopped`() async throws {
        let bench = Self.bench(pages: .max, "link")
        let cases = try await bench.run(
            "steps: [ { get: /items, paginate: { next: { link: next }, max: 3 } } ]")
        #expect(cases[0].outcome == .failed)
        #expect(bench.dispatcher.requests.count == 3)
        #expect(bench.collector.steps[0].failures[0].message == "there are more pages than 3")
        #expect(bench.collector.steps[0].failures[0].acceptance == "`max` of `paginate` allows more pages")
    }

    @Test func `a link to another origin fails, and with any_host goes without credentials`() async throws {
        let workflow = { (rest: String) in
            """
            steps:
              - get: /items
                auth: { bearer: hunter2-hunter2 }
                headers: { X-Api-Key: sesame-sesame, X-Kind: plain }
                cookies: { sid: abcdefgh }
                paginate: { next: $.next }
                \(rest)
            """
        }
        let refused = Self.bench(pages: 2, "body", host: "http://other.test")
        let cases = try await refused.run(workflow("expect: { status: 200 }"))
        #expect(cases[0].outcome == .failed)
        #expect(refused.dispatcher.requests.count == 1)
        let allowed = Self.bench(pages: 2, "body", host: "http://other.test")
        #expect(try await allowed.run(workflow("any_host: true"))[0].outcome == .passed)
        let second = try #require(allowed.dispatcher.requests.last)
        #expect(second.url.text == "http://other.test/items?page=2")
        #expect(second.headers["authorization"] == nil)
        #expect(second.headers["x-api-key"] == nil)
        #expect(second.headers["cookie"] == nil)
        #expect(second.headers["x-kind"] == "plain")
    }

    @Test func `a link that is no text is an error of the response`() async throws {
        let bench = Self.bench(pages: 2, "body")
        try await bench.run("steps: [ { get: /items, paginate: { next: $.page } } ]")
        #expect(bench.collector.steps[0].failures.map(\.kind) == ["mapping.type"])
        #expect(bench.collector.steps[0].failures[0].message == "next: expected the URL of a page, got int")
    }

    @Test func `an attempt that fails begins with the first page again`() async throws {
        let bench = Bench { (request, number) throws(Failure) in
            let isSecond = request.url.query == "page=2"
            let body = isSecond ? #"{"n": 2, "next": null}"# : #"{"n": 1, "next": "?page=2"}"#
            return Response(status: isSecond && number == 2 ? 503 : 200, body: Array(body.utf8), url: request.url)
        }
        let cases = try await bench.run(
            """
            steps:
              - get: /items
                retry: 1
                paginate: { next: $.next }
                capture: { n: $.n }
              - that: n == [1, 2]
            """, dependencies: VirtualTime().dependencies)
        #expect(cases[0].outcome == .passed)
        #expect(bench.collector.steps[0].exchanges.map(\.attempt) == [1, 1, 2, 2])
    }
}
