import BatonAPI
import BatonHTTP
import BatonJSON

/// The value of a field that is a header of the response, or what an XPath finds in its body.
package final class FieldSource: ResponsePart {
    package enum Kind: Sendable {
        case header(String)
        case xpath(XPathQuery)
    }

    private let kind: Kind

    package init(_ kind: Kind) { self.kind = kind }

    package var written: String {
        switch kind {
        case .header(let name): "the header `\(name)`"
        case .xpath(let query): "what `\(query.path.text)` finds"
        }
    }

    /// The value; nil where the response has none.
    func value(in response: StepResponse) throws(ConversionFailure) -> JSONValue? {
        switch kind {
        case .header(let name): return response.http.headers[name].map { .string($0) }
        case .xpath(let query):
            switch query.finding(in: response) {
            case .text(let text): return .string(text)
            case .value(let value): return value
            case .texts(let texts): return .array(texts.map { .string($0) })
            case .nothing: return query.wantsList ? .array([]) : nil
            case .several(let count, _):
                throw ConversionFailure(
                    .mappingType, wanted: "one node", got: "\(count) nodes",
                    hint: "choose one, `(…)[1]`, or take all: `as: \"[string]\"`")
            case .notXML(let message): throw ConversionFailure(.notXML, wanted: "XML or HTML", got: message)
            case .failed(let message):
                throw ConversionFailure(.expression, wanted: "a value", got: "none", hint: message)
            }
        }
    }
}
