import BatonDiagnostics
import BatonJSON

extension Template {
    /// Appends the compact text of `json`, without building a tree of values.
    package func appendJSON(to bytes: inout [UInt8], from scope: any TemplateScope) throws(TemplateFailure) {
        switch self {
        case .list(let items):
            var separator = UInt8(ascii: "[")
            for item in items {
                bytes.append(separator)
                separator = UInt8(ascii: ",")
                try item.appendJSON(to: &bytes, from: scope)
            }
            if items.isEmpty { bytes.append(separator) }
            bytes.append(UInt8(ascii: "]"))
        case .map(let members) where Self.haveDistinctNames(members):
            var separator = UInt8(ascii: "{")
            for member in members {
                bytes.append(separator)
                separator = UInt8(ascii: ",")
                JSONWriter.appendQuoted(member.key.literal ?? "", to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                try member.value.appendJSON(to: &bytes, from: scope)
            }
            if members.isEmpty { bytes.append(separator) }
            bytes.append(UInt8(ascii: "}"))
        case .literal, .text, .expression, .map:
            JSONWriter.append(try json(from: scope), to: &bytes, limit: TextTemplate.mostBytes)
            if bytes.count > TextTemplate.mostBytes, let range = computedRange {
                throw TemplateFailure("the JSON takes more than \(TextTemplate.mostBytes >> 20) MB", at: range)
            }
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
