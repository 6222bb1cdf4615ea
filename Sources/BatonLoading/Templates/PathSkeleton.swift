import BatonCEL
import BatonJSON
import BatonJudging

/// A path with ` 0 ` in place of every `$(…)`. The spaces keep the number apart from its neighbours, so that the path
/// is valid only where a literal may stand.
struct PathSkeleton {
    private(set) var text = ""
    private(set) var standIns: [JSONPath.StandIn] = []
    /// Ranges of the skeleton with the ranges of the written path that they came from.
    private var pieces: [(skeleton: Range<Int>, written: Range<Int>)] = []

    init(_ written: String) {
        let bytes = Array(written.utf8)
        for segment in CELTemplate.parse(written).segments {
            switch segment {
            case .literal(_, let range):
                var start = range.lowerBound
                for escape in range where bytes[escape...].starts(with: Self.escapedMarker) {
                    append(String(decoding: bytes[start..<escape], as: UTF8.self), from: start..<escape)
                    start = escape + 1
                }
                append(String(decoding: bytes[start..<range.upperBound], as: UTF8.self), from: start..<range.upperBound)
            case .expression(let expression, let range):
                let start = text.utf8.count
                append(" 0 ", from: range.lowerBound - 2..<range.upperBound + 1)
                standIns.append(.init(range: start..<text.utf8.count, written: "$(\(expression))"))
            }
        }
    }

    /// `$$(`, the escaped form of `$(`.
    private static let escapedMarker = Array("$$(".utf8)

    private mutating func append(_ part: String, from written: Range<Int>) {
        let start = text.utf8.count
        text += part
        pieces.append((start..<text.utf8.count, written))
    }

    /// The range of the written path for a range of the skeleton; it covers the whole `$(…)` where it touches one.
    func written(_ range: Range<Int>) -> Range<Int> {
        let lower = offset(range.lowerBound, isEnd: false)
        return lower..<max(lower, range.isEmpty ? lower : offset(range.upperBound, isEnd: true))
    }

    private func offset(_ offset: Int, isEnd: Bool) -> Int {
        let piece = pieces.last { isEnd ? $0.skeleton.lowerBound < offset : $0.skeleton.lowerBound <= offset }
        guard let piece else { return 0 }
        if offset >= piece.skeleton.upperBound { return piece.written.upperBound }
        guard standIns.contains(where: { $0.range == piece.skeleton }) else {
            return piece.written.lowerBound + offset - piece.skeleton.lowerBound
        }
        return isEnd ? piece.written.upperBound : piece.written.lowerBound
    }
}
