/// Which scopes of the source have a variable of a name: by a declaration, or because a script sets it.
package struct ScopeNames: Sendable {
    private var scopes: [String: Set<VariableNames.Scope>] = [:]
    /// Scopes in which a script sets names that only a run knows.
    private var open: Set<VariableNames.Scope> = []
    private var written: Set<String> = []
    /// The beginnings and ends of names of which only a run knows the rest.
    private var patterns: [(start: String, end: String)] = []

    package init() {}

    package mutating func add(_ name: String, in scope: VariableNames.Scope) { scopes[name, default: []].insert(scope) }

    /// Whether another scope has the name, and this one never.
    func isElsewhere(_ name: String, _ scope: VariableNames.Scope) -> Bool {
        guard !open.contains(scope), let known = scopes[name] else { return false }
        return !known.contains(scope) && !known.isEmpty
    }

    /// Whether no script ever changes the value that a declaration gives.
    func isConstant(_ name: String) -> Bool {
        !written.contains(name) && !patterns.contains { name.hasPrefix($0.start) && name.hasSuffix($0.end) }
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
        // Whoever is given all of it may set anything.
        if ["pm[", "(pm)", "(pm,", ", pm)", ", pm,", "= pm;"].contains(where: script.contains) {
            for scope in VariableNames.Scope.allCases { openUp(scope) }
        }
        for (text, scope) in Self.setters {
            for end in Self.ends(of: text, in: bytes) { addName(bytes, Self.skipSpaces(bytes, end), scope) }
        }
        for (text, scope) in Self.holders {
            for end in Self.ends(of: text, in: bytes) { addWrite(bytes, end, scope, isHolder: text.hasPrefix("pm.")) }
        }
    }

    /// The write behind `pm.environment`.
    private mutating func addWrite(_ bytes: [UInt8], _ end: Int, _ scope: VariableNames.Scope, isHolder: Bool) {
        let dot = Self.skipSpaces(bytes, end)
        guard dot < bytes.count, bytes[dot] == UInt8(ascii: ".") else {
            // Its members by brackets, or the holder as a value; alone the word may be one of a comment.
            let next = dot < bytes.count ? bytes[dot] : 0x20
            if next == UInt8(ascii: "[") || isHolder && !"\"'`:".utf8.contains(next) { openUp(scope) }
            return
        }
        let start = Self.skipSpaces(bytes, dot + 1)
        let word = bytes[start...].prefix { Self.isWord($0) }
        let name = String(decoding: word, as: UTF8.self)
        if name == "set" {
            addName(bytes, Self.skipSpaces(bytes, word.endIndex), scope)
        } else if !Self.reading.contains(name) {
            // `environment.name = …`.
            addWrite(name, scope)
        }
    }

    private mutating func addWrite(_ name: String, _ scope: VariableNames.Scope) {
        add(name, in: scope)
        written.insert(name)
    }

    private mutating func openUp(_ scope: VariableNames.Scope, start: String = "", end: String = "") {
        open.insert(scope)
        patterns.append((start, end))
    }

    /// The literal behind an opening bracket, or what is known of a name that is computed.
    private mutating func addName(_ bytes: [UInt8], _ bracket: Int, _ scope: VariableNames.Scope) {
        guard bracket < bytes.count, bytes[bracket] == UInt8(ascii: "(") else { return }
        let quote = Self.skipSpaces(bytes, bracket + 1)
        guard quote < bytes.count, "\"'`".utf8.contains(bytes[quote]),
            let end = bytes[(quote + 1)...].firstIndex(of: bytes[quote])
        else { return openUp(scope) }
        let text = String(decoding: bytes[(quote + 1)..<end], as: UTF8.self)
        let behind = Self.skipSpaces(bytes, end + 1)
        let isWhole = behind < bytes.count && ",)".utf8.contains(bytes[behind])
        guard let first = text.firstRange(of: "${"), bytes[quote] == UInt8(ascii: "`") else {
            return isWhole ? addWrite(text, scope) : openUp(scope, start: text)
        }
        let last = isWhole ? text.lastIndex(of: "}").map { text.index(after: $0) } : nil
        openUp(scope, start: String(text[..<first.lowerBound]), end: last.map { String(text[$0...]) } ?? "")
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
