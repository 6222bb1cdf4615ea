package import BatonCEL
package import BatonDiagnostics
package import BatonYAML

/// A compiled CEL expression and where it stands in its file.
package struct Expression: Sendable {
    package let program: CELProgram
    package let place: ScalarPlace
    /// The expression as written, without `$(` and `)`.
    package let text: String

    package init(program: CELProgram, place: ScalarPlace, text: String) {
        self.program = program
        self.place = place
        self.text = text
    }

    package var range: SourceRange { place.range(0..<text.utf8.count) }

    /// Throws a failure of kind `expression.failed` with the place of the part that failed.
    package func evaluate(in scope: any TemplateScope) throws(TemplateFailure) -> CELValue {
        do {
            return try program.evaluate(scope)
        } catch {
            throw TemplateFailure(error.message, at: error.range.map { place.range($0) } ?? range)
        }
    }

    /// The value of a condition: anything but a boolean is a failure.
    package func evaluateCondition(in scope: any TemplateScope) throws(TemplateFailure) -> Bool {
        let value = try evaluate(in: scope)
        guard let result = value.boolValue else {
            throw TemplateFailure(
                "a condition must be true or false, `\(text)` is \(value.describedType)", at: range)
        }
        return result
    }
}

/// A place inside a scalar: the map from content to file is made only when somebody asks.
package struct ScalarPlace: Sendable {
    package let node: YAMLNode
    /// Where the text in question begins in the scalar's content, in UTF-8 bytes.
    package let offset: Int

    package init(node: YAMLNode, offset: Int = 0) {
        self.node = node
        self.offset = offset
    }

    package func range(_ content: Range<Int>) -> SourceRange {
        node.sourceMap.dropping(offset).range(content)
    }

    func dropping(_ count: Int) -> ScalarPlace { ScalarPlace(node: node, offset: offset + count) }
}
