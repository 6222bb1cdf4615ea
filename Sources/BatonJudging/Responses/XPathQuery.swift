import BatonHTTP
import BatonJSON
import BatonLanguage
package import BatonXML

/// The XPath of a check or a capture, parsed when the file is loaded.
package struct XPathQuery: Sendable {
    package let path: XPath
    /// Whether the XPath gives the texts of all nodes that it finds. Otherwise it must find one node, because a
    /// response must not decide which of several nodes counts.
    package let wantsList: Bool
    /// The identity of the query. Queries with the same text differ, because their prefixes may stand for other
    /// namespaces.
    let identity = Identity()

    final class Identity: Sendable {}

    package init(path: XPath, wantsList: Bool) {
        self.path = path
        self.wantsList = wantsList
    }

    /// The same query, for all nodes that it finds.
    package var listed: XPathQuery { XPathQuery(path: path, wantsList: path.kind == .nodes) }
}

extension XPathQuery {
    /// The result of a query in a response.
    enum Finding: Sendable {
        /// The text of one node, or of a query for a text.
        case text(String)
        /// The value of a query for a number or a boolean.
        case value(JSONValue)
        /// The texts of all nodes, where these are wanted.
        case texts([String])
        /// No node was found, where one is wanted; or what the XPath names before it selects is not there.
        case nothing
        /// This number of nodes was found, where one is wanted; with the texts of the first.
        case several(Int, first: [String])
        case notXML(String)
        case failed(String)
    }

    /// Number of nodes that a message lists.
    private static let mostShownNodes = 10

    /// The result of the query, which is evaluated once for each response.
    func finding(in response: StepResponse) -> Finding { response.finding(of: self) }

    fileprivate func evaluate(in response: StepResponse) -> Finding {
        let document: XMLDocument
        switch response.xml {
        case .document(let read): document = read
        case .empty: return .notXML("\(response.bodyName) is empty")
        case .failed(let error): return .notXML(response.words(of: error))
        }
        if let message = response.htmlMistake(of: path, in: document) { return .failed(message) }
        do throws(XPathEvaluationError) {
            let result = try path.evaluate(in: document)
            if let message = path.doubt(of: result, in: document) { return .failed(message) }
            switch result {
            case .texts(let texts) where wantsList:
                if texts.isEmpty, try !path.hasPlace(in: document) { return .nothing }
                return .texts(texts)
            case .texts(let texts):
                guard let first = texts.first else { return .nothing }
                return texts.count == 1
                    ? .text(first) : .several(texts.count, first: Array(texts.prefix(Self.mostShownNodes)))
            case .text(let text): return .text(text)
            case .boolean(let flag): return .value(.bool(flag))
            case .number(let number):
                return JSONNumber(exactly: number).map { .value(.number($0)) }
                    ?? .failed("the XPath gives \(number), which is no number that can be compared")
            }
        } catch {
            return .failed("the XPath cannot be used: \(error.message)")
        }
    }
}

extension StepResponse {
    /// Why the body cannot be read as a document: what it is where the server sent HTML, as a page that tells of an error
    /// or asks to log in is.
    func words(of error: XMLError) -> String {
        let type = http.headers.first("content-type")
        switch type.flatMap(XMLDocument.Format.init) {
        case .html: return "\(htmlName) and cannot be read: \(error.description)"
        case .xml where XMLDocument.Format(beginningOf: http.body) == .html:
            return "\(htmlName), perhaps a page that tells of an error or asks to log in: \(error.description)"
        case .xml, nil: return "\(bodyName) cannot be read as XML: \(error.description)"
        }
    }

    /// `the body is HTML (text/html)`.
    var htmlName: String {
        let type = http.headers.first("content-type")?.prefix { $0 != ";" } ?? ""
        return "\(bodyName) is HTML" + (type.isEmpty ? "" : " (Content-Type \(ValueText.cut(String(type), limit: 60)))")
    }

    /// The reason why a query can find nothing in a body that was read as HTML; nil otherwise.
    fileprivate func htmlMistake(of path: XPath, in document: XMLDocument) -> String? {
        let type = http.headers.first("content-type").flatMap(XMLDocument.Format.init)
        return type == .html
            ? path.htmlMistake(
                in: document, "\(bodyName) was read as HTML, as its Content-Type says",
                remedy: ": XML needs a type such as `application/xml`")
            : path.htmlMistake(in: document, "\(bodyName) was read as HTML, as it begins so")
    }

    /// Evaluates XPaths before the checks and captures that need them, so that another thread can do it.
    package func find(_ queries: [XPathQuery]) {
        for query in queries { _ = finding(of: query) }
    }

    func finding(of query: XPathQuery) -> XPathQuery.Finding {
        findings.withLock { findings in
            let key = ObjectIdentifier(query.identity)
            if let found = findings[key] { return found }
            let found = query.evaluate(in: self)
            findings[key] = found
            return found
        }
    }
}

/// The XML or HTML in a body, or the reason why there is none.
enum XMLBody: Sendable {
    case document(XMLDocument)
    case failed(XMLError)
    case empty

    /// - Parameters:
    ///   - contentType: the `Content-Type` of the response; nil where it has none.
    ///   - charset: the encoding, whatever the `Content-Type` says; nil: as it says.
    init(_ body: [UInt8], contentType: String?, charset: String? = nil) {
        if body.isEmpty {
            self = .empty
            return
        }
        do throws(XMLError) {
            self = .document(
                try XMLDocument(
                    body, format: contentType.flatMap(XMLDocument.Format.init),
                    charset: charset ?? contentType.flatMap(MediaType.charset)))
        } catch {
            self = .failed(error)
        }
    }
}
