import BatonJSON

extension Check.Test {
    /// The test with its texts filled and in lower case; regular expressions stay as they are.
    func inLowerCase(from scope: any TemplateScope) throws(TemplateFailure) -> Check.Test {
        switch self {
        case .equals(let template): return .equals(try template.inLowerCase(from: scope))
        case .operators(let comparisons):
            var lowered: [Check.Comparison] = []
            for comparison in comparisons {
                lowered.append(
                    Check.Comparison(
                        operation: try comparison.operation.inLowerCase(from: scope), range: comparison.range))
            }
            return .operators(lowered)
        case .document, .leadingBytes, .xmlSchema: return self
        }
    }
}

extension Template {
    /// The value, computed, with its texts in lower case.
    func inLowerCase(from scope: any TemplateScope) throws(TemplateFailure) -> Template {
        .literal(try json(from: scope).inLowerCase)
    }
}

extension JSONValue {
    /// The text in lower case, or the list with its texts in lower case; any other value as it is.
    fileprivate var inLowerCase: JSONValue {
        switch self {
        case .string(let text): .string(text.lowercased())
        case .array(let elements): .array(elements.map(\.inLowerCase))
        default: self
        }
    }
}
