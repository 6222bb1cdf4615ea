import BatonRunner

/// How a report of test cases is written: each workflow when it has ended, and at the end what stands around them.
protocol ReportFormat {
    /// What stands between the parts of two workflows.
    static var separator: [UInt8] { get }

    /// The part of one workflow; its figures are counted.
    ///
    /// - Parameter isUnfinished: it has not ended: what is missing counts as cancelled.
    mutating func encode(_ record: CaseRecord, isUnfinished: Bool, of run: RunStarted) -> [UInt8]

    /// What stands before all parts and behind them. Throws when the document could not be made.
    mutating func frame(_ run: RunStarted?, duration: Microseconds) throws -> (head: [UInt8], tail: [UInt8])
}
