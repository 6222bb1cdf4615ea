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
        var hollow: [HollowRecord] = []
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
                result.failures = [Reporting(run).failure(.noRoom(at: pagination.range))]
            }
            func ended() -> StepExecution.Result {
                result.captured = captures.values
                for capture in request.template.captures {
                    guard let value = result.captured[capture.name], !run.values.set(capture.slot, value) else {
                        continue
                    }
                    if result.failures.isEmpty {
                        result.failures = [Reporting(run).failure(.noRoom(at: capture.range))]
                    }
                }
                return result
            }
            guard result.failures.isEmpty else {
                result.failures[0].explanation.insert(
                    FailureRecord.SubExpression(text: "page", value: "\(walk.count)"), at: 0)
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
                    result.failures = [failure(of: pagination, mistake.message, hint: mistake.hint)]
                }
                return ended()
            }
            switch decision {
            case .follow(let target):
                request.attempt = RequestExecution.Attempt(
                    number: request.attempt.number, pagination: pagination, page: target)
            case .again: break
            case .fail(let message, let hint):
                result.failures = [failure(of: pagination, message, hint: hint)]
                return ended()
            }
        }
    }

    private func failure(of pagination: Pagination, _ message: String, hint: String?) -> FailureRecord {
        var failure = Reporting(run).failure(StepFailure(.check, message, hint: hint, at: pagination.range))
        failure.check = "paginate"
        return failure
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
            case .failure(let problem):
                throw StepFailure(
                    Failure.Kind(rawValue: problem.kind), problem.message, hint: problem.hint, at: problem.range)
            case .success(let found):
                // A path that may find several places gives a list.
                let value = found.elements.flatMap { $0.count < 2 ? $0.first ?? .null : nil } ?? found
                if value.isNull || value.stringValue == "" { return nil }
                if let link = value.stringValue { return .link(link) }
                throw StepFailure(
                    .mappingType, "next: expected the URL of a page, got \(value.describedType)", at: pagination.range)
            }
        case .again(let condition, let assignments):
            do {
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
            } catch let failure as StepFailure {
                throw failure
            } catch let failure as TemplateFailure {
                throw StepFailure(failure)
            } catch {
                return nil
            }
        }
    }
}
