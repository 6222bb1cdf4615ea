import BatonCEL
import BatonHTTP
import BatonJSON
import BatonJudging
import BatonLanguage
import BatonWorkflow

extension RequestExecution {
    /// Reads the next page from a response; nil for the last page.
    func nextPage(_ pagination: Pagination, _ response: StepResponse) throws(StepFailure) -> NextPage? {
        switch pagination.way {
        case .relation(let relation):
            return LinkHeader.target(relation, of: response.http).map { .link($0) }
        case .link(let capture):
            let found: CELValue
            do throws(StepFailure) {
                found = try CaptureEvaluator(response, scope: run).evaluate(capture)
            } catch {
                throw StepFailure(error.kind, error.message, hint: error.hint, at: error.range)
            }
            // A path that may find several places gives a list.
            let value = found.elements.flatMap { $0.count < 2 ? $0.first ?? .null : nil } ?? found
            if value.isNull || value.stringValue == "" { return nil }
            if let link = value.stringValue { return .link(link) }
            throw StepFailure(
                .mappingType, "next: expected the URL of a page, got \(value.describedType)", at: pagination.range)
        case .again(let condition, let assignments):
            guard try condition.evaluateCondition(in: run) else { return nil }
            var key = ""
            let most = CELLimits().madeBytes
            for assignment in assignments {
                let value = try assignment.value.value(from: run)
                run.noteSecret(value)
                try run.values.store(assignment.slot, value, at: assignment.range)
                key +=
                    "\(assignment.name)=\((try? value.toJSON()).flatMap { JSONWriter.compact($0, limit: most) } ?? "?")\n"
            }
            return .again(key)
        }
    }
}
