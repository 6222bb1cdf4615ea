package import BatonJSON

/// What a value is mapped to: one conversion, one of an enum's cases, or a record.
package indirect enum MappedType: Sendable {
    case value(Conversion)
    case choice(Choice)
    case record(RecordType)
    /// A type of the schema that this stands in, by its position there: so a type may hold itself.
    case own(Int)
    case list(MappedType)
}

/// `enum`: the raw values that may come, and what each is called.
package struct Choice: Sendable {
    package struct Case: Sendable {
        /// What the value becomes.
        package let name: String
        /// What the API sends for it, after `conversion`.
        package let raw: JSONValue

        package init(name: String, raw: JSONValue) {
            self.name = name
            self.raw = raw
        }
    }

    /// What makes the raw value comparable: `as` beside `enum`.
    package let conversion: Conversion?
    package let cases: [Case]

    package init(conversion: Conversion?, cases: [Case]) {
        self.conversion = conversion
        self.cases = cases
    }

    /// `one of 0 (small), 1 (medium)`: at most twelve.
    package var title: String {
        let shown = cases.prefix(12).map { item in
            let raw = ValueExcerpt.brief(item.raw)
            return item.raw == .string(item.name) ? raw : "\(raw) (\(item.name))"
        }
        return "one of \(shown.joined(separator: ", "))\(cases.count > 12 ? ", …" : "")"
    }
}
