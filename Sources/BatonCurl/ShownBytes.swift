extension Collection<UInt8> {
    /// As much of what a server sent as fits into a sentence; a CR is written `\\r`, where it would end a line.
    var shown: String {
        var text = ""
        for scalar in String(decoding: prefix(32), as: UTF8.self).unicodeScalars {
            if scalar == "\r" { text += "\\r" } else { text.unicodeScalars.append(scalar) }
        }
        return count > 32 ? text + "…" : text
    }
}
