/// The value of one part of an expression during its evaluation.
package struct CELExplanation: Sendable {
    /// The text of the part as written, except that a loop variable is replaced by the element that it stood for, as in
    /// `items[3].price`.
    package var text: String
    /// The range of the part, in UTF-8 offsets of the expression.
    package var range: Range<Int>
    package var value: CELValue?
    package var error: CELError?
    /// The values that the value or error was computed from; empty if the value was only looked up.
    package var sources: [CELValue] = []
}

extension CELExplanation {
    /// A value that is no part of the expression, but was given to it.
    package init(name: String, value: CELValue) {
        self.init(text: name, range: 0..<0, value: value)
    }
}

extension CELProgram {
    /// The result of an expression, with the parts that explain it.
    package struct Explained: Sendable {
        package var result: Result<CELValue, CELError>
        package var parts: [CELExplanation]
        /// The first `==` of two lists or two maps that was false.
        package var unequal: Unequal?
        /// The values that the result, or the final error, was computed from.
        package var sources: [CELValue] = []
    }

    /// Two lists or maps that are compared with `==` and differ.
    package struct Unequal: Sendable {
        /// The text of the left operand.
        package var text: String
        package var left: CELValue
        package var right: CELValue
        /// The values that the two were computed from.
        package var sources: [CELValue]
    }

    /// Evaluates the expression and lists the values of its parts, in the order in which they are written. Of two parts
    /// that begin at the same place, the longer comes first.
    ///
    /// Listed are parts that were evaluated and cannot be seen from the rest. Not listed are literals, the whole
    /// expression, whose value is the result, all links of a chain except the last one that exists, and terms whose
    /// value a true `==` shows. For a macro, the element that decided is listed. An expression that is not pure may
    /// have another value when it is evaluated again, so take the result from here.
    package func explain(_ activation: any CELActivation, limits: CELLimits = CELLimits()) -> Explained {
        guard let recording = recorded() else { return unexplained(activation, limits) }
        let recorder = CELRecorder()
        var frame = CELFrame(activation, locals: recording.localCount, limits: limits, recorder: recorder)
        let result: Result<CELValue, CELError>
        do throws(CELError) {
            result = .success(try recording.node.evaluate(&frame))
        } catch {
            result = .failure(error.detailed)
        }
        var writer = ExplanationWriter(Array(text.utf8), recording.localUses)
        writer.write(recorder.entries)
        return Explained(result: result, parts: writer.parts, unequal: writer.unequal, sources: writer.sources)
    }

    private func unexplained(_ activation: any CELActivation, _ limits: CELLimits) -> Explained {
        do throws(CELError) {
            return Explained(result: .success(try evaluate(activation, limits: limits)), parts: [])
        } catch {
            return Explained(result: .failure(error), parts: [])
        }
    }
}
