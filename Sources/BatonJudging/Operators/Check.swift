package import BatonDiagnostics
package import BatonHTTP
import BatonJSON
package import BatonLanguage

/// One thing that a response must meet.
package struct Check: Sendable {
    package let subject: Subject
    /// The name of the check in reports: `status`, `$.name`, `headers.content-type`.
    package let label: String
    package let test: Test
    package let range: SourceRange
    /// Whether the check comes from the file's `defaults`; it is skipped where a step expects no response.
    package var isDefault = false

    package init(subject: Subject, label: String, test: Test, range: SourceRange, isDefault: Bool = false) {
        self.subject = subject
        self.label = label
        self.test = test
        self.range = range
        self.isDefault = isDefault
    }

    package enum Subject: Sendable {
        case status
        case header(String)
        case cookie(name: String, attribute: Cookie.Attribute)
        case body
        /// The whole JSON document.
        case document
        case size
        /// The SHA-256 digest of the decoded body, in lower-case hexadecimal digits.
        case sha256
        case duration
        case url
        case redirects
        case httpVersion
        case certificate(CertificatePart)
        /// The outcome of the request: `success`, or the kind of failure.
        case outcome
        /// The exit code of a program.
        case exitCode
        case standardError
        case path(PathTemplate)
        /// A path into the events of a stream.
        case events(PathTemplate)
        /// The time until the first event of a stream.
        case firstEvent
        /// The greatest time between two events of a stream.
        case gap
        case xpath(XPathQuery)
    }

    /// The test that the subject must pass.
    package enum Test: Sendable {
        /// The value of a check without an operator.
        case equals(Template)
        /// `json` and `json_includes`.
        indirect case document(DocumentPattern, DocumentPattern.Extent)
        /// The bytes that the body begins with, in hexadecimal digits.
        indirect case leadingBytes(TextTemplate)
        /// The XML Schema that the body fits.
        case xmlSchema(CompiledXMLSchema)
        case operators([Comparison])
    }

    /// One operator and its place in the file.
    package struct Comparison: Sendable {
        package let operation: any CheckOperator
        package let range: SourceRange

        package init(operation: any CheckOperator, range: SourceRange) {
            self.operation = operation
            self.range = range
        }
    }
}

extension Check {
    /// The XPath that selects the checked value.
    package var xpath: XPathQuery? {
        if case .xpath(let query) = subject { query } else { nil }
    }

    /// Whether it is a check of the status.
    package var isOfStatus: Bool {
        if case .status = subject { true } else { false }
    }

    /// Whether it reads the response as JSON.
    package var readsJSON: Bool {
        switch subject {
        case .path, .document: true
        default: false
        }
    }

    /// The schema for the whole document, where it was compiled when the file was loaded.
    package var documentSchema: CompiledSchema? {
        guard case .document = subject, case .operators(let comparisons) = test, comparisons.count == 1,
            case .compiled(let schema)? = (comparisons[0].operation as? SchemaFit)?.schema
        else { return nil }
        return schema
    }
}

extension Check.Test {
    /// The test with its texts filled and changed; regular expressions stay as they are.
    func changingTexts(
        from scope: any TemplateScope, _ change: (String) -> String
    ) throws(StepFailure) -> Check.Test {
        switch self {
        case .equals(let template): return .equals(try template.changingTexts(from: scope, change))
        case .operators(let comparisons):
            var changed: [Check.Comparison] = []
            for comparison in comparisons {
                changed.append(
                    Check.Comparison(
                        operation: try comparison.operation.changingTexts(from: scope, change),
                        range: comparison.range))
            }
            return .operators(changed)
        case .document, .leadingBytes, .xmlSchema: return self
        }
    }
}

extension Template {
    /// The value, computed, with its texts changed.
    func changingTexts(
        from scope: any TemplateScope, _ change: (String) -> String
    ) throws(StepFailure) -> Template {
        .literal(try json(from: scope).changingTexts(change))
    }
}

extension JSONValue {
    /// The text changed, or the list with its texts changed; any other value as it is.
    fileprivate func changingTexts(_ change: (String) -> String) -> JSONValue {
        switch self {
        case .string(let text): .string(change(text))
        case .array(let elements): .array(elements.map { $0.changingTexts(change) })
        default: self
        }
    }
}
