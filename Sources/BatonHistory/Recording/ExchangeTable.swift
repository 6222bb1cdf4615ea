import BatonJSON
import BatonRecords
import BatonSecrets
import BatonValues

/// The table `exchange`, with the bodies of its requests and responses in the table `body`.
struct ExchangeTable {
    private let connection: Connection

    private static let sql = """
        INSERT OR IGNORE INTO exchange (run, case_position, step_position, position, attempt, method, url, status,
            http_version, failure, started, duration, request_headers, request_body, response_headers, response_body,
            curl, note, cache, response_url, poll)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """

    init(_ connection: Connection) {
        self.connection = connection
    }

    func add(_ exchanges: [ExchangeRecord], of step: StepPlace) throws(SQLiteError) {
        for (position, exchange) in exchanges.enumerated() {
            let requestBody = try body(exchange.detail?.requestBody?.text)
            let responseBody = try body(exchange.detail?.responseBody?.text)
            let insert = try connection.statement(Self.sql)
            step.bind(to: insert)
            insert.bind(position)
            insert.bind(exchange.attempt)
            insert.bind(exchange.method)
            insert.bind(exchange.url)
            insert.bind(exchange.status.map(Int64.init))
            insert.bind(exchange.httpVersion)
            insert.bind(exchange.failure)
            insert.bind(exchange.started)
            insert.bind(exchange.duration)
            insert.bind(exchange.detail.flatMap { Self.text($0.requestHeaders) })
            insert.bind(requestBody)
            insert.bind(exchange.detail.flatMap { Self.text($0.responseHeaders) })
            insert.bind(responseBody)
            insert.bind(exchange.detail?.curl)
            insert.bind(exchange.note)
            insert.bind(exchange.cache?.use.rawValue)
            insert.bind(exchange.responseURL)
            insert.bind(mark: exchange.isPoll)
            try insert.run()
        }
    }

    /// Stores a body once, even if many responses are equal, and returns its name, the hash of its content.
    private func body(_ text: String?) throws(SQLiteError) -> String? {
        guard let text, !text.isEmpty else { return nil }
        let bytes = Array(text.utf8)
        let hash = SHA256.hex(of: bytes)
        let insert = try connection.statement("INSERT OR IGNORE INTO body (hash, content) VALUES (?, ?)")
        insert.bind(hash)
        insert.bind(bytes)
        try insert.run()
        return hash
    }

    private static func text(_ headers: [(name: MaskedText, value: MaskedText)]) -> String? {
        JSONWriter.columnText(headers.map { .array([.string($0.name.text), .string($0.value.text)]) })
    }
}

/// The step to which rows belong: the first three columns of `exchange`, `failure`, `program_output` and
/// `program_attempt`.
struct StepPlace {
    /// The row number of the run.
    let run: Int64
    let caseIndex: Int
    /// -1 for the case itself.
    let stepIndex: Int

    func bind(to insert: Statement) {
        insert.bind(run)
        insert.bind(caseIndex)
        insert.bind(stepIndex)
    }
}

extension JSONWriter {
    /// A list as the text of one column; nil where it is empty.
    static func columnText(_ values: [JSONValue]) -> String? {
        values.isEmpty ? nil : compact(.array(values))
    }
}
