/// Writes an imported project as a workflow and the environment that it runs in.
package struct WorkflowWriter {
    /// What the files stand beside.
    package struct Settings: Sendable {
        /// Whether baton.yaml is written too: without it the workflow holds all values itself, and whole URLs.
        package var hasProject = true
        /// Whether a body's file is there, by its path as the source has it.
        package var hasFile: @Sendable (String) -> Bool = { _ in false }
        /// What the workflow was made from, for its first line; nil for none.
        package var source: String?
        /// Where saved responses are written, relative to the folder of the workflow; nil to leave them out.
        package var samples: String?
        /// What the loader refuses of the files.
        package var refusals: @Sendable (Written) -> [Refusal] = { _ in [] }

        package init() {}
    }

    package struct Written: Sendable {
        package var workflow: Document
        /// baton.yaml; nil where none is wanted.
        package var project: Document?
        package var report: ImportReport
        /// The bodies of saved responses.
        package var samples: [File]

        package struct File: Sendable, Equatable {
            /// Relative to the folder of the workflow.
            package var path: String
            package var text: String

            package init(path: String, text: String) {
                self.path = path
                self.text = text
            }
        }

        package var workflowText: String { DocumentWriter.write(workflow) }
        package var projectText: String? { project.map(DocumentWriter.write) }
    }

    private let project: ImportedProject
    private let settings: Settings
    private let jumps: NextRequests
    private let context: WritingContext

    package static func write(_ project: ImportedProject, _ settings: Settings = Settings()) -> Written {
        WorkflowWriter(ConstantSets.moved(project), settings).accepted()
    }

    /// A mistake may hide another one: what a part that is left out gave a value may be read by others.
    private static let mostRounds = 20

    /// What is written, without what the loader refuses.
    private func accepted() -> Written {
        var written = written()
        for _ in 0..<Self.mostRounds {
            let refusals = settings.refusals(written)
            guard !refusals.isEmpty,
                let rest = RefusedParts.takenOut(
                    refusals, of: written.workflow, declared: settings.hasProject ? environmentNames : [],
                    comment: context.comment)
            else { break }
            written.workflow = rest.document
            for note in rest.notes { _ = context.lose(note) }
            written.report = ImportReport(of: project, more: context.notes, secrets: context.secrets)
        }
        return written
    }

    private init(_ project: ImportedProject, _ settings: Settings) {
        self.project = project
        self.settings = settings
        jumps = NextRequests(project.collection)
        let requests = project.collection.requests
        let use = VariableUse(requests.map(ImportedStatement.request))
        let base = settings.hasProject ? BaseAddress(of: project, use) : BaseAddress()
        var names = Set((project.collection.variables + (project.environment?.variables ?? [])).map(\.name))
        names.formUnion(use.sets)
        let hasOneOrigin = base.url != nil && requests.allSatisfy { base.url($0.url, TemplateText()).hasPrefix("/") }
        var hasAuth = false
        if case .inherited = project.collection.auth {
        } else if case .none = project.collection.auth {
        } else {
            hasAuth = true
        }
        let secrets = SecretTexts(project.secrets)
        context = WritingContext(
            texts: TemplateText(variables: names), base: base, hasDefaultAuth: hasOneOrigin && hasAuth,
            secrets: secrets, samples: settings.samples.map { SampleFiles(in: $0, use, secrets) },
            hasFile: settings.hasFile)
    }

    // MARK: - The workflow

    private func written() -> Written {
        let collection = project.collection
        var document = Document()
        document.header = settings.source.map { ["Made from \(Excerpt.line($0, limit: 100))."] } ?? []
        document.header += collection.notes.map(context.comment)
        document.root.add("name", .text(TemplateText.name(collection.name, else: "Imported")))
        if let description = collection.description, !description.trimmingSpaces.isEmpty {
            let lines = context.comments(of: description).map { TemplateText.plain($0) }
            document.root.add("description", .text(lines.joined(separator: "\n")))
        }
        let variables = self.variables
        if !variables.isEmpty { document.root.add("vars", .map(variables)) }
        if let rows = collection.rows { document.root.add("rows", self.rows(rows)) }
        document.root.add("defaults", defaults)
        let steps = self.steps(collection.items, [], [], .none)
        document.root.add(
            "steps",
            steps.isEmpty
                ? .list([Document.Item(.map(StatementWriter.step([.init("log", .text("There is no request here."))])))])
                : .list(steps))
        document.root.isBlock = true
        var projectDocument = settings.hasProject ? projectFile : nil
        var masked = 0
        document.root = context.secrets.masked(document.root, &masked)
        if let root = projectDocument?.root { projectDocument?.root = context.secrets.masked(root, &masked) }
        if masked > 0 { document.header.append(context.lose(Self.masked(masked))) }
        return Written(
            workflow: document, project: projectDocument,
            report: ImportReport(of: project, more: context.notes, secrets: context.secrets),
            samples: context.samples?.files ?? [])
    }

    private static func masked(_ count: Int) -> ImportNote {
        ImportNote(
            .lost, request: "", place: "collection", statement: count == 1 ? "a text" : "\(count) texts",
            reason: "A secret stands where no expression can.", advice: "Look for ***, and write it by hand.")
    }

    private func rows(_ rows: ImportedRows) -> Document.Value {
        let name = project.collection.rowName.map { context.texts.value($0) }
        switch rows {
        case .csv(let path):
            let types = Document.Map(project.collection.rowTypes.map { .init($0.column, .text($0.type)) })
            return .map(("csv", .text(path)), ("name", name), ("types", types.isEmpty ? nil : .map(types)))
        case .json(let path): return .map(("json", .text(path)), ("name", name))
        case .list:
            let list = Document.Value.list((project.collection.rowList ?? []).map { context.texts.value($0) })
            return name == nil ? list : .map(("name", name), ("list", list))
        }
    }

    /// What every request starts from, so that it passes where the source passes.
    private var defaults: Document.Value {
        var defaults = Document.Map()
        defaults.add("follow_redirects", .yes)
        if context.hasDefaultAuth { defaults.add("auth", AuthText.value(project.collection.auth, context.texts)) }
        defaults.add("expect", .map(("status", .texts(["2xx", "3xx", "4xx", "5xx"]))))
        defaults.isBlock = true
        return .map(defaults)
    }

    private func steps(_ items: [ImportedItem], _ place: NextRequests.Place, _ path: [String], _ auth: ImportedAuth)
        -> [Document.Item]
    {
        let auth = place.isEmpty ? project.collection.auth.orInherited(.none) : auth
        var written: [[Document.Item]] = []
        for (index, item) in items.enumerated() {
            let place = place + [index]
            switch item {
            case .request(let request):
                let reset = jumps.targets.contains(place) ? [Self.reset(request.name)] : []
                written.append(guarded(reset + steps(for: request, path, auth), at: place, request.name))
            case .folder(let folder): written.append(group(folder, place, path, folder.auth.orInherited(auth)))
            }
        }
        var items: [Document.Item] = []
        var index = 0
        let ranges = jumps.repeated[place] ?? []
        while index < written.count {
            if let range = ranges.first(where: { $0.steps.lowerBound == index }) {
                items.append(repeated(range, written[range.steps].flatMap(\.self)))
                index = range.steps.upperBound + 1
            } else {
                items += written[index]
                index += 1
            }
        }
        return items
    }

    private func steps(for request: ImportedRequest, _ path: [String], _ auth: ImportedAuth) -> [Document.Item] {
        var request = request
        let names = path + [request.name]
        request.before = jumps.resolved(request.before, of: request.name, path: names)
        request.after = jumps.resolved(request.after, of: request.name, path: names)
        let isDefault = context.hasDefaultAuth && path.isEmpty
        if case .inherited = request.auth, context.hasDefaultAuth, isCollectionAuth(path) || isDefault {
            return RequestWriter(context: context, path: path, inherited: .inherited).steps(for: request)
        }
        return RequestWriter(context: context, path: path, inherited: auth).steps(for: request)
    }

    /// Whether no folder on the way has an authentication of its own.
    private func isCollectionAuth(_ path: [String]) -> Bool {
        var items = project.collection.items
        for name in path {
            let folders = items.compactMap { item in
                if case .folder(let folder) = item, folder.name == name { folder } else { nil }
            }
            guard let folder = folders.first, folders.count == 1, case .inherited = folder.auth else { return false }
            items = folder.items
        }
        return true
    }

    /// Steps of folders further in stand in the folder around them: YAML may nest 100 lists and maps.
    private static let deepestGroup = 20

    private func group(
        _ folder: ImportedFolder, _ place: NextRequests.Place, _ path: [String], _ auth: ImportedAuth
    ) -> [Document.Item] {
        let steps = self.steps(folder.items, place, path + [folder.name], auth)
        let comments = context.comments(of: folder.description) + folder.notes.map(context.comment)
        guard var first = steps.first else { return [] }
        guard path.count < Self.deepestGroup else {
            first.comments = comments + first.comments
            return [first] + steps.dropFirst()
        }
        var map = Document.Map()
        map.add("name", .text(TemplateText.name(folder.name, else: "A folder without a name")))
        map.add("continue_on_failure", .yes)
        map.add("steps", .list(steps))
        map.isBlock = true
        return [Document.Item(.map(map), comments: comments)]
    }

    // MARK: - Jumps

    /// The steps of a request under the condition that no jump skips it.
    private func guarded(_ steps: [Document.Item], at place: NextRequests.Place, _ name: String) -> [Document.Item] {
        guard let condition = jumps.condition(at: place) else { return steps }
        let entry = Document.Entry("if", StatementWriter.condition(condition))
        if steps.count == 1, case .map(var map) = steps[0].value {
            let index = map.entries.firstIndex { $0.key == "continue_on_failure" } ?? map.entries.count
            map.entries.insert(entry, at: index)
            return [Document.Item(.map(map), comments: steps[0].comments)]
        }
        var map = Document.Map([Document.Entry("name", .text(TemplateText.name(name, else: "Some steps"))), entry])
        map.add("continue_on_failure", .yes)
        map.add("steps", .list(steps))
        map.isBlock = true
        return [Document.Item(.map(map))]
    }

    private func repeated(_ range: NextRequests.Range, _ steps: [Document.Item]) -> Document.Item {
        let condition = "index == 0 || \(NextRequests.variable) == \(ExpressionText.literal(range.target))"
        var map = Document.Map()
        map.add("name", .text(TemplateText.name("\(range.target), again", else: "Again")))
        map.add("while", StatementWriter.condition(condition))
        map.add("continue_on_failure", .yes)
        map.add("steps", .list(steps))
        map.isBlock = true
        return Document.Item(.map(map))
    }

    /// A jump has reached its target: another one behind it is kept.
    private static func reset(_ target: String) -> Document.Item {
        let literal = ExpressionText.literal(target)
        let value = "\(NextRequests.variable) == \(literal) ? \"\" : \(NextRequests.variable)"
        let entry = Document.Entry("set", .map((NextRequests.variable, .text(TemplateText.expression(value)))))
        return Document.Item(.map(StatementWriter.step([entry])))
    }

    // MARK: - Variables

    private var environmentNames: Set<String> { Set((project.environment?.variables ?? []).map(\.name)) }

    private var variables: Document.Map {
        var map = Document.Map()
        map.isBlock = true
        let own = project.environment?.variables ?? []
        var declared = environmentNames
        var values = project.collection.variables
        if !settings.hasProject {
            values = values.filter { !environmentNames.contains($0.name) } + own
        }
        for variable in values where map[variable.name] == nil {
            declared.insert(variable.name)
            if isOnlyBase(variable.name) { continue }
            map.add(variable.name, context.texts.value(variable.value), comments: comments(of: variable))
        }
        for name in VariableUse.readTooEarly(in: project.collection, declared: declared) where map[name] == nil {
            let text = ExpressionText.literal("{{\(name)}}")
            map.add(name, .text("$(\(text))"), comments: ["What it is until a script sets it."])
        }
        if jumps.isUsed {
            map.add(
                NextRequests.variable, .text(""), comments: ["The request that a script has chosen to be the next one."]
            )
        }
        return map
    }

    private func comments(of variable: ImportedVariable) -> [String] {
        let name = variable.sourceName.map { ["`\($0)` of the source"] } ?? []
        return name.map(context.secrets.masked) + context.comments(of: variable.description)
    }

    /// Whether a variable is the base URL and nothing else.
    private func isOnlyBase(_ name: String) -> Bool {
        guard name == context.base.variable else { return false }
        var use = VariableUse()
        for variable in project.collection.variables + (project.environment?.variables ?? []) {
            use.add(variable.value)
        }
        use.add(project.collection.auth)
        Self.addAuth(project.collection.items, to: &use)
        for request in project.collection.requests {
            var request = request
            if context.base.url(request.url, context.texts).hasPrefix("/"), !request.url.pieces.isEmpty {
                var rest = ImportText()
                for piece in request.url.pieces.dropFirst() { rest.append(piece) }
                request.url = rest
            }
            use.add(request)
        }
        return !use.reads.contains(name)
    }

    private static func addAuth(_ items: [ImportedItem], to use: inout VariableUse) {
        for case .folder(let folder) in items {
            use.add(folder.auth)
            addAuth(folder.items, to: &use)
        }
    }

    // MARK: - baton.yaml

    private var projectFile: Document {
        var document = Document()
        document.root.add("name", .text(TemplateText.name(project.collection.name, else: "Imported")))
        document.root.add("workflows", .text("."))
        var environment = Document.Map()
        if let url = context.base.url { environment.add("base_url", context.texts.value(url)) }
        var variables = Document.Map()
        variables.isBlock = true
        for variable in project.environment?.variables ?? []
        where variables[variable.name] == nil && !isOnlyBase(variable.name) {
            variables.add(variable.name, context.texts.value(variable.value), comments: comments(of: variable))
        }
        if !variables.isEmpty { environment.add("vars", .map(variables)) }
        let secrets = secretNames
        if !secrets.isEmpty {
            environment.add(
                "secrets", .texts(secrets),
                comments: ["Read from the environment of the process; their values stand in no file."])
        }
        environment.isBlock = !environment.isEmpty
        document.root.add("environments", .map(Document.Map([.init(environmentName, .map(environment))])))
        document.root.isBlock = true
        return document
    }

    package var secretNames: [String] {
        var names: [String] = []
        for secret in project.secrets where !names.contains(secret.name) { names.append(secret.name) }
        return names
    }

    /// The name of the environment, of letters, digits, `-`, `_` and `.`.
    private var environmentName: String { HarmlessName.of(project.environment?.name ?? "", else: "default") }
}

/// Names of files and environments, made from what a source is called.
package enum HarmlessName {
    /// Lower-case letters and digits with `-` between, at most 60: nothing that leads elsewhere or hides.
    package static func of(_ text: String, else other: String) -> String {
        var name = ""
        for scalar in text.unicodeScalars {
            let isKept =
                scalar.isASCII
                ? (0x30...0x39).contains(scalar.value) || (0x61...0x7A).contains(scalar.value | 0x20) : false
            if isKept {
                name += String(scalar).lowercased()
            } else if !name.isEmpty, name.last != "-" {
                name += "-"
            }
            if name.utf8.count >= 60 { break }
        }
        while name.last == "-" { name.removeLast() }
        return name.isEmpty ? other : name
    }
}
