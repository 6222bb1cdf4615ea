import BatonDiagnostics
package import BatonHTTP
import BatonJSON
import BatonJSONSchema
import BatonLanguage
package import BatonSecrets

/// Holds one exchange against a contract: requests and responses go in, violations come out.
package struct ContractJudge {
    let rule: ContractRule
    let wording: Wording
    /// The names of secret fields of requests.
    let names: SecretNames

    package init(_ rule: ContractRule, names: SecretNames = .documented, mask: @escaping (String) -> String) {
        self.rule = rule
        self.names = names
        wording = Wording(mask: mask)
    }

    var contract: Contract { rule.contract }

    /// Whether a field of a request, or a header of either side, is secret: by its name, or because it holds a secret.
    func isSecret(_ name: String, _ texts: [String]) -> Bool {
        names.contains(name) || texts.contains { wording.mask($0) != $0 }
    }

    /// What the contract has no operation for; nil where it has one, or where nothing is held against it.
    package func undeclared(
        _ match: ContractMatch, _ method: String, _ url: URLText
    ) -> ContractViolation? {
        switch match {
        case .operation, .outside: return nil
        case .noPath:
            let path = ValueText.cut(wording.mask(url.path))
            var found = ContractViolation(
                .undeclaredRequest, "request: \(contract.path) has no path for `\(path)`", at: contract.range)
            found.hint =
                "if it is none of the contract's, list it: `contract: { file: …, ignore: [\(path)] }`; `base_path` says what stands before the contract's paths"
            if let near = contract.templateWithoutSlashes(for: url.path) {
                let written = near.path.replacing("{\(near.name)}", with: "{\(near.name):path}")
                found.hint =
                    (found.hint ?? "")
                    + "; if `\(near.name)` of `\(near.path)` may hold a `/`, say so in the document: `\(written)`"
            }
            return found
        case .noMethod(let methods, let path):
            var found = ContractViolation(
                .undeclaredRequest,
                "request: \(contract.path) has no \(method) for `\(path)`, only \(methods.joined(separator: ", "))",
                at: contract.operations.first { $0.path == path }.map { range(of: $0.place) } ?? contract.range)
            found.expected = methods.joined(separator: " or ")
            found.actual = method
            return found
        }
    }

    // MARK: - Violations

    func range(of place: JSONSchema.Place) -> SourceRange { contract.range(of: place) ?? contract.range }

    static func list(_ content: [Contract.Media]) -> String {
        content.prefix(10).map(\.type.text).joined(separator: " or ")
    }

    func missing(
        _ subject: ContractViolation.Subject, _ label: String, _ wanted: String, at place: JSONSchema.Place
    ) -> ContractViolation {
        violation(subject, label, expected: wanted, actual: "nothing", at: place)
    }

    func violation(
        _ subject: ContractViolation.Subject, _ label: String, expected: String, actual: String,
        at place: JSONSchema.Place
    ) -> ContractViolation {
        var found = ContractViolation(
            subject, "\(label): expected \(expected), got \(ValueText.headline(actual))", at: range(of: place))
        found.expected = expected
        found.actual = actual
        return found
    }

    func violation(
        _ text: MisplacedText, _ subject: ContractViolation.Subject, _ label: String, at place: JSONSchema.Place,
        isSecret: Bool
    ) -> ContractViolation {
        let actual = text.isText ? wording.text(isSecret ? Redactor.mask : text.actual) : text.actual
        return violation(subject, label, expected: text.expected, actual: actual, at: place)
    }

    /// Holds a value against a schema: it is right where one of its readings is.
    ///
    /// - Parameters:
    ///   - label: the beginning of paths into the value: `response $`.
    ///   - hidden: what of the value no message shows.
    func judge(
        _ written: WrittenValue, by schema: CompiledSchema, _ subject: ContractViolation.Subject, _ label: String,
        at place: JSONSchema.Place, hidden: @autoclosure () -> HiddenParts = HiddenParts()
    ) -> ContractViolation? {
        let readings = written.readings(at: schema.schema.reach)
        let unseen: String? = if case .known = written { nil } else { WrittenValue.unseen }
        var limits = JSONSchema.Limits()
        limits.work /= max(readings.count, 1)
        var undecided: JSONSchema.Undecided?
        for value in readings {
            do {
                if try schema.schema.accepts(value, unseen: unseen, limits: limits) { return nil }
            } catch {
                undecided = error
            }
        }
        if let undecided {
            return ContractViolation(
                subject, "\(label): cannot be held against the contract: \(wording.mask(undecided.message))",
                at: range(of: place))
        }
        guard let value = readings.first else { return nil }
        let violations = SchemaViolations(
            schema: schema, wording: wording, root: label, unseen: unseen, hidden: hidden())
        let words = violations.words(of: value)
        var found = ContractViolation(subject, words.sentence, at: violations.range(of: value) ?? range(of: place))
        found.differences = words.differences
        found.moreDifferences = words.moreDifferences
        return found
    }
}
