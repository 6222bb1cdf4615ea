import BatonAPI
import BatonCEL
import BatonDiagnostics
import BatonHTTP
import BatonJSON
import BatonJudging
import BatonLanguage
import BatonRecords
import BatonSecrets
import BatonWorkflow

/// Runs the request of a step: sends it, captures from the response, and checks it.
final class RequestExecution {
    let run: CaseRun
    let step: Step
    let template: RequestTemplate
    let attempt: Attempt
    /// The groups and loops around the step.
    let frame: PassFrame?

    init(run: CaseRun, step: Step, template: RequestTemplate, frame: PassFrame?, attempt: Attempt = .only) {
        self.run = run
        self.step = step
        self.template = template
        self.frame = frame
        self.attempt = attempt
    }

    /// Another sending of the same request.
    func again(_ attempt: Attempt) -> RequestExecution {
        RequestExecution(run: run, step: step, template: template, frame: frame, attempt: attempt)
    }

    /// One sending of the step's request.
    final class Attempt: Sendable {
        /// Number of the attempt, from 1.
        let number: Int
        /// The condition that must hold before captures and checks are evaluated.
        let until: Expression?
        /// How to find the next page.
        let pagination: Pagination?
        /// The URL of this page, as given by the page before it.
        let page: URLText?

        init(number: Int, until: Expression? = nil, pagination: Pagination? = nil, page: URLText? = nil) {
            self.number = number
            self.until = until
            self.pagination = pagination
            self.page = page
        }

        /// The first attempt of a request without `until` and pagination.
        static let only = Attempt(number: 1)
    }

    /// The environment to which the request is sent.
    var environment: RunEnvironment { run.settings.environments.named(template.environment) }

    /// Sends the request once.
    func once() async -> StepResult {
        var result = StepResult(kind: .request)
        await exchange(&result)
        if let call = template.call { place(&result.failures, of: call) }
        return result
    }

    private func exchange(_ result: inout StepResult) async {
        let sent: RequestView
        /// `true`, `false` and `null` computed from secrets; hidden in this step's request and response.
        let flags: Set<String>
        let stub: SampleDispatcher?
        do {
            if let call = template.call { try enter(call) }
            (sent, flags) = try run.stepSecrets.notingFlags { () throws(StepFailure) in try build() }
            stub = try self.stub()
        } catch {
            result.fail(error, run)
            return
        }
        let transfer =
            run.hub.showsProgress
            ? run.hub.transfers.begin("\(MaskedText(harmless: run.identity.path)) › \(run.masked(step.name))") : nil
        defer { transfer?.end() }
        result.proves = true
        let session = sent.request.session?.contents
        noteSecrets(of: session, to: sent.request.url)
        let watch = run.settings.dependencies.begin()
        /// What `until` of a stream was on its last event.
        var unmetInStream: StepFailure?
        do {
            let (response, exchange) = try await send(sent, stub, transfer, &unmetInStream)
            noteSecrets(of: sent.request.authorization)
            if sent.request.cache?.policy == .both { setCached(exchange?.cached) }
            run.values.set(.request, sent.answered(by: response))
            await judge(response, to: sent, session, flags, &result)
            if let exchange {
                let isMet = result.failures.isEmpty && result.unmet == nil
                await store(exchange, isMet: isMet, sent, session, response)
            }
            let isShown = !result.failures.isEmpty || result.unmet != nil
            let focus = result.failures.lazy.compactMap(\.focus).first
            result.exchanges = run.stepSecrets.hiding(flags) {
                exchanges(sent, session, response, watch, isShown: isShown, focus: focus)
            }
        } catch {
            fail(error, sent, session, watch, flags, unmetInStream, &result)
        }
    }

    private func build() throws(StepFailure) -> RequestView {
        let environment = environment
        let builder = RequestBuilder(
            settings: run.settings, environment: environment, scope: run,
            session: run.values.session(template.session, in: environment),
            readsJSONLater: run.workflow.uses.readsJSONLater)
        return try builder.request(template) { request throws(StepFailure) in
            if let cache = try CacheRuleBuilder(scope: run, isRepeated: run.context.attempt > 0).rule(template, attempt)
            {
                request.cache = cache
            }
            if let page = attempt.page {
                // A page link from the server is followed like a redirect: credentials stay with their origin.
                let next = Redirection.request(after: request, status: 307, to: page, keepsCredentials: false)
                if next.isBodySecret, !page.hasSameOrigin(as: request.url) {
                    throw StepFailure(
                        .badInput,
                        "the next page is of another origin, \(page.origin), and the body, which holds a secret, would go along",
                        hint: "read the pages of that origin in a step of their own, whose body says what it may have",
                        at: template.url.range)
                }
                request = next
            }
            if let stream = template.stream { try ask(for: stream, &request) }
            if run.workflow.uses.readsCertificate { request.options.wantsCertificate = true }
            switch request.options.authentication {
            case .oauth2?, .aws?, .digest?: request.authorization = AuthorizationLog()
            case .basic?, .ntlm?, .negotiate?, .custom?, nil: break
            }
        }
    }

    private func ask(for stream: StreamTemplate, _ request: inout Request) throws(StepFailure) {
        request.options.readsStream = true
        request.prefersStream(stream.format)
        if let within = stream.within {
            request.options.timeout = .microseconds(try within.microseconds(from: run))
        }
    }

    /// Returns the response; if a cache was used, also its stored response and what it may store.
    private func send(
        _ sent: RequestView, _ stub: SampleDispatcher?, _ transfer: TransferBoard.Exchange?,
        _ unmetInStream: inout StepFailure?
    ) async throws(Failure) -> (response: StepResponse, exchange: CacheExchange?) {
        let dispatcher =
            sent.request.authorization == nil ? run.context.job.dispatcher : run.context.job.authorizing
        if let stream = template.stream {
            var request = sent.request
            request.progress = transfer?.observer
            let dispatcher: any Dispatcher = stub ?? run.context.job.cache ?? dispatcher
            let signals = step.id.flatMap { run.signals[$0] }
            let execution = StreamExecution(
                run: run, template: stream, request: request,
                noteSecrets: { [self] response in
                    noteSecrets(of: response)
                    noteSecrets(of: sent.request.authorization)
                },
                opened: { signals?.settle(true) },
                send: { request throws(Failure) in try await dispatcher.send(request) })
            let end = await execution.perform()
            unmetInStream = end.unmet
            return (step(try end.result.get()), nil)
        }
        if transfer == nil, stub == nil, run.context.job.cache == nil {
            return (step(try await dispatcher.send(sent.request)), nil)
        }
        var request = sent.request
        request.progress = transfer?.observer
        if let stub { return (step(try await stub.send(request)), nil) }
        guard let cache = run.context.job.cache else {
            return (step(try await dispatcher.send(request)), nil)
        }
        let exchange = try await cache.exchange(request, on: run.context.job.executor)
        return (step(exchange.response), exchange)
    }

    func step(_ response: consuming Response) -> StepResponse {
        StepResponse(response.readingSecrets(of: run.context.secrets), attempt: attempt.number)
    }

    private func setCached(_ response: Response?) {
        if let response { noteSecrets(of: response) }
        run.values.setCached(response.map { StepResponse($0.readingSecrets(of: run.context.secrets)) })
    }

    /// Stores a response in the cache only if its step passed, because only such a response is worth reusing.
    private func store(
        _ exchange: CacheExchange, isMet: Bool, _ sent: RequestView, _ session: Session?, _ response: StepResponse
    ) async {
        if let pending = exchange.pending {
            if isMet {
                let isSecret =
                    pending.wantsDisk
                    && ExchangeSecrecy(run: run, environment: environment).isSecret(sent, session, response.http)
                do {
                    try await pending.commit(keepsOnDisk: !isSecret)
                } catch {
                    run.context.job.warnOfCache(error)
                }
            } else {
                pending.drop()
            }
        }
        if let stored = exchange.diskResponse {
            run.context.diskResponses.add(
                stored, environment, knownSecrets: exchange.pending == nil ? 0 : run.context.secrets.count)
        }
    }

    /// The exchange as the reports see it, after those that got its token. Of a step that goes on without a failure
    /// the details are kept aside, for a report of a later failure in the case.
    private func exchanges(
        _ sent: RequestView, _ session: Session?, _ response: StepResponse, _ watch: Dependencies.Stopwatch,
        isShown: Bool, focus: JSONPlace?
    ) -> [EndedExchange] {
        let reporting = Reporting(run)
        let detail = isShown ? reporting.detail(sent.request, session, response.http, focus: focus) : nil
        let kept = isShown ? nil : reporting.keep(sent, session, response, started: watch.started)
        let exchange = reporting.exchange(
            sent, response, template: template, started: watch.started, detail: detail, kept: kept)
        guard let log = sent.request.authorization else { return [exchange] }
        return reporting.exchanges(of: log, attempt: attempt.number, isShown: isShown) + [exchange]
    }

    private func judge(
        _ response: StepResponse, to sent: RequestView, _ session: Session?, _ flags: Set<String>,
        _ result: inout StepResult
    ) async {
        noteSecrets(of: response.http)
        noteSecrets(of: sent.request.session, over: response.http.redirects)
        if response.http.body.count > StepResponse.largeBody { await readElsewhere(response, sent) }
        result.response = response
        run.values.set(.response, response)
        defer { run.values.forget(response) }
        let end = template.call.map { self.end(of: $0, response) }
        setValues(of: end, response, &result)
        result.retryAfter = template.flow == nil ? nil : requestedPause(response)
        result.unmet = attempt.until.flatMap { run.unmet($0) }
        // Captures are evaluated for the last response only, and a result is made of the one that is wanted.
        if result.unmet != nil || end != nil && end?.result == nil { noteSecretParts(of: response) }
        let isLast = result.unmet == nil
        if isLast {
            let findings = findings(response, end, &result)
            result.failures = failures(of: findings, end)
        }
        run.stepSecrets.hiding(flags) { holdAgainstContract(response, sent, session, &result) }
        guard isLast else { return }
        if let snapshot = template.snapshot {
            SnapshotExecution(run: run, template: snapshot, request: template, passVariable: frame?.passVariable)
                .perform(response, &result)
        }
        if let pagination = attempt.pagination, result.failures.isEmpty {
            do throws(StepFailure) {
                result.nextPage = try nextPage(pagination, response)
            } catch {
                result.fail(error, run)
            }
        }
    }

    /// Sets what conditions, captures and checks read besides the response: the outcome and the result of a call.
    private func setValues(of end: End?, _ response: StepResponse, _ result: inout StepResult) {
        if end != nil || template.readsOutcome {
            run.values.set(Root.outcome.rawValue, .string(end?.outcome.name ?? response.outcome))
            run.values.set(Root.result.rawValue, end?.result)
        }
        if let value = end?.result { result.captured[Root.result.name] = value }
    }

    /// The pause that the server asks for in `Retry-After`.
    private func requestedPause(_ response: StepResponse) -> Microseconds? {
        let now = run.settings.dependencies.clock() / 1_000_000
        return RetryAfter.seconds(response.http.headers, now: now).map { min($0, 1 << 40) * 1_000_000 }
    }

    /// What is wrong with a response, by what found it.
    private struct Findings {
        /// Why the call did not end as the step expects.
        var call: [StepFailure] = []
        /// The captures without a value.
        var captures: [StepFailure] = []
        /// The status and the errors of GraphQL that the step does not check, then the step's checks.
        var checks: [ResponseJudge.Failed] = []
    }

    /// Captures from a response that is not sent for again, and checks it.
    private func findings(
        _ response: StepResponse, _ end: End?, _ result: inout StepResult
    ) -> Findings {
        let http = response.http
        let found = ResponseFailures(run: run, response: response, template: template)
        let isUnexpected = !template.checksStatus && !http.isSuccess
        var findings = Findings()
        if let end { findings.call = failures(of: end, response).map(run.taken) }
        let judge = ResponseJudge(
            run: run, captures: template.captures, checks: template.checks, conditions: template.conditions,
            template: template)
        // A capture that fails because of an unexpected status would only repeat what the status says.
        findings.captures = judge.capture(
            response, &result, isUnexpected: isUnexpected, lacksResult: !findings.call.isEmpty)
        result.checkCount =
            template.checks.count + template.conditions.count + (template.checksStatus ? 0 : 1)
            + (template.snapshot == nil ? 0 : 1)
        func add(_ failure: StepFailure?) {
            if let failure { findings.checks.append(ResponseJudge.Failed(failure: run.taken(failure))) }
        }
        if template.call == nil, isUnexpected { add(found.unexpectedStatus(at: step.range)) }
        if template.failsOnGraphQLErrors, http.isSuccess, end?.explainsErrors != true {
            add(found.graphQLErrors(at: step.range))
        }
        findings.checks += judge.check(response, outcome: end?.outcome.name, &result)
        // A call, captures and checks that need JSON report on their own that there is none.
        if template.isGraphQL, http.isSuccess,
            !(findings.call + findings.captures + findings.checks.map(\.failure))
                .contains(where: { $0.kind == .notJSON })
        {
            add(found.noGraphQLResponse(at: step.range))
        }
        return findings
    }

    /// The failures of the step: what explains others comes first, and what only repeats others is left out.
    private func failures(of findings: Findings, _ end: End?) -> [StepFailure] {
        // Where the step expects another status, the meaning of this one to the endpoint does not matter.
        let isStatusWrong =
            template.checksStatus && template.outcomeCheck == nil && end?.outcome != .failure(.expression)
            && findings.checks.contains { $0.failure.check == "status" }
        let call = isStatusWrong ? [] : findings.call
        var failed = call.map { ResponseJudge.Failed(failure: $0) } + findings.checks
        if let end { failed += mappingFailures(of: end, failed).map { ResponseJudge.Failed(failure: $0) } }
        guard !failed.isEmpty else { return findings.captures }
        if run.settings.options.tellsEveryCheck { return findings.captures + failed.map(\.failure) }
        let cause = StatusCause(failed, captures: findings.captures)
        // A wrong status explains most other failures, so it comes first.
        let first = call.isEmpty ? (cause.failures.first?.check == "status" ? 1 : 0) : call.count
        return cause.failures[..<first] + cause.captures + cause.failures[first...]
    }

    /// Notes what secret captures and secret fields of a result find in a response that they are not taken from: reports
    /// show it, too.
    ///
    /// - Returns: whether each of them found its value.
    @discardableResult
    private func noteSecretParts(of response: StepResponse) -> Bool {
        let evaluator = CaptureEvaluator(response, scope: run)
        var areFound = true
        for capture in template.captures where capture.mayHoldSecret {
            do throws(StepFailure) {
                run.noteSecret(try evaluator.evaluate(capture))
            } catch {
                areFound = false
            }
        }
        guard let result = template.call?.endpoint.result, result.mayHoldSecret else { return areFound }
        return ResultEvaluator(response, scope: run).evaluate(result).failures.isEmpty && areFound
    }

    /// Treats credentials in a response (such as cookies) as secret, although no file declares them.
    private func noteSecrets(of response: Response) {
        for text in response.headers.values("set-cookie") {
            // This includes cookies that a client must ignore, because the response is shown with them. A short value
            // is masked only where its header is shown: hidden as a word everywhere, it would hide too much.
            let value = CookieHeader.value(ofSetCookie: text)
            for form in [value, CookieHeader.unquoted(value)] { run.context.secrets.add(form) }
        }
        for name in environment.sessionHeaders {
            for value in response.headers.values(name) { run.noteSecret(value) }
        }
        let names = run.settings.secrets.names
        for text in response.headers.values("location") { run.noteSecrets(inURL: text, names) }
        if !response.redirects.isEmpty {
            for url in response.redirects.map(\.url) + [response.url] { run.noteSecrets(inURL: url.text, names) }
        }
    }

    /// Notes tokens for the whole run, because its other workflows may use them too.
    private func noteSecrets(of log: AuthorizationLog?) {
        for secret in log?.secrets ?? [] {
            run.settings.secrets.add(secret)
            run.noteSecret(secret)
        }
    }

    /// Notes the kept headers of the session that this request sends: an earlier step received them, or with a
    /// session of the whole run another workflow.
    private func noteSecrets(of session: Session?, to url: URLText) {
        guard !environment.sessionHeaders.isEmpty, let session else { return }
        for field in session.keptHeaders(for: url.origin) { run.noteSecret(field.value) }
    }

    /// Notes what the session received from redirect responses, which are not shown anywhere.
    private func noteSecrets(of session: SessionStore?, over redirects: [Response.Redirect]?) {
        guard redirects?.isEmpty != true, let session = session?.value else { return }
        for cookie in session.jar.cookies { run.context.secrets.add(cookie.value) }
        for redirect in redirects ?? [] {
            for field in session.keptHeaders(for: redirect.url.origin) { run.noteSecret(field.value) }
        }
    }

    /// Reads a large response on another executor: parsing JSON or XML here, validating it against schemas or
    /// evaluating XPath would delay all other transfers of this loop and falsify their durations.
    private func readElsewhere(_ response: StepResponse, _ sent: RequestView) async {
        let schemas = template.checks.compactMap(\.documentSchema) + [contractSchema(response, sent)].compactMap(\.self)
        let queries = template.checks.compactMap(\.xpath) + template.captures.compactMap(\.xpath)
        await withTaskExecutorPreference(globalConcurrentExecutor) { @Sendable in
            await Self.read(response, schemas, queries)
        }
    }

    @concurrent private static func read(
        _ response: StepResponse, _ schemas: [CompiledSchema], _ queries: [XPathQuery]
    ) async {
        _ = response.json
        for schema in schemas { response.judge(by: schema.schema) }
        response.find(queries)
    }

    private func fail(
        _ failure: Failure, _ sent: RequestView, _ session: Session?, _ watch: Dependencies.Stopwatch,
        _ flags: Set<String>, _ unmetInStream: StepFailure?, _ result: inout StepResult
    ) {
        let request = sent.request
        noteSecrets(of: request.authorization)
        var showsBody = true
        if let response = failure.response {
            noteSecrets(of: response)
            // A secret in a body that is cut off cannot be told from the rest of it.
            showsBody = noteSecretParts(of: step(response))
        }
        if request.options.redirects != nil { noteSecrets(of: request.session, over: nil) }
        run.stepSecrets.hiding(flags) {
            judge(failure, to: sent, unmetInStream, &result)
            if failure.kind.isOutcome, !failure.isOfAuthorization, let response = failure.response {
                holdAgainstContract(result.response ?? step(response), sent, session, isWhole: false, &result)
            }
        }
        result.exchanges = run.stepSecrets.hiding(flags) {
            let reporting = Reporting(run)
            let before =
                request.authorization.map { reporting.exchanges(of: $0, attempt: attempt.number, isShown: true) } ?? []
            // Without a token the request itself was not sent.
            if failure.isOfAuthorization { return before }
            return before + [
                reporting.failedExchange(
                    request, session, failure, template: template, attempt: attempt.number, watch: watch,
                    showsBody: showsBody)
            ]
        }
    }
}
