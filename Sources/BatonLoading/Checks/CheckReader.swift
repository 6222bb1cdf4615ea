import BatonDiagnostics
import BatonHTTP
import BatonJSON
import BatonJudging
import BatonLanguage
import BatonWorkflow
import BatonYAML

/// The keys that are read here.
private typealias Keys = Language.Expect

/// Reads `expect` into checks, in the order written.
///
/// A check is a subject and a test. `OperatorReader` reads the tests, each form of operand in `OperandReader`, and the `Domain`
/// of the subject refuses those that check nothing or can never hold. Documents, schemas, snapshots and statuses have forms of
/// their own.
struct CheckReader {
    struct Result {
        var checks: [Check] = []
        var conditions: [Expression] = []
        var snapshot: SnapshotTemplate?
        /// Whether the file says which status or outcome is wanted, so that the default, 2xx, does not apply.
        var checksStatus = false

        /// Adds the default checks of the file and of the API.
        mutating func add(defaults: [Check]) {
            if defaults.isEmpty { return }
            // A request that says its own `status` or `outcome` does not have the default one.
            let added = defaults.filter { !$0.isOfStatus || !checksStatus }
            checks = checks.merged(over: added)
            if added.contains(where: \.isOfStatus) { checksStatus = true }
        }
    }

    let templates: TemplateReader

    private var sink: DiagnosticSink { templates.sink }
    private var operators: OperatorReader { OperatorReader(templates: templates) }

    func expect(_ node: YAMLNode, as context: Language.Map = Keys.map) -> Result {
        var result = Result()
        let isWhole = context !== Language.DefaultExpect.map
        let entries = MapReader(sink: sink).entries(
            of: node, as: context,
            other: { isWhole && $0.utf8.first == UInt8(ascii: "$") ? Self.pathKey : nil })
        result.checks.reserveCapacity(Self.mostChecks(of: entries))
        for index in 0..<entries.endIndex { read(entries[index], into: &result) }
        return result
    }

    private static let pathKey = Language.Key("$", .any, "A JSONPath into the body.")
    /// Keys whose value is a map of names to checks.
    private static let named: Language.KeySet = [Keys.headers, Keys.cookies, Keys.xpath]

    /// The number of checks in a file without mistakes, for the capacity of the list.
    private static func mostChecks(of entries: MapReader.Entries) -> Int {
        var count = entries.contains(Keys.that) ? entries.count - 1 : entries.count
        guard entries.contains(anyOf: named) else { return count }
        for index in 0..<entries.endIndex where named.contains(entries[index].key) {
            count += (entries[index].value.entries?.count ?? 1) - 1
        }
        return count
    }

    private func read(_ entry: MapReader.Entry, into result: inout Result) {
        let node = entry.value
        let name = entry.name
        func add(_ subject: consuming Check.Subject, _ test: consuming Check.Test?) {
            guard let test else { return }
            result.checks.append(Check(subject: subject, label: name, test: test, range: entry.range))
        }
        func test(_ domain: Domain) -> Check.Test? { operators.test(node, of: name, domain) }
        switch entry.key {
        case nil: readPath(entry, into: &result)
        case Keys.status:
            result.checksStatus = true
            add(.status, StatusReader(operators: operators).test(node))
        case Keys.outcome:
            result.checksStatus = true
            add(.outcome, OutcomeReader(operators: operators).test(node))
        case Language.ExecExpect.exitCode:
            result.checksStatus = true
            add(.exitCode, test(.exitCode))
        case Language.ExecExpect.stdout: add(.body, test(.alwaysText))
        case Language.ExecExpect.stderr: add(.standardError, test(.alwaysText))
        case Keys.headers: readNamed(entry, into: &result, header)
        case Keys.cookies: readNamed(entry, into: &result, cookie)
        case Keys.body:
            add(.body, test(.alwaysText))
        case Keys.xpath: readXPaths(entry, into: &result)
        case Keys.size: add(.size, test(.size))
        case Keys.url: add(.url, test(.alwaysText))
        case Keys.sha256: add(.sha256, BytesReader(operators: operators).sha256(node))
        case Keys.startsWithHex: add(.body, BytesReader(operators: operators).leadingBytes(node))
        case Keys.httpVersion: add(.httpVersion, BytesReader(operators: operators).httpVersion(node))
        case Keys.redirects: add(.redirects, redirects(node))
        case Keys.duration: add(.duration, DurationReader(operators: operators, key: .duration).test(node))
        case Keys.firstEvent:
            if readsEvents(entry) {
                add(.firstEvent, DurationReader(operators: operators, key: .firstEvent).test(node))
            }
        case Keys.gap:
            if readsEvents(entry) { add(.gap, DurationReader(operators: operators, key: .gap).test(node)) }
        case Keys.certificate: readCertificate(entry, into: &result)
        case Keys.json: add(.document, DocumentReader(templates: templates).test(node, .whole))
        case Keys.jsonIncludes: add(.document, DocumentReader(templates: templates).test(node, .subset))
        case Keys.snapshot: result.snapshot = SnapshotReader(templates: templates).snapshot(entry)
        case Keys.schema:
            if let schema = SchemaReader(templates: templates).schema(node) {
                add(.document, .operators([.init(operation: SchemaFit(schema: schema), range: entry.range)]))
            }
        case Keys.xmlSchema:
            if let schema = XMLSchemaReader(templates: templates).schema(node) { add(.body, .xmlSchema(schema)) }
        case Keys.that:
            result.conditions += templates.conditions(node, of: "`that`")
        default: break
        }
    }

    /// Reads the check of a path into the document, or into the events of a stream.
    private func readPath(_ entry: MapReader.Entry, into result: inout Result) {
        let reader = PathReader(templates: templates)
        let isOfEvents = EventsPath.isOne(entry.name)
        let path: PathTemplate? =
            if isOfEvents {
                readsEvents(entry) ? reader.eventsPath(entry.pair.key, entry.name) : nil
            } else {
                reader.path(entry.pair.key, entry.name)
            }
        guard let path, let test = operators.test(entry.value, of: entry.name, .path(path)) else { return }
        result.checks.append(
            Check(subject: isOfEvents ? .events(path) : .path(path), label: entry.name, test: test, range: entry.range))
    }

    /// Whether the step reads a stream; reports a check of events where it does not.
    private func readsEvents(_ entry: MapReader.Entry) -> Bool {
        if templates.position.hasStream { return true }
        sink.report(.eventsWithoutStream(entry.name, at: entry.keyRange))
        return false
    }

    /// Reads the maps of names to checks: `headers`, `cookies`.
    private func readNamed(
        _ entry: MapReader.Entry, into result: inout Result,
        _ subject: (YAMLEntry, String) -> (subject: Check.Subject, domain: Domain)?
    ) {
        let entries = entry.value.entries ?? []
        if entries.isEmpty {
            sink.report(.checksNothing("`\(entry.name)`", at: entry.value.range, help: "write a name and its value"))
        }
        let prefix = entry.name + "."
        for item in entries {
            let name = item.keyText
            if reportsLeftOut(item) { continue }
            guard let (subject, domain) = subject(item, name) else { continue }
            let label = prefix + name
            guard let test = operators.test(item.value, of: label, domain) else { continue }
            result.checks.append(Check(subject: subject, label: label, test: test, range: item.range))
        }
    }

    /// Reports a name without a check.
    private func reportsLeftOut(_ item: YAMLEntry) -> Bool {
        guard item.value.isLeftOut else { return false }
        sink.report(.emptyCheck(item.keyText, at: item.keyRange))
        return true
    }

    private func readCertificate(_ entry: MapReader.Entry, into result: inout Result) {
        templates.scope.noteCertificate("certificate")
        for item in MapReader(sink: sink).entries(of: entry.value, as: Language.CertificateExpect.map) {
            guard let part = CertificatePart(rawValue: item.name) else { continue }
            let label = "certificate.\(item.name)"
            let test =
                part == .expiresIn
                ? DurationReader(operators: operators, key: .expiresIn).test(item.value)
                : operators.test(item.value, of: label, part.domain)
            guard let test else { continue }
            result.checks.append(Check(subject: .certificate(part), label: label, test: test, range: item.range))
        }
    }

    private func readXPaths(_ entry: MapReader.Entry, into result: inout Result) {
        let entries = entry.value.entries ?? []
        if entries.isEmpty {
            sink.report(
                .checksNothing("`xpath`", at: entry.value.range, help: "write an XPath and what it must find"))
        }
        for item in entries {
            if reportsLeftOut(item) { continue }
            guard let path = XPathReader(templates: templates).path(item.key) else { continue }
            var query = XPathQuery(path: path, wantsList: false)
            if XPathReader.isOfList(item.value) { query = query.listed }
            let label = "xpath " + item.keyText
            guard let test = operators.test(item.value, of: label, .xpath(query)) else { continue }
            result.checks.append(
                Check(
                    subject: .xpath(query), label: label, test: test, range: item.key.range.through(item.value.range)))
        }
    }

    private func header(_ item: YAMLEntry, _ name: String) -> (subject: Check.Subject, domain: Domain)? {
        guard Token.isValid(name) else {
            sink.report(.invalidHeaderName(name, at: item.keyRange))
            return nil
        }
        return (.header(name), .text)
    }

    /// `sid`, or `sid@path`: an attribute of the cookie.
    private func cookie(_ item: YAMLEntry, _ name: String) -> (subject: Check.Subject, domain: Domain)? {
        let parts = name.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard Cookie.mayBeCalled(parts[0]) else {
            sink.report(.invalidCookieName(name, at: item.key.range))
            return nil
        }
        guard parts.count > 1 else { return (.cookie(name: parts[0], attribute: .value), .text) }
        guard let attribute = Cookie.Attribute(rawValue: parts[1]) else {
            sink.report(
                .unknownCookieAttribute(
                    parts[1], known: Cookie.Attribute.allCases.map(\.rawValue), at: item.keyRange))
            return nil
        }
        let domain: Domain =
            switch attribute {
            case .secure, .httpOnly: .flag
            case .expires, .maxAge: .wholeNumber
            case .value, .path, .domain, .sameSite: .text
            }
        return (.cookie(name: parts[0], attribute: attribute), domain)
    }

    /// Reads `redirects`, a list of hops; a bare number is the number of hops.
    private func redirects(_ node: YAMLNode) -> Check.Test? {
        guard case .number? = node.scalar?.value else { return operators.test(node, of: "redirects", .redirects) }
        return operators.test(node, of: "redirects", .length).map { test in
            .operators([Check.Comparison(operation: Length(test: test), range: node.range)])
        }
    }
}
