import BatonRecords
import BatonSecrets
import BatonValues

/// A request and its response in full, as `-vv` shows them: `>` begins the lines that were sent, `<` those received.
struct ConsoleExchangeText {
    private static let mostLines = 200

    let style: ConsoleStyle

    /// Empty where the exchange was not recorded in full.
    func text(_ exchange: ExchangeRecord) -> String {
        guard let detail = exchange.detail else { return "" }
        var text = ""
        add(">", "\(exchange.method) \(exchange.url)", detail.requestHeaders, detail.requestBody, to: &text)
        if let status = exchange.status {
            let version = exchange.httpVersion.map { "HTTP/\($0) " } ?? ""
            for interim in detail.interim {
                add("<", "\(version)\(interim.status)", interim.headers, nil, to: &text)
            }
            add("<", "\(version)\(status)", detail.responseHeaders, detail.responseBody, detail.trailers, to: &text)
        }
        return text
    }

    private func add(
        _ sign: String, _ first: String, _ headers: [(name: MaskedText, value: MaskedText)], _ body: MaskedText?,
        _ trailers: [(name: MaskedText, value: MaskedText)] = [], to text: inout String
    ) {
        func add(_ line: String) { text += "        \(style.faint(line.isEmpty ? sign : "\(sign) \(line)"))\n" }
        add(PrintableText.line(first))
        func add(_ fields: [(name: MaskedText, value: MaskedText)]) {
            for (name, value) in fields { add(PrintableText.line("\(name): \(value)")) }
        }
        add(headers)
        if let body, !body.text.isEmpty {
            var lines = PrintableText.of(body.text).split(separator: "\n", omittingEmptySubsequences: false)
            while lines.last?.isEmpty == true { lines.removeLast() }
            add("")
            for line in lines.prefix(Self.mostLines) { add(String(line)) }
            if lines.count > Self.mostLines { add("… \(lines.count - Self.mostLines) more lines") }
        }
        if !trailers.isEmpty { add("") }
        add(trailers)
    }
}
