import BatonAPI
import BatonDiagnostics
import BatonHTTP
import BatonJSON
import BatonJudging
import BatonLanguage
import BatonWorkflow
import BatonYAML

/// Reads `status`: a number, a class such as `2xx`, a list of numbers and classes, or operators.
struct StatusReader {
    let operators: OperatorReader

    private var sink: DiagnosticSink { operators.sink }

    func test(_ node: YAMLNode) -> Check.Test? { test(node, isNegated: false) }

    private func test(_ node: YAMLNode, isNegated: Bool) -> Check.Test? {
        if node.entries != nil {
            return operators.test(node, of: "status", .status, isNegated: isNegated, own: operation)
        }
        guard let patterns = patterns(node) else { return nil }
        let isAny = StatusSet(.in, patterns)
        let test = Check.Test.operators([Check.Comparison(operation: isAny, range: node.range)])
        return isNegated || Domain.status.approves(test, of: "status", at: node.range, sink) ? test : nil
    }

    private func operation(_ entry: MapReader.Entry) -> OperatorReader.Reading? {
        let node = entry.value
        if let relation = StatusSet.Relation(rawValue: entry.name) {
            return reading(patterns(node, of: relation, entry).map { StatusSet(relation, $0) })
        }
        guard entry.key == Negation.word.key else { return nil }
        return reading(test(node, isNegated: true).map(Negation.init))
    }

    private func patterns(
        _ node: YAMLNode, of relation: StatusSet.Relation, _ entry: MapReader.Entry
    ) -> [StatusSet.Pattern]? {
        switch relation {
        case .eq, .ne: pattern(node).map { [$0] }
        case .in, .notIn: node.items == nil ? computedList(entry).map { [.computedList($0)] } : patterns(node)
        }
    }

    private func reading(_ operation: (any CheckOperator)?) -> OperatorReader.Reading {
        operation.map { .read($0) } ?? .reported
    }

    private func computedList(_ entry: MapReader.Entry) -> Expression? {
        let operand = OperandReader(entry: entry, domain: .status, reader: operators)
        guard case .expression(let list)? = operand.computedList() else { return nil }
        return list
    }

    /// The patterns of one status or of a list.
    private func patterns(_ node: YAMLNode) -> [StatusSet.Pattern]? {
        guard let items = node.items else { return pattern(node).map { [$0] } }
        let patterns = items.compactMap(pattern)
        return patterns.count == items.count ? patterns : nil
    }

    private func pattern(_ node: YAMLNode) -> StatusSet.Pattern? {
        if let expression = operators.templates.wholeExpression(node) { return .computed(expression) }
        guard let scalar = node.scalar, node.isText else {
            sink.report(
                .wrongType(Language.Expect.status, wanted: "a number such as `200`, or a class such as `2xx`", node))
            return nil
        }
        let text = scalar.text
        if let pattern = StatusSet.Pattern(text: text) { return pattern }
        sink.report(.invalidStatus(text, at: node.range))
        return nil
    }
}

/// Reads the checks of texts with a known form: `sha256`, `starts_with_hex`, `http_version`.
struct BytesReader {
    let operators: OperatorReader

    private static let digest = Domain(
        values: .form(
            { $0.utf8.count == 64 && $0.utf8.allSatisfy(\.isHexDigit) }, example: String(repeating: "0", count: 64)),
        described: "64 hexadecimal digits", help: "`sha256sum FILE` prints them", mayBeMissing: false)

    /// Hexadecimal digits in upper or lower case. A digest that looks like a number is read as the characters written.
    func sha256(_ node: YAMLNode) -> Check.Test? {
        guard node.scalar != nil, !node.isNull else { return operators.test(node, of: "sha256", Self.digest) }
        let text = operators.templates.text(node)
        let test = Check.Test.equals(
            text.literal.map { .literal(.string($0)) } ?? operators.templates.template(node))
        return Self.digest.approves(test, of: "sha256", at: node.range, operators.sink) ? test : nil
    }

    func leadingBytes(_ node: YAMLNode) -> Check.Test? {
        let text = operators.templates.text(node)
        if let literal = text.literal, BinaryTemplate.Encoding.hex.bytes(of: literal) == nil {
            operators.sink.report(.invalidHex(literal, at: node.range))
            return nil
        }
        return .leadingBytes(text)
    }

    func httpVersion(_ node: YAMLNode) -> Check.Test? {
        operators.test(node, of: "http_version", .texts(["1.0", "1.1", "2", "3"]))
    }
}

/// Reads `outcome`: `success`, or the kind of failure that is expected.
struct OutcomeReader {
    let operators: OperatorReader

    /// The possible outcomes of the call of an endpoint. A value that does not fit its type gives `mapping_failed`,
    /// whatever the kind of the problem.
    static func names(ofCall own: [String]) -> [String] {
        [CallOutcome.successName] + own + [CallOutcome.mappingFailedName]
            + Failure.Kind.ofRequests.map(\.rawValue)
    }

    func test(_ node: YAMLNode) -> Check.Test? {
        let names = operators.templates.position.outcomes ?? Failure.Kind.namesOfRequests
        return operators.test(node, of: "outcome", .texts(names))
    }
}

/// Reads `duration: { lt: 500ms }` and the like; a bare duration would mean equality, which is never intended.
struct DurationReader {
    let operators: OperatorReader
    let key: Key

    /// What is checked.
    struct Key {
        let name: String
        /// A check as most are.
        let example: String
        let domain: Domain

        static let duration = Key("duration", "lt: 500ms")
        static let firstEvent = Key("first_event", "lt: 500ms")
        static let gap = Key("gap", "lt: 2s")
        /// Negative for what has expired.
        static let expiresIn = Key("expires_in", "gt: 30d", least: .min)

        private init(_ name: String, _ example: String, least: Int64 = 0) {
            self.name = name
            self.example = example
            domain = Domain(
                values: .duration(least: least), described: least < 0 ? "a duration" : "a duration from 0",
                help: "write `\(name): { \(example) }`", mayBeMissing: false)
        }
    }

    func test(_ node: YAMLNode) -> Check.Test? {
        guard node.entries != nil else {
            operators.sink.report(
                Diagnostic(
                    "workflow.wrong-type", "`\(key.name)` wants an operator", at: node.range,
                    help: "write `\(key.name): { \(key.example) }`"))
            return nil
        }
        return operators.test(node, of: key.name, key.domain) { entry in
            Order.Relation(rawValue: entry.name).map { relation in
                .read(DurationOrder(relation: relation, bound: operators.templates.duration(entry.value)))
            }
        }
    }
}
