import BatonDiagnostics
import BatonJSON
import BatonRegex
import BatonYAML

/// Reads the operand of a check: a scalar or a list means equality, a map is a set of operators.
struct OperatorReader {
    let templates: TemplateReader

    var sink: DiagnosticSink { templates.sink }

    /// - Parameter isNegated: whether the operators stand under `not`, where each is tested on its own.
    func test(_ node: YAMLNode, of what: String, _ type: SubjectType, isNegated: Bool = false) -> Check.Test? {
        guard let pairs = node.entries else {
            if let finding = OperatorText.finding(node) {
                sink.report(finding)
                return nil
            }
            if type.types == nil, reportsWildcard(in: node) { return nil }
            let template = templates.comparedValue(node)
            guard mayEqual(template, type, node, to: what) else { return nil }
            return .equals(template)
        }
        if pairs.isEmpty {
            sink.report(
                .checksNothing(
                    "`\(what)`", at: node.range, help: "write a value, or an operator such as `{ exists: true }`"))
            return nil
        }
        let entries = MapReader(sink: sink).entries(of: node, as: Language.operators)
        let narrowed = isNegated ? type : narrowed(type, by: entries)
        var comparisons: [Check.Comparison] = []
        comparisons.reserveCapacity(entries.count)
        for index in 0..<entries.endIndex {
            if let comparison = comparison(entries[index], of: what, narrowed) { comparisons.append(comparison) }
        }
        if !isNegated { Contradictions(sink: sink).check(comparisons, narrowed) }
        return comparisons.isEmpty ? nil : .operators(comparisons)
    }

    /// Reports a text in the form of a wildcard.
    func reportsWildcard(in node: YAMLNode) -> Bool {
        guard let word = wildcard(in: node) else { return false }
        sink.report(.wildcardOutsideDocument(word.text, isInList: node.items != nil, at: word.range))
        return true
    }

    /// A text in the form of a wildcard, which only `json` and `json_includes` know.
    private func wildcard(in node: YAMLNode) -> (text: String, range: SourceRange)? {
        if let items = node.items { return items.lazy.compactMap(wildcard).first }
        guard let scalar = node.scalar,
            scalar.withContents({ $0.first == UInt8(ascii: "<") && $0.last == UInt8(ascii: ">") })
        else { return nil }
        let text = scalar.text
        guard
            DocumentPattern.Wildcard.words.contains(String(text.dropFirst().dropLast()))
                || text.hasPrefix("<matches ")
        else { return nil }
        return (text, node.range)
    }

    /// The type of the subject, narrowed by a `type` operator in the same map.
    private func narrowed(_ type: SubjectType, by entries: MapReader.Entries) -> SubjectType {
        guard type.types == nil, let entry = entries[TypeTest.word.key] else { return type }
        let names = entry.value.itemsOrItself.compactMap { $0.scalar?.text }
        guard !names.isEmpty, var types = ValueTypes(words: names) else { return type }
        if !types.isDisjoint(with: .numbers) { types.formUnion(.numbers) }
        return SubjectType(title: "`type: \(names.joined(separator: ", "))`", types: types)
    }

    private func comparison(_ entry: MapReader.Entry, of what: String, _ type: SubjectType) -> Check.Comparison? {
        guard let word = OperatorWord[entry.name] else { return nil }
        if let fitting = word.fits, !type.mayBe(fitting) {
            sink.report(.operatorDoesNotFit(word.name, type, written: entry.value.range.text, at: entry.keyRange))
            return nil
        }
        return word.read(WrittenOperand(entry: entry, subject: what, type: type, reader: self)).map {
            Check.Comparison(operation: $0, range: entry.range)
        }
    }

    /// Whether a subject of that type can have the value at all.
    ///
    /// - Parameter name: the operator, or what is checked.
    func mayEqual(_ template: Template, _ type: SubjectType, _ node: YAMLNode, to name: String) -> Bool {
        guard let value = template.literalValue, let types = type.types else { return true }
        var fits = types.contains(ValueTypes(of: value)) || (type.isText && !value.isContainer && value != .null)
        if case .number(let number) = value, fits, !type.isText {
            // Only a subject with `minimum`, which is a count, is limited to whole numbers; `type: integer` also
            // accepts 1.5 as an operand.
            if let minimum = type.minimum { fits = number.isInteger && number >= JSONNumber(minimum) }
        }
        if !fits { sink.report(.neverEqual(type, node, to: name)) }
        return fits
    }
}
