import BatonDiagnostics
import BatonJudging
import BatonYAML

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
