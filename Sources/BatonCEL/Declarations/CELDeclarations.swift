/// The names that an expression may use: variables, each with a slot, and a shared library of functions.
///
/// A value: a scope inside another is a copy with more variables. A later variable hides an earlier of its name.
package struct CELDeclarations: Sendable {
    package struct Variable: Sendable {
        package let name: String
        package let slot: Int
        package let type: CELType
    }

    package let library: CELLibrary
    package private(set) var variables: [Variable] = []
    /// Only for long lists: short ones are searched from the end.
    private var positions: [String: Int] = [:]
    private var hasQualifiedNames = false
    private static let indexedFrom = 48

    package init(library: CELLibrary = .standard) {
        self.library = library
    }

    /// Declares a variable; its value is asked of the activation by its slot. A dotted name is one name.
    package mutating func declare(_ name: String, slot: Int, type: CELType = .dyn) {
        variables.append(Variable(name: name, slot: slot, type: type))
        if name.utf8.contains(UInt8(ascii: ".")) { hasQualifiedNames = true }
        if variables.count == Self.indexedFrom {
            for (position, variable) in variables.enumerated() { positions[variable.name] = position }
        } else if variables.count > Self.indexedFrom {
            positions[name] = variables.count - 1
        }
    }

    package func declaring(_ name: String, slot: Int, type: CELType = .dyn) -> CELDeclarations {
        var copy = self
        copy.declare(name, slot: slot, type: type)
        return copy
    }

    package func variable(_ name: String) -> Variable? {
        if variables.count >= Self.indexedFrom { return positions[name].map { variables[$0] } }
        var index = variables.count - 1
        while index >= 0 {
            if variables[index].name == name { return variables[index] }
            index -= 1
        }
        return nil
    }

    var hasQualifiedVariables: Bool { hasQualifiedNames }
}
