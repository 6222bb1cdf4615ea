import BatonJSON

/// What scripts and templates of a source do with variables by their names, in every statement, also in one that is lost.
package struct ScopeNames: Sendable {
    private var scopes: [String: Set<VariableNames.Scope>] = [:]
    /// Scopes in which a script sets names that only a run knows.
    private var open: Set<VariableNames.Scope> = []
    private var written: Set<String> = []
    private var read: Set<String> = []
    /// What is known of the names that scripts compute, to set, to remove and to read them.
    private var computedSets: Set<NamePattern> = []
    private var computedUnsets: Set<NamePattern> = []
    private var computedReads: Set<NamePattern> = []
    /// Variables whose text a script runs as code.
    private var evaluated: Set<String> = []

    package init() {}

    package mutating func add(_ name: String, in scope: VariableNames.Scope) { scopes[name, default: []].insert(scope) }

    /// Adds what a script does.
    package mutating func add(_ program: JavaScriptProgram) {
        for use in VariableUses.all(in: program) { add(use) }
    }

    /// Adds what a script does that cannot be read: it may do anything.
    package mutating func addUnread(_ script: String) {
        guard VariableUses.words.contains(where: script.contains) else { return }
        add(.anything(nil))
    }

    /// Adds what code does that a variable holds. JSON does nothing.
    package mutating func add(code: String) {
        addReads(in: code)
        if (try? JSONParser.parse(Array(code.utf8))) != nil { return }
        // A function is a statement where it has a name.
        let programs = [code, "(\(code))"].lazy.compactMap { try? JavaScriptParser.program($0) }
        if let program = programs.first { add(program) } else { addUnread(code) }
    }

    /// Adds what a text does with `{{name}}`.
    package mutating func addReads(in text: String) {
        for use in VariableUses.all(inTemplate: text) { add(use) }
    }

    /// Says that all code is added that the names hold; what else is run as code may do anything.
    package mutating func close(over code: Set<String>) {
        if !evaluated.isSubset(of: code) { add(.anything(nil)) }
    }

    private mutating func add(_ use: VariableUses.Use) {
        switch use {
        case .set(let name, let scope):
            if name.isWhole {
                written.insert(name.start)
                add(name.start, in: scope)
            } else {
                computedSets.insert(name)
                open.insert(scope)
            }
        case .unset(let name):
            if name.isWhole { written.insert(name.start) } else { computedUnsets.insert(name) }
        case .read(let name):
            if name.isWhole { read.insert(name.start) } else { computedReads.insert(name) }
        case .evaluate(let name): evaluated.insert(name)
        case .anything(let scope):
            for scope in scope.map({ [$0] }) ?? VariableNames.Scope.allCases { add(.set(.any, scope)) }
            add(.unset(.any))
            add(.read(.any))
        }
    }

    // MARK: What is known

    /// Whether another scope has the name, and this one never.
    func isElsewhere(_ name: String, _ scope: VariableNames.Scope) -> Bool {
        guard !open.contains(scope), let known = scopes[name] else { return false }
        return !known.contains(scope) && !known.isEmpty
    }

    /// Whether no script ever changes the value that a declaration gives.
    func isConstant(_ name: String) -> Bool {
        !written.contains(name) && ![computedSets, computedUnsets].joined().contains { $0.fits(name) }
    }

    /// The names that a scope may ever have; nil where only a run knows them.
    func names(in scope: VariableNames.Scope) -> [String]? {
        open.contains(scope) ? nil : scopes.filter { $0.value.contains(scope) }.keys.sorted()
    }

    /// Whether a script sets or removes names that it computes.
    package var computesNames: Bool { !computedSets.isEmpty || !computedUnsets.isEmpty }

    /// The names of a kind that anything reads; nil where only a run knows them.
    func readers(of pattern: NamePattern) -> [String]? {
        computedReads.contains { $0.meets(pattern) } ? nil : read.filter(pattern.fits).sorted()
    }

    /// The names of a kind that ever hold a value; nil where only a run knows them.
    func holders(of pattern: NamePattern) -> [String]? {
        computedSets.contains { $0.meets(pattern) } ? nil : scopes.keys.filter(pattern.fits).sorted()
    }
}

/// What is known of a name: all of it, or how it begins and ends.
struct NamePattern: Hashable, Sendable {
    var start: String
    var end: String
    var isWhole: Bool

    static let any = NamePattern(start: "", end: "", isWhole: false)

    init(_ name: String) { (start, end, isWhole) = (name, name, true) }

    init(start: String, end: String, isWhole: Bool = false) {
        (self.start, self.end, self.isWhole) = (start, end, isWhole)
    }

    /// What an expression of a script gives.
    init(_ expression: JavaScriptExpression?) {
        switch expression?.kind {
        case .string(let text)?: self.init(text)
        case .template(let texts, let values)?:
            self.init(start: texts.first ?? "", end: texts.last ?? "", isWhole: values.isEmpty)
        case .binary("+", let left, let right)?:
            let (left, right) = (NamePattern(left), NamePattern(right))
            self.init(
                start: left.isWhole ? left.start + right.start : left.start,
                end: right.isWhole ? left.end + right.end : right.end, isWhole: left.isWhole && right.isWhole)
        default: self = .any
        }
    }

    func fits(_ name: String) -> Bool {
        if isWhole { return name == start }
        return name.utf8.count >= start.utf8.count + end.utf8.count && name.hasPrefix(start) && name.hasSuffix(end)
    }

    /// Whether a name may fit both.
    func meets(_ other: NamePattern) -> Bool {
        (start.hasPrefix(other.start) || other.start.hasPrefix(start))
            && (end.hasSuffix(other.end) || other.end.hasSuffix(end))
    }
}
