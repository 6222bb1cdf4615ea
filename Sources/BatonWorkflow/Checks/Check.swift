package import BatonDiagnostics
package import BatonHTTP
import BatonJSON

/// One thing that a response must meet.
package struct Check: Sendable {
    package let subject: Subject
    /// How reports name it: `status`, `$.name`, `headers.content-type`.
    package let label: String
    package let test: Test
    package let range: SourceRange
    /// Whether the file's `defaults` say it of every response: where a step expects none, there is nothing to hold.
    package var isDefault = false

    package enum Subject: Sendable {
        case status
        case header(String)
        case cookie(name: String, attribute: Cookie.Attribute)
        case body
        /// The whole JSON document.
        case document
        case size
        /// Of the decoded body, in lower-case hexadecimal digits.
        case sha256
        case duration
        case url
        case redirects
        case httpVersion
        /// `success`, or the kind of failure.
        case outcome
        /// Of a program.
        case exitCode
        case standardError
        case path(PathTemplate)
        case xpath(XPathQuery)
    }

    /// What the subject is held against.
    package enum Test: Sendable {
        /// A scalar or a list as written means equality.
        case equals(Template)
        /// `json` and `json_includes`.
        indirect case document(DocumentPattern, DocumentPattern.Extent)
        /// The bytes that the body begins with, in hexadecimal digits.
        indirect case leadingBytes(TextTemplate)
        case operators([Comparison])
    }

    /// One operator, with where the file says it.
    package struct Comparison: Sendable {
        let operation: any CheckOperator
        package let range: SourceRange
    }
}

extension Check {
    /// The XPath that finds what is held against it.
    package var xpath: XPathQuery? {
        if case .xpath(let query) = subject { query } else { nil }
    }

    /// The schema that the whole document is held against, where it is known before anything runs.
    package var documentSchema: CompiledSchema? {
        guard case .document = subject, case .operators(let comparisons) = test, comparisons.count == 1,
            case .compiled(let schema)? = (comparisons[0].operation as? SchemaFit)?.schema
        else { return nil }
        return schema
    }
}
