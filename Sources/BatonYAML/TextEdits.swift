/// Replacements in a text with an accident in it, made so that libyaml can go on reading behind it.
///
/// Places are always told in the file as it was; the edits are undone when an offset is translated back.
struct TextEdits {
    struct Edit {
        var range: Range<Int>
        var replacement: [UInt8]

        /// Something that is plain text wherever it stands, as long as what it replaces.
        static func placeholder(_ range: Range<Int>) -> Edit {
            Edit(range: range, replacement: Array(repeating: UInt8(ascii: "x"), count: range.count))
        }

        static func blank(_ range: Range<Int>) -> Edit {
            Edit(range: range, replacement: Array(repeating: UInt8(ascii: " "), count: range.count))
        }

        var shifts: Bool { replacement.count != range.count }
    }

    /// In the order of the file, without overlaps.
    private var edits: [Edit] = []
    /// Those of them that move what follows.
    private var shifting: [Edit] = []

    var isEmpty: Bool { edits.isEmpty }

    /// False when the edit overlaps one that is there, or when there are too many.
    mutating func add(_ edit: Edit) -> Bool {
        let index = firstIndex(endingAfter: edit.range.lowerBound)
        if index < edits.count, edits[index].range.lowerBound < edit.range.upperBound { return false }
        if edit.shifts {
            if shifting.count >= 100 || shifting.contains(where: { $0.range == edit.range }) { return false }
            let index = shifting.firstIndex { $0.range.lowerBound > edit.range.lowerBound } ?? shifting.count
            shifting.insert(edit, at: index)
        }
        edits.insert(edit, at: index)
        return true
    }

    /// Bisection: the first edit that ends behind an offset.
    private func firstIndex(endingAfter offset: Int) -> Int {
        var low = 0
        var high = edits.count
        while low < high {
            let middle = (low + high) / 2
            if edits[middle].range.upperBound > offset { high = middle } else { low = middle + 1 }
        }
        return low
    }

    func apply(to bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + shifting.count)
        var at = 0
        for edit in edits {
            result += bytes[at..<edit.range.lowerBound]
            result += edit.replacement
            at = edit.range.upperBound
        }
        result += bytes[at...]
        return result
    }

    /// Where an offset in the edited text stands in the file.
    func original(_ offset: Int) -> Int {
        var growth = 0
        for edit in shifting {
            let start = edit.range.lowerBound + growth
            // What was taken away stands before what follows it.
            if offset < start || offset == start && !edit.replacement.isEmpty { break }
            if offset < start + edit.replacement.count {
                return min(edit.range.lowerBound + offset - start, edit.range.upperBound)
            }
            growth += edit.replacement.count - edit.range.count
        }
        return offset - growth
    }

    /// Whether an edit begins or ends at an offset, or goes across it.
    func adjoin(_ offset: Int) -> Bool {
        let index = firstIndex(endingAfter: offset - 1)
        return index < edits.count && edits[index].range.lowerBound <= offset
    }

    /// Whether something in a stretch of the file is edited; an insertion touches only what it is in the middle of.
    func touch(_ range: Range<Int>) -> Bool {
        let index = firstIndex(endingAfter: range.lowerBound)
        return index < edits.count && edits[index].range.lowerBound < range.upperBound
    }
}
