package import BatonAPI
package import BatonJSON

/// The target of a mapping: one conversion, one of an enum's cases, or a record.
package indirect enum MappedType: Sendable {
    case value(Conversion)
    case choice(Choice)
    case record(RecordType)
    /// A type of the same schema, by its index there: this lets a type contain itself.
    case own(Int)
    case list(MappedType)
}

extension MappedType {
    /// Whether a part of the value may be a secret: a field of the type, or of a type in its file.
    package var mayHoldSecret: Bool {
        switch self {
        case .value, .choice, .own: false
        case .list(let element): element.mayHoldSecret
        case .record(let record):
            record.schema.definitions.contains { type in
                type.fields.contains { $0.isSecret || $0.type?.mayHoldSecret == true }
            }
        }
    }
}

/// `enum`: the accepted raw values, and the name of each.
package struct Choice: Sendable {
    package struct Case: Sendable {
        /// The mapped value.
        package let name: String
        /// The value that the API sends for this case, after `conversion`.
        package let raw: JSONValue

        package init(name: String, raw: JSONValue) {
            self.name = name
            self.raw = raw
        }
    }

    /// Converts the value before it is compared with the raw values: `as` beside `enum`.
    package let conversion: Conversion?
    package let cases: [Case]

    package init(conversion: Conversion?, cases: [Case]) {
        self.conversion = conversion
        self.cases = cases
    }

    /// The title for a secret, whose values no message may list.
    package var titleOfSecret: String { "one of the values of `enum`" }

    /// `one of 0 (small), 1 (medium)`: at most twelve cases.
    package var title: String {
        let shown = cases.prefix(12).map { item in
            let raw = ValueExcerpt.brief(item.raw)
            return item.raw == .string(item.name) ? raw : "\(raw) (\(item.name))"
        }
        return "one of \(shown.joined(separator: ", "))\(cases.count > 12 ? ", …" : "")"
    }
}
