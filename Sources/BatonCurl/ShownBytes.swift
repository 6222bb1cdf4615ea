extension Collection<UInt8> {
    /// The first 32 bytes of text from a server, to be quoted in a message; a CR, which would end a line, is written
    /// `\r`.
    var shown: String {
        var text = ""
        for scalar in String(decoding: prefix(32), as: UTF8.self).unicodeScalars {
            if scalar == "\r" { text += "\\r" } else { text.unicodeScalars.append(scalar) }
        }
        return count > 32 ? text + "…" : text
    }
}
