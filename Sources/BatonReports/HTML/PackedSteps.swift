import BatonRunner

/// The steps of very many cases in few bytes: a run of thousands of passing workflows holds this, and no record of them.
struct PackedSteps {
    private var bytes: [UInt8] = []

    var size: Int { bytes.count }

    /// Where the steps begin from now on.
    mutating func add(_ record: CaseRecord) -> Int {
        let start = bytes.count
        add(record.steps.count)
        for step in record.steps { add(StepRow(step, of: record)) }
        return start
    }

    func rows(at start: Int) -> [StepRow] {
        var reader = Reader(bytes: bytes, index: start)
        return (0..<reader.int()).map { _ in reader.row() }
    }

    private mutating func add(_ row: StepRow) {
        add(row.name)
        bytes.append(Self.sections.firstIndex(of: row.section).map(UInt8.init) ?? 0)
        bytes.append(row.state.rawValue)
        add(row.line)
        add(Int(row.offset))
        add(Int(row.duration))
        add(row.note)
        add(row.requests.count)
        for request in row.requests {
            add(request.method)
            add(request.url)
            add(request.status)
            add(request.attempt)
            add(Int(request.offset))
            add(Int(request.duration))
            let phases = request.phases
            for span in [phases.dns, phases.connect, phases.tls, phases.send, phases.wait, phases.receive] {
                add(Int(span))
            }
            bytes.append(request.isCached ? 1 : 0)
        }
    }

    private static let sections: [StepSection] = [.setup, .steps, .teardown]

    /// Seven bits a byte, the lowest first; a negative number is 0.
    private mutating func add(_ number: Int) {
        var rest = max(0, number)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    private mutating func add(_ text: String) {
        add(text.utf8.count)
        bytes.append(contentsOf: text.utf8)
    }

    /// Reads what was written here, and nothing else.
    private struct Reader {
        let bytes: [UInt8]
        var index: Int

        mutating func byte() -> UInt8 {
            guard bytes.indices.contains(index) else { return 0 }
            defer { index += 1 }
            return bytes[index]
        }

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

        mutating func text() -> String {
            let count = int()
            let end = min(bytes.count, index + count)
            defer { index = end }
            return String(decoding: bytes[index..<end], as: UTF8.self)
        }

        mutating func row() -> StepRow {
            StepRow(
                name: text(), section: section(), state: CaseState(rawValue: byte()) ?? .error, line: int(),
                offset: Int64(int()), duration: Int64(int()), note: text(),
                requests: (0..<int()).map { _ in request() })
        }

        private mutating func section() -> StepSection {
            let index = Int(byte())
            return PackedSteps.sections.indices.contains(index) ? PackedSteps.sections[index] : .steps
        }

        private mutating func request() -> StepRow.Request {
            StepRow.Request(
                method: text(), url: text(), status: int(), attempt: int(), offset: Int64(int()),
                duration: Int64(int()), phases: phases(), isCached: byte() == 1)
        }

        private mutating func phases() -> ExchangeRecord.Phases {
            var phases = ExchangeRecord.Phases()
            phases.dns = Int64(int())
            phases.connect = Int64(int())
            phases.tls = Int64(int())
            phases.send = Int64(int())
            phases.wait = Int64(int())
            phases.receive = Int64(int())
            return phases
        }
    }
}
