import BatonAPI
import BatonDiagnostics
import BatonHTTP
import BatonJudging
import BatonLanguage
import BatonRecords
import BatonSecrets
import BatonWorkflow

extension RequestExecution {
    /// The request and the operation of the contract that a response belongs to.
    private struct Hop {
        let method: String
        let url: URLText
        let status: Int
        let match: ContractMatch

        var isOutside: Bool { if case .outside = match { true } else { false } }
    }

    /// Holds an exchange against the contract of its environment or API file, and counts what it covers.
    ///
    /// Of a request that is sent again because `until` does not hold yet, violations are warnings: no other check of its
    /// response counts either.
    ///
    /// Of a response that did not come to its end, everything but the body counts.
    ///
    /// - Parameter session: the content of the session before the request was sent.
    func holdAgainstContract(
        _ response: StepResponse, _ sent: RequestView, _ session: Session?, isWhole: Bool = true,
        _ result: inout StepResult
    ) {
        guard let rule = template.contract, !run.settings.options.isStub else { return }
        let hops = hops(sent.request, response.http, rule)
        if response.http.cacheUse.wasSent {
            for hop in hops { run.settings.contracts.note(hop.match, hop.status, of: rule.contract) }
        }
        guard let first = hops.first, let last = hops.last else { return }
        let judge = ContractJudge(rule, names: run.settings.secrets.names, mask: run.mask)
        var found: [ContractViolation] = []
        if let violation = judge.undeclared(first.match, first.method, first.url) {
            found.append(violation)
        }
        if rule.request != .none || rule.undeclaredRequest != .none,
            case .operation(let index, let values) = first.match
        {
            found += judge.request(
                sent.request.inUTF8, headers(sent.request, session), rule.contract.operations[index], values: values)
        }
        found = self.counted(found, response.http.status, result)
        if rule.response != .none || rule.undeclaredResponse != .none, case .operation(let index, _) = last.match {
            let isStatusTold = result.failures.contains { $0.check == "status" }
            found += judge.response(
                response, to: last.method, rule.contract.operations[index],
                body: sent.request.options.savePlace != nil || response.http.events != nil
                    ? .unread : isWhole ? .whole : .partial
            ).filter { !($0.isStatus && isStatusTold) }
        }
        if result.unmet == nil, !hops.allSatisfy(\.isOutside) { result.checkCount += 1 }
        for violation in found {
            let severity = rule.severity(violation)
            if severity == .failure, result.unmet == nil {
                result.fail(violation.failure(at: step.range), run)
            } else if severity != .none {
                warn(violation)
            }
        }
    }

    /// The schema of the contract that the document of a response is held against.
    func contractSchema(_ response: StepResponse, _ sent: RequestView) -> CompiledSchema? {
        guard let rule = template.contract, rule.response != .none, !run.settings.options.isStub,
            let last = hops(sent.request, response.http, rule).last, case .operation(let index, _) = last.match
        else { return nil }
        return ContractJudge(rule, mask: { $0 }).schema(of: response, rule.contract.operations[index])
    }

    /// A server that refuses a request with 4xx is right to do so where the request breaks the contract. That counts
    /// only where the step wanted another status, because then it is the reason.
    private func counted(
        _ found: [ContractViolation], _ status: Int, _ result: StepResult
    ) -> [ContractViolation] {
        guard (400..<500).contains(status) else { return found }
        return result.failures.contains { $0.check == "status" || $0.check == "outcome" } ? found : []
    }

    private func hops(_ request: Request, _ response: Response, _ rule: ContractRule) -> [Hop] {
        let base = environment.baseURL
        var hops: [Hop] = []
        var method = request.method.rawValue
        func add(_ url: URLText, _ status: Int) {
            // Later URLs were resolved against the one before.
            let sent = hops.isEmpty ? request.sentURL : url
            hops.append(Hop(method: method, url: sent, status: status, match: rule.match(method, sent, base: base)))
        }
        for redirect in response.redirects {
            add(redirect.url, redirect.status)
            // As the engine does: 303 becomes GET, and so do 301 and 302 after POST (RFC 9110, 15.4).
            let isRewritten =
                redirect.status == 303 && method != "HEAD" || redirect.status < 303 && method == "POST"
            if isRewritten { method = "GET" }
        }
        add(response.url, response.status)
        return hops
    }

    /// All headers that are sent, with those of the session.
    private func headers(_ request: Request, _ session: Session?) -> Headers {
        guard let session else { return request.completeHeaders }
        var whole = request
        session.addHeaders(
            to: &whole.headers, for: request.url, now: run.settings.dependencies.clock() / 1_000_000)
        return whole.completeHeaders
    }

    private func warn(_ violation: ContractViolation) {
        let key = "\(violation.range) \(step.range) \(violation.message.prefix { $0 != ":" })"
        switch run.settings.contracts.warning(key) {
        case .tell:
            let text = "contract: \(violation.message) (\(violation.range))"
            run.context.warnings.hold(.init(range: step.range, text: text, words: run.stepSecrets.words))
        case .tellLast: run.context.warnings.hold(.init(text: "contract: there are more warnings, which are not shown"))
        case .keep: break
        }
    }
}

extension CacheUse? {
    /// Whether the server gave the response in this exchange, or confirmed it.
    fileprivate var wasSent: Bool {
        switch self {
        case .stored, .shared: false
        case .revalidated, nil: true
        }
    }
}

extension ContractViolation {
    /// The failure of a step that breaks the contract.
    fileprivate func failure(at step: SourceRange) -> StepFailure {
        var failure = StepFailure(
            .contract, "contract: \(message)", check: "contract", expected: expected, actual: actual,
            differences: differences, moreDifferences: moreDifferences, hint: hint.map(Hint.explaining), at: step)
        failure.related = ("the contract", range)
        return failure
    }
}
