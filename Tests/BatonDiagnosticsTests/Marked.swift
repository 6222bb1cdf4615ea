import BatonDiagnostics

/// The range between `«` and `»` in a text that is then without these marks.
func marked(_ text: String, path: String = "test.yaml") -> SourceRange {
    var bytes: [UInt8] = []
    var ends: [Int] = []
    for scalar in text.unicodeScalars {
        if scalar == "«" || scalar == "»" {
            ends.append(bytes.count)
        } else {
            bytes += Array(String(scalar).utf8)
        }
    }
    return SourceRange(file: SourceFile(path: path, bytes: bytes), ends[0]..<ends[1])
}
