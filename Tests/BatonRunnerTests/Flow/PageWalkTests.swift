import BatonHTTP
import Testing

@testable import BatonRunner

@Suite struct PageWalkTests {
    private static func url(_ text: String) throws -> URLText { try URLText.parse(text) }

    /// Follows one link after the other; each page is where the last link led.
    private static func follow(
        _ links: [String], maximum: Int = 10, allowsOtherHosts: Bool = false
    ) throws -> [PageWalk.Decision] {
        var walk = PageWalk(maximum: maximum, allowsOtherHosts: allowsOtherHosts)
        var page = try url("http://api.test/items?page=1")
        return links.map { link in
            let decision = walk.follow(link, from: page)
            if case .follow(let next) = decision { page = next }
            return decision
        }
    }

    @Test(arguments: [
        ("/items?page=2", "http://api.test/items?page=2"), ("?page=2", "http://api.test/items?page=2"),
        ("more", "http://api.test/more"), ("http://api.test/x", "http://api.test/x"),
        ("//api.test/x", "http://api.test/x"), ("HTTP://API.test:80/y", "http://api.test/y"),
    ])
    func `a link is resolved against its page`(_ link: String, _ target: String) throws {
        guard case .follow(let url) = try Self.follow([link])[0] else {
            Issue.record("\(try Self.follow([link]))")
            return
        }
        #expect(url.text.lowercased().replacing(":80", with: "") == target)
    }

    @Test(arguments: ["http://evil.test/x", "//evil.test/x", "https://api.test/x", "http://api.test:81/x"])
    func `a link to another origin is not followed`(_ link: String) throws {
        guard case .fail(let message, let hint) = try Self.follow([link])[0] else {
            Issue.record("it was followed")
            return
        }
        #expect(message.hasPrefix("the link to the next page leads to another origin: "))
        #expect(hint == .accepting("`any_host: true`; credentials stay behind"))
        guard case .follow = try Self.follow([link], allowsOtherHosts: true)[0] else {
            Issue.record("it was not followed")
            return
        }
    }

    @Test func `a link that leads back is found`() throws {
        #expect(
            try Self.follow(["?page=2", "?page=3", "?page=2"])[2]
                == .fail("the link to the next page leads back to page 2: ?page=2", hint: nil))
        #expect(
            try Self.follow(["?page=1"])
                == [.fail("the link to the next page leads back to page 1: ?page=1", hint: nil)])
    }

    @Test func `more pages than the most are a failure`() throws {
        let decisions = try Self.follow(["?page=2", "?page=3"], maximum: 2)
        #expect(
            decisions[1]
                == .fail("there are more pages than 2", hint: .accepting("`max` of `paginate` allows more pages")))
    }

    @Test func `the same values twice are found`() {
        var walk = PageWalk(maximum: 10, allowsOtherHosts: false)
        #expect(walk.again(with: "after=1") == .again)
        #expect(walk.again(with: "after=2") == .again)
        #expect(
            walk.again(with: "after=1")
                == .fail("page 4 would be asked for with the same values as page 2", hint: nil))
    }

    @Test func `what is no URL is said`() throws {
        guard case .fail(let message, _) = try Self.follow(["http://["])[0] else {
            Issue.record("it was followed")
            return
        }
        #expect(message.hasPrefix("the link to the next page is no URL: `http://[`"))
    }
}
