import BatonCEL
import BatonHTTP
import BatonJSON
import BatonJudging
import BatonLanguage
import BatonWorkflow

/// The elements of a loop; for `while` their number is not known in advance.
enum LoopElements {
    case values([CELValue])
    case numbers(ClosedRange<Int64>)
    case times(Int)

    var count: Int {
        switch self {
        case .values(let values): values.count
        case .numbers(let range): Int(clamping: range.upperBound - range.lowerBound + 1)
        case .times(let count): count
        }
    }

    /// Nil where the loop has no elements but only passes.
    subscript(index: Int) -> CELValue? {
        switch self {
        case .values(let values): values[index]
        case .numbers(let range): .int(range.lowerBound + Int64(index))
        case .times: nil
        }
    }
}

extension CaseRun {
    /// Nil for `while`.
    func elements(of loop: Loop) throws(StepFailure) -> LoopElements? {
        switch loop.source {
        case .condition: return nil
        case .list(let template): return .values(try list(template, loop))
        case .file(let file): return .values(try rows(of: file))
        case .times(let template):
            let count = try whole(template, of: "repeat", loop)
            guard (0...Int64(Loop.mostPasses)).contains(count) else {
                throw StepFailure(
                    "`repeat` is \(count), it can be at most \(Loop.mostPasses) and not negative", at: loop.range)
            }
            return .times(Int(count))
        case .range(let first, let last):
            let lower = try whole(first, of: "range", loop)
            let upper = try whole(last, of: "range", loop)
            if upper < lower { return .times(0) }
            let (span, overflow) = upper.subtractingReportingOverflow(lower)
            guard !overflow, span < Loop.mostPasses else {
                throw StepFailure("a loop has \(Loop.mostPasses) passes at most", at: loop.range)
            }
            return .numbers(lower...upper)
        }
    }

    private func list(_ template: Template, _ loop: Loop) throws(StepFailure) -> [CELValue] {
        let value = try template.value(from: self)
        guard let elements = value.elements else {
            throw StepFailure(
                "`for_each` goes through a list, this is \(value.isTainted ? "something else" : value.describedType)",
                hint: value.isNull ? "null is no empty list; `allow_empty` is about lists" : nil, at: loop.range)
        }
        guard elements.count <= Loop.mostPasses else {
            throw StepFailure("a loop has \(Loop.mostPasses) passes at most", at: loop.range)
        }
        return elements
    }

    private func whole(_ template: Template, of key: String, _ loop: Loop) throws(StepFailure) -> Int64 {
        let value = try template.value(from: self)
        if let number = value.intValue { return number }
        let shown = value.isTainted ? "something else" : ValueText.value(value, mask: mask)
        throw StepFailure("`\(key)` wants whole numbers, this is \(shown)", at: loop.range)
    }

    /// Reads the rows of a data file.
    private func rows(of file: DataFile) throws(StepFailure) -> [CELValue] {
        let path = try file.path.text(from: self)
        let source = file.range.file
        let bytes: [UInt8]
        do {
            bytes = try settings.files.root(of: source).readFile(
                path, relativeTo: settings.files.folder(of: source), within: file.path.writtenFolder,
                limit: DataFile.limit)
        } catch {
            throw StepFailure(error.message, at: file.range)
        }
        do throws(DataError) {
            return try file.rows(bytes).map { CELValue($0) }
        } catch {
            let line = error.line.map { ", line \($0)" } ?? ""
            throw StepFailure("`\(path)`\(line): \(error.message)", at: file.range)
        }
    }
}
