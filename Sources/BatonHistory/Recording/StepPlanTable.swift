import BatonJSON
import BatonRecords
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
        var text = "["
        for (index, step) in steps.enumerated() {
            if index > 0 { text += "," }
            text += String(step.duration)
        }
        return text + "]"
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
            guard let exchange = step.exchanges.first else { continue }
            hash.combine(exchange.method)
            hash.combine(exchange.urlTemplate.text)
            hash.combine(UInt64(bitPattern: Int64(exchange.status ?? 0)))
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

extension CaseRecord {
    /// Whether a plan and durations say enough about the steps: each passed at its first attempt, without a program
    /// and without a response from the cache.
    var hasPlainSteps: Bool {
        guard outcome == .passed, earlier.isEmpty, !steps.isEmpty, steps.count <= Self.mostPlainSteps else {
            return false
        }
        return steps.enumerated().allSatisfy { position, step in
            step.index == position && step.outcome == .passed && !step.hasProgram && step.exchanges.count <= 1
                && step.exchanges.first.map { $0.attempt == 1 && $0.cache == nil } ?? true
        }
    }

    private static var mostPlainSteps: Int { 500 }
}
