import BatonAPI
import BatonCEL
import BatonDiagnostics
import BatonHTTP
import BatonJSON
import BatonTime
import BatonYAML

/// Reads `as` and `format`.
struct ConversionReader {
    let sink: DiagnosticSink

    /// Nil without `as`, and when something is wrong, which has then been reported.
    func conversion(
        _ entry: MapReader.Entry?, format: MapReader.Entry?, of source: Capture.Source
    ) -> Conversion? {
        guard let entry else {
            if let format { sink.report(.formatWithoutDate(nil, at: format.keyRange)) }
            return nil
        }
        guard let wanted = written(entry.value) else { return nil }
        if let format, wanted.name != "date" {
            sink.report(.formatWithoutDate(wanted.name, at: format.keyRange))
            return nil
        }
        let form: DateForm
        if let format {
            guard let read = self.form(format) else { return nil }
            form = read
        } else {
            form = .rfc3339
        }
        guard let element = Conversion(named: wanted.name, form: form) else {
            sink.report(.unknownConversion(wanted.name, at: wanted.range))
            return nil
        }
        guard fits(element, wanted, source, entry) else { return nil }
        return wanted.isList ? .list(element) : element
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
                    .wrongType(wanted: "one type, such as `integer` or `[integer]`", what: "`as`", node: node))
                return nil
            }
            return Written(name: text, isList: true, range: items[0].range)
        }
        guard let text = node.scalar?.text, !node.isNull else {
            sink.report(.wrongType(wanted: "a type, such as `integer` or `[integer]`", what: "`as`", node: node))
            return nil
        }
        guard text.hasPrefix("["), text.hasSuffix("]"), text.utf8.count > 2 else {
            return Written(name: text, isList: false, range: node.range)
        }
        return Written(name: String(text.dropFirst().dropLast()), isList: true, range: node.range)
    }

    private func form(_ entry: MapReader.Entry) -> DateForm? {
        let text = entry.value.scalar?.text ?? ""
        switch text {
        case "unix": return .unix
        case "unix_ms": return .unixMilliseconds
        default: break
        }
        do {
            let pattern = try DatePattern(text)
            guard pattern.hasFields else {
                sink.report(.invalidDateFormat(text, "it names no part of a date", at: entry.value.range))
                return nil
            }
            return .pattern(pattern)
        } catch {
            sink.report(
                .invalidDateFormat(text, error.message, at: entry.value.sourceMap.range(error.range)))
            return nil
        }
    }

    /// Whether a list is wanted exactly where one can be found.
    private func fits(
        _ element: Conversion, _ wanted: Written, _ source: Capture.Source, _ entry: MapReader.Entry
    ) -> Bool {
        if wanted.isList, source.isText {
            sink.report(.listOfText(source, at: entry.value.range))
            return false
        }
        if !wanted.isList, source.alwaysFindsList {
            if case .json = element { return true }
            sink.report(.typeOfList(wanted.name, at: entry.value.range))
            return false
        }
        return true
    }

    /// A default that is written out must be what `as` wants; a URL is only known against an answer.
    func check(_ value: JSONValue, fits conversion: Conversion, at range: SourceRange) {
        if case .url = conversion { return }
        guard let base = try? URLText.parse("http://localhost/") else { return }
        do {
            _ = try ValueConverter(base: base).convert(CELValue(value), to: conversion)
        } catch {
            sink.report(
                Diagnostic(
                    "workflow.default-does-not-fit", "the default must be \(error.wanted), this is \(error.got)",
                    at: range, help: error.hint))
        }
    }
}
