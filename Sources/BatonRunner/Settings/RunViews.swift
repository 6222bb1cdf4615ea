package import BatonCEL
import BatonJudging
import BatonLanguage
package import BatonSecrets
import BatonValues
import Synchronization

/// `secrets`: every value is tainted.
final class SecretsView: CELNative {
    private let values: [String: String]

    init(_ values: [String: String]) {
        self.values = values
    }

    var nativeType: CELNativeType { Roots.secretsType }

    func member(_ name: String) throws(CELError) -> CELValue? {
        values[name].map { text in
            var value = CELValue.string(text)
            value.isTainted = true
            return value
        }
    }
}

/// `run`: the identity of this run.
final class RunView: CELNative {
    private let run: RunIdentity

    init(_ run: RunIdentity) {
        self.run = run
    }

    var nativeType: CELNativeType { Roots.runType }

    func member(_ name: String) throws(CELError) -> CELValue? {
        switch name {
        case "id": .string(run.id)
        case "started": Timestamp(unixMilliseconds: run.started / 1000).map { .timestamp($0) } ?? .null
        default: nil
        }
    }
}

/// `process`: the environment variables of this process; names of secret fields give tainted values.
package final class ProcessView: CELNative {
    private let variables: ProcessVariablesView

    package init(_ variables: [String: String], _ names: SecretNames) {
        self.variables = ProcessVariablesView(variables, names)
    }

    package var nativeType: CELNativeType { Roots.processType }

    package func member(_ name: String) throws(CELError) -> CELValue? {
        name == "env" ? .native(variables) : nil
    }
}

/// `process.env`: the environment variables by name.
final class ProcessVariablesView: CELNative {
    private let variables: [String: String]
    private let names: SecretNames

    init(_ variables: [String: String], _ names: SecretNames) {
        self.variables = variables
        self.names = names
    }

    var nativeType: CELNativeType { Roots.processVariablesType }

    func member(_ name: String) throws(CELError) -> CELValue? {
        variables[name].map { text in
            var value = CELValue.string(text)
            value.isTainted = names.containsVariable(name)
            return value
        }
    }

    func absence(of member: String) -> String? { "the process has no environment variable `\(member)`" }
}
