import BatonDiagnostics
import BatonHTTP
import BatonJSON
package import BatonLanguage
import BatonValues

/// Evaluates the checks of a step against its response; a failed check does not stop the others.
///
/// It takes the subject of a check out of the response and leaves the test of that value to `TestEvaluator`; once one has
/// failed, `MatchPlaces` finds where in the document. `OutcomeEvaluator` does the same for a step without a response.
package struct CheckEvaluator {
    private let response: StepResponse
    private let scope: any TemplateScope
    /// The outcome of the request.
    private let outcome: String

    /// - Parameter outcome: the outcome of a call; nil for a plain request, whose status gives its outcome.
    package init(_ response: StepResponse, scope: any TemplateScope, outcome: String? = nil) {
        self.response = response
        self.scope = scope
        self.outcome = outcome ?? response.outcome
    }

    /// - Parameter mask: applied to every text before it is cut or escaped.
    package func evaluate(_ check: Check, mask: @escaping (String) -> String) throws(StepFailure) -> CheckVerdict {
        if let schema = check.documentSchema, response.isKnownToFit(schema.schema) { return .met }
        if case .xmlSchema(let schema) = check.test {
            return schema.failure(of: response).map { kind, words in
                .failed([failure(of: check, kind, words(Wording(mask: mask)))])
            } ?? .met
        }
        switch try subject(of: check) {
        case .failure(let kind, let message):
            return .failed([failure(of: check, kind, message(Wording(mask: mask)))])
        case .actual(let actual):
            let failures = try evaluate(check, actual, mask)
            guard failures.isEmpty else { return .failed(failures) }
            let reason = try TestEvaluator(scope: scope).hollowness(test(of: check), actual)
            return reason.map { .hollow(HollowCheck(label: check.label, reason: $0, range: check.range)) } ?? .met
        }
    }

    private enum Found {
        case actual(ActualValue)
        /// The subject cannot be read, so that the check fails whatever its test is.
        case failure(Failure.Kind, (Wording) -> ComparisonFailure.Words)
    }

    private func evaluate(
        _ check: Check, _ actual: ActualValue, _ mask: @escaping (String) -> String
    ) throws(StepFailure) -> [StepFailure] {
        let evaluator = TestEvaluator(scope: scope, place: check.place)
        switch try test(of: check) {
        case .operators(let comparisons) where comparisons.count > 1:
            var failed: [(comparison: Check.Comparison, unmet: ComparisonFailure)] = []
            for comparison in comparisons {
                guard let unmet = try evaluator.failure(comparison, actual) else { continue }
                failed.append((comparison, unmet))
                // For a missing value, the first failure is enough.
                if unmet.reason == .missing { break }
            }
            // A check that a value of the wrong type would fit is no advice.
            let hasType = !failed.contains { $0.unmet.word == TypeTest.word.name }
            return failed.map { comparison, unmet in
                failure(of: check, unmet, mask, at: comparison.range, givesHint: hasType)
            }
        case .leadingBytes(let template):
            guard let unmet = try leadingBytes(template) else { return [] }
            return [failure(of: check, unmet, mask, at: check.range)]
        case let test:
            guard let unmet = try evaluator.failure(test, actual) else { return [] }
            return [failure(of: check, unmet, mask, at: check.range)]
        }
    }

    /// The test of a check, with its texts in the form in which the response has them: digests in lower case, serial
    /// numbers of certificates without colons too, and addresses as RFC 5952 writes them.
    private func test(of check: Check) throws(StepFailure) -> Check.Test {
        switch check.subject {
        case .sha256: try check.test.changingTexts(from: scope) { $0.lowercased() }
        case .certificate(.serial):
            try check.test.changingTexts(from: scope) { text in text.lowercased().filter { $0 != ":" } }
        case .certificate(.names): try check.test.changingTexts(from: scope, Certificate.canonicalName)
        default: check.test
        }
    }

    private func failure(
        of check: Check, _ unmet: ComparisonFailure, _ mask: @escaping (String) -> String, at range: SourceRange,
        givesHint: Bool = true
    ) -> StepFailure {
        let wording = Wording(mask: mask)
        var words = unmet.words(wording)
        let places = MatchPlaces(of: check, in: response, from: scope)
        places?.nameMatches(in: &words, wording)
        if check.looksAtPath { places?.nameElement(in: &words, wording) }
        words.hint = givesHint ? hint(check, words) : nil
        var failure = failure(of: check, kind(of: check), words, places)
        failure.comparison = unmet.word
        failure.range = range
        return failure
    }

    private func hint(_ check: Check, _ words: ComparisonFailure.Words) -> Hint? {
        if case .body = check.subject, response.isGzip { return StepResponse.gzipHint }
        return words.hint ?? hintOfNothing(check)
    }

    /// Where a path selects nothing: the name that it may have meant.
    private func hintOfNothing(_ check: Check) -> Hint? {
        guard case .path(let path) = check.subject, case .value(let root) = response.json,
            case .several(let values)? = try? path.matches(in: root, from: scope), values.isEmpty
        else { return nil }
        return Neighbourhood(of: path, in: root, owner: "the body").suggestion
    }

    /// The kind of a failure; for an unexpected outcome that is a kind of failure, this kind.
    private func kind(of check: Check) -> Failure.Kind {
        guard case .outcome = check.subject else { return .check }
        let kind = Failure.Kind(rawValue: outcome)
        return kind.isOutcome ? kind : .check
    }

    private func failure(
        of check: Check, _ kind: Failure.Kind, _ words: ComparisonFailure.Words, _ places: MatchPlaces? = nil
    ) -> StepFailure {
        let message = words.sentence
        // The path of a difference names the place more exactly than the label of the check.
        let path = words.differences.first?.path
        let isPlaced = check.looksAtPath && path.map { $0.hasPrefix("$") && message.hasPrefix($0) } ?? false
        var failure = StepFailure(
            kind, isPlaced ? message : "\(words.elementPath ?? check.label): \(message)", check: check.label,
            expected: words.expected, actual: words.actual, differences: words.differences,
            moreDifferences: words.moreDifferences, hint: words.hint, at: check.range)
        failure.focus = places?.focus(of: words)
        return failure
    }

    // MARK: - Subjects

    private func subject(of check: Check) throws(StepFailure) -> Found {
        switch check.subject {
        case .status: return .actual(.json(.integer(response.http.status)))
        case .body:
            if case .leadingBytes = check.test { return .actual(.text("")) }
            return .actual(.text(response.text))
        case .size: return .actual(.json(.integer(response.http.size)))
        case .sha256: return .actual(.text(response.http.savedDigest ?? SHA256.hex(of: response.http.body)))
        case .url: return .actual(.text(response.http.url.text))
        case .redirects: return .actual(.json(response.redirects))
        case .duration:
            if let age = response.storedAge { return .failure(.check) { _ in Self.noDuration(age) } }
            return .actual(.duration(response.http.timings.total))
        case .firstEvent: return .actual(firstEvent)
        case .gap: return .actual(gap)
        case .events(let path): return try self.path(path, in: response.eventList, owner: "the stream")
        case .httpVersion: return .actual(.text(response.http.httpVersion.description))
        case .certificate(let part): return try certificate(part, check)
        case .outcome: return .actual(.text(outcome))
        case .exitCode:
            return .actual(response.program.map { .json(.integer($0.exitCode)) } ?? Self.noProgram)
        case .standardError: return .actual(response.program.map { .text($0.errorText) } ?? Self.noProgram)
        case .header(let name):
            guard let value = response.http.headers[name] else {
                return .actual(
                    .missing { [response] in
                        let names = response.http.headers.map(\.name)
                        let near = Spelling.nearest(to: name, in: names)
                        return .init(
                            why: "the response has no header `\(name)`", hint: near.map { "did you mean `\($0)`?" })
                    })
            }
            return .actual(.text(value))
        case .cookie(let name, let attribute): return .actual(cookie(name, attribute))
        case .xpath(let query): return xpath(query)
        case .document: return document { .actual(.json($0)) }
        case .path(let path):
            if let value = path.singleMatch(in: response) { return .actual(.json(value)) }
            guard case .actual(.json(let root)) = document({ .actual(.json($0)) }) else {
                return document { .actual(.json($0)) }
            }
            return try self.path(path, in: root)
        }
    }

    private var firstEvent: ActualValue {
        response.http.events?.first.map { .duration($0.microseconds) } ?? .missing { .init(why: "no event came") }
    }

    private var gap: ActualValue {
        guard let events = response.http.events, let gap = events.greatestGap else {
            return .missing { .init(why: "fewer than two events came, so that there is nothing between them") }
        }
        return .duration(gap.microseconds)
    }

    /// No check of a certificate holds without one, not even `exists: false`.
    private func certificate(_ part: CertificatePart, _ check: Check) throws(StepFailure) -> Found {
        guard let certificate = response.http.certificate else {
            let why =
                response.http.url.isSecure
                ? "the response came without a new handshake, so that no certificate was shown"
                : "there is no certificate: the URL is plain http"
            return .failure(.check) { _ in .init(expected: "a certificate", actual: "none", message: why) }
        }
        do {
            return .actual(certificate.actual(part, now: try scope.host.now().seconds))
        } catch {
            throw StepFailure(error.message, at: check.range)
        }
    }

    private static let noProgram = ActualValue.missing { .init(why: "no program was started") }

    private func xpath(_ query: XPathQuery) -> Found {
        func failure(_ expected: String, _ actual: String, _ message: String, hint: Hint? = nil) -> Found {
            .failure(.check) { _ in .init(expected: expected, actual: actual, message: message, hint: hint) }
        }
        switch query.finding(in: response) {
        case .text(let text): return .actual(.text(text))
        case .value(let value): return .actual(.json(value))
        case .texts(let texts): return .actual(.texts(texts))
        case .nothing: return .actual(.missing { .init(why: "the XPath finds nothing") })
        case .several(let count, let first):
            return .failure(.check) { wording in
                let shown = first.map(wording.text).joined(separator: ", ")
                let rest = count - first.count
                return .init(
                    expected: "one node",
                    actual: "\(count) nodes: \(shown)\(rest > 0 ? " and \(rest) more" : "")",
                    message: "the XPath finds \(count) nodes, and the check is of one",
                    hint:
                        "choose one, `(…)[1]`, count them, `count(…)`, or look at all: `{ each: … }`, `{ any: … }`, a list"
                )
            }
        case .notXML(let message):
            return .failure(.notXML) { [response] wording in
                .init(expected: "XML or HTML", actual: wording.text(response.text), message: message)
            }
        case .failed(let message): return failure("a value", "none", message)
        }
    }

    /// The words for a check of `duration` on a cached response, whose duration says nothing about the server.
    private static func noDuration(_ age: String) -> ComparisonFailure.Words {
        .init(
            expected: "a response of the server", actual: "one from the cache",
            message: "the response came from the cache, stored \(age) ago: nothing was sent that could take time",
            hint: "`cache: network-only` makes this step ask the server")
    }

    private func cookie(_ name: String, _ attribute: Cookie.Attribute) -> ActualValue {
        guard let cookie = response.cookies.last(where: { $0.name == name }) else {
            return .missing { [response] in
                let near = Spelling.nearest(to: name, in: response.cookies.map(\.name))
                return .init(
                    why: "the response sets no cookie `\(name)`", hint: near.map { "did you mean `\($0)`?" })
            }
        }
        return cookie.actual(attribute)
            ?? .missing { .init(why: "the cookie `\(name)` has no `\(attribute.rawValue)`") }
    }

    private func document(_ use: (JSONValue) -> Found) -> Found {
        switch response.json {
        case .value(let value): return use(value)
        case .empty: return notJSON("\(response.bodyName) is empty")
        case .failed where response.isGzip:
            return .failure(.notJSON) { [response] _ in
                .init(
                    expected: "a JSON body", actual: "\(response.http.body.count) bytes of gzip",
                    message: "\(response.bodyName) is not JSON: it is compressed with gzip",
                    hint: StepResponse.gzipHint)
            }
        case .failed(let error): return notJSON("\(response.bodyName) is not JSON: \(error.description)")
        }
    }

    private func notJSON(_ message: String) -> Found {
        .failure(.notJSON) { wording in
            .init(expected: "a JSON body", actual: wording.text(response.text), message: message)
        }
    }

    /// - Parameter owner: the name of the root in messages.
    private func path(
        _ path: PathTemplate, in root: JSONValue, owner: String = "the body"
    ) throws(StepFailure) -> Found {
        do throws(PathFailure) {
            switch try path.matches(in: root, from: scope) {
            case .one(let value): return .actual(.json(value))
            case .several(let values): return .actual(.matches(values))
            case .none: return .actual(Self.nothing(at: path, in: root, owner))
            }
        } catch {
            switch error {
            case .template(let failure): throw failure
            case .evaluation(let message):
                return .failure(.check) { _ in .init(expected: "a value", actual: "none", message: message) }
            }
        }
    }

    private static func nothing(at path: PathTemplate, in root: JSONValue, _ owner: String) -> ActualValue {
        .missing {
            let near = Neighbourhood(of: path, in: root, owner: owner)
            return .init(why: "there is nothing at this path\(near.words)", hint: near.suggestion)
        }
    }

    private func leadingBytes(_ template: TextTemplate) throws(StepFailure) -> ComparisonFailure? {
        let text = try template.text(from: scope)
        guard let wanted = BinaryTemplate.Encoding.hex.bytes(of: text) else {
            throw StepFailure("`\(text)` is no hexadecimal text: two digits for each byte", at: template.range)
        }
        let body = response.http.body
        if body.starts(with: wanted) { return nil }
        return ComparisonFailure(Affix.End.start.rawValue) { _ in
            let actual = body.isEmpty ? "an empty body" : HexText.digits(of: body.prefix(wanted.count))
            return .init(expected: HexText.digits(of: wanted[...]), actual: actual)
        }
    }
}

extension Check {
    /// Whether the paths of differences begin where the check looks, as its label does.
    fileprivate var looksAtPath: Bool {
        switch subject {
        case .path, .events: true
        default: false
        }
    }

    /// The beginning of the paths of differences.
    fileprivate var place: String {
        switch subject {
        case .path(.path(let path)): path.isSingular ? label : MatchPlaces.matches
        case .path: MatchPlaces.matches
        case .events(.path(let path)): path.isSingular ? label : MatchPlaces.matches
        case .events: MatchPlaces.matches
        case .xpath(let query): query.wantsList ? "nodes" : label
        case .redirects: label
        default: "$"
        }
    }
}

extension StepResponse {
    /// The outcome of a response: `success` for 2xx, else the kind of failure of its status.
    package var outcome: String {
        http.isSuccess ? "success" : Failure.Kind.status(http.status).rawValue
    }

    /// The redirects in the form of `response.redirects`.
    var redirects: JSONValue {
        .array(http.redirects.map { .object(["status": .integer($0.status), "url": .string($0.url.text)]) })
    }
}

/// What became of a check.
package enum CheckVerdict {
    case met
    /// Met without having looked at anything.
    case hollow(HollowCheck)
    /// One failure for each operator that does not hold.
    case failed([StepFailure])
}
