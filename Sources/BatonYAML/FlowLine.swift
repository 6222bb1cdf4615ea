/// A line within brackets, as its values were probably meant.
struct FlowLine {
    private let line: SourceLine
    private let start: Int

    /// The values of a line from the bracket on, if that stands in it.
    init(_ line: SourceLine, from bracket: Int?) {
        self.line = line
        start = max(bracket ?? 0, line.contents.lowerBound)
    }

    /// Where the value begins that an offset is in; the offset itself where none is found.
    func valueStart(around offset: Int) -> Int {
        let bytes = line.file.bytes
        var at = start
        while at < offset {
            if line.isBlank(at) || Array("[]{},:?".utf8).contains(bytes[at]) {
                at += 1
                continue
            }
            let extent = ValueExtent.of(line.file, from: at, isInFlow: true)
            if extent.contains(offset) { return at }
            at = max(at + 1, extent.upperBound)
        }
        return offset
    }
}
