/// Keeps what each sub-expression yielded while a result is being explained.
final class CELRecorder {
    struct Entry {
        var range: Range<Int>
        var value: CELValue?
        var error: CELError?
        /// The operand of a longer chain, such as `response` in `response.status`.
        var isLink: Bool
        /// Loop variables and what stands for them in this pass, innermost first: `item` is `items[3]`.
        var substitutions: [(name: String, text: String)] = []
    }

    private(set) var entries: [Entry] = []
    private static let limit = 2000

    func record(_ entry: Entry) {
        if entries.count < Self.limit { entries.append(entry) }
    }

    var mark: Int { entries.count }

    /// The pass since `mark` decided nothing.
    func forget(since mark: Int) { entries.removeSubrange(min(mark, entries.count)...) }

    /// The pass since `mark` decided: its variables are shown as what they stood for.
    func substitute(since mark: Int, _ name: String, by text: String) {
        for position in min(mark, entries.count)..<entries.count {
            entries[position].substitutions.append((name, text))
        }
    }
}

/// A node that tells the recorder what it yields.
final class RecordingNode: CELNode {
    private let inner: any CELNode
    private let range: Range<Int>
    private let isLink: Bool

    init(_ inner: any CELNode, range: Range<Int>, isLink: Bool) {
        self.inner = inner
        self.range = range
        self.isLink = isLink
    }

    func evaluate(_ frame: inout CELFrame) throws(CELError) -> CELValue {
        do {
            let value = try inner.evaluate(&frame)
            frame.recorder?.record(CELRecorder.Entry(range: range, value: value, isLink: isLink))
            return value
        } catch {
            frame.recorder?.record(CELRecorder.Entry(range: range, error: error, isLink: isLink))
            throw error
        }
    }
}
