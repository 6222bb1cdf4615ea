import BatonHTTP

/// Decides whether there is a next page, and which.
struct PageWalk {
    let maximum: Int
    let allowsOtherHosts: Bool
    /// Number of pages, including the current one.
    private(set) var count = 1
    /// Page numbers by URL or by request values; detects cycles.
    private var seen: [String: Int] = [:]

    init(maximum: Int, allowsOtherHosts: Bool) {
        self.maximum = maximum
        self.allowsOtherHosts = allowsOtherHosts
    }

    enum Decision: Equatable {
        case follow(URLText)
        case again
        case fail(String, hint: String?)
    }

    /// - Parameters:
    ///   - link: the link as written in the response, possibly relative.
    ///   - page: the URL of the response.
    ///   - first: the URL of the first page.
    mutating func follow(_ link: String, from page: URLText, first: URLText) -> Decision {
        if seen.isEmpty { seen[page.text] = 1 }
        let target: URLText
        do {
            target = try page.resolving(link)
        } catch {
            return .fail("the link to the next page is no URL: `\(Self.shown(link))` \(error.message)", hint: nil)
        }
        guard allowsOtherHosts || target.hasSameOrigin(as: first) else {
            return .fail(
                "the link to the next page leads to another origin: \(Self.shown(target.origin.description))",
                hint: "if it may, say so: `any_host: true`; credentials stay behind")
        }
        if let earlier = seen[target.text] {
            return .fail("the link to the next page leads back to page \(earlier): \(Self.shown(link))", hint: nil)
        }
        if let failure = step() { return failure }
        seen[target.text] = count
        return .follow(target)
    }

    /// - Parameter key: the values of the next request, as text.
    mutating func again(with key: String) -> Decision {
        if let earlier = seen[key] {
            return .fail("page \(count + 1) would be asked for with the same values as page \(earlier)", hint: nil)
        }
        if let failure = step() { return failure }
        seen[key] = count
        return .again
    }

    private mutating func step() -> Decision? {
        if count >= maximum {
            return .fail(
                "there are more pages than \(maximum)", hint: "`max` of `paginate` allows more pages")
        }
        count += 1
        return nil
    }

    private static func shown(_ text: String) -> String { text.count > 200 ? "\(text.prefix(199))…" : text }
}
