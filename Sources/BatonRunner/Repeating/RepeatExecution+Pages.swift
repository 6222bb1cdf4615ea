import BatonCEL
import BatonHTTP
import BatonJSON
import BatonJudging
import BatonLanguage
import BatonRecords
import BatonWorkflow

extension RepeatExecution {
    /// Sends the request page by page; the result combines all pages.
    func pages(
        _ pagination: Pagination, of request: RequestExecution, _ log: inout AttemptLog
    ) async -> StepResult {
        var walk = PageWalk(maximum: pagination.maximum, allowsOtherHosts: pagination.allowsOtherHosts)
        var pages = PageTotals(run.context.space)
        var request = request.again(RequestExecution.Attempt(number: log.nextAttempt, pagination: pagination))
        while true {
            var result = await request.once()
            for index in result.exchanges.indices where result.exchanges[index].purpose == nil {
                result.exchanges[index].page = walk.count
            }
            log.add(result)
            if !pages.add(to: &result), result.failures.isEmpty {
                result.fail(.noRoom(at: pagination.range), run)
            }
            guard result.failures.isEmpty else {
                result.failures[0].explanation.insert(
                    CELExplanation(name: "page", value: .int(Int64(walk.count))), at: 0)
                return whole(result, pages, of: request.template)
            }
            switch walk.decision(after: result, pagination.way) {
            case .follow(let target)?:
                request = request.again(
                    RequestExecution.Attempt(
                        number: request.attempt.number, pagination: pagination, page: target))
            case .again?: break
            case .fail(let message, let hint)?:
                result.fail(failure(of: pagination, message, hint: hint), run)
                return whole(result, pages, of: request.template)
            case nil: return whole(result, pages, of: request.template)
            }
        }
    }

    /// The result of the last page with the captures of all pages.
    private func whole(_ last: StepResult, _ pages: PageTotals, of template: RequestTemplate) -> StepResult {
        var result = last
        result.captured = pages.captures.values
        for capture in template.captures {
            guard let value = result.captured[capture.name], !run.values.set(capture.slot, value) else { continue }
            if result.failures.isEmpty { result.fail(.noRoom(at: capture.range), run) }
        }
        return result
    }

    private func failure(of pagination: Pagination, _ message: String, hint: Hint?) -> StepFailure {
        StepFailure(.check, message, check: "paginate", hint: hint, at: pagination.range)
    }
}

/// What the pages so far have in common with the result of one of them.
private struct PageTotals {
    var captures: PagedCaptures
    private var checkCount = 0
    private var hollow: [HollowCheck] = []

    init(_ space: VariableSpace) { captures = PagedCaptures(space) }

    /// Adds a page, whose result then tells of all pages; false where the variables exceed their space.
    mutating func add(to result: inout StepResult) -> Bool {
        checkCount += result.checkCount
        hollow += result.hollow
        (result.checkCount, result.hollow) = (checkCount, hollow)
        return captures.add(result.captured)
    }
}

/// Decides whether there is a next page, and which.
struct PageWalk {
    let maximum: Int
    let allowsOtherHosts: Bool
    /// The URL of the first page that names its next page by a link.
    private var first: URLText?
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
        case fail(String, hint: Hint?)
    }

    /// What follows a page; nil behind the last one.
    mutating func decision(after result: StepResult, _ way: Pagination.Way) -> Decision? {
        switch result.nextPage {
        case .link(let link):
            guard let page = result.response?.http.url else { return nil }
            return follow(link, from: page)
        case .again(let key): return again(with: key)
        case nil:
            guard count == 1, let response = result.response, let misspelt = MisspeltNextPage(way, in: response)
            else { return nil }
            return .fail(misspelt.message, hint: .explaining(misspelt.hint))
        }
    }

    /// - Parameters:
    ///   - link: the link as written in the response, possibly relative.
    ///   - page: the URL of the response.
    mutating func follow(_ link: String, from page: URLText) -> Decision {
        if first == nil { first = page }
        if seen.isEmpty { seen[page.text] = 1 }
        let target: URLText
        do {
            target = try page.resolving(link)
        } catch {
            return .fail("the link to the next page is no URL: `\(Self.shown(link))` \(error.message)", hint: nil)
        }
        guard allowsOtherHosts || target.hasSameOrigin(as: first ?? page) else {
            return .fail(
                "the link to the next page leads to another origin: \(Self.shown(target.origin.description))",
                hint: .accepting("`any_host: true`; credentials stay behind"))
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
                "there are more pages than \(maximum)", hint: .accepting("`max` of `paginate` allows more pages"))
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
