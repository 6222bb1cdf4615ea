import BatonJSON

extension Check.Test {
    /// The test with its texts filled and changed; regular expressions stay as they are.
    func changingTexts(
        from scope: any TemplateScope, _ change: (String) -> String
    ) throws(TemplateFailure) -> Check.Test {
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
    ) throws(TemplateFailure) -> Template {
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
