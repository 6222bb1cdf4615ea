package import BatonSecrets

/// The environment of the run, and the other environments that steps name.
package struct RunEnvironments: Sendable {
    package let chosen: RunEnvironment
    private let others: [RunEnvironment]
    private let secrets: SecretRegistry

    package init(_ chosen: RunEnvironment, others: [RunEnvironment] = [], secrets: SecretRegistry) {
        self.chosen = chosen
        self.others = others
        self.secrets = secrets
    }

    /// The environment that a step names; the run's for nil.
    ///
    /// An unknown name gives an environment without a base URL, headers and credentials.
    func named(_ name: String?) -> RunEnvironment {
        guard let name else { return chosen }
        return others.first { $0.name == name }
            ?? RunEnvironment(name: name, baseURL: nil, trustedOrigins: [], secrets: secrets)
    }
}
