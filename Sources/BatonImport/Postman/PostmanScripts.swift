import BatonJSON

/// What the scripts of a request do, those of the collection and its folders included.
struct PostmanScripts {
    var before: [ImportedStatement] = []
    var after: [ImportedStatement] = []
    /// Whether a script reads what is sent, so that its bytes must stay as they are.
    var readsRequest = false
    /// Variables that surely have been set when the request is sent, since the row began.
    var assigned: Set<String> = []
}

extension PostmanReader {
    /// Scripts of a collection count once for each of its requests.
    private static let mostScriptBytes = 20_000_000
    private static let mostStatements = 200_000

    /// A script with where it stands.
    private struct Script {
        var text: String
        var isTest: Bool
        var owner: String
        var readsRequest: Bool

        init(text: String, isTest: Bool, owner: String) {
            self.text = text
            self.isTest = isTest
            self.owner = owner
            readsRequest = Self.words.contains(where: text.contains)
        }

        /// What reads the bytes that are sent.
        private static let words = [
            "request.body", "request.data", "request.toJSON", "stringify(request", "stringify(pm.request",
        ]
    }

    /// Translates the scripts of every request, in the order of the collection.
    mutating func translateScripts(of collection: JSONValue) {
        let outer = scripts(of: collection, owner: " of the collection")
        sharedCode = declaredCode()
        for declaration in variables.declarations { scopes.add(declaration.sourceName, in: declaration.scope) }
        for code in sharedCode.values { scopes.addWrites(of: code) }
        for script in outer { noteSharedCode(of: script) }
        noteSharedCode(in: collection[at: "item"])
        constants = declaredConstants()
        translate(collection[at: "item"], outer, depth: 0)
        if variables.hasJumps { variables.forgetOrder() }
    }

    /// Code and JSON that variables of the source hold.
    private func declaredCode() -> [String: String] {
        variables.declarations.reduce(into: [:]) { code, declaration in
            guard let text = declaration.value.stringValue,
                names.winner(of: declaration.sourceName) == declaration.scope
            else { return }
            if text.contains("function") || text.contains("=>") || text.hasPrefix("{") {
                code[declaration.sourceName] = text
            }
        }
    }

    /// Texts that no script changes, for names that are made of them.
    private func declaredConstants() -> [String: String] {
        variables.declarations.reduce(into: [:]) { constants, declaration in
            let name = declaration.sourceName
            guard let text = declaration.value.stringValue, !declaration.isSecret, !text.contains("{{"),
                (1...200).contains(text.utf8.count), names.winner(of: name) == declaration.scope,
                variables.columns[name] == nil, scopes.isConstant(name)
            else { return }
            constants[name] = text
        }
    }

    /// Names what scripts keep secret, for the search through all that is written.
    mutating func nameSecrets(inScriptsOf collection: JSONValue) {
        var texts: [String] = []
        func gather(_ value: JSONValue) {
            texts += scripts(of: value, owner: "").map(\.text)
            for item in value[at: "item"].list { gather(item) }
        }
        gather(collection)
        for secret in ScriptSecrets(texts + sharedCode.sorted { $0.key < $1.key }.map(\.value)).found {
            _ = secrets.name(
                of: secret.value, wanted: String("\(collectionName) \(secret.name)".prefix(60)), place: "a script")
        }
    }

    private mutating func noteSharedCode(in items: JSONValue) {
        for item in items.list {
            for script in scripts(of: item, owner: "") { noteSharedCode(of: script) }
            noteSharedCode(in: item[at: "item"])
        }
    }

    private mutating func noteSharedCode(of script: Script) {
        scopes.addWrites(of: script.text)
        sharedCode.merge(ScriptTranslator.sharedCode(of: script.text)) { declared, _ in declared }
    }

    private mutating func translate(_ items: JSONValue, _ outer: [Script], depth: Int) {
        for (index, item) in items.list.enumerated() {
            switch PostmanItemKind(item) {
            case .folder:
                let name = PostmanItemKind.name(of: item) ?? "Folder \(index + 1)"
                path.append(name)
                translate(item[at: "item"], outer + scripts(of: item, owner: " of folder \(name)"), depth: depth + 1)
                path.removeLast()
            case .request:
                let name = PostmanItemKind.nameOfRequest(item)
                path.append(name)
                let body = item[at: "request"][at: "body"]
                variables.noteUses(in: body[at: "raw"].stringValue ?? "")
                variables.noteUses(in: body[at: "graphql"][at: "variables"].stringValue ?? "")
                scripts.append(translation(of: outer + scripts(of: item, owner: ""), item, name))
                path.removeLast()
            case .other: break
            }
        }
    }

    private func scripts(of value: JSONValue, owner: String) -> [Script] {
        value[at: "event"].list.filter { !$0.isDisabled }.compactMap { event in
            let listen = event[at: "listen"].stringValue
            guard listen == "test" || listen == "prerequest" else { return nil }
            let script = event[at: "script"]
            let source = script.objectValue == nil ? script : script[at: "exec"]
            let lines = source.arrayValue.map { $0.map { $0.plainText ?? "" } } ?? [source.plainText ?? ""]
            let text = lines.joined(separator: "\n")
            return text.allSatisfy(\.isWhitespace) ? nil : Script(text: text, isTest: listen == "test", owner: owner)
        }
    }

    private mutating func translation(of scripts: [Script], _ item: JSONValue, _ name: String) -> PostmanScripts {
        var result = PostmanScripts()
        result.readsRequest = scripts.contains(where: \.readsRequest)
        for script in scripts where !script.isTest { result.before += statements(of: script, item, name) }
        result.assigned = variables.assigned
        for script in scripts where script.isTest { result.after += statements(of: script, item, name) }
        return result
    }

    private func hasScheme(_ url: JSONValue) -> Bool {
        var text = url.stringValue ?? url[at: "raw"].stringValue ?? ""
        if case .name(let name)? = PostmanTemplate(text).pieces.first { text = constants[name] ?? "" }
        return text.hasPrefix("http://") || text.hasPrefix("https://")
    }

    private mutating func statements(of script: Script, _ item: JSONValue, _ name: String) -> [ImportedStatement] {
        scriptBytes += script.text.utf8.count
        guard scriptBytes <= Self.mostScriptBytes, statementsTaken <= Self.mostStatements else {
            note(
                .lost, "scripts", "script\(script.owner)", "The scripts of all requests together are too large.",
                advice: "Export folders of the collection as collections of their own.")
            return []
        }
        let request = item[at: "request"]
        var place = ScriptPlace(
            request: path.joined(separator: " › "), phase: script.isTest ? .after : .before, requestName: name,
            requestDescription: request.descriptionText ?? "",
            label: (script.isTest ? "test script" : "pre-request script") + script.owner)
        place.collectionName = collectionName
        place.environmentName = environmentName
        place.method = PostmanItemKind.method(of: request)
        place.hasScheme = hasScheme(request[at: "url"])
        place.dynamicExpressions = DynamicVariable.expressions
        place.sharedCode = sharedCode
        place.scopes = scopes
        place.constants = constants
        place.hasRows = !variables.columns.isEmpty
        place.isRepeated = isRepeated
        place.assigned = variables.assigned
        place.columns = Set(variables.columns.keys)
        let (readBefore, filledBefore) = (names.readByScripts, names.read)
        let translation = ScriptTranslator.statements(of: script.text, place: place, names: &names)
        for sourceName in names.readByScripts.subtracting(readBefore).sorted()
        where names.winner(of: sourceName) == nil && !variables.setSoFar.contains(names.name(of: sourceName)) {
            variables.noteReadUnset(sourceName, byScript: true)
        }
        for sourceName in names.read.subtracting(filledBefore).sorted()
        where names.winner(of: sourceName) == nil && !variables.setSoFar.contains(names.name(of: sourceName)) {
            variables.noteReadUnset(sourceName, byScript: false)
        }
        statementsTaken += translation.statements.count
        variables.noteEffects(of: translation.statements)
        variables.noteSet(by: translation.statements)
        if !variables.hasJumps { variables.assigned = translation.assigned }
        return translation.statements
    }
}
