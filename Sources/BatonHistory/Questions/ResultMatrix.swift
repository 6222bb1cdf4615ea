package import BatonRecords

/// The results of a window of runs: one byte for each case and run, and the durations where they are wanted.
///
/// Cases are numbered from 1 without large gaps, so that arrays hold them without a hash table: a question reads
/// hundreds of thousands of results.
package struct ResultMatrix: Sendable {
    /// What is known of a case in a run; one that was skipped or cancelled has no result.
    package enum Cell: UInt8, Sendable {
        case none, passed, flaky
        /// It never ran, because what it needs did not pass.
        case blocked
        /// It failed for taking too long.
        case slow
        case bad, quarantined

        init(_ outcome: Int64, _ mark: Int64) {
            switch outcome {
            case 0: self = mark == 1 ? .flaky : .passed
            case 3: self = .none
            default:
                switch ResultMark(rawValue: mark) {
                case .quarantined: self = .quarantined
                case .blocked: self = .blocked
                case .slow: self = .slow
                case .cancelled, .idle: self = .none
                case .none?, .flaky, nil: self = .bad
                }
            }
        }

        package var isBad: Bool { rawValue >= Cell.blocked.rawValue }
        /// Whether it is bad and counts: in quarantine it does not.
        package var counts: Bool { isBad && self != .quarantined }
        /// Whether its duration says how long the case takes.
        package var isTimed: Bool { self == .passed || self == .flaky || self == .slow }
    }

    let window: RunWindow
    /// The number of the last case.
    let caseCount: Int
    private var cells: [UInt8]
    /// Set in a cell where the repetitions of the case in one run both passed and failed.
    private static let wavered: UInt8 = 0x80
    private var durations: [Microseconds]

    /// - Parameter withDurations: whether to read the durations, too.
    init(_ reader: HistoryReader, _ window: RunWindow, withDurations: Bool = false) throws(SQLiteError) {
        self.window = window
        caseCount = Int(try reader.connection.integer("SELECT max(id) FROM workflow_case"))
        let size = window.runs.count * (caseCount + 1)
        cells = [UInt8](repeating: 0, count: size)
        durations = withDurations ? [Microseconds](repeating: 0, count: size) : []
        let statement = try reader.connection.statement(
            "SELECT case_id, outcome, mark\(withDurations ? ", duration" : "") FROM result WHERE run = ?")
        for (index, run) in window.runs.enumerated() {
            statement.reset()
            statement.bind(run.number)
            while try statement.step() {
                let number = statement.int(0)
                guard 0...caseCount ~= number else { continue }
                let place = index * (caseCount + 1) + number
                let cell = Cell(statement.integer(1), statement.integer(2))
                // A case that ran several times has its worst result, as they are ordered.
                let other = self.cell(index, number)
                if other != .none, cell != .none, other.isBad != cell.isBad { cells[place] |= Self.wavered }
                guard cell.rawValue >= other.rawValue else { continue }
                cells[place] = cells[place] & Self.wavered | cell.rawValue
                if withDurations { durations[place] = statement.integer(3) }
            }
        }
        statement.reset()
    }

    package func cell(_ run: Int, _ number: Int) -> Cell {
        Cell(rawValue: cells[run * (caseCount + 1) + number] & ~Self.wavered) ?? .none
    }

    /// Whether the case both passed and failed in the run.
    func hasWavered(_ run: Int, _ number: Int) -> Bool {
        cells[run * (caseCount + 1) + number] & Self.wavered != 0
    }

    /// Zero where the case has no result.
    package func duration(_ run: Int, _ number: Int) -> Microseconds { durations[run * (caseCount + 1) + number] }

    /// The positions of the runs, grouped by a property; latest first in each group.
    func groups<Key: Hashable>(by key: (RunWindow.Run) -> Key?) -> [[Int]] {
        var groups: [Key: [Int]] = [:]
        for (index, run) in window.runs.enumerated() {
            if let key = key(run) { groups[key, default: []].append(index) }
        }
        return groups.values.sorted { $0[0] < $1[0] }
    }
}
