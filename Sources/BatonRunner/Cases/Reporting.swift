import BatonAPI
import BatonCEL
import BatonHTTP
import BatonJSON
import BatonJudging
import BatonLanguage
import BatonRecords
import BatonSecrets
import BatonValues
import BatonWorkflow

/// Makes what a step keeps of conditions, requests and responses: cut to what is shown, and masked before it is cut.
struct Reporting {
    let run: CaseRun

    init(_ run: CaseRun) {
        self.run = run
    }

    // MARK: - Failures

    /// The failure as its step keeps it. Values of conditions are shown now: they may be large, and are not kept.
    ///
    /// - Parameter frame: the loops whose elements are shown with the failure.
    func failed(_ failure: StepFailure, in frame: PassFrame?) -> EndedStep.Failed {
        run.stepSecrets.hiding(failure.words) {
            let own = explanation(failure.explanation)
            let around = frame.map { explanation($0.elements).filter { !own.contains($0) } } ?? []
            var failure = failure
            failure.explanation = []
            return EndedStep.Failed(failure: failure, explanation: around + own)
        }
    }

    /// What a failure says, for the attempt or poll that it ended.
    func message(of failure: StepFailure) -> MaskedText {
        run.stepSecrets.hiding(failure.words) { run.masked(failure.message) }
    }

    func explanation(_ parts: [CELExplanation]) -> [FailureRecord.SubExpression] {
        run.noteSecrets(in: parts)
        return parts.map { part in
            FailureRecord.SubExpression(text: run.masked(part.text), value: shownValue(of: part))
        }
    }

    /// The value on one line. A value computed from a text that contains a secret, such as a server's echo, may be a
    /// part of the secret. The redactor does not find parts, so the whole value is hidden.
    private func shownValue(of part: CELExplanation) -> MaskedText {
        if part.value?.boolValue == nil, part.sources.contains(where: run.holdsSecret) { return "***" }
        if let error = part.error { return error.isTainted ? "error" : "error: \(run.masked(error.message))" }
        return part.value.map { run.masked(ValueText.value($0, mask: run.mask)) } ?? "nothing"
    }

    // MARK: - Exchanges

    func exchange(
        _ sent: RequestView, _ response: StepResponse, template: RequestTemplate, started: Microseconds,
        detail: ExchangeRecord.Detail?, kept: KeptExchange?
    ) -> EndedExchange {
        EndedExchange(
            attempt: response.attempt + response.http.silentRepeats, method: sent.request.method.rawValue,
            url: sent.request.url.text,
            responseURL: response.http.redirects.isEmpty ? nil : UserInfo.hidden(in: response.http.url.text),
            urlTemplate: template.url.written, status: response.http.status, httpVersion: response.http.httpVersion,
            started: started, duration: response.http.timings.total, timings: response.http.timings,
            requestBytes: response.http.requestBytes, responseBytes: response.http.size, detail: detail,
            cache: mark(response.http.cacheUse), kept: kept, words: run.stepSecrets.words)
    }

    private func mark(_ use: CacheUse?) -> ExchangeRecord.CacheMark? {
        switch use {
        case nil: nil
        case .stored(let age)?: ExchangeRecord.CacheMark(.stored, age: Int64(age / .microseconds(1)))
        case .revalidated(let age)?: ExchangeRecord.CacheMark(.revalidated, age: Int64(age / .microseconds(1)))
        case .shared?: ExchangeRecord.CacheMark(.shared)
        }
    }

    func failedExchange(
        _ request: Request, _ session: Session?, _ failure: Failure, template: RequestTemplate, attempt: Int,
        watch: Dependencies.Stopwatch, showsBody: Bool
    ) -> EndedExchange {
        let response = failure.response
        return EndedExchange(
            attempt: attempt, method: request.method.rawValue, url: request.url.text,
            responseURL: failure.redirectedTo.map { UserInfo.hidden(in: $0.text) }, urlTemplate: template.url.written,
            status: response?.status, httpVersion: response?.httpVersion, started: watch.started,
            duration: watch.elapsed, timings: response?.timings ?? Response.Timings(),
            requestBytes: response?.requestBytes ?? 0, responseBytes: response?.size ?? 0, failure: failure.kind,
            detail: detail(
                request, session, response, isSaved: false, isSent: failure.wasTried, showsBody: showsBody),
            words: run.stepSecrets.words)
    }

    /// Keeps an exchange that nothing shows yet, for a failure later in the case.
    func keep(
        _ sent: RequestView, _ session: Session?, _ response: StepResponse, started: Microseconds
    ) -> KeptExchange {
        run.context.trail.keep(
            KeptExchange.Content(
                sent: sent, session: session, response: response, started: started, words: run.stepSecrets.words))
    }

    /// - Parameters:
    ///   - session: the content of the session before the request was sent.
    ///   - isSaved: false where the request failed and the body to be saved was discarded.
    ///   - isSent: false for a request that could not be written, so that there is no curl command for it.
    ///   - started: when the request was sent; nil for just now.
    ///   - focus: the place in the response's document around which the body is shown.
    ///   - showsBody: false where the response may hold a secret at a place that is not known.
    func detail(
        _ request: Request, _ session: Session?, _ response: Response?, isSaved: Bool = true, isSent: Bool = true,
        started: Microseconds? = nil, focus: JSONPlace? = nil, showsBody: Bool = true
    ) -> ExchangeRecord.Detail {
        let exported = run.settings.exportedSecrets
        let sent = withoutSecretsByName(
            self.sent(request.inUTF8, session, started ?? run.settings.dependencies.clock()), exported)
        var arrived = sent
        if let response, let headers = response.sentHeaders, !response.isFromCache {
            arrived.headers = withoutSecretsByName(request.markingCredentials(of: headers), exported)
        }
        let shown = (showsBody ? response : nil).flatMap { response in
            response.events.flatMap { EventsExcerpt(mask: run.masked).text($0, focus: focus) }
                ?? body(response.bodyInUTF8, size: response.size, focus: focus)
        }
        let requestBody = body(of: sent)
        var detail = ExchangeRecord.Detail(
            requestHeaders: headers(arrived.completeHeaders), requestBody: requestBody,
            requestContent: content(of: sent, shown: requestBody, as: request),
            responseHeaders: response.map { headers($0.headers) } ?? [],
            responseBody: showsBody ? shown?.text ?? savedBody(request, response, isSaved) : withheldBody(response),
            responseContent: (showsBody ? response : nil).flatMap { content(of: $0, shown: shown?.text) },
            responseLine: shown?.line,
            curl: isSent ? curl(sent, to: request.inUTF8.url, exported) : nil)
        if let response, !response.interim.isEmpty || !response.trailers.isEmpty {
            detail.interim = response.interim.map {
                ExchangeRecord.Interim(status: $0.status, headers: headers($0.headers))
            }
            detail.trailers = headers(response.trailers)
        }
        return detail
    }

    /// The command that sends the request again. A secret that the environment holds is a variable of the shell in it.
    ///
    /// Hidden before quoting, because quoting may split a secret, and masked after it because of escaped characters.
    private func curl(_ sent: Request, to url: URLText, _ exported: [String: String]) -> MaskedText {
        var request = withoutCookies(sent)
        request.url = url
        let names = run.settings.secrets.names
        let redactor = run.context.secrets.redactor
        let line = CurlCommand.text(for: request) { text, isURL in
            let bytes = Array(text.utf8)
            let byName = isURL ? bytes.withUnsafeBufferPointer { names.places(inURL: $0) } : []
            var parts: [ShellWord.Part] = []
            var read = 0
            // A place that is exactly the value of a variable is no part of another secret: such places are joined.
            for place in Redactor.joined(redactor.places(in: bytes) + byName) {
                parts.append(.text(run.mask(String(decoding: bytes[read..<place.lowerBound], as: UTF8.self))))
                let name = exported[String(decoding: bytes[place], as: UTF8.self)]
                parts.append(name.map { .variable($0) } ?? .text(Redactor.mask))
                read = place.upperBound
            }
            parts.append(.text(run.mask(String(decoding: bytes[read...], as: UTF8.self))))
            return parts
        }
        return run.masked(line)
    }

    /// Hides the values of secret fields in headers, query and body, such as `X-Api-Key`.
    ///
    /// - Parameter exported: secrets that are masked wherever they stand, and which the curl command names.
    private func withoutSecretsByName(_ request: Request, _ exported: [String: String]) -> Request {
        var request = request
        let names = run.settings.secrets.names
        request.headers = withoutSecretsByName(request.headers, exported)
        // Masked first: the URL as a whole may be a secret, and then cannot be parsed any more.
        if let url = try? URLText.parse(run.masked(request.url.description).reshaped(names.hidden).text) {
            request.url = url
        }
        request.body = withoutSecretFields(request.body, names, exported)
        return request
    }

    private func withoutSecretsByName(_ headers: Headers, _ exported: [String: String]) -> Headers {
        let names = run.settings.secrets.names
        return Headers(
            headers.map { field in
                let isHidden =
                    names.contains(field.name) && !SecretNames.isSecretHeader(field.name) && !field.value.isEmpty
                    && exported[field.value] == nil
                return isHidden ? Headers.Field(field.name, "***", isCredential: true) : field
            })
    }

    private func withoutSecretFields(
        _ body: RequestBody, _ names: SecretNames, _ exported: [String: String]
    ) -> RequestBody {
        guard case .bytes(let bytes, let type) = body else { return body }
        switch type {
        case "application/json":
            guard let value = try? JSONParser.parse(bytes) else { return body }
            let hidden = withoutSecretFields(value, names, exported)
            return hidden == value ? body : .bytes(JSONWriter.compactBytes(hidden), contentType: type)
        case "application/x-www-form-urlencoded":
            let fields = "?" + String(decoding: bytes, as: UTF8.self)
            let hidden = names.hidden(inURL: fields) { exported[$0] != nil }.dropFirst()
            return .bytes(Array(hidden.utf8), contentType: type)
        default: return body
        }
    }

    /// Hides the texts and numbers of secret members; values that are hidden everywhere are secrets from now on.
    private func withoutSecretFields(
        _ value: JSONValue, _ names: SecretNames, _ exported: [String: String], isSecret: Bool = false
    ) -> JSONValue {
        switch value {
        case .array(let items):
            return .array(items.map { withoutSecretFields($0, names, exported, isSecret: isSecret) })
        case .object(let object):
            return .object(
                JSONObject(
                    object.members.map { member in
                        let isSecret = isSecret || names.contains(member.name)
                        return (member.name, withoutSecretFields(member.value, names, exported, isSecret: isSecret))
                    }))
        case .string(let text) where isSecret && !text.isEmpty && exported[text] == nil:
            if SecretNames.isHiddenEverywhere(text) { run.noteSecret(text) }
            return .string(Redactor.mask)
        case .number(let number) where isSecret:
            if SecretNames.isHiddenEverywhere(number.text) { run.noteSecret(number.text) }
            return .string(Redactor.mask)
        case .null, .bool, .number, .string: return value
        }
    }

    /// Hides the values of cookies, even short ones.
    private func withoutCookies(_ request: Request) -> Request {
        guard let cookies = request.headers["cookie"] else { return request }
        var request = request
        request.headers.set("Cookie", CookieHeader.hidden(in: cookies, isSetting: false), isCredential: true)
        return request
    }

    /// The request with the cookies and headers of the session, as sent to the first server.
    private func sent(_ request: Request, _ session: Session?, _ now: Microseconds) -> Request {
        guard let session, !session.isEmpty else { return request }
        var sent = request
        for cookie in session.jar.cookies { run.context.secrets.add(cookie.value) }
        session.addHeaders(to: &sent.headers, for: request.url, now: now / 1_000_000)
        return sent
    }

    private func savedBody(_ request: Request, _ response: Response?, _ isSaved: Bool) -> MaskedText? {
        guard let place = request.options.savePlace, let response else { return nil }
        guard isSaved else { return "(\(response.size) bytes came, not saved)" }
        return "(\(response.size) bytes, saved to \(run.masked(place.path)))"
    }

    private func withheldBody(_ response: Response?) -> MaskedText? {
        response.map { "(\($0.size) bytes came; not shown, because a secret that is taken from them was not found)" }
    }

    private func headers(_ headers: Headers) -> [(name: MaskedText, value: MaskedText)] {
        headers.map { field in
            (name: run.masked(field.name), value: masked(field))
        }
    }

    /// Masks a credential but keeps its scheme, `Bearer ***`, and the names of cookies.
    private func masked(_ field: Headers.Field) -> MaskedText {
        let value = field.value
        // Masked first: a secret that contains a `;` would otherwise not be found.
        switch field.name.lowercased() {
        case "cookie": return run.masked(CookieHeader.hidden(in: run.mask(value), isSetting: false))
        case "set-cookie": return run.masked(CookieHeader.hidden(in: run.mask(value), isSetting: true))
        default: guard field.isCredential, SecretNames.isSecretHeader(field.name) else { return run.masked(value) }
        }
        let parts = value.split(separator: " ", maxSplits: 1)
        return parts.count == 2 && AuthorizationValue.isScheme(String(parts[0]))
            ? MaskedText(harmless: "\(parts[0]) ***") : run.masked(value)
    }

    private func body(of request: Request) -> MaskedText? {
        switch request.body {
        case .none: nil
        case .bytes(let bytes, _): body(bytes, size: bytes.count)?.text
        case .file(let file, _, _, _): "(the file \(run.masked(file.path)))"
        case .stream: "(a stream)"
        case .multipart(let parts):
            "(\(parts.count) parts: \(parts.map { run.masked($0.name) }.joined(separator: ", ")))"
        }
    }

    /// - Parameter request: the request before its secrets were hidden.
    private func content(of sent: Request, shown: MaskedText?, as request: Request) -> BodyContent? {
        guard case .bytes(let bytes, _) = sent.body, case .bytes(let original, _) = request.body else {
            return sent.body.isNone ? nil : BodyContent(.none)
        }
        if original.isEmpty { return nil }
        return BodyExcerpt(mask: run.masked).content(bytes, size: original.count, isWhole: true, shown: shown)
    }

    /// The content of a stream is not kept, nor is that of a body that was saved.
    private func content(of response: Response, shown: MaskedText?) -> BodyContent? {
        if response.size == 0 { return nil }
        if response.events != nil || response.body.isEmpty { return BodyContent(.none, size: response.size) }
        return BodyExcerpt(mask: run.masked).content(
            response.bodyInUTF8, size: response.size, isWhole: response.body.count == response.size, shown: shown)
    }

    /// - Parameter size: bytes of the whole body, of which `bytes` may be the beginning.
    private func body(_ bytes: [UInt8], size: Int, focus: JSONPlace? = nil) -> (text: MaskedText, line: Int?)? {
        BodyExcerpt(mask: run.masked).text(bytes, size: size, focus: focus)
    }
}

extension Failure {
    /// Whether libcurl received the request; a request that could not be written has no curl command.
    fileprivate var wasTried: Bool { kind.family != "request" || cause != nil }
}
