/// Which scopes of the source have a variable of a name: by a declaration, or because a script sets it.
package struct ScopeNames: Sendable {
    private var scopes: [String: Set<VariableNames.Scope>] = [:]
    /// Scopes in which a script sets names that only a run knows.
    private var open: Set<VariableNames.Scope> = []

    package init() {}

    package mutating func add(_ name: String, in scope: VariableNames.Scope) { scopes[name, default: []].insert(scope) }

    /// Whether another scope has the name, and this one never.
    func isElsewhere(_ name: String, _ scope: VariableNames.Scope) -> Bool {
        guard !open.contains(scope), let known = scopes[name] else { return false }
        return !known.contains(scope) && !known.isEmpty
    }

    /// The names that a scope may ever have; nil where only a run knows them.
    func names(in scope: VariableNames.Scope) -> [String]? {
        open.contains(scope) ? nil : scopes.filter { $0.value.contains(scope) }.keys.sorted()
    }

    // MARK: What scripts set

    private static let holders: [(text: String, scope: VariableNames.Scope)] = [
        ("pm.environment", .environment), ("pm.globals", .global), ("pm.collectionVariables", .collection),
        ("pm.variables", .local), ("environment", .environment), ("globals", .global),
    ]
    private static let setters: [(text: String, scope: VariableNames.Scope)] = [
        ("setEnvironmentVariable", .environment), ("setGlobalVariable", .global),
    ]
    /// What leaves a scope as it is, or names what it changes.
    private static let reading: Set<String> = [
        "get", "has", "unset", "clear", "name", "toObject", "toJSON", "replaceIn", "values",
    ]

    /// Adds what a script sets, by its text: a name that is no literal opens its scope.
    package mutating func addWrites(of script: String) {
        let bytes = Array(script.utf8)
        if script.contains("pm[") { open.formUnion(VariableNames.Scope.allCases) }
        for (text, scope) in Self.setters {
            for end in Self.ends(of: text, in: bytes) { addName(bytes, Self.skipSpaces(bytes, end), scope) }
        }
        for (text, scope) in Self.holders {
            for end in Self.ends(of: text, in: bytes) { addWrite(bytes, end, scope) }
        }
    }

    /// The write behind `pm.environment`.
    private mutating func addWrite(_ bytes: [UInt8], _ end: Int, _ scope: VariableNames.Scope) {
        let dot = Self.skipSpaces(bytes, end)
        guard dot < bytes.count, bytes[dot] == UInt8(ascii: ".") else {
            // Its members by brackets, or the holder as a value.
            let isUse = dot < bytes.count && !"\"'`,:)]};".utf8.contains(bytes[dot])
            if isUse || dot < bytes.count && ",);".utf8.contains(bytes[dot]) { open.insert(scope) }
            return
        }
        let start = Self.skipSpaces(bytes, dot + 1)
        let word = bytes[start...].prefix { Self.isWord($0) }
        let name = String(decoding: word, as: UTF8.self)
        if name == "set" {
            addName(bytes, Self.skipSpaces(bytes, word.endIndex), scope)
        } else if !Self.reading.contains(name) {
            // `environment.name = …`.
            add(name, in: scope)
        }
    }

    /// The literal behind an opening bracket.
    private mutating func addName(_ bytes: [UInt8], _ bracket: Int, _ scope: VariableNames.Scope) {
        guard bracket < bytes.count, bytes[bracket] == UInt8(ascii: "(") else { return }
        let quote = Self.skipSpaces(bytes, bracket + 1)
        guard quote < bytes.count, bytes[quote] == UInt8(ascii: "\"") || bytes[quote] == UInt8(ascii: "'"),
            let end = bytes[(quote + 1)...].firstIndex(of: bytes[quote])
        else {
            open.insert(scope)
            return
        }
        let behind = Self.skipSpaces(bytes, end + 1)
        guard behind < bytes.count, bytes[behind] == UInt8(ascii: ",") || bytes[behind] == UInt8(ascii: ")") else {
            open.insert(scope)
            return
        }
        add(String(decoding: bytes[(quote + 1)..<end], as: UTF8.self), in: scope)
    }

    /// Where the occurrences of a text as a word end.
    private static func ends(of text: String, in bytes: [UInt8]) -> [Int] {
        let wanted = Array(text.utf8)
        var ends: [Int] = []
        var at = 0
        while at + wanted.count <= bytes.count {
            guard bytes[at] == wanted[0], bytes[at..<at + wanted.count].elementsEqual(wanted) else {
                at += 1
                continue
            }
            let end = at + wanted.count
            let isBegin =
                at == 0 || !isWord(bytes[at - 1]) && bytes[at - 1] != UInt8(ascii: ".") || text.hasPrefix("set")
            if isBegin, end >= bytes.count || !isWord(bytes[end]) { ends.append(end) }
            at = end
        }
        return ends
    }

    private static func skipSpaces(_ bytes: [UInt8], _ start: Int) -> Int {
        var at = start
        while at < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[at]) { at += 1 }
        return at
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == 0x5F || byte == 0x24
    }
}
