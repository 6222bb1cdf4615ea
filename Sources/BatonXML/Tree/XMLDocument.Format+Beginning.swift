extension XMLDocument.Format {
    /// Guesses the format of a text without a media type.
    package init(beginningOf bytes: [UInt8]) {
        self = Self.beginsAsHTML(bytes) ? .html : .xml
    }

    /// Whether a text begins with `<!DOCTYPE html>` or `<html`, ignoring white space and comments.
    private static func beginsAsHTML(_ bytes: [UInt8]) -> Bool {
        var start = bytes.prefix(4096)
        if start.starts(with: [0xEF, 0xBB, 0xBF]) { start = start.dropFirst(3) }
        while true {
            start = start.drop(while: XMLBytes.isBlank)
            guard start.starts(with: "<!--".utf8) else { break }
            guard let end = HTMLComment(in: start, after: start.startIndex + 4).map(\.end) else { return false }
            start = start[end...]
        }
        return [Array("<!doctype html".utf8), Array("<html".utf8)].contains { begin in
            guard start.prefix(begin.count).lazy.map(XMLBytes.lowered).elementsEqual(begin) else { return false }
            // `<htmlReport>` is not HTML.
            guard let next = start.dropFirst(begin.count).first else { return true }
            return XMLBytes.isBlank(next) || next == UInt8(ascii: ">") || next == UInt8(ascii: "/")
        }
    }
}
