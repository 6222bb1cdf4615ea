import BatonRecords
import BatonValues

/// A request and its response as one line of text.
enum ExchangeText {
    /// The first and last of many attempts; nil stands for those left out.
    static func shown(_ exchanges: [ExchangeRecord]) -> [ExchangeRecord?] {
        guard exchanges.count > 10 else { return exchanges }
        var shown: [ExchangeRecord?] = Array(exchanges.prefix(3))
        shown.append(nil)
        shown += exchanges.suffix(5).map(Optional.some)
        return shown
    }

    /// Maximum bytes of a URL in UTF-8; servers hardly accept longer ones.
    private static let longestURL = 8192

    /// `GET http://127.0.0.1:8080/me → 503 in 84 ms`; `arrow` is `->` in files that other programs read.
    static func line(_ exchange: ExchangeRecord, arrow: String) -> String {
        var text = "\(exchange.method) \(CutText.head(exchange.url.text, longestURL)) \(arrow) "
        if let failure = exchange.failure {
            text += failure
        } else {
            text += exchange.status.map(String.init) ?? "no response"
        }
        switch exchange.cache?.use {
        case .stored: text += " from the cache, stored \(TimeText.short(exchange.cache?.age ?? 0)) ago"
        case .revalidated: text += " in \(TimeText.short(exchange.duration)), confirmed: the body is from the cache"
        case .shared: text += " in \(TimeText.short(exchange.duration)), sent once for several steps"
        case nil: text += " in \(TimeText.short(exchange.duration))"
        }
        if exchange.failure != nil, let status = exchange.status {
            let size = exchange.responseBytes
            text += " (status \(status) came, and \(size) byte\(size == 1 ? "" : "s") of the body)"
        }
        if let url = exchange.responseURL { text += " (redirected to \(CutText.head(url.text, longestURL)))" }
        if exchange.attempt > 1 { text += " (attempt \(exchange.attempt))" }
        if let purpose = exchange.purpose { text += ": \(CutText.head(purpose.text, 200))" }
        if let note = exchange.note { text += ": \(CutText.head(note.text, 200))" }
        return text
    }
}
