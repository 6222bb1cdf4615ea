/// What one part of an expression was while the whole was worked out.
package struct CELExplanation: Sendable {
    /// As it is written; a loop's variable is replaced by what it stood for, as in `items[3].price`.
    package var text: String
    /// In UTF-8 offsets of the expression.
    package var range: Range<Int>
    package var value: CELValue?
    package var error: CELError?
    /// What the value or error was computed from; nothing where the value lay there and was only looked up.
    package var sources: [CELValue] = []
}

extension CELProgram {
    /// What came of an expression, and of those of its parts that say why.
    package struct Explained: Sendable {
        package var result: Result<CELValue, CELError>
        package var parts: [CELExplanation]
        /// The first `==` that was false of two lists or two maps.
        package var unequal: Unequal?
        /// What the whole was computed from, or the error that it ended with.
        package var sources: [CELValue] = []
    }

    /// Two values that should be equal.
    package struct Unequal: Sendable {
        /// The left one as it is written.
        package var text: String
        package var left: CELValue
        package var right: CELValue
        /// What the two were computed from.
        package var sources: [CELValue]
    }

    /// Works the expression out and tells what its parts yielded, in the order they are written, the longer of two that
    /// begin at one place first.
    ///
    /// Told is what was evaluated and is not plain from the rest: no literals, no whole whose value is the result, no
    /// link of a chain but the last that was there, no term that a true `==` shows. Of a macro it is the element that
    /// decided. An expression that is not pure may yield something else when it is worked out again: take the result
    /// from here.
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
