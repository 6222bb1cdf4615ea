import BatonRecords

/// The format of a test report: encodes each workflow when it ends, and the frame around all of them at the end.
protocol ReportFormat {
    /// The bytes between the parts of two workflows.
    static var separator: [UInt8] { get }

    /// Encodes one workflow and adds it to the totals.
    ///
    /// - Parameter isUnfinished: whether the case has not ended, so that its missing steps count as cancelled.
    mutating func encode(_ record: CaseRecord, isUnfinished: Bool, of run: RunStarted) -> [UInt8]

    /// The bytes before and after all parts. Throws when the document could not be made.
    ///
    /// - Parameter end: nil for a run that has not ended.
    mutating func frame(_ run: RunStarted?, _ end: RunFinished?, duration: Microseconds) throws -> (
        head: [UInt8], tail: [UInt8]
    )
}
