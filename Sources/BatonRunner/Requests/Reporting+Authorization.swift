import BatonHTTP
import BatonRecords
import BatonSecrets

extension Reporting {
    /// What was sent to authenticate a request: token requests, and the request itself where its token was refused.
    ///
    /// - Parameter isShown: whether the exchanges are recorded in full now; otherwise they are kept for the end of the
    ///   case.
    func exchanges(of log: AuthorizationLog?, attempt: Int, isShown: Bool) -> [ExchangeRecord] {
        guard let log else { return [] }
        return log.exchanges.map { exchange in
            let request = exchange.request
            var response: Response?
            var failure: Failure.Kind?
            switch exchange.result {
            case .success(let arrived): response = arrived
            case .failure(let problem): (response, failure) = (problem.response, problem.kind)
            }
            let url = run.masked(request.url.shown)
            var record = ExchangeRecord(
                attempt: attempt, method: request.method.rawValue, url: url, urlTemplate: url, status: response?.status,
                httpVersion: response?.httpVersion.description, started: exchange.started,
                duration: failure == nil ? response?.timings.total ?? exchange.duration : exchange.duration,
                phases: phases(response?.timings ?? Response.Timings()), requestBytes: response?.requestBytes ?? 0,
                responseBytes: response?.size ?? 0, failure: failure?.rawValue,
                detail: isShown ? detail(request, nil, response, isSaved: false) : nil)
            record.purpose = run.masked(exchange.purpose)
            if !isShown, let response {
                record.kept = run.context.trail.keep(
                    KeptExchange.Content(
                        request: request, session: nil, response: response, started: exchange.started,
                        words: run.stepSecrets.words))
            }
            return record
        }
    }
}
