import BatonJSON

extension Check.Test {
    /// The test with its texts filled and in lower case; regular expressions stay as they are.
    func inLowerCase(from scope: any TemplateScope) throws(TemplateFailure) -> Check.Test {
        switch self {
        case .equals(let template): return .equals(.literal(try template.json(from: scope).inLowerCase))
        case .operators(let comparisons):
            var lowered: [Check.Comparison] = []
            for comparison in comparisons {
                lowered.append(
                    Check.Comparison(
                        comparison: comparison.comparison, operand: try comparison.operand.inLowerCase(from: scope),
                        range: comparison.range))
            }
            return .operators(lowered)
        case .anyStatus, .document, .leadingBytes: return self
        }
    }
}

extension Check.Operand {
    fileprivate func inLowerCase(from scope: any TemplateScope) throws(TemplateFailure) -> Check.Operand {
        switch self {
        case .value(let template): .value(.literal(try template.json(from: scope).inLowerCase))
        case .text(let text): .text(TextTemplate(literal: try text.text(from: scope).lowercased(), like: text))
        case .test(let test): .test(try test.inLowerCase(from: scope))
        default: self
        }
    }
}

extension JSONValue {
    /// Its texts in lower case, and those of its elements.
    fileprivate var inLowerCase: JSONValue {
        switch self {
        case .string(let text): .string(text.lowercased())
        case .array(let elements): .array(elements.map(\.inLowerCase))
        default: self
        }
    }
}
