import BatonDiagnostics
import BatonJSON

extension Template {
    /// Appends the compact text of `json`, without building a tree of values.
    package func appendJSON(to bytes: inout [UInt8], from scope: any TemplateScope) throws(StepFailure) {
        switch self {
        case .list(let items):
            var lead = UInt8(ascii: "[")
            for item in items where try item.appendPart(nil, behind: lead, to: &bytes, from: scope) {
                lead = UInt8(ascii: ",")
            }
            if lead == UInt8(ascii: "[") { bytes.append(lead) }
            bytes.append(UInt8(ascii: "]"))
        case .map(let members) where Self.haveDistinctNames(members):
            var lead = UInt8(ascii: "{")
            for member in members
            where try member.value.appendPart(member.key.literal ?? "", behind: lead, to: &bytes, from: scope) {
                lead = UInt8(ascii: ",")
            }
            if lead == UInt8(ascii: "{") { bytes.append(lead) }
            bytes.append(UInt8(ascii: "}"))
        case .literal, .text, .expression, .map:
            try append(try json(from: scope), to: &bytes)
        }
    }

    /// Appends an element of a list, or a member, behind its separator; false for an empty optional, which leaves it out.
    private func appendPart(
        _ name: String?, behind lead: UInt8, to bytes: inout [UInt8], from scope: any TemplateScope
    ) throws(StepFailure) -> Bool {
        var value: JSONValue?
        if case .expression = self {
            value = try part(from: scope)
            if value == nil { return false }
        }
        bytes.append(lead)
        if let name {
            JSONWriter.appendQuoted(name, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
        }
        if let value { try append(value, to: &bytes) } else { try appendJSON(to: &bytes, from: scope) }
        return true
    }

    private func append(_ value: JSONValue, to bytes: inout [UInt8]) throws(StepFailure) {
        JSONWriter.append(value, to: &bytes, limit: TextTemplate.mostBytes)
        if bytes.count > TextTemplate.mostBytes, let range = computedRange {
            throw StepFailure("the JSON takes more than \(TextTemplate.mostBytes >> 20) MB", at: range)
        }
    }

    /// The place of the first expression, for a map that of its first key; nil for a literal.
    var computedRange: SourceRange? {
        switch self {
        case .literal: nil
        case .text(let text): text.range
        case .expression(let expression): expression.range
        case .list(let items): items.lazy.compactMap(\.computedRange).first
        case .map(let members): members.first?.key.range
        }
    }

    /// Whether all names are literal and distinct, tested for up to 16 members. Of equal names the last value counts,
    /// which needs `json`.
    private static func haveDistinctNames(_ members: [Member]) -> Bool {
        guard members.count <= 16 else { return false }
        for index in members.indices {
            guard let name = members[index].key.literal else { return false }
            for earlier in 0..<index where members[earlier].key.literal == name { return false }
        }
        return true
    }
}
