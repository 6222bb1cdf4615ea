import BatonJSON

/// What variables of the source hold, and which of them change while the collection runs.
///
/// Postman puts a value into a text when the text is used, and the value of a variable may name other ones. A variable of a
/// workflow is computed once, before its first use. So a value that depends on a variable that scripts set, or that is made
/// up at each use, is written where it is used; any other becomes an expression.
struct PostmanVariables {
    struct Declaration {
        var sourceName: String
        var scope: VariableNames.Scope
        var value: JSONValue
        var isSecret: Bool
        var description: String?
    }

    /// What a value is where it stands in JSON without quotes; `json` is a text that is JSON.
    enum Kind { case text, json, typed, unknown }

    private(set) var declarations: [Declaration] = []
    private var positions: [String: Int] = [:]
    /// The declaration that templates read, by source name.
    private(set) var winners: [String: Declaration] = [:]
    /// Columns of a data file.
    private(set) var columns: [String: Kind] = [:]
    /// Columns for which some rows have no value.
    private(set) var columnsWithGaps: Set<String> = []
    /// Names in the workflow that scripts set, with the kind of what they set.
    private(set) var set: [String: Kind] = [:]
    /// Names in the workflow that scripts set to a text with quotes, backslashes or line ends.
    private var escaped: Set<String> = []
    /// Names in the workflow that a script has surely set before what is being read.
    private(set) var setSoFar: Set<String> = []
    private(set) var hasJumps = false
    /// The same where no check has failed, also in what tests do.
    var assigned: Set<String> = []
    /// Source names whose value is written where it is used.
    private(set) var inlined: Set<String> = []
    private(set) var cyclic: Set<String> = []
    /// Source names that something reads before anything has set them, and whether a script does so.
    private(set) var unset: [(sourceName: String, isReadByScript: Bool)] = []
    private var unsetNames: Set<String> = []
    /// Texts of variables that are known before the run.
    private var literals: [String: String] = [:]
    /// Source names that stand in JSON in place of a value, and those that are a whole text there.
    private var usedAsValue: Set<String> = []
    private var usedAsText: Set<String> = []
    /// Source names whose text is a number or a boolean and is used as one.
    private(set) var typedByUse: Set<String> = []
    /// Pieces that may still be written where a variable is used.
    private var expansionsLeft = 200_000

    mutating func declare(_ declaration: Declaration) {
        let key = "\(declaration.scope.rawValue) \(declaration.sourceName)"
        if let position = positions[key] {
            declarations[position] = declaration
        } else {
            positions[key] = declarations.count
            declarations.append(declaration)
        }
    }

    mutating func declareColumn(_ name: String, _ kind: Kind, isWhole: Bool) {
        columns[name] = kind
        if !isWhole { columnsWithGaps.insert(name) }
    }

    // MARK: scripts

    mutating func noteSet(by statements: [ImportedStatement]) {
        if hasJumps { return }
        for statement in statements {
            switch statement {
            case .set(let name, _), .capture(let name, _): setSoFar.insert(name)
            default: break
            }
        }
    }

    mutating func forgetOrder() { setSoFar = [] }

    /// Notes what statements set at any depth.
    mutating func noteEffects(of statements: [ImportedStatement]) {
        for statement in statements {
            switch statement {
            case .set(let name, let expression):
                set[name] = Self.merged(set[name], Self.kind(of: expression))
                if Self.hasEscapes(expression) { escaped.insert(name) }
            case .capture(let name, let source):
                set[name] = Self.merged(set[name], Self.kind(of: source))
                if case .expression(let expression) = source, Self.hasEscapes(expression) { escaped.insert(name) }
            case .branch(_, let then, let otherwise): noteEffects(of: then + otherwise)
            case .loop(_, _, let body): noteEffects(of: body)
            case .request(let request): noteEffects(of: request.before + request.after)
            case .next: hasJumps = true
            case .check, .wait, .fail, .note: break
            }
        }
    }

    /// Whether JSON would write the value with backslashes, as far as scripts tell.
    func hasEscapes(_ name: String) -> Bool { escaped.contains(name) }

    private static func hasEscapes(_ expression: String) -> Bool {
        expression.hasPrefix("json(") || expression.contains("\\")
    }

    private static func merged(_ kind: Kind?, _ other: Kind) -> Kind {
        guard let kind else { return other }
        return kind == other ? kind : .unknown
    }

    private static func kind(of source: ImportedSource) -> Kind {
        switch source {
        case .expression(let expression): kind(of: expression)
        case .header, .cookie: .text
        case .path: .unknown
        }
    }

    /// What an expression in CEL gives, as far as its beginning tells.
    private static func kind(of expression: String) -> Kind {
        // A comparison gives a boolean, and a choice what stands behind it.
        if ["==", "!=", "?", " in ", "&&", "||"].contains(where: expression.contains) { return .unknown }
        if isOneCall(of: "json", expression) { return .json }
        let texts = ["\"", "'", "string(", "json(", "uuid(", "uuid7(", "format_date(", "random_string(", "random_hex("]
        if texts.contains(where: expression.hasPrefix) { return .text }
        let numbers = ["int(", "double(", "random_int(", "size("]
        let isTyped = ["true", "false"].contains(expression) || JSONNumber(text: expression) != nil
        return isTyped || numbers.contains(where: expression.hasPrefix) ? .typed : .unknown
    }

    private static func isOneCall(of name: String, _ expression: String) -> Bool {
        let tokens = ExpressionText.tokens(expression)
        guard tokens.first?.text == name else { return false }
        var depth = 0
        for (index, token) in tokens.enumerated() where token.kind != .string {
            for character in token.text {
                if character == "(" { depth += 1 }
                if character == ")" { depth -= 1 }
            }
            if index > 0, depth == 0 { return index == tokens.count - 1 && token.text.hasSuffix(")") }
        }
        return false
    }

    mutating func noteReadUnset(_ sourceName: String, byScript isReadByScript: Bool) {
        guard unsetNames.insert(sourceName).inserted else { return }
        unset.append((sourceName, isReadByScript))
    }

    /// Notes how a body uses variables, where it is JSON.
    mutating func noteUses(in text: String) {
        guard text.contains("{{"), let json = PostmanTemplatedJSON(text) else { return }
        usedAsValue.formUnion(json.namesAsValue)
        usedAsText.formUnion(json.namesInText)
    }

    // MARK: values

    /// Finds out what is written where it is used; once, after all declarations and scripts.
    mutating func analyse(names: inout VariableNames) {
        for declaration in declarations where names.winner(of: declaration.sourceName) == declaration.scope {
            winners[declaration.sourceName] = declaration
        }
        var states: [String: Visit] = [:]
        for name in winners.keys.sorted() { _ = visit(name, 0, &states, &names) }
        for name in usedAsValue.subtracting(usedAsText) where set[names.name(of: name)] == nil {
            let own = declarations.filter { $0.sourceName == name }
            let isTyped = !own.isEmpty && own.allSatisfy { Self.scalar($0.value) != nil }
            if isTyped, !names.readByScripts.contains(name) { typedByUse.insert(name) }
        }
        setSoFar = []
    }

    /// The number or the boolean that a text is, written as JSON writes it.
    static func scalar(_ value: JSONValue) -> ImportedValue? {
        switch value.stringValue {
        case "true"?: .boolean(true)
        case "false"?: .boolean(false)
        case let text?: JSONNumber(text: text).flatMap { $0.text == text ? .number(text) : nil }
        case nil: nil
        }
    }

    private enum Visit { case underWay, done(isInlined: Bool) }

    /// Postman puts in values this often, one after the other.
    private static let mostLevels = 19

    /// Whether the value changes during a run for another reason than that it is set.
    private mutating func visit(
        _ name: String, _ level: Int, _ states: inout [String: Visit], _ names: inout VariableNames
    ) -> Bool {
        if case .done(let isInlined)? = states[name] { return isInlined }
        if states[name] != nil || level > Self.mostLevels {
            cyclic.insert(name)
            return false
        }
        guard let value = winners[name]?.value.plainText else { return false }
        states[name] = .underWay
        var isInlined = false
        var literal: String? = ""
        for piece in PostmanTemplate(value).pieces {
            switch piece {
            case .literal(let text): literal?.append(text)
            case .name(let other):
                let changes = visit(other, level + 1, &states, &names) || set[names.name(of: other)] != nil
                let isMadeUp = DynamicVariable.all[other] != nil && winners[other] == nil
                if changes || isMadeUp || columns[other] != nil { isInlined = true }
                if cyclic.contains(other) { cyclic.insert(name) }
                literal = literals[other].flatMap { text in literal.map { $0 + text } }
            }
            if let length = literal?.utf8.count, length > 10_000 { literal = nil }
        }
        states[name] = .done(isInlined: isInlined)
        guard set[names.name(of: name)] == nil, !cyclic.contains(name) else { return isInlined }
        if isInlined { inlined.insert(name) } else { literals[name] = literal }
        return isInlined
    }

    /// The text that a template of this name gives, where that is known before the run.
    func literal(of name: String) -> String? { columns[name] == nil ? literals[name] : nil }

    /// Whether one more value may be written where it is used.
    mutating func takesExpansion(of pieces: Int) -> Bool {
        expansionsLeft -= pieces + 1
        return expansionsLeft > 0
    }

    /// Whether nothing in the source gives the variable a value.
    func isWithoutValue(_ sourceName: String, _ name: String) -> Bool {
        winners[sourceName] == nil && columns[sourceName] == nil && set[name] == nil
    }

    /// What the variable holds whenever something reads it.
    func kind(of sourceName: String, name: String) -> Kind {
        if let column = columns[sourceName] { return set[name] == nil ? column : .unknown }
        let declared: Kind? = winners[sourceName].map { declaration in
            switch declaration.value {
            case .number, .bool: .typed
            default: typedByUse.contains(sourceName) ? .typed : .text
            }
        }
        guard let kind = set[name] else { return declared ?? .unknown }
        return declared == nil || declared == kind ? kind : .unknown
    }
}

extension PostmanReader {
    // MARK: declarations

    mutating func declare(_ values: JSONValue, in scope: VariableNames.Scope) {
        for value in list(values, "variable") {
            if value.isDisabled {
                if value[at: "disabled"].isNull, scope != .collection {
                    note(
                        .harmless, "variables", value.first("key", "name").anyText,
                        "The variable is switched off in Postman; Newman reads it all the same.",
                        advice: "Remove it there, or give it a value with --var.")
                }
                continue
            }
            guard let name = value.first("key", "id", "name").plainText, !name.isEmpty else { continue }
            variables.declare(
                PostmanVariables.Declaration(
                    sourceName: name, scope: scope, value: Self.value(of: value),
                    isSecret: Self.isSecret(value), description: value.descriptionText))
            names.declare(name, in: scope)
        }
    }

    private static func isSecret(_ variable: JSONValue) -> Bool {
        variable[at: "type"].stringValue?.lowercased() == "secret"
    }

    /// The number that a variable of this type means, and the text of a secret, whatever its shape; else what is written.
    private static func value(of variable: JSONValue) -> JSONValue {
        let value = variable[at: "value"]
        if isSecret(variable), value.objectValue != nil || value.arrayValue != nil {
            return .string(JSONWriter.compact(value))
        }
        guard let text = value.stringValue, variable[at: "type"].stringValue == "number",
            let number = JSONNumber(text: text)
        else { return value }
        return .number(number)
    }

    /// Variables of a folder: the sources have them, though Postman reads only those of the collection.
    mutating func declareInFolders(_ items: JSONValue, depth: Int = 0) {
        for item in items.list where item[at: "item"].arrayValue != nil && depth < 200 {
            for value in item[at: "variable"].list {
                guard let name = value.first("key", "id").plainText, names.winner(of: name) == nil else { continue }
                declare(.array([value]), in: .collection)
            }
            declareInFolders(item[at: "item"], depth: depth + 1)
        }
    }

    mutating func declareColumn(_ column: PostmanRows.Column) {
        if !column.isWhole, names.winner(of: column.name) != nil {
            note(
                .lost, "data", "data file",
                "Some rows have no value for `\(column.name)`, for which Postman takes that of another scope.",
                advice: "Write a value into every row.")
        }
        variables.declareColumn(column.name, column.isWhole ? column.kind : .unknown, isWhole: column.isWhole)
        names.declare(column.name, in: .data)
    }

    // MARK: references

    /// What a template of this name stands for.
    mutating func reference(to name: String, depth: Int) -> ImportText {
        if names.winner(of: name) == nil, let special = special(name) { return special }
        if variables.inlined.contains(name), let value = variables.winners[name]?.value.plainText {
            let pieces = PostmanTemplate(value).pieces
            guard depth <= 20, variables.takesExpansion(of: pieces.count) else {
                note(
                    .lost, "template", "{{\(name)}}", "What the variable stands for is too large.",
                    advice: "Write the value itself.")
                return ImportText("{{\(name)}}")
            }
            var text = ImportText()
            for piece in pieces {
                switch piece {
                case .literal(let literal): text.append(.literal(literal))
                case .name(let other): text.append(reference(to: other, depth: depth + 1))
                }
            }
            return text
        }
        return ImportText(expression: variable(name))
    }

    /// The workflow's name for a variable that is read here.
    mutating func variable(_ sourceName: String) -> String {
        names.noteRead(sourceName)
        let name = names.name(of: sourceName)
        if names.winner(of: sourceName) == nil, !variables.setSoFar.contains(name) {
            variables.noteReadUnset(sourceName, byScript: false)
        }
        noteEarlierRow(sourceName, name)
        return name
    }

    /// Postman keeps what scripts set from one row to the next.
    private mutating func noteEarlierRow(_ sourceName: String, _ name: String) {
        guard isRepeated, !variables.assigned.contains(name), !scopes.isConstant(sourceName),
            variables.columns[sourceName] == nil,
            carriedNames.insert("\(path.joined(separator: "\n"))\n\(sourceName)").inserted
        else { return }
        note(
            .lost, "template", "{{\(sourceName)}}",
            "The variable may hold what an earlier row of the data has set; here each row begins anew.",
            advice: "Give each row its own value, or loop over the rows in one workflow.")
    }

    /// Values that Postman makes up, and those of its vault.
    private mutating func special(_ name: String) -> ImportText? {
        if let dynamic = DynamicVariable.all[name] { return ImportText(expression: dynamic.expression) }
        if name.hasPrefix("$") {
            note(
                .lost, "template", "{{\(name)}}", "Baton makes up no value of this kind.",
                advice: "Write a function in its place, such as $(random_string(8)).")
            return ImportText("{{\(name)}}")
        }
        guard name.hasPrefix("vault:") else { return nil }
        return ImportText(expression: "secrets." + NamedSecrets.identifier(String(name.dropFirst(6))))
    }

    // MARK: what is written

    mutating func variablesOfWorkflow() -> [ImportedVariable] {
        var imported: [ImportedVariable] = []
        for column in variables.columns.keys.sorted() where names.read.contains(column) || isRead(column, in: .data) {
            let name = names.ownName(of: column, in: .data) ?? names.name(of: column)
            var member = VariableNames.member(column, of: "row")
            if variables.columnsWithGaps.contains(column) {
                member += " == null ? \("{{\(column)}}".celLiteral) : " + member
            }
            let value = ImportText(expression: member)
            imported.append(variable(name, column, .text(value)))
        }
        for declaration in variables.declarations where declaration.scope != .environment {
            imported += declared(declaration, isShadowed: { $0 == .environment })
        }
        for (sourceName, name) in names.emptyParts { imported.append(variable(name, sourceName, .null)) }
        for (sourceName, isReadByScript) in variables.unset {
            let value: ImportedValue =
                isReadByScript ? .null : .text(ImportText(expression: "{{\(sourceName)}}".celLiteral))
            imported.append(
                variable(names.name(of: sourceName), sourceName, value, "Nothing in the source gives it a value first.")
            )
        }
        return imported
    }

    mutating func variablesOfEnvironment() -> [ImportedVariable] {
        variables.declarations.filter { $0.scope == .environment }.flatMap {
            declared($0, isShadowed: { _ in false })
        }
    }

    private func isRead(_ name: String, in scope: VariableNames.Scope) -> Bool {
        names.readByScripts.contains(name) || names.given.contains(name) || names.ownName(of: name, in: scope) != nil
    }

    /// The variables of a declaration: that of its scope alone, and the one that templates read, unless another scope's value
    /// stands under its name, or at the places of its use.
    private mutating func declared(
        _ declaration: PostmanVariables.Declaration, isShadowed: (VariableNames.Scope) -> Bool
    ) -> [ImportedVariable] {
        let sourceName = declaration.sourceName
        let winner = names.winner(of: sourceName) ?? declaration.scope
        var own: [String] = []
        if let name = names.ownName(of: sourceName, in: declaration.scope) { own.append(name) }
        let isInlined = variables.inlined.contains(sourceName) && !names.readByScripts.contains(sourceName)
        if winner == declaration.scope || isShadowed(winner), !isInlined { own.append(names.name(of: sourceName)) }
        return own.map { variable($0, sourceName, value(of: declaration), declaration.description) }
    }

    private func variable(
        _ name: String, _ sourceName: String, _ value: ImportedValue, _ description: String? = nil
    ) -> ImportedVariable {
        ImportedVariable(
            name: name, sourceName: name == sourceName ? nil : sourceName, value: value, description: description)
    }

    private mutating func value(of declaration: PostmanVariables.Declaration) -> ImportedValue {
        let name = declaration.sourceName
        let bytes = declaration.value.textBytes
        if bytes > 1_000_000 {
            note(
                .lost, "variables", name, "The value has \(bytes) bytes; at most 1 MB is written.",
                advice: "Give it with --var, or read it with `file()`.")
            return .text(ImportText())
        }
        switch declaration.value {
        case .null: return .text(ImportText())
        case .bool(let value): return .boolean(value)
        case .number(let number): return .number(number.text)
        case .array, .object: return .text(ImportText(JSONWriter.compact(declaration.value)))
        case .string(let text):
            let template = PostmanTemplate(text)
            if variables.typedByUse.contains(name), let value = PostmanVariables.scalar(declaration.value) {
                return value
            }
            if template.names.isEmpty {
                let isSecret = declaration.isSecret || NamedSecrets.isSecret(name) || feedingAuth.contains(name)
                guard isSecret, !text.isEmpty else { return .text(ImportText(text)) }
                let secret = secrets.name(of: text, wanted: name, place: "variable `\(name)`")
                return .text(ImportText(expression: "secrets.\(secret)"))
            }
            if variables.cyclic.contains(name) {
                note(
                    .lost, "variables", name, "The value of the variable names itself, also over other variables.",
                    advice: "Give one of them a value.")
                return .text(ImportText(expression: text.celLiteral))
            }
            return .text(self.text(text))
        }
    }
}
