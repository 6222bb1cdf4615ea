import BatonCEL
import BatonHTTP
import BatonJSON
import BatonJudging
import BatonLanguage
import BatonRecords
import BatonWorkflow

extension FlowExecution {
    /// Sends the request page by page; the result combines all pages.
    func pages(
        _ pagination: Pagination, of request: RequestExecution, _ log: inout AttemptLog
    ) async -> StepResult {
        var walk = PageWalk(maximum: pagination.maximum, allowsOtherHosts: pagination.allowsOtherHosts)
        var captures = PagedCaptures(run.context.space)
        var checkCount = 0
        var hollow: [HollowCheck] = []
        var first: URLText?
        var request = request
        request.attempt = RequestExecution.Attempt(number: log.nextAttempt, pagination: pagination)
        while true {
            var result = await request.once()
            for index in result.exchanges.indices where result.exchanges[index].purpose == nil {
                result.exchanges[index].page = walk.count
            }
            log.add(result)
            checkCount += result.checkCount
            result.checkCount = checkCount
            hollow += result.hollow
            result.hollow = hollow
            if !captures.add(result.captured), result.failures.isEmpty {
                result.fail(.noRoom(at: pagination.range), run)
            }
            func ended() -> StepResult {
                result.captured = captures.values
                for capture in request.template.captures {
                    guard let value = result.captured[capture.name], !run.values.set(capture.slot, value) else {
                        continue
                    }
                    if result.failures.isEmpty { result.fail(.noRoom(at: capture.range), run) }
                }
                return result
            }
            guard result.failures.isEmpty else {
                result.failures[0].explanation.insert(
                    CELExplanation(name: "page", value: .int(Int64(walk.count))), at: 0)
                return ended()
            }
            let page = result.response?.http.url
            if first == nil { first = page }
            let decision: PageWalk.Decision
            switch result.nextPage {
            case .link(let link):
                guard let page, let first else { return ended() }
                decision = walk.follow(link, from: page, first: first)
            case .again(let key): decision = walk.again(with: key)
            case nil:
                if walk.count == 1, let response = result.response,
                    let mistake = MisspeltNextPage(pagination.way, in: response)
                {
                    result.fail(failure(of: pagination, mistake.message, hint: mistake.hint), run)
                }
                return ended()
            }
            switch decision {
            case .follow(let target):
                request.attempt = RequestExecution.Attempt(
                    number: request.attempt.number, pagination: pagination, page: target)
            case .again: break
            case .fail(let message, let hint):
                result.fail(failure(of: pagination, message, hint: hint), run)
                return ended()
            }
        }
    }

    private func failure(of pagination: Pagination, _ message: String, hint: String?) -> StepFailure {
        StepFailure(.check, message, check: "paginate", hint: hint, at: pagination.range)
    }
}

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

/// The combined captures of all pages of one request: lists are concatenated, other values become a list.
struct PagedCaptures {
    private var pages: [String: [CELValue]] = [:]
    private let share: VariableSpace.Share

    init(_ space: VariableSpace) {
        share = VariableSpace.Share(of: space)
    }

    /// Returns false where the variables exceed their space.
    mutating func add(_ captured: CapturedValues) -> Bool {
        for (name, value) in captured.entries {
            let value = value.measured
            guard share.add(value) else { return false }
            pages[name, default: []].append(value)
        }
        return true
    }

    var values: CapturedValues {
        var joined = CapturedValues()
        for (name, values) in pages { joined[name] = Self.joined(values) }
        return joined
    }

    private static func joined(_ values: [CELValue]) -> CELValue {
        let lists = values.map(\.elements)
        return .list(lists.contains(where: { $0 == nil }) ? values : lists.flatMap { $0 ?? [] })
    }
}
