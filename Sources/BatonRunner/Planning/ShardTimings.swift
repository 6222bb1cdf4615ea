package import BatonJSON
package import BatonRecords

/// How long cases take, as `baton history timings --json` writes it.
package struct ShardTimings: Sendable {
    /// In microseconds, by the case's file and row.
    private var durations: [ShardKey: Int64] = [:]
    /// In microseconds, for the cases of a file that has no timing for a row.
    private var typicalOfFile: [String: Int64] = [:]
    /// In microseconds, for all other cases.
    private var typical: Int64 = 1

    package enum ReadError: Error, Equatable {
        /// The document is no file of timings; the reason.
        case malformed(String)
        /// Another version of the format.
        case version(Int64)
    }

    package static let version: Int64 = 1
    /// A day: longer timings are a mistake, and sums stay far from overflowing.
    private static let longest: Double = 86_400_000

    package init(_ document: JSONValue) throws(ReadError) {
        guard case .object(let object) = document, case .number(let version)? = object["baton_timings"] else {
            throw .malformed("it has no `baton_timings`")
        }
        guard version.int == Self.version else { throw .version(version.int ?? 0) }
        guard case .array(let cases)? = object["cases"] else { throw .malformed("it has no list `cases`") }
        var ofFiles: [String: [Int64]] = [:]
        for (index, value) in cases.enumerated() {
            guard case .object(let fields) = value, case .string(let path)? = fields["path"],
                case .number(let number)? = fields["duration_ms"]
            else { throw .malformed("cases[\(index)] is no map with a `path` and a `duration_ms`") }
            let milliseconds = number.double
            guard milliseconds >= 0, milliseconds <= Self.longest else {
                throw .malformed("cases[\(index)]: `duration_ms` is no time between 0 and a day")
            }
            var row: String?
            if case .string(let name)? = fields["row"] { row = name }
            // A case takes some time, however short it was.
            let duration = max(1, Int64(milliseconds * 1000))
            durations[ShardKey(path: path, row: row)] = duration
            ofFiles[path, default: []].append(duration)
        }
        typicalOfFile = ofFiles.mapValues(Self.median)
        if !durations.isEmpty { typical = Self.median(Array(durations.values)) }
    }

    /// In microseconds; for a case without a timing the median of its file's, else of all.
    func duration(of identity: CaseIdentity) -> Int64 {
        durations[ShardKey(path: identity.path, row: identity.row)] ?? typicalOfFile[identity.path] ?? typical
    }

    /// Whether there is a timing for the case itself.
    package func knows(_ identity: CaseIdentity) -> Bool {
        durations[ShardKey(path: identity.path, row: identity.row)] != nil
    }

    private static func median(_ values: [Int64]) -> Int64 { values.sorted()[values.count / 2] }
}
