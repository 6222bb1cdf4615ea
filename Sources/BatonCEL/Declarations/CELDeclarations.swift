import BatonValues

/// The names that an expression may use: variables, each with a slot, and a shared library of functions.
///
/// An inner scope is a copy with more variables. A later variable hides an earlier one of the same name.
package struct CELDeclarations: Sendable {
    package struct Variable: Sendable {
        package let name: String
        package let slot: Int
        package let type: CELType
    }

    package var library: CELLibrary
    /// The variables of the outer scope; the storage is shared, so that each of many inner scopes costs only its own
    /// variables.
    private let inherited: [Variable]
    private var own = GrowingTable<Variable>()
    private var hasQualifiedNames: Bool
    /// Whether the error for an unknown name suggests the nearest one; the search takes time.
    package var suggestsNames = true

    package init(library: CELLibrary) {
        self.library = library
        inherited = []
        hasQualifiedNames = false
    }

    /// Makes a scope inside another one.
    package init(inside outer: CELDeclarations) {
        library = outer.library
        inherited = outer.own.count == 0 ? outer.inherited : outer.variables
        hasQualifiedNames = outer.hasQualifiedNames
    }

    package var variables: [Variable] { inherited + own.elements }

    /// Declares a variable; the activation provides its value by its slot. A dotted name is one name.
    package mutating func declare(_ name: String, slot: Int, type: CELType = .dyn) {
        own.append(Variable(name: name, slot: slot, type: type), named: name)
        if !hasQualifiedNames, Self.isQualified(name) { hasQualifiedNames = true }
    }

    /// Whether a name has a dot.
    private static func isQualified(_ name: String) -> Bool {
        name.withUTF8Bytes { $0.contains(UInt8(ascii: ".")) }
    }

    package func declaring(_ name: String, slot: Int, type: CELType = .dyn) -> CELDeclarations {
        var copy = self
        copy.declare(name, slot: slot, type: type)
        return copy
    }

    package func variable(_ name: String) -> Variable? {
        own.last(name)?.element ?? Self.last(name, in: inherited)
    }

    private static func last(_ name: String, in variables: [Variable]) -> Variable? {
        var index = variables.count - 1
        while index >= 0 {
            if variables[index].name == name { return variables[index] }
            index -= 1
        }
        return nil
    }

    var hasQualifiedVariables: Bool { hasQualifiedNames }
}
