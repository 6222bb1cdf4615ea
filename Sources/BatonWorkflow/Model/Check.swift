package import BatonDiagnostics
package import BatonJSON
package import BatonRegex

/// One thing that an answer must meet.
package struct Check: Sendable {
    package let subject: Subject
    /// How reports name it: `status`, `$.name`, `headers.content-type`.
    package let label: String
    package let test: Test
    package let range: SourceRange

    package enum Subject: Sendable {
        case status
        case header(String)
        case cookie(name: String, attribute: String?)
        case body
        case size
        case duration
        case url
        case httpVersion
        case path(PathTemplate)
    }

    /// What the subject is held against.
    package enum Test: Sendable {
        /// A scalar or a list as written means equality.
        case equals(Template)
        /// `status: [200, 201]` and `status: 2xx`: any of these.
        case anyStatus([StatusPattern])
        case operators([Comparison])
    }

    package enum StatusPattern: Sendable, Equatable {
        case code(Int)
        /// The hundreds: 2 for `2xx`.
        case category(Int)
    }

    package struct Comparison: Sendable {
        package let comparison: Operator
        package let operand: Operand
        package let range: SourceRange
    }

    package indirect enum Operand: Sendable {
        case value(Template)
        /// Microseconds: what `duration` is compared with.
        case duration(DurationTemplate)
        case types([String])
        case flag(Bool)
        case pattern(PatternTemplate)
        /// `length: { gt: 1 }`.
        case nested(Test)
    }
}

/// A JSONPath, parsed when the file is loaded unless `$(…)` stands in it.
package enum PathTemplate: Sendable {
    case path(JSONPath)
    case keyPath(JSONKeyPath)
    /// Every `$(…)` enters as a JSONPath literal.
    case template(TextTemplate)
}

/// A regular expression, compiled when the file is loaded unless `$(…)` stands in it.
package enum PatternTemplate: Sendable {
    case pattern(Pattern, written: String)
    case template(TextTemplate)
}
