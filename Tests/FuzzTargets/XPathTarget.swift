import BatonXML

/// A query, and behind a NUL byte the document that it is asked of.
///
/// The error of a query that is none points into it, `count(…)` counts what is found, and a union with itself adds
/// nothing.
enum XPathTarget {
    private static let text = """
        <?xml version="1.0"?><!-- top --><r xmlns:s="urn:s" xmlns="urn:d"><a id="1" s:k="v">x<b n="2">y</b><!-- c -->\
        <b n="3">z<c/>w</b></a><s:a xml:lang="de"> 7 <![CDATA[<&]]><?pi data?></s:a><d><d><d n="1"/></d></d></r>
        """

    static func violation(in bytes: [UInt8]) -> String? {
        let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        let query = String(decoding: parts.first ?? [], as: UTF8.self)
        let document: XMLDocument
        do {
            let page = parts.count > 1 ? Array(parts[1]) : Array(text.utf8)
            _ = try? XMLDocument(page, format: .html)
            document = try XMLDocument(page)
        } catch {
            return error.message.isEmpty || error.line < 0 ? "a document was refused without a word" : nil
        }
        let path: XPath
        do {
            path = try XPath.parse(query)
        } catch {
            let isWithin = error.range.upperBound <= query.utf8.count
            return isWithin && !error.message.isEmpty ? nil : "the error points out of the query: \(error.range)"
        }
        do {
            return try violation(of: path, in: document)
        } catch {
            return error.message.isEmpty ? "a query was given up without a word" : nil
        }
    }

    private static func violation(of path: XPath, in document: XMLDocument) throws(XPathEvaluationError) -> String? {
        guard case .texts(let texts) = try path.evaluate(in: document, workLimit: 1_000_000) else { return nil }
        // One nesting more than the query has may be one too many.
        guard let count = try? XPath.parse("count(\(path.text))"),
            let union = try? XPath.parse("\(path.text)|\(path.text)")
        else { return nil }
        guard try count.evaluate(in: document, workLimit: 1_000_000) == .number(Double(texts.count)) else {
            return "it finds \(texts.count) nodes and counts others"
        }
        return try union.evaluate(in: document, workLimit: 10_000_000) == .texts(texts)
            ? nil : "with itself it finds something else"
    }
}
