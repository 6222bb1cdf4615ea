import BatonJSON

/// Reads what Postman exports: collections of version 2 and 3 with an environment, global variables and data.
///
/// How this folder works together: ``PostmanFile`` makes JSON of the files, and ``PostmanVersion3`` of a folder of YAML a
/// collection as version 2.1 has it, so that one reader reads all. ``PostmanReader`` then goes through the collection twice
/// in the same order. The first time it translates all scripts: only then it is known which variables change during a run
/// (``PostmanVariables``), and whose scopes must be told apart (``VariableNames``; then it translates them once more). The second time it reads the requests: their texts (``PostmanTemplate``), URLs, bodies, auth and
/// settings. What is secret gets its name from ``NamedSecrets`` on the way.
struct PostmanReader {
    var names = VariableNames(reserved: VariableNames.reservedWords)
    var variables = PostmanVariables()
    var secrets = NamedSecrets()
    /// Of what is being read.
    var notes: [ImportNote] = []
    /// Names of the folders around, and of the request.
    var path: [String] = []
    var collectionName = ""
    var environmentName = ""
    /// Of each request in the order of the collection.
    var scripts: [PostmanScripts] = []
    var requestsRead = 0
    var scriptBytes = 0
    var bodyBytesLeft = 4_000_000
    var statementsTaken = 0
    /// What scripts of the source may `eval`, by the name of its variable.
    var sharedCode: [String: String] = [:]
    /// The scopes that have a variable of a name.
    var scopes = ScopeNames()
    /// Texts of variables that no script changes.
    var constants: [String: String] = [:]
    /// Whether there are several rows.
    var isRepeated = false
    /// Requests with the variables of which a note says that an earlier row may have set them.
    var carriedNames: Set<String> = []
    private var notesTaken = 0
    /// Which source names of variables credentials are made of.
    var feedingAuth: Set<String> = []

    static func read(_ input: ImportInput) throws(ImportError) -> ImportedProject {
        let collection = try PostmanSource.collection(of: input)
        var reader = PostmanReader()
        reader.collectionName = (collection[at: "info"][at: "name"].plainText ?? "").oneLine
        if reader.collectionName.allSatisfy(\.isWhitespace) { reader.collectionName = "Collection" }
        let environment = try input.environment.map { file throws(ImportError) in
            try PostmanSource.variables(of: file, wanted: "an environment")
        }
        let globals = try input.globals.map { file throws(ImportError) in
            try PostmanSource.variables(of: file, wanted: "a file of global variables")
        }
        let data = try input.data.map { file throws(ImportError) in try PostmanRows(file) }
        return SecretSearch.hiding(
            reader.project(collection, environment: environment, globals: globals, data: data))
    }

    private mutating func project(
        _ collection: JSONValue, environment: JSONValue?, globals: JSONValue?, data: PostmanRows?
    ) -> ImportedProject {
        let hasData = data != nil
        environmentName = (environment.flatMap { $0[at: "name"].plainText } ?? "").oneLine
        declare(environment.map { $0[at: "values"] } ?? .null, in: .environment)
        declare(collection.first("variable", "variables"), in: .collection)
        declareInFolders(collection[at: "item"])
        declare(globals.map { $0[at: "values"] } ?? .null, in: .global)
        let data = data.flatMap { data in data.file == nil && data.list == nil ? nil : data }
        if hasData, data == nil {
            note(
                .lost, "data", "data file", "The data is too large, and a workflow would read it otherwise.",
                advice: "Write at most 10 MB of CSV with a name for each column, or split it.")
        }
        if let data, !data.isEmpty { for column in data.columns { declareColumn(column) } }
        isRepeated = data.map { $0.list.map { $0.count > 1 } ?? true } ?? false
        let start = self
        translateScripts(of: collection)
        let mixed = names.mixed
        if !mixed.isEmpty {
            self = start
            names.separate(mixed)
            translateScripts(of: collection)
        }
        variables.analyse(names: &names)

        var imported = ImportedCollection(name: collectionName)
        imported.description = collection[at: "info"].descriptionText
        var kind = PostmanAuthKind.none
        imported.auth = auth(collection[at: "auth"], kind: &kind)
        imported.items = items(collection[at: "item"], PostmanSurroundings(of: collection, auth: kind))
        takeRows(data, into: &imported)
        imported.variables = variablesOfWorkflow()
        nameSecrets(inScriptsOf: collection)
        var project = ImportedProject(collection: imported)
        if environment != nil {
            var imported = ImportedEnvironment(name: environmentName.isEmpty ? "postman" : environmentName)
            imported.variables = variablesOfEnvironment()
            project.environment = imported
        }
        if notesTaken > Self.mostNotes {
            notes.append(
                ImportNote(
                    .lost, request: "", place: "collection", statement: "\(notesTaken - Self.mostNotes) further notes",
                    reason: "There are too many to list.", advice: "Look at the source."))
        }
        project.collection.notes = notes
        project.secrets = secrets.all
        return project
    }

    // MARK: notes

    private static let mostNotes = 10_000

    mutating func note(
        _ kind: ImportNote.Kind, _ place: String, _ statement: String, _ reason: String, advice: String
    ) {
        notesTaken += 1
        if notesTaken > Self.mostNotes { return }
        notes.append(
            ImportNote(
                kind, request: path.joined(separator: " › "), place: place, statement: statement, reason: reason,
                advice: advice))
    }

    /// The elements of a list; a note where something else stands in its place.
    mutating func list(_ value: JSONValue, _ place: String) -> [JSONValue] {
        if let list = value.arrayValue { return list }
        if !value.isNull {
            note(
                .lost, place, "\(place): \(value.typeName)", "Postman has a list here.",
                advice: "Look at this part of the source.")
        }
        return []
    }

    /// Reads with a list of notes of its own, and returns it beside the result.
    mutating func collectingNotes<Result>(
        _ name: String, _ body: (inout PostmanReader) -> Result
    ) -> (Result, [ImportNote]) {
        let outer = notes
        notes = []
        path.append(name)
        let result = body(&self)
        path.removeLast()
        let own = notes
        notes = outer
        return (result, own)
    }

    // MARK: texts

    /// A text in which `{{name}}` stands for variables.
    mutating func text(_ source: String) -> ImportText {
        var text = ImportText()
        for piece in template(source).pieces {
            switch piece {
            case .literal(let literal): text.append(.literal(literal))
            case .name(let name): text.append(reference(to: name, depth: 0))
            }
        }
        return text
    }

    mutating func text(_ value: JSONValue) -> ImportText { text(value.anyText) }

    /// The pieces of a text. Where the value of one variable is part of another one's name, it must be known.
    private mutating func template(_ source: String) -> PostmanTemplate {
        var template = PostmanTemplate(source)
        var levels = 0
        while template.isNested, levels < 20 {
            levels += 1
            let text = template.text { variables.literal(of: $0) ?? "{{\($0)}}" }
            let next = PostmanTemplate(text)
            if next.pieces == template.pieces { break }
            template = next
        }
        if template.isNested || levels > 0 {
            note(
                template.isNested ? .lost : .harmless, "template", source,
                "The name of a variable is made of the value of another one.",
                advice: template.isNested ? "Name the variable itself." : "Change the name when that value changes.")
        }
        return template
    }

    /// A text of a secret field: what stands there literally becomes a secret, and the variables that it is made of do.
    mutating func secretText(_ source: String, wanted: String, place: String) -> ImportText {
        let template = PostmanTemplate(source)
        guard template.names.isEmpty else {
            feedingAuth.formUnion(template.names)
            return text(source)
        }
        if source.allSatisfy(\.isWhitespace) { return ImportText(source) }
        let name = secrets.name(
            of: source, wanted: String("\(collectionName) \(wanted)".prefix(60)),
            place: "\(place) of `\(path.last ?? collectionName)`")
        return ImportText(expression: "secrets.\(name)")
    }
}

extension ImportFormat {
    /// Collections of Postman.
    package static let postman = ImportFormat(
        name: "postman", recognizes: PostmanSource.recognizes, read: PostmanReader.read)
}
