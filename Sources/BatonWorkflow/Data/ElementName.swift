package import BatonCEL
import BatonJSON

/// What an element of a loop, or a row, is called by its value.
package enum ElementName {
    /// The value's text on one line; of a map the first member that is no list and no map.
    ///
    /// Nil for what is secret, empty or too deep to be a name.
    package static func text(_ value: CELValue, longest: Int) -> String? {
        if value.holdsTaint { return nil }
        if let entries = value.entries {
            return entries.lazy.filter { $0.value.entries == nil && $0.value.elements == nil }.first
                .flatMap { text($0.value, longest: longest) }
        }
        guard value.elements == nil, let json = try? value.toJSON() else { return nil }
        let whole: String
        if case .string(let text) = json { whole = text } else { whole = JSONWriter.compact(json) }
        let line = whole.split(whereSeparator: \.isNewline).joined(separator: " ")
        if line.isEmpty { return nil }
        return line.count > longest ? "\(line.prefix(longest - 1))…" : line
    }
}
