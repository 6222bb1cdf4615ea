import BatonDiagnostics
import BatonRecords
import BatonValues

/// A compact encoding of the steps of very many cases: a run with thousands of passing workflows keeps this instead of
/// their records.
///
/// The page draws a table of steps from it for each case. A case is encoded as the number of its steps, the latest end of
/// a step and the phases that took time; then for each step its name, section, state, note, offset, duration and number
/// of requests; then for each request its method, URL, failure, status, role, attempt, page, offset, duration, phases and whether
/// the cache was used.
struct PackedSteps {
    /// The position of a case's first step.
    struct Place {
        fileprivate var chunk: Int32
        fileprivate var offset: Int32
    }

    /// The phases that some request of a case spent time in; the others always do.
    struct Columns: OptionSet {
        let rawValue: UInt8

        static let dns = Columns(rawValue: 1)
        static let connect = Columns(rawValue: 2)
        static let tls = Columns(rawValue: 4)
        /// Sending, waiting and receiving.
        static let always = Columns(rawValue: 0x38)

        var count: Int { rawValue.nonzeroBitCount }
    }

    /// What one of several requests of a step was for.
    enum RequestRole: UInt8 {
        case attempt, failedAttempt, poll
    }

    /// Maximum number of rows shown for one case.
    static let mostRows = 500
    /// Maximum number of requests per step; further ones are left out.
    private static let mostRequests = 20
    private static let longestName = 300
    private static let longestReason = 600
    private static let chunkSize = 32_768

    /// Separate chunks, because a single growing array would be copied.
    private var chunks: [[UInt8]] = []
    private(set) var size = 0

    mutating func add(_ record: CaseRecord) -> Place {
        var packer = Packer()
        packer.pack(record)
        let count = packer.bytes.count
        if chunks.isEmpty || chunks[chunks.count - 1].count + count > Self.chunkSize {
            var chunk: [UInt8] = []
            chunk.reserveCapacity(max(count, Self.chunkSize))
            chunks.append(chunk)
        }
        let last = chunks.count - 1
        let place = Place(chunk: Int32(clamping: last), offset: Int32(clamping: chunks[last].count))
        packer.bytes.withMemoryRebound(to: UInt8.self) { chunks[last].append(contentsOf: $0) }
        size += count
        return place
    }

    /// Calls `body` with a reader of the steps at a place.
    func read(at place: Place, _ body: (inout Reader) -> Void) {
        guard chunks.indices.contains(Int(place.chunk)) else { return }
        chunks[Int(place.chunk)].withUnsafeBufferPointer { bytes in
            var reader = Reader(bytes: bytes, index: Int(place.offset))
            body(&reader)
        }
    }

    private static let sections: [StepSection] = [.setup, .steps, .teardown]

    private struct Packer: ~Copyable {
        private var buffer = TextBuffer()

        var bytes: UnsafeRawBufferPointer { buffer.bytes }

        mutating func pack(_ record: CaseRecord) {
            add(record.steps.count)
            var end = 0
            var columns = Columns.always
            for step in record.steps {
                end = max(end, Int(max(0, step.started &- record.started) &+ max(0, step.duration)))
                for index in step.exchanges.indices { columns.formUnion(Self.columns(step.exchanges[index].phases)) }
            }
            add(end)
            buffer.append(columns.rawValue)
            for step in record.steps.prefix(PackedSteps.mostRows) { add(step, since: record.started) }
        }

        private static func columns(_ phases: ExchangeRecord.Phases) -> Columns {
            var columns: Columns = []
            if phases.dns > 0 { columns.insert(.dns) }
            if phases.connect > 0 { columns.insert(.connect) }
            if phases.tls > 0 { columns.insert(.tls) }
            return columns
        }

        private mutating func add(_ step: StepRecord, since start: Microseconds) {
            add(CutText.head(step.name, PackedSteps.longestName))
            buffer.append(PackedSteps.sections.firstIndex(of: step.section).map(UInt8.init) ?? 0)
            buffer.append((step.isFlaky && step.outcome == .passed ? .flaky : CaseState(step.outcome)).rawValue)
            add(
                step.reason.map { CutText.head($0.text, PackedSteps.longestReason) } ?? step.program.map(Self.line)
                    ?? "")
            add(Int(max(0, step.started &- start)))
            add(Int(step.duration))
            let count = min(step.exchanges.count, PackedSteps.mostRequests)
            add(count)
            for index in 0..<count {
                addExchange(index, of: step, since: start)
            }
        }

        private static func role(of index: Int, in step: StepRecord) -> RequestRole {
            if step.exchanges[index].isPoll { return .poll }
            return step.exchanges[index].note == nil ? .attempt : .failedAttempt
        }

        private static func line(_ program: ProgramRecord) -> String {
            CutText.head(ProgramText.line(program, arrow: "→"), PackedSteps.longestName)
        }

        /// Reads fields individually, because copying the record would retain a dozen references.
        private mutating func addExchange(
            _ index: Int, of step: StepRecord, since start: Microseconds
        ) {
            let page = step.exchanges[index].page ?? 0
            add(step.exchanges[index].method)
            // The URL as written in the file, `/items/$(id)`; that of a further page stands in no file.
            let url = page > 1 ? step.exchanges[index].url : step.exchanges[index].urlTemplate
            add(CutText.head(url.text, PackedSteps.longestName))
            add(step.exchanges[index].failure ?? "")
            add(step.exchanges[index].status ?? 0)
            buffer.append(Self.role(of: index, in: step).rawValue)
            add(step.exchanges[index].attempt)
            add(page)
            add(Int(max(0, step.exchanges[index].started &- start)))
            add(Int(step.exchanges[index].duration))
            let phases = step.exchanges[index].phases
            add(Int(phases.dns))
            add(Int(phases.connect))
            add(Int(phases.tls))
            add(Int(phases.send))
            add(Int(phases.wait))
            add(Int(phases.receive))
            buffer.append(step.exchanges[index].cache == nil ? 0 : 1)
        }

        /// Variable-length encoding, seven bits per byte, lowest first; a negative number becomes 0.
        private mutating func add(_ number: Int) {
            var rest = max(0, number)
            while rest >= 0x80 {
                buffer.append(UInt8(truncatingIfNeeded: rest) | 0x80)
                rest >>= 7
            }
            buffer.append(UInt8(truncatingIfNeeded: rest))
        }

        private mutating func add(_ text: String) {
            text.withUTF8Bytes { utf8 in
                add(utf8.count)
                buffer.append(utf8)
            }
        }
    }

    /// Reads packed steps in the order in which they were packed.
    struct Reader {
        fileprivate let bytes: UnsafeBufferPointer<UInt8>
        fileprivate var index: Int

        mutating func int() -> Int {
            var value = 0
            var shift = 0
            while true {
                let byte = byte()
                value |= Int(byte & 0x7F) << shift
                shift += 7
                if byte < 0x80 || shift > 56 { return value }
            }
        }

        mutating func span() -> Microseconds { Microseconds(int()) }

        mutating func flag() -> Bool { byte() == 1 }

        /// Text in UTF-8; valid as long as the reader.
        mutating func text() -> UnsafeBufferPointer<UInt8> {
            let count = int()
            let start = min(bytes.count, index)
            index = min(bytes.count, start + count)
            return UnsafeBufferPointer(rebasing: bytes[start..<index])
        }

        mutating func state() -> CaseState { CaseState(rawValue: byte()) ?? .error }

        mutating func columns() -> Columns { Columns(rawValue: byte()) }

        mutating func role() -> RequestRole { RequestRole(rawValue: byte()) ?? .attempt }

        mutating func section() -> StepSection {
            let index = Int(byte())
            return PackedSteps.sections.indices.contains(index) ? PackedSteps.sections[index] : .steps
        }

        mutating func phases() -> ExchangeRecord.Phases {
            var phases = ExchangeRecord.Phases()
            phases.dns = span()
            phases.connect = span()
            phases.tls = span()
            phases.send = span()
            phases.wait = span()
            phases.receive = span()
            return phases
        }

        private mutating func byte() -> UInt8 {
            guard index < bytes.count else { return 0 }
            defer { index += 1 }
            return bytes[index]
        }
    }
}
