package import BatonDiagnostics
import BatonLanguage
package import BatonRecords
package import BatonSecrets
import BatonSources
import BatonWorkflow

/// A source line as it is shown for a failure.
enum ExcerptText {
    /// The line with `***` for secrets. A key of the language at the beginning of the line stays readable even when a
    /// password has the same spelling: the key is a word of the language and reveals nothing.
    ///
    /// - Parameter hidden: the line with `***` for literal secrets.
    static func of(_ hidden: String, mask: (String) -> MaskedText) -> MaskedText {
        let end = hidden.utf8.index(hidden.startIndex, offsetBy: keyEnd(of: hidden))
        return MaskedText(harmless: String(hidden[..<end])) + mask(String(hidden[end...]))
    }

    /// Number of bytes up to the colon of `- get: …`; 0 where the line begins otherwise.
    private static func keyEnd(of line: String) -> Int {
        let bytes = Array(line.utf8)
        var start = 0
        while start < bytes.count, bytes[start] == UInt8(ascii: " ") || bytes[start] == UInt8(ascii: "-") { start += 1 }
        guard let colon = bytes[start...].firstIndex(of: UInt8(ascii: ":")) else { return 0 }
        let key = String(decoding: bytes[start..<colon], as: UTF8.self)
        let isMethod = key.allSatisfy(\.isUppercase) && Language.Methods.names.contains(key.lowercased())
        return isMethod || Language.words.contains(key) ? colon : 0
    }
}

extension Place {
    /// The place at which a range begins, without its source line.
    init(startOf range: SourceRange) {
        let start = range.start
        self.init(file: range.file.path, line: start.line, column: start.column)
    }

    /// A place with its source line, masked and without the hidden values of its file.
    package init(_ range: SourceRange, _ names: SecretNames, masked: (String) -> MaskedText) {
        let shown = HiddenLine.range(range) { file, _ in HiddenValues.ranges(in: file, names) }
        let (start, end) = (shown.start, shown.end)
        let line = shown.file.text(ofLine: start.line)
        let width =
            end.line == start.line ? end.column - start.column : line.unicodeScalars.count - start.column + 1
        let place = Place(
            file: range.file.path, line: range.start.line, column: range.start.column, caret: start.column - 1,
            width: max(1, width))
        self = place.excerpted(line) { ExcerptText.of($0, mask: masked) }
    }
}
