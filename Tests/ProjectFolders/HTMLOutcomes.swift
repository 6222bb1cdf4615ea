import BatonXML
import Testing

/// What the HTML report of a run says, read as strict XML: what is not well-formed throws.
package struct HTMLOutcomes {
    package let text: String
    private let document: XMLDocument
    /// The kinds of failures of each workflow file.
    package private(set) var kinds: [String: [String]] = [:]

    package init(_ text: String) throws {
        self.text = text
        let begin = "<!DOCTYPE html>\n<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\">"
        try #require(text.hasPrefix(begin))
        document = try XMLDocument("<?xml version=\"1.0\"?><html>" + text.dropFirst(begin.count))
        for number in 0..<(try texts("//section[@class='group']").count) {
            let group = "//section[@class='group'][\(number + 1)]"
            let kind = try #require(try texts("\(group)/h3/code[@class='kind']").first)
            for path in try texts("\(group)//a/following-sibling::code[1]") { kinds[path, default: []].append(kind) }
        }
    }

    /// The texts that a query finds.
    package func texts(_ query: String) throws -> [String] {
        guard case .texts(let texts) = try XPath.parse(query).evaluate(in: document) else { return [] }
        return texts
    }
}
