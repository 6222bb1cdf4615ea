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
    ) async -> StepExecution.Result {
        var walk = PageWalk(maximum: pagination.maximum, allowsOtherHosts: pagination.allowsOtherHosts)
        var captures = PagedCaptures(run.context.space)
        var checkCount = 0
        var hollow: [HollowCheck] = []
        var first: URLText?
        var request = request
        request.attempt = RequestExecution.Attempt(number: log.nextAttempt, pagination: pagination)
        while true {
            var result = await request.once()
            log.add(result)
            checkCount += result.checkCount
            result.checkCount = checkCount
            hollow += result.hollow
            result.hollow = hollow
            if !captures.add(result.captured), result.failures.isEmpty {
                result.fail(.noRoom(at: pagination.range), run)
            }
            func ended() -> StepExecution.Result {
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

/// How to request the next page.
enum NextPage {
    case link(String)
    /// Repeat the request with changed values, given here as text.
    case again(String)
}

extension RequestExecution {
    /// Reads the next page from a response; nil for the last page.
    func nextPage(_ pagination: Pagination, _ response: StepResponse) throws(StepFailure) -> NextPage? {
        switch pagination.way {
        case .relation(let relation):
            return LinkHeader.target(relation, of: response.http).map { .link($0) }
        case .link(let capture):
            switch CaptureEvaluator(response, scope: run).evaluate(capture) {
            case .failure(let failure):
                throw StepFailure(failure.kind, failure.message, hint: failure.hint, at: failure.range)
            case .success(let found):
                // A path that may find several places gives a list.
                let value = found.elements.flatMap { $0.count < 2 ? $0.first ?? .null : nil } ?? found
                if value.isNull || value.stringValue == "" { return nil }
                if let link = value.stringValue { return .link(link) }
                throw StepFailure(
                    .mappingType, "next: expected the URL of a page, got \(value.describedType)", at: pagination.range)
            }
        case .again(let condition, let assignments):
            guard try condition.evaluateCondition(in: run) else { return nil }
            var key = ""
            let most = CELLimits().madeBytes
            for assignment in assignments {
                let value = try assignment.value.value(from: run)
                run.noteSecret(value)
                try run.values.store(assignment.slot, value, at: assignment.range)
                key +=
                    "\(assignment.name)=\((try? value.toJSON()).flatMap { JSONWriter.compact($0, limit: most) } ?? "?")\n"
            }
            return .again(key)
        }
    }
}
