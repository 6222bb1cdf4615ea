/// The names that variables of a source have in the workflow: one table for templates and scripts, so that both mean the same.
package struct VariableNames: Sendable {
    package enum Scope: String, Sendable, CaseIterable {
        // From the one that wins to the one that loses.
        case local, data, environment, collection, global

        func wins(over other: Scope) -> Bool {
            (Self.allCases.firstIndex(of: self) ?? 0) < (Self.allCases.firstIndex(of: other) ?? 0)
        }
    }

    /// Words of CEL, roots of expressions and prefixes of functions: docs/reference/expressions.md.
    package static let reservedWords: Set<String> = [
        "false", "in", "null", "true", "as", "break", "const", "continue", "else", "for", "function", "if", "import",
        "let", "loop", "package", "namespace", "return", "var", "void", "while",
        "response", "env", "secrets", "steps", "run", "process", "vars", "inputs", "request", "outcome", "result",
        "item", "index", "cached", "row", "needs", "case",
        "base64", "base64url", "cel", "cidr", "ip", "lists", "math", "optional", "sets", "strings",
    ]

    /// Names of types: `type(x) == list` would be compared with a variable of this name.
    private static let typeNames: Set<String> = [
        "bool", "bytes", "double", "duration", "dyn", "int", "list", "map", "null_type", "optional_type", "string",
        "timestamp", "type", "uint",
    ]

    /// A name of the source in a scope of its own; nil for the one that templates read.
    private struct Key: Hashable, Sendable {
        var sourceName: String
        var scope: Scope?
    }

    private var names: [Key: String] = [:]
    /// The scope that wins among those that declare a name.
    private var winners: [String: Scope] = [:]
    private var taken: Set<String>
    /// Names of the source that scripts or declarations give a value.
    package private(set) var given: Set<String> = []
    /// Names of the source that something reads.
    package private(set) var read: Set<String> = []
    /// Names of the source that scripts read, and perhaps nothing else.
    package private(set) var readByScripts: Set<String> = []

    /// Words that CEL or workflows reserve, which no variable can have.
    package init(reserved: Set<String>) { taken = reserved.union(Self.typeNames) }

    /// Says that a scope of the source declares a name. All declarations come before the first ``name(of:in:)``.
    package mutating func declare(_ sourceName: String, in scope: Scope) {
        if let winner = winners[sourceName], !scope.wins(over: winner) { return }
        winners[sourceName] = scope
    }

    /// The scope whose declaration templates read.
    package func winner(of sourceName: String) -> Scope? { winners[sourceName] }

    /// The name for what `scope` reads or writes under a name of the source; nil for whichever scope has it. A scope that
    /// loses against another one's declaration has a variable of its own.
    package mutating func name(of sourceName: String, in scope: Scope? = nil) -> String {
        let key = key(of: sourceName, in: scope)
        if let name = names[key] { return name }
        let name = unused(Self.identifier(key.scope.map { "\(sourceName)_\($0.rawValue)" } ?? sourceName))
        names[key] = name
        taken.insert(name)
        return name
    }

    /// The name of the variable that a losing scope has on its own, where something has asked for it.
    package func ownName(of sourceName: String, in scope: Scope) -> String? {
        key(of: sourceName, in: scope).scope == nil ? nil : names[Key(sourceName: sourceName, scope: scope)]
    }

    private func key(of sourceName: String, in scope: Scope?) -> Key {
        guard let scope, let winner = winners[sourceName], winner.wins(over: scope) else {
            return Key(sourceName: sourceName, scope: nil)
        }
        return Key(sourceName: sourceName, scope: scope)
    }

    package mutating func noteGiven(_ sourceName: String) { given.insert(sourceName) }
    package mutating func noteRead(_ sourceName: String) { read.insert(sourceName) }

    /// Notes what a script reads: where nothing gives it a value it is `undefined`, so null, and not the text `{{name}}`.
    package mutating func noteReadByScript(_ sourceName: String) { readByScripts.insert(sourceName) }

    /// Whether a variable has the name, or none can.
    package func isTaken(_ name: String) -> Bool { taken.contains(name) }

    /// A name for a value that only the workflow has: never that of a variable of the source.
    package mutating func temporary(_ wanted: String) -> String {
        let name = unused(Self.identifier(wanted))
        taken.insert(name)
        return name
    }

    private func unused(_ wanted: String) -> String {
        if !taken.contains(wanted) { return wanted }
        var number = 2
        while taken.contains("\(wanted)_\(number)") { number += 1 }
        return "\(wanted)_\(number)"
    }

    /// Letters, digits and `_`, beginning with no digit: other characters become `_`.
    static func identifier(_ text: String) -> String {
        var name = String(text.unicodeScalars.map { isNameCharacter($0) ? Character($0) : "_" })
        if name.first?.isNumber ?? true { name = "_" + name }
        return name
    }

    /// Whether a text can stand behind a point in an expression.
    static func isName(_ text: String) -> Bool { identifier(text) == text && !reservedWords.contains(text) }

    /// The expression for a member of any name.
    static func member(_ name: String, of expression: String) -> String {
        isName(name) ? "\(expression).\(name)" : "\(expression)[\(name.celLiteral)]"
    }

    private static func isNameCharacter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "_")
    }
}
