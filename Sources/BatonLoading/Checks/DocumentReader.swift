import BatonDiagnostics
import BatonJSON
import BatonJudging
import BatonLanguage
import BatonRegex
import BatonYAML

/// Reads the patterns of `json` and `json_includes`: literal values and wildcards.
struct DocumentReader {
    let templates: TemplateReader

    private var sink: DiagnosticSink { templates.sink }

    func test(_ node: YAMLNode, _ extent: DocumentPattern.Extent) -> Check.Test? {
        guard let pattern = pattern(node) else { return nil }
        if pattern.isAbsent {
            sink.report(.absentOutsideObject(at: node.range))
            return nil
        }
        return .document(pattern, extent)
    }

    /// The pattern of a value; nil after a report. A value without wildcards is one literal.
    private func pattern(_ node: YAMLNode) -> DocumentPattern? {
        switch node.kind {
        case .scalar(let scalar): return pattern(scalar, node)
        case .sequence(let items):
            let patterns = items.compactMap(pattern)
            for (pattern, item) in zip(patterns, items) where pattern.isAbsent {
                sink.report(.absentOutsideObject(at: item.range))
            }
            guard patterns.count == items.count else { return nil }
            let literals = patterns.compactMap(\.literalValue)
            return literals.count == patterns.count ? .literal(.array(literals)) : .list(patterns)
        case .mapping(let entries):
            let members = entries.compactMap { entry in
                pattern(entry.value).map { DocumentPattern.Member(name: templates.text(ofKey: entry), value: $0) }
            }
            guard members.count == entries.count else { return nil }
            var object = JSONObject()
            for member in members {
                guard let name = member.name.literal, let value = member.value.literalValue else {
                    return .object(members)
                }
                object.append(name, value)
            }
            return .literal(.object(object))
        }
    }

    private func pattern(_ scalar: YAMLScalar, _ node: YAMLNode) -> DocumentPattern? {
        guard case .string = scalar.value, scalar.text.utf8.first == UInt8(ascii: "<"), scalar.text.hasSuffix(">")
        else {
            return value(node)
        }
        let inner = scalar.text.dropFirst().dropLast()
        let word = inner.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
        if word == "matches", inner.dropFirst(7).first == " " { return matches(node) }
        guard word == inner, !word.isEmpty else { return value(node) }
        if let wildcard = DocumentPattern.Wildcard(word: String(word)) { return .wildcard(wildcard) }
        sink.report(.unknownWildcard(String(word), at: node.range))
        return nil
    }

    private func value(_ node: YAMLNode) -> DocumentPattern {
        let template = templates.template(node)
        return template.literalValue.map { .literal($0) } ?? .template(template)
    }

    /// `<matches REGEX>`; the expression may hold `$(…)`.
    private func matches(_ node: YAMLNode) -> DocumentPattern? {
        let text = templates.text(node, for: .pattern)
        let start = "<matches ".utf8.count
        guard let literal = text.literal else {
            var pieces = text.pieces
            if case .literal(let first)? = pieces.first { pieces[0] = .literal(String(first.dropFirst(start))) }
            if case .literal(let last)? = pieces.last { pieces[pieces.count - 1] = .literal(String(last.dropLast())) }
            let written = String(text.written.dropFirst(start).dropLast())
            return .wildcard(.matches(.template(TextTemplate(pieces: pieces, written: written, range: text.range))))
        }
        let written = String(literal.dropFirst(start).dropLast())
        if written.isEmpty {
            sink.report(.unknownWildcard("matches", at: node.range))
            return nil
        }
        do {
            return .wildcard(.matches(.pattern(try Pattern(written), written: written)))
        } catch {
            sink.report(.invalidPattern(error, in: node, after: start))
            return nil
        }
    }
}

extension DocumentPattern {
    fileprivate var literalValue: JSONValue? {
        if case .literal(let value) = self { value } else { nil }
    }
}
