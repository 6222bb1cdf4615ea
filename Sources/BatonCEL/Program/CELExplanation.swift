/// What one part of an expression was while the whole was worked out.
package struct CELExplanation: Sendable {
    /// As it is written; a loop's variable is replaced by what it stood for, as in `items[3].price`.
    package var text: String
    /// In UTF-8 offsets of the expression.
    package var range: Range<Int>
    package var value: CELValue?
    package var error: CELError?
    /// False for a part that was never looked at because another had decided.
    package var wasEvaluated: Bool
}

extension CELProgram {
    /// Works the expression out once more and tells what each of its parts yields, in the order they are written, the
    /// longer of two that begin at one place first. Literals are left out, each text stands once.
    ///
    /// Of a macro it shows the element that decided. A function that is not pure may yield something else this time.
    package func explain(_ activation: any CELActivation) -> [CELExplanation] {
        let bytes = Array(text.utf8)
        guard let syntax = try? CELParser.parse(bytes) else { return [] }
        var compiler = CELCompiler(bytes, declarations, isRecording: true)
        let typed = compiler.compile(syntax)
        guard compiler.issues.isEmpty else { return [] }
        let recorder = CELRecorder()
        var frame = CELFrame(activation, locals: compiler.localCount, passLimit: Self.passLimit, recorder: recorder)
        _ = try? typed.node.evaluate(&frame)
        var writer = ExplanationWriter(bytes, whole: syntax.range)
        return writer.explanations(recorder.entries, recordable: compiler.recordable)
    }
}

/// Makes texts of what was recorded.
private struct ExplanationWriter {
    let bytes: [UInt8]
    let whole: Range<Int>

    init(_ bytes: [UInt8], whole: Range<Int>) {
        self.bytes = bytes
        self.whole = whole
    }

    mutating func explanations(_ entries: [CELRecorder.Entry], recordable: [Range<Int>]) -> [CELExplanation] {
        var result: [CELExplanation] = []
        var seen: Set<String> = []
        for entry in entries where isShown(entry, among: entries) {
            let text = text(of: entry)
            guard seen.insert(text).inserted else { continue }
            result.append(
                CELExplanation(
                    text: text, range: entry.range, value: entry.value, error: entry.error, wasEvaluated: true))
        }
        let recorded = Set(entries.map(\.range))
        for range in recordable where !recorded.contains(range) {
            let text = String(decoding: bytes[range], as: UTF8.self)
            guard !isInside(range, skipped: recordable, recorded), seen.insert(text).inserted else { continue }
            result.append(CELExplanation(text: text, range: range, value: nil, error: nil, wasEvaluated: false))
        }
        if result.count > 1 { result.removeAll { $0.range == whole && $0.error == nil } }
        return result.enumerated().sorted { left, right in
            let (one, other) = (left.element.range, right.element.range)
            if one.lowerBound != other.lowerBound { return one.lowerBound < other.lowerBound }
            if one.upperBound != other.upperBound { return one.upperBound > other.upperBound }
            return left.offset < right.offset
        }.map(\.element)
    }

    /// Of a part that was never reached only the whole is named, not each of its parts.
    private func isInside(_ range: Range<Int>, skipped: [Range<Int>], _ recorded: Set<Range<Int>>) -> Bool {
        skipped.contains {
            $0 != range && !recorded.contains($0) && $0.lowerBound <= range.lowerBound
                && $0.upperBound >= range.upperBound
        }
    }

    /// A link of a chain is shown only where the next one failed; a native object, which has no value to show, never.
    private func isShown(_ entry: CELRecorder.Entry, among entries: [CELRecorder.Entry]) -> Bool {
        if case .native? = entry.value?.kind { return false }
        guard entry.isLink else { return true }
        guard entry.error == nil else { return false }
        let next = entries.filter {
            $0.range.lowerBound == entry.range.lowerBound && $0.range.upperBound > entry.range.upperBound
        }.min { $0.range.upperBound < $1.range.upperBound }
        return next?.error != nil
    }

    private func text(of entry: CELRecorder.Entry) -> String {
        var text = Array(bytes[entry.range])
        for (name, replacement) in entry.substitutions { text = replacing(name, by: replacement, in: text) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Replaces a name where it stands as a variable: not after a dot, not inside a text.
    private func replacing(_ name: String, by replacement: String, in text: [UInt8]) -> [UInt8] {
        var lexer = CELLexer(text)
        var result: [UInt8] = []
        var copied = 0
        var isMember = false
        while let token = try? lexer.next(), token.kind != .end {
            if token.kind == .name, !isMember, text[token.range].elementsEqual(name.utf8) {
                result += text[copied..<token.range.lowerBound]
                result += Array(replacement.utf8)
                copied = token.range.upperBound
            }
            isMember = token.kind == .sign(.dot)
        }
        return result + text[copied...]
    }
}
