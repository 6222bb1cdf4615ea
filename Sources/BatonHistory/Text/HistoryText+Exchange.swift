import BatonValues

extension HistoryText {
    /// A request, its response and the curl command, as the console shows them for a failure.
    func show(_ exchange: RunDetail.Exchange) -> String {
        var text = ""
        func add(_ sign: String, _ lines: String) {
            for part in PrintableText.of(lines).split(separator: "\n", omittingEmptySubsequences: false) {
                text += "        \(painted(sign, "2")) \(part)\n"
            }
        }
        add(">", "\(exchange.method) \(exchange.url)")
        for header in exchange.requestHeaders { add(">", header.joined(separator: ": ")) }
        if let body = exchange.requestBody { add(">", "\n" + body) }
        add("<", exchange.status.map { String($0) } ?? exchange.failure ?? "no response")
        for header in exchange.responseHeaders { add("<", header.joined(separator: ": ")) }
        if let body = exchange.responseBody { add("<", "\n" + body) }
        if let note = exchange.note { add("~", note) }
        if let curl = exchange.curl { add("$", curl) }
        return text
    }
}
