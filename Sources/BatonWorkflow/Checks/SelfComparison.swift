import BatonDiagnostics

extension Check {
    /// The expression with which the check compares a value of the response with itself, so that it always holds:
    /// `$.name: $(response.json.name)`. Nil for any other check.
    ///
    /// - Parameter captures: those of the same step, which are taken before the checks.
    func comparedWithItself(_ captures: [Capture]) -> Expression? {
        let expression: Expression
        switch test {
        case .equals(.expression(let value)): expression = value
        case .operators(let comparisons):
            guard comparisons.count == 1 else { return nil }
            switch comparisons[0].operation {
            case let equality as Equality where equality.relation == .eq:
                guard case .expression(let value) = equality.value else { return nil }
                expression = value
            case let order as Order where order.relation == .gte || order.relation == .lte:
                guard case .expression(let value) = order.bound else { return nil }
                expression = value
            case let set as StatusSet where !set.isNegated:
                guard set.patterns.count == 1, case .computed(let value) = set.patterns[0] else { return nil }
                expression = value
            default: return nil
            }
        default: return nil
        }
        if expressions.contains(expression.text) { return expression }
        let isCapture = captures.contains { capture in
            guard capture.name == expression.text, capture.conversion == nil else { return false }
            return switch (subject, capture.source) {
            case (.path, .path(_, let written)): written == label
            case (.header(let name), .header(let text)): text.literal?.lowercased() == name.lowercased()
            default: false
            }
        }
        return isCapture ? expression : nil
    }

    /// How an expression names the checked value.
    private var expressions: [String] {
        switch subject {
        case .status: ["response.status"]
        case .body: ["response.body"]
        case .size: ["response.size"]
        case .url: ["response.url"]
        case .header(let name):
            ["response.headers.\(name)", "response.headers[\"\(name)\"]", "response.headers['\(name)']"]
        case .path: ["response.json\(label.dropFirst())"]
        default: []
        }
    }
}

extension Diagnostic {
    static func comparedWithItself(_ expression: Expression) -> Diagnostic {
        .checksNothing(
            "`$(\(expression.text))`", at: expression.range,
            help: "it is the value that is checked, of this response: write what it must be")
    }
}
