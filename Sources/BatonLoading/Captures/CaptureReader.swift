import BatonAPI
import BatonCEL
import BatonDiagnostics
import BatonJSON
import BatonJudging
import BatonLanguage
import BatonWorkflow
import BatonYAML

/// The keys that are read here.
private typealias Keys = Language.Capture

/// Reads `capture`.
///
/// A capture has a source, read by `SourceReader`, and a type that it becomes, read by `ConversionReader`.
struct CaptureReader {
    let templates: TemplateReader

    private var scope: Scope { templates.scope }
    private var sink: DiagnosticSink { templates.sink }

    func captures(_ node: YAMLNode) -> [Capture] {
        guard let entries = node.entries else { return [] }
        if entries.isEmpty {
            sink.report(
                Diagnostic(
                    "workflow.does-nothing", "`capture` takes nothing", at: node.range,
                    help: "write names and where their values come from, for example `token: $.token`"))
        }
        var captures: [Capture] = []
        captures.reserveCapacity(entries.count)
        for entry in entries { capture(entry).map { captures.append($0) } }
        return captures
    }

    private func capture(_ entry: YAMLEntry) -> Capture? {
        let name = entry.keyText
        guard Scope.mayDeclare(name, at: entry.keyRange, sink) else { return nil }
        if entry.value.isLeftOut {
            sink.report(
                .emptyValue(name, at: entry.keyRange, help: "write where its value comes from: `\(name): $.path`"))
            _ = scope.names.declare(name)
            return nil
        }
        guard let parts = entry.value.isMapping ? detailed(entry) : short(entry) else {
            // The mistake has been reported: uses of the name are no further mistakes.
            _ = scope.names.declare(name)
            return nil
        }
        return Capture(
            name: name, slot: scope.names.declare(name, type: parts.type), source: parts.source,
            conversion: parts.conversion, absence: parts.absence, isSecret: parts.isSecret, type: parts.type,
            range: entry.range)
    }

    private func short(_ entry: YAMLEntry) -> Parts? {
        let node = entry.value
        if node.mayHoldExpression, let text = node.scalar?.text, !text.hasPrefix("$") {
            sink.report(.captureOfText(text, of: entry.keyText, at: node.range))
            return nil
        }
        return SourceReader(templates: templates).short(node).map { Parts(source: $0) }
    }

    private struct Parts {
        var source: Capture.Source
        var conversion: MappedType?
        var absence = Capture.Absence.fails
        var isSecret = false

        /// The type of the captured value in expressions.
        var type: CELType {
            if let conversion { return conversion.type }
            let type = source.type
            if case .gives(let template) = absence, template.type != type { return .dyn }
            return type
        }
    }

    private static let sources: Language.KeySet = [
        Keys.path, Keys.header, Keys.cookie, Keys.regex, Keys.xpath, Keys.value,
    ]

    private func detailed(_ entry: YAMLEntry) -> Parts? {
        let entries = MapReader(sink: sink).entries(of: entry.value, as: Keys.map)
        guard let first = entries.first(where: { Self.sources.contains($0.key) }) else { return nil }
        let source = SourceReader(templates: templates).source(
            first, group: entries[Keys.group], subject: entries[Keys.in])
        guard var source else { return nil }
        if case .xpath(let query) = source, let type = entries[Keys.as]?.value, type.isListType {
            source = .xpath(query.listed)
        }
        var parts = Parts(source: source)
        parts.isSecret = entries[Keys.secret]?.value.bool ?? false
        parts.conversion = ConversionReader(sink: sink, types: scope.types)
            .type(entries[Keys.as], format: entries[Keys.format], of: source)
        if entries[Keys.as] != nil, parts.conversion == nil { return nil }
        parts.absence = absence(entries[Keys.optional], entries[Keys.default], parts)
        return parts
    }

    private func absence(
        _ optional: MapReader.Entry?, _ defaultValue: MapReader.Entry?, _ parts: Parts
    ) -> Capture.Absence {
        let isOptional = optional?.value.bool ?? false
        if let optional, let defaultValue, isOptional {
            sink.report(.optionalWithDefault(at: defaultValue.keyRange, other: optional.keyRange))
        }
        guard let defaultValue else { return isOptional ? .givesNull : .fails }
        let template = templates.template(defaultValue.value)
        if let conversion = parts.conversion, case .literal(let value) = template, value != .null {
            ConversionReader(sink: sink, types: scope.types).check(
                value, fits: conversion, at: defaultValue.value.range)
        }
        return .gives(template)
    }
}

extension Capture.Source {
    /// The type of the value, as far as it is known before the run.
    fileprivate var type: CELType {
        switch self {
        case .path(.path(let path), _): path.isSingular ? .dyn : .anyList
        case .path: .dyn
        case .events(.path(let path), _): path.isSingular ? .dyn : .anyList
        case .events: .dyn
        case .header, .search: .string
        case .cookie(let name): name.literal?.contains("@") == false ? .string : .dyn
        case .expression(let expression): expression.program.resultType
        case .xpath(let query):
            switch query.path.kind {
            case .nodes: query.wantsList ? .anyList : .string
            case .text: .string
            case .boolean: .bool
            case .number: .dyn
            }
        }
    }

    /// Whether the source always gives a list: a path with several matches, which is empty where it finds nothing.
    var alwaysFindsList: Bool {
        switch self {
        case .path(.path(let path), _), .events(.path(let path), _): !path.isSingular
        case .xpath(let query): query.wantsList
        default: false
        }
    }

    /// Whether the source gives text, never a list.
    var isText: Bool {
        switch self {
        case .header, .search, .cookie: true
        case .xpath(let query): !query.wantsList
        case .path, .events, .expression: false
        }
    }
}

extension YAMLNode {
    /// Whether `as` wants a list: `[integer]`, as a list or as text.
    fileprivate var isListType: Bool { items != nil || scalar?.text.hasPrefix("[") == true }
}
