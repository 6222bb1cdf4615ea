import BatonHTTP
import Testing

@testable import BatonJudging
@testable import BatonLoading

/// What the judge tells of requests and responses that a test makes up.
struct ContractExchange {
    let rule: ContractRule

    init(rule: ContractRule) { self.rule = rule }

    init(_ document: String) throws {
        let loaded = ContractLoading.load(document)
        rule = try #require(loaded.rule, "\(loaded.diagnostics.map(\.message))\n\(document)")
    }

    func told(
        _ method: String, _ target: String, _ headers: [(String, String)] = [], _ body: RequestBody = .none
    ) throws -> [ContractViolation] {
        let url = try URLText.parse("http://127.0.0.1:1\(target)")
        let request = Request(
            try #require(Method(method)), url, headers: Headers(headers.map { Headers.Field($0.0, $0.1) }), body: body)
        let (operation, values) = try operation(method, request.sentURL)
        return judge.request(request, request.completeHeaders, operation, values: values)
    }

    func told(
        of target: String, status: Int = 200, _ headers: [(String, String)], _ body: String = "",
        received: ContractJudge.ReceivedBody = .whole
    ) throws -> [ContractViolation] {
        let url = try URLText.parse("http://127.0.0.1:1\(target)")
        let (operation, _) = try operation("GET", url)
        let response = Response(
            status: status, headers: Headers(headers.map { Headers.Field($0.0, $0.1) }), body: Array(body.utf8),
            url: url)
        return judge.response(StepResponse(response), to: "GET", operation, body: received)
    }

    private var judge: ContractJudge { ContractJudge(rule, mask: { $0 }) }

    private func operation(
        _ method: String, _ url: URLText
    ) throws -> (Contract.Operation, [(name: String, text: String)]) {
        guard case .operation(let index, let values) = rule.match(method, url, base: nil) else {
            throw Checking.NotLoaded(messages: ["\(method) \(url) is not in the contract"])
        }
        return (rule.contract.operations[index], values)
    }
}
