package import BatonSecrets

/// What a run covered of a contract: its operations with the statuses that came.
package struct ContractCoverage: Sendable, Equatable {
    package struct Status: Sendable, Equatable {
        /// `200`, or as declared: `4XX`, `default`.
        package var name: String
        /// Whether the contract has it.
        package var isDeclared: Bool
        /// Number of responses.
        package var count: Int

        package init(name: String, isDeclared: Bool, count: Int) {
            self.name = name
            self.isDeclared = isDeclared
            self.count = count
        }
    }

    package struct Operation: Sendable, Equatable {
        package var method: String
        /// The template: `/items/{id}`.
        package var path: MaskedText
        /// Those that the contract declares, in its order, then those that only came.
        package var statuses: [Status]

        package init(method: String, path: MaskedText, statuses: [Status]) {
            self.method = method
            self.path = path
            self.statuses = statuses
        }

        /// Number of responses.
        package var count: Int { statuses.reduce(0) { $0 + $1.count } }
        package var isCovered: Bool { statuses.contains { $0.count > 0 } }
        /// Names of declared statuses that did not come.
        package var missing: [String] { statuses.filter { $0.isDeclared && $0.count == 0 }.map(\.name) }
        /// Names of statuses that came and are not declared.
        package var undeclared: [String] { statuses.filter { !$0.isDeclared && $0.count > 0 }.map(\.name) }
    }

    /// The contract's file.
    package var file: MaskedText
    package var title: MaskedText?
    package var operations: [Operation]
    /// Number of requests for which the contract has no operation.
    package var unknownCount: Int

    package init(file: MaskedText, title: MaskedText?, operations: [Operation], unknownCount: Int) {
        self.file = file
        self.title = title
        self.operations = operations
        self.unknownCount = unknownCount
    }

    package var coveredCount: Int { operations.count(where: \.isCovered) }
    package var declaredStatusCount: Int { operations.reduce(0) { $0 + $1.statuses.count(where: \.isDeclared) } }
    package var coveredStatusCount: Int {
        operations.reduce(0) { $0 + $1.statuses.count { $0.isDeclared && $0.count > 0 } }
    }
}
