import BatonCEL
import BatonHTTP
import BatonRunner
import BatonSecrets
import BatonWorkflow

extension Measurement {
    /// Time for a step to evaluate a condition on a response; loading the file is not included.
    static let expressions = Measurement(name: "cel", usage: "COUNT") { arguments in
        guard let count = arguments.first.flatMap({ Int($0) }), count > 0, arguments.count == 1 else {
            throw BenchError("cel needs the number of evaluations")
        }
        let program = try compile("response.status == 200 && size(response.json.items) > 0")
        let url = try URLText.parse("http://127.0.0.1/items")
        let stored = StepResponse(Response(status: 200, body: Array(body.utf8), url: url))
        let scope = CaseScope(slotCount: Root.allCases.count, secrets: SecretRegistry(), host: NoHost())
        scope.set(Root.response.rawValue, .native(stored))
        var held = 0
        let elapsed = try ProcessorTime.measure {
            for _ in 0..<count where try program.evaluate(scope).boolValue == true { held += 1 }
        }
        guard held == count else { throw BenchError("the condition held \(held) times of \(count)") }
        return elapsed
    }

    private static let body = #"{"items": [{"id": 1, "price": 9.50}, {"id": 2, "price": 12}], "total": 2}"#

    private static func compile(_ text: String) throws -> CELProgram {
        var issue: CELIssue?
        let program = CELProgram.compile(text, in: Roots.declarations) { issue = issue ?? $0 }
        guard let program else { throw BenchError(issue?.message ?? "\(text) does not compile") }
        return program
    }
}
