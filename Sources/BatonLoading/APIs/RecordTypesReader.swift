import BatonAPI
import BatonDiagnostics
import BatonHTTP
import BatonJSON
import BatonJudging
import BatonLanguage
import BatonWorkflow
import BatonXML
import BatonYAML

/// Reads `types` of an API file.
struct RecordTypesReader {
    let sink: DiagnosticSink
    let apis: [String: APIFile]
    /// The form of dates for types and fields without their own.
    let dateForm: DateForm?
    /// The namespaces of prefixes in XPaths.
    var namespaces: [String: String] = [:]

    func schema(_ node: YAMLNode?) -> RecordSchema {
        let pairs = (node?.entries ?? []).filter(isTypeName)
        let names = pairs.map(\.keyText)
        var definitions: [RecordDefinition] = []
        var places: [[SourceRange]] = []
        for pair in pairs {
            let (definition, ranges) = self.definition(pair, names)
            definitions.append(definition)
            places.append(ranges)
        }
        EndlessTypes(definitions: definitions, places: places, sink: sink).check()
        for (definition, ranges) in zip(definitions, places) {
            for (field, range) in zip(definition.fields, ranges) {
                guard let index = field.type?.ownIndex, definitions[index].readsResponse else { continue }
                sink.report(.typeOfResponse(definitions[index].name, at: range))
            }
        }
        return RecordSchema(definitions)
    }

    private func isTypeName(_ pair: YAMLEntry) -> Bool {
        let name = pair.keyText
        guard Language.isIdentifier(name), !Conversion.names.contains(name) else {
            sink.report(
                Conversion.names.contains(name)
                    ? .nameOfLanguageType(name, at: pair.keyRange)
                    : .invalidName(name, of: "a type", at: pair.keyRange))
            return false
        }
        return true
    }

    /// The definition, and the place of each field.
    private func definition(_ pair: YAMLEntry, _ names: [String]) -> (RecordDefinition, [SourceRange]) {
        var dateForm = dateForm
        var fields = pair.value.entries
        if let long = pair.value["fields"], long.entries != nil, long["path"] == nil {
            for entry in MapReader(sink: sink).entries(of: pair.value, as: Language.RecordType.map) {
                if entry.key == Language.RecordType.dateFormat {
                    dateForm = ConversionReader(sink: sink, types: KnownTypes()).form(entry.value) ?? dateForm
                }
            }
            fields = long.entries
        }
        guard let fields else {
            sink.report(.wrongType(wanted: "a map of fields", what: "the type `\(pair.keyText)`", node: pair.value))
            return (RecordDefinition(name: pair.keyText, fields: []), [])
        }
        if fields.isEmpty { sink.report(.typeWithoutFields(pair.keyText, at: pair.value.range)) }
        let types = KnownTypes(ownNames: names, used: APIFile.types(of: apis), dateForm: dateForm)
        let read = fields.compactMap { entry in field(entry, types).map { ($0, entry.keyRange) } }
        return (RecordDefinition(name: pair.keyText, fields: read.map(\.0)), read.map(\.1))
    }

    // MARK: - Fields

    private func field(_ entry: YAMLEntry, _ types: KnownTypes) -> RecordField? {
        guard Language.isIdentifier(entry.keyText) else {
            sink.report(.invalidName(entry.keyText, of: "a field", at: entry.keyRange))
            return nil
        }
        guard entry.value.isMapping else {
            guard entry.value.scalar != nil, !entry.value.isNull else {
                sink.report(.wrongType(wanted: "a path or a map", what: "a field", node: entry.value))
                return nil
            }
            return path(entry.value).map {
                RecordField(name: entry.keyText, path: $0, type: nil, absence: .fails, range: entry.keyRange)
            }
        }
        let entries = MapReader(sink: sink).entries(of: entry.value, as: Language.Field.map)
        func item(_ name: String) -> MapReader.Entry? { entries.first { $0.name == name } }
        let written = entries.first { Self.sources.contains($0.key) }
        guard let path = written.map({ source($0, item("as")) }) ?? self.path(entry.key) else { return nil }
        let reader = ConversionReader(sink: sink, types: types)
        var type = reader.type(item("as"), format: item("format"), findsList: path.findsList)
        if item("as") != nil, type == nil { return nil }
        if let listed = item("enum") {
            guard let choice = choice(listed, type, path) else { return nil }
            type = choice
        }
        guard let absence = absence(item("optional"), item("default"), type, path) else { return nil }
        return RecordField(
            name: entry.keyText, path: path, type: type, absence: absence,
            isSecret: item("secret")?.value.bool ?? false, range: entry.keyRange)
    }

    private static let sources: Language.KeySet = [Language.Field.path, Language.Field.header, Language.Field.xpath]

    private func source(_ entry: MapReader.Entry, _ type: MapReader.Entry?) -> RecordPath? {
        let node = entry.value
        switch entry.key {
        case Language.Field.header:
            let name = node.scalar?.text ?? ""
            guard Token.isValid(name) else {
                sink.report(
                    name.contains("$(") ? .computedPath(at: node.range) : .invalidHeaderName(name, at: node.range))
                return nil
            }
            return .part(FieldSource(.header(name)))
        case Language.Field.xpath:
            let text = node.scalar?.text ?? ""
            if text.contains("$(") {
                sink.report(.computedPath(at: node.range))
                return nil
            }
            do throws(XPathError) {
                let query = XPathQuery(path: try XPath.parse(text, namespaces: namespaces), wantsList: false)
                let isList = type.map { $0.value.items != nil || $0.value.scalar?.text.hasPrefix("[") == true } ?? false
                return .part(FieldSource(.xpath(isList ? query.listed : query)))
            } catch {
                sink.report(.invalidXPath(text, error, in: node))
                return nil
            }
        default: return path(node)
        }
    }

    private func path(_ node: YAMLNode) -> RecordPath? {
        let text = node.scalar?.text ?? ""
        if text.contains("$(") {
            sink.report(.computedPath(at: node.range))
            return nil
        }
        do {
            if text.hasPrefix("$") { return .path(try JSONPath.parse(text)) }
            return .keyPath(try JSONKeyPath.parse(text))
        } catch {
            sink.report(
                Diagnostic(
                    "workflow.invalid-path", "`\(text)` is no path: \(error.message)",
                    at: node.sourceMap.range(error.range),
                    help: "write a JSONPath such as `$.token`, or keys with dots such as `user.name`"))
            return nil
        }
    }

    /// The type of an `enum`: a list of the values, or a map of names to the values that the API sends.
    private func choice(_ entry: MapReader.Entry, _ type: MappedType?, _ path: RecordPath) -> MappedType? {
        var conversion: Conversion?
        var isList = path.findsList
        switch type {
        case nil: break
        case .value(.list(let element))?:
            conversion = element
            isList = true
        case .value(let scalar)?: conversion = scalar
        default:
            sink.report(.enumDoesNotFit(at: entry.keyRange))
            return nil
        }
        switch conversion {
        case .date?, .json?, .any?, .list?:
            sink.report(.enumDoesNotFit(at: entry.keyRange))
            return nil
        default: break
        }
        var cases: [Choice.Case] = []
        let pairs: [(name: String, node: YAMLNode)] =
            entry.value.entries.map { $0.map { ($0.keyText, $0.value) } }
            ?? (entry.value.items ?? []).map { ($0.scalar?.text ?? "", $0) }
        if pairs.isEmpty {
            sink.report(
                .wrongType(Language.Field.enum, wanted: "a list of values, or names to values", entry.value))
            return nil
        }
        for pair in pairs {
            guard pair.node.scalar != nil, !pair.node.isNull else {
                sink.report(
                    .wrongType(wanted: "a text, a number or a boolean", what: "a value of `enum`", node: pair.node))
                return nil
            }
            var raw = pair.node.json
            if let conversion {
                do {
                    if case .json(let value) = try ValueConverter().convert(raw, to: conversion) { raw = value }
                } catch {
                    sink.report(.enumValueDoesNotFit(error, at: pair.node.range))
                    return nil
                }
            }
            cases.append(Choice.Case(name: pair.name, raw: raw))
        }
        let choice = MappedType.choice(Choice(conversion: conversion, cases: cases))
        return isList ? .list(choice) : choice
    }

    private func absence(
        _ optional: MapReader.Entry?, _ defaultValue: MapReader.Entry?, _ type: MappedType?, _ path: RecordPath
    ) -> RecordField.Absence? {
        let isOptional = optional?.value.bool ?? false
        if let optional, let defaultValue, isOptional {
            sink.report(.optionalWithDefault(at: defaultValue.keyRange, other: optional.keyRange))
        }
        guard let defaultValue else { return isOptional ? .givesNull : .fails }
        let written = defaultValue.value.json
        if written.isNull { return .givesNull }
        guard let type else { return .gives(.json(written)) }
        if case .choice(let choice) = type, case .string(let name) = written,
            choice.cases.contains(where: { $0.name == name })
        {
            return .gives(.json(written))
        }
        if type.holdsRecord {
            guard written == .array([]), case .list = type else {
                sink.report(.defaultOfRecord(at: defaultValue.value.range))
                return nil
            }
            return .gives(.list([]))
        }
        do {
            var mapper = RecordMapper(ValueConverter())
            return .gives(try mapper.map(written, to: type))
        } catch {
            for item in error.items.prefix(1) {
                let failure = item.failure
                sink.report(
                    .defaultDoesNotFit(
                        failure.wanted, failure.got, at: defaultValue.value.range,
                        help: failure.hint.map { Message(value: $0) }))
            }
            return nil
        }
    }
}

extension MappedType {
    /// The index of the type of the same file that the type is, or lists.
    fileprivate var ownIndex: Int? {
        switch self {
        case .own(let index): index
        case .list(let element): element.ownIndex
        case .value, .choice, .record: nil
        }
    }

    /// Whether the type is or contains a record type of the user.
    fileprivate var holdsRecord: Bool {
        switch self {
        case .value, .choice: false
        case .record, .own: true
        case .list(let element): element.holdsRecord
        }
    }
}

/// Finds types that require a value of themselves, and so on without end.
struct EndlessTypes {
    let definitions: [RecordDefinition]
    /// The place of each field of each type.
    let places: [[SourceRange]]
    let sink: DiagnosticSink

    func check() {
        var done: Set<Int> = []
        var path: [Int] = []
        for start in definitions.indices { visit(start, &path, &done) }
    }

    private func visit(_ type: Int, _ path: inout [Int], _ done: inout Set<Int>) {
        guard !done.contains(type), path.count < 1000 else { return }
        path.append(type)
        for (position, field) in definitions[type].fields.enumerated() {
            guard let next = Self.needed(field), definitions.indices.contains(next) else { continue }
            if let start = path.firstIndex(of: next) {
                let chain = path[start...].map { definitions[$0].name } + [definitions[next].name]
                sink.report(.endlessType(chain, at: places[type][position]))
            } else {
                visit(next, &path, &done)
            }
        }
        path.removeLast()
        done.insert(type)
    }

    /// The index of the type that a value must have in this field; nil where the field may be left out.
    private static func needed(_ field: RecordField) -> Int? {
        guard case .own(let index)? = field.type else { return nil }
        // A field at `$` is the value itself, which always exists.
        if field.path.isRoot { return index }
        if case .fails = field.absence { return index }
        return nil
    }
}
