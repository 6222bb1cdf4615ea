/// The names that variables of a source have in the workflow: one table for templates and scripts, so that both mean the same.
///
/// A name of the source is one variable, whichever scopes have it, as long as that says the same. Where scripts set, remove or
/// read it in one of several scopes, each scope has a variable of its own, and the one that templates read is set again from
/// these whenever one of them changes.
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

    /// What scripts do with a variable in a scope that they name.
    package enum Access: Sendable { case read, set, unset }

    /// The scopes of a name that has a variable for each of them.
    package struct Parts: Sendable {
        /// Those that hold a value at some time, the one that wins first.
        var holders: [Scope]
        /// Those that hold one from the beginning to the end.
        var certain: Set<Scope>
    }

    private var declared: [String: Set<Scope>] = [:]
    private var accesses: [String: [Access: Set<Scope>]] = [:]
    private var parts: [String: Parts] = [:]
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
    /// Names in the workflow of variables that a script may have made null.
    package private(set) var nullable: Set<String> = []

    /// Words that CEL or workflows reserve, which no variable can have.
    package init(reserved: Set<String>) { taken = reserved.union(Self.typeNames) }

    /// Says that a scope of the source declares a name. All declarations come before the first ``name(of:in:)``.
    package mutating func declare(_ sourceName: String, in scope: Scope) {
        declared[sourceName, default: []].insert(scope)
        if let winner = winners[sourceName], !scope.wins(over: winner) { return }
        winners[sourceName] = scope
    }

    /// The scope whose declaration templates read.
    package func winner(of sourceName: String) -> Scope? { winners[sourceName] }

    /// The name for what `scope` reads or writes under a name of the source; nil for whichever scope has it.
    package mutating func name(of sourceName: String, in scope: Scope? = nil) -> String {
        let key = key(of: sourceName, in: scope)
        if let name = names[key] { return name }
        let name = unused(Self.identifier(key.scope.map { "\(sourceName)_\($0.rawValue)" } ?? sourceName))
        names[key] = name
        taken.insert(name)
        return name
    }

    /// The name of the variable that a scope has on its own, where something has asked for it.
    package func ownName(of sourceName: String, in scope: Scope) -> String? {
        key(of: sourceName, in: scope).scope == nil ? nil : names[Key(sourceName: sourceName, scope: scope)]
    }

    /// The variable that templates read is that of the scope that wins where that one always has a value.
    private func key(of sourceName: String, in scope: Scope?) -> Key {
        guard let scope, let parts = parts[sourceName], parts.holders.first != scope || !parts.certain.contains(scope)
        else { return Key(sourceName: sourceName, scope: nil) }
        return Key(sourceName: sourceName, scope: scope)
    }

    // MARK: Scopes

    /// Notes what a script does. All of it is known when every script has been translated once.
    package mutating func note(_ access: Access, of sourceName: String, in scope: Scope) {
        accesses[sourceName, default: [:]][access, default: []].insert(scope)
    }

    /// The names whose scopes must be told apart.
    package var mixed: [String: Parts] {
        var mixed: [String: Parts] = [:]
        for (sourceName, accesses) in accesses {
            let declared = declared[sourceName] ?? []
            let set = accesses[.set] ?? []
            let certain = declared.subtracting(accesses[.unset] ?? [])
            let holders = Scope.allCases.filter { declared.union(set).contains($0) }
            guard let first = holders.first else { continue }
            let isOne =
                set.count <= 1 && set.isSubset(of: [first])
                && (holders.count == 1 || (accesses[.unset] ?? []).isDisjoint(with: holders))
                && (accesses[.read] ?? []).allSatisfy { holders == [$0] || $0 == first && certain.contains(first) }
            if !isOne { mixed[sourceName] = Parts(holders: holders, certain: certain) }
        }
        return mixed
    }

    /// Gives the scopes of these names variables of their own. Comes before the first ``name(of:in:)``.
    package mutating func separate(_ mixed: [String: Parts]) { parts = mixed }

    /// Whether a scope never has the name.
    package func isAbsent(_ sourceName: String, in scope: Scope) -> Bool {
        parts[sourceName].map { !$0.holders.contains(scope) } ?? false
    }

    /// What the variable that templates read becomes when a scope has changed; nil where it stays, or is the one that changed.
    package mutating func merged(
        _ sourceName: String, after scope: Scope, isSet: Bool
    ) -> (name: String, expression: String)? {
        guard let parts = parts[sourceName], key(of: sourceName, in: scope).scope != nil,
            let place = parts.holders.firstIndex(of: scope),
            parts.certain.isDisjoint(with: parts.holders[..<place])
        else { return nil }
        let name = name(of: sourceName)
        if isSet, place == 0 { return (name, self.name(of: sourceName, in: scope)) }
        let end = parts.holders.firstIndex(where: parts.certain.contains) ?? parts.holders.count - 1
        let owns = parts.holders[...end].map { self.name(of: sourceName, in: $0) }
        let chain = owns.dropLast().reversed().reduce(owns.last ?? "null") { rest, own in
            "\(own) != null ? \(own) : \(rest.contains(" ") ? "(\(rest))" : rest)"
        }
        return (name, chain)
    }

    /// The scopes that have a variable of their own, and no value at the beginning.
    package var emptyParts: [(sourceName: String, name: String)] {
        parts.sorted { $0.key < $1.key }.flatMap { sourceName, parts in
            parts.holders.filter { declared[sourceName]?.contains($0) != true }.compactMap { scope in
                ownName(of: sourceName, in: scope).map { (sourceName, $0) }
            }
        }
    }

    package mutating func noteGiven(_ sourceName: String) { given.insert(sourceName) }
    package mutating func noteRead(_ sourceName: String) { read.insert(sourceName) }

    /// Notes what a script reads: where nothing gives it a value it is `undefined`, so null, and not the text `{{name}}`.
    package mutating func noteReadByScript(_ sourceName: String) { readByScripts.insert(sourceName) }

    package mutating func noteNullable(_ name: String) { nullable.insert(name) }

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
