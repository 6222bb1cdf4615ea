import BatonAPI
import BatonCEL
import BatonDiagnostics
import BatonHTTP
import BatonJSON
import BatonJudging
import BatonLanguage
import BatonValues
import BatonWorkflow
import BatonYAML

/// Reads `as` and `format`.
struct ConversionReader {
    let sink: DiagnosticSink
    /// The types beside those of the language.
    let types: KnownTypes

    /// The type of `as`; nil without `as`, and after a report.
    func type(_ entry: MapReader.Entry?, format: MapReader.Entry?, of source: Capture.Source) -> MappedType? {
        guard let (type, wanted) = type(entry, format: format), let entry else { return nil }
        guard fits(type, wanted, source, entry) else { return nil }
        return wanted.isList ? type.listed : type
    }

    /// The type of `as` for a value at a path.
    ///
    /// - Parameters:
    ///   - findsList: whether the path gives a list, which may be empty.
    ///   - readsResponse: whether the value is that of a whole response.
    func type(
        _ entry: MapReader.Entry?, format: MapReader.Entry?, findsList: Bool, readsResponse: Bool = false
    ) -> MappedType? {
        guard let (type, wanted) = type(entry, format: format, readsResponse: readsResponse), let entry else {
            return nil
        }
        if findsList, !wanted.isList {
            if case .value(.any) = type { return type }
            sink.report(.typeOfList(wanted.name, at: entry.value.range))
            return nil
        }
        return wanted.isList ? type.listed : type
    }

    private func type(
        _ entry: MapReader.Entry?, format: MapReader.Entry?, readsResponse: Bool = false
    ) -> (MappedType, Written)? {
        guard let entry else {
            if let format { sink.report(.formatWithoutDate(nil, at: format.keyRange)) }
            return nil
        }
        guard let wanted = written(entry.value) else { return nil }
        if let format, wanted.name != "date" {
            sink.report(.formatWithoutDate(wanted.name, at: format.keyRange))
            return nil
        }
        var form = types.dateForm ?? .rfc3339
        if let format {
            guard let read = self.form(format.value) else { return nil }
            form = read
        }
        if let scalar = Conversion(named: wanted.name, form: form) { return (.value(scalar), wanted) }
        if let type = types.type(wanted.name) {
            if case .record(let record) = type, record.definition.readsResponse, !readsResponse || wanted.isList {
                sink.report(.typeOfResponse(wanted.name, at: wanted.range))
                return nil
            }
            return (type, wanted)
        }
        if !types.isUnknowable(wanted.name) {
            sink.report(.unknownConversion(wanted.name, own: types.names, at: wanted.range))
        }
        return nil
    }

    private struct Written {
        var name: String
        var isList: Bool
        var range: SourceRange
    }

    /// `integer`, `[integer]` as a YAML list, or `"[integer]"` as text.
    private func written(_ node: YAMLNode) -> Written? {
        if let items = node.items {
            guard items.count == 1, let text = items[0].scalar?.text, !items[0].isNull else {
                sink.report(
                    .wrongType(Language.Capture.as, wanted: "one type, such as `integer` or `[integer]`", node))
                return nil
            }
            return Written(name: text, isList: true, range: items[0].range)
        }
        guard let text = node.scalar?.text, !node.isNull else {
            sink.report(.wrongType(Language.Capture.as, wanted: "a type, such as `integer` or `[integer]`", node))
            return nil
        }
        guard text.hasPrefix("["), text.hasSuffix("]"), text.utf8.count > 2 else {
            return Written(name: text, isList: false, range: node.range)
        }
        return Written(name: String(text.dropFirst().dropLast()), isList: true, range: node.range)
    }

    /// Reads a date format; reports an invalid one and returns nil.
    func form(_ node: YAMLNode) -> DateForm? {
        let text = node.scalar?.text ?? ""
        switch text {
        case "unix": return .unix
        case "unix_ms": return .unixMilliseconds
        default: break
        }
        do {
            let pattern = try DatePattern(text)
            guard pattern.hasFields else {
                sink.report(.invalidDateFormat(text, "it names no part of a date", at: node.range))
                return nil
            }
            return .pattern(pattern)
        } catch {
            sink.report(
                .invalidDateFormat(text, Message(value: error.message), at: node.sourceMap.range(error.range)))
            return nil
        }
    }

    /// Whether the source can give a list where `as` names one, and a single value where it does not.
    private func fits(
        _ element: MappedType, _ wanted: Written, _ source: Capture.Source, _ entry: MapReader.Entry
    ) -> Bool {
        if wanted.isList, source.isText {
            sink.report(.listOfText(source, at: entry.value.range))
            return false
        }
        if !wanted.isList, source.alwaysFindsList {
            if case .value(.any) = element { return true }
            sink.report(.typeOfList(wanted.name, at: entry.value.range))
            return false
        }
        return true
    }

    /// Checks that a literal default can be converted to the type of `as`. A URL is not checked, because it is resolved
    /// against that of a response.
    func check(_ value: JSONValue, fits type: MappedType, at range: SourceRange) {
        if case .value(.url) = type { return }
        guard let base = try? URLText.parse("http://localhost/") else { return }
        do {
            _ = try ValueConverter(base: base).convert(CELValue(value), to: type)
        } catch {
            guard let failure = error.items.first?.failure else { return }
            sink.report(
                Diagnostic(
                    "workflow.wrong-value", "the default must be \(failure.wanted), this is \(failure.got)",
                    at: range, help: failure.hint.map { Message(value: $0) }))
        }
    }
}

extension MappedType {
    fileprivate var listed: MappedType {
        if case .value(let conversion) = self { .value(.list(conversion)) } else { .list(self) }
    }
}
