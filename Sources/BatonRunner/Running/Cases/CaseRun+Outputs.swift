import BatonCEL
import BatonJSON
import BatonSecrets
import BatonWorkflow

extension CaseRun {
    /// Computes the outputs of a workflow whose steps have all passed; called before teardown.
    ///
    /// Each output without a value is a failure of the workflow.
    func computeOutputs() {
        for output in workflow.outputs {
            do throws(TemplateFailure) {
                let value = try output.value.value(from: self).measured
                guard outputs.makeRoom(for: value, in: context.space) else {
                    throw TemplateFailure(VariableSpace.excess, at: output.range)
                }
                let shown = try self.shown(value, of: output)
                outputs.add(WorkflowOutputs.Entry(name: output.name, value: value, shown: shown))
            } catch {
                var failure = error
                failure.message = "the output `\(output.name)`: \(error.message)"
                fail(StepFailure(failure))
            }
        }
    }

    /// The output as masked JSON; throws for a value that has no JSON form.
    private func shown(_ value: CELValue, of output: Workflow.Output) throws(TemplateFailure) -> MaskedText {
        let json: JSONValue
        do {
            json = try value.toJSON()
        } catch {
            throw TemplateFailure(error.message, at: output.range)
        }
        if value.holdsTaint {
            noteSecret(value)
            return "***"
        }
        return masked(Wording(mask: mask).json(json))
    }
}
