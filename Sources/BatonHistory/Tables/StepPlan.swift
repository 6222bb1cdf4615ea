import BatonJSON
import BatonRecords
import BatonSecrets
import BatonValues

/// The table `step_plan`: the steps of results that simply passed, each list of steps once.
final class StepPlanTable {
    private let connection: Connection
    /// The row numbers of plans by key.
    private var known: [UInt64: Int64] = [:]

    init(_ connection: Connection) {
        self.connection = connection
    }

    /// The row number of the plan with these steps, which is added where it is missing.
    func number(of steps: [StepRecord]) throws(SQLiteError) -> Int64 {
        let key = Self.key(of: steps)
        if let number = known[key] { return number }
        let insert = try connection.statement("INSERT OR IGNORE INTO step_plan (key, steps) VALUES (?, ?)")
        insert.bind(Int64(bitPattern: key))
        insert.bind(JSONWriter.compact(.array(steps.map(Self.json))))
        try insert.run()
        let find = try connection.statement("SELECT id FROM step_plan WHERE key = ?")
        defer { find.reset() }
        find.bind(Int64(bitPattern: key))
        let number = try find.step() ? find.integer(0) : 0
        // Names of steps that hold a value of the run make new plans in each run.
        if known.count < Self.mostKnown { known[key] = number }
        return number
    }

    private static let mostKnown = 10_000

    /// Forgets the row numbers, which another process may have deleted.
    func forget() { known = [:] }

    /// `[1534,820]`, the durations in microseconds.
    static func durations(of steps: [StepRecord]) -> String {
        var text = TextBuffer()
        text.append(UInt8(ascii: "["))
        for (index, step) in steps.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            text.append(Int(step.duration))
        }
        text.append(UInt8(ascii: "]"))
        return String(decoding: text.bytes, as: UTF8.self)
    }

    /// The key of a list of steps as the column has it.
    static func key(of json: String) -> UInt64? {
        guard case .array(let steps)? = try? JSONParser.parse(Array(json.utf8)) else { return nil }
        var hash = StableHash()
        func combine(_ value: JSONValue?) {
            switch value {
            case .string(let text)?: hash.combine(text)
            case .number(let number)?: hash.combine(UInt64(bitPattern: number.int ?? 0))
            default: hash.combine(0)
            }
        }
        for step in steps {
            guard let parts = step.arrayValue, 5...8 ~= parts.count else { return nil }
            for part in parts.prefix(5) { combine(part) }
            hash.combine(parts.count > 5 ? 1 : 0)
            guard parts.count > 5 else { continue }
            combine(parts[5])
            combine(parts.count > 6 ? parts[6] : nil)
            combine(parts.count > 7 ? parts[7] : nil)
        }
        return hash.value
    }

    private static func key(of steps: [StepRecord]) -> UInt64 {
        var hash = StableHash()
        for step in steps {
            hash.combine(step.section.rawValue)
            hash.combine(step.kind.rawValue)
            hash.combine(step.name)
            hash.combine(UInt64(bitPattern: Int64(step.place.line)))
            hash.combine(UInt64(bitPattern: Int64(step.checkCount)))
            hash.combine(UInt64(step.exchanges.count))
            if step.exchanges.isEmpty { continue }
            // Reads fields individually, because copying the exchange would retain a dozen references.
            hash.combine(step.exchanges[0].method)
            hash.combine(step.exchanges[0].urlTemplate.text)
            hash.combine(UInt64(bitPattern: Int64(step.exchanges[0].status ?? 0)))
        }
        return hash.value
    }

    private static func json(_ step: StepRecord) -> JSONValue {
        var parts: [JSONValue] = [
            .string(step.section.rawValue), .string(step.kind.rawValue), .string(step.name),
            .number(JSONNumber(step.place.line)), .number(JSONNumber(step.checkCount)),
        ]
        if let exchange = step.exchanges.first {
            parts += [.string(exchange.method), .string(exchange.urlTemplate.text)]
            if let status = exchange.status { parts.append(.number(JSONNumber(status))) }
        }
        return .array(parts)
    }
}

/// The steps of results that simply passed, as `StepPlanTable` has stored them.
struct StepPlan {
    private struct Step {
        var section = StepSection.steps
        var kind = StepKind.request
        var name = ""
        var line = 0
        var checks = 0
        var method: String?
        var urlTemplate: String?
        var status: Int?
    }

    /// Nil in the place of what is no step.
    private let steps: [Step?]

    /// Steps that are no list are left out: a damaged history is read as far as possible.
    ///
    /// - Parameter json: a list of steps as `StepPlanTable` writes it.
    init(_ json: String) {
        steps = Self.list(json).map { step in
            guard case .array(let parts) = step, parts.count >= 5 else { return nil }
            return Step(
                section: parts[0].stringValue.flatMap(StepSection.init) ?? .steps,
                kind: parts[1].stringValue.flatMap(StepKind.init) ?? .request, name: parts[2].stringValue ?? "",
                line: Self.number(parts[3]) ?? 0, checks: Self.number(parts[4]) ?? 0,
                method: parts.count > 5 ? parts[5].stringValue : nil,
                urlTemplate: parts.count > 6 ? parts[6].stringValue : nil,
                status: parts.count > 7 ? Self.number(parts[7]) : nil)
        }
    }

    /// The steps of one result.
    ///
    /// - Parameters:
    ///   - path: the file of the case.
    ///   - started: the start of the case.
    ///   - durations: a JSON list of the durations in microseconds.
    func records(
        ofCase caseIndex: Int, in path: String, started: Microseconds, durations: String
    ) -> [StepRecord] {
        let durations = Self.list(durations).map { Microseconds(Self.number($0) ?? 0) }
        var started = started
        return steps.enumerated().compactMap { index, step in
            guard let step else { return nil }
            let duration = durations.indices.contains(index) ? durations[index] : 0
            defer { started &+= duration }
            return StepRecord(
                caseIndex: caseIndex, index: index, section: step.section, name: step.name, kind: step.kind,
                outcome: .passed, place: Place(file: path, line: step.line, column: 1), started: started,
                duration: duration, exchanges: Self.exchanges(of: step, started, duration), checkCount: step.checks)
        }
    }

    /// The request of a step, as far as it is known.
    private static func exchanges(
        of step: Step, _ started: Microseconds, _ duration: Microseconds
    ) -> [ExchangeRecord] {
        guard let method = step.method, let template = step.urlTemplate else { return [] }
        let url = MaskedText(recorded: template)
        return [
            ExchangeRecord(
                attempt: 1, method: method, url: url, urlTemplate: url, status: step.status, httpVersion: nil,
                started: started, duration: duration, phases: ExchangeRecord.Phases(), requestBytes: 0,
                responseBytes: 0, failure: nil, detail: nil)
        ]
    }

    private static func list(_ json: String) -> [JSONValue] {
        (try? JSONParser.parse(Array(json.utf8)))?.arrayValue ?? []
    }

    private static func number(_ value: JSONValue) -> Int? {
        value.numberValue?.int.map { Int(min(max($0, -Statement.most), Statement.most)) }
    }
}
