import BatonRunner

/// How a request and its answer read on one line.
enum ExchangeText {
    /// `GET http://127.0.0.1:8080/me → 503 in 84 ms`, for files that other programs read with `->`.
    static func line(_ exchange: ExchangeRecord, arrow: String) -> String {
        var text = "\(exchange.method) \(exchange.url) \(arrow) "
        if let status = exchange.status {
            text += String(status)
        } else {
            text += exchange.failure ?? "no answer"
        }
        text += " in \(TimeText.short(exchange.duration))"
        if exchange.attempt > 1 { text += " (attempt \(exchange.attempt))" }
        return text
    }
}
