import BatonHTTP
import BatonJSON

/// Writes a path with its values escaped, and refuses values that would ask for another resource.
struct PathWriter {
    private let path: RequestPath
    private var text = ""
    /// How many values were written.
    private var count = 0
    /// Whether a question mark or a number sign has ended the path itself.
    private var isBehindPath = false
    /// The segment that is being written, without escapes, and whether a value is in it.
    private var segment = (text: "", hasValue: false)

    private init(_ path: RequestPath) {
        self.path = path
    }

    /// Throws `request.bad_input` for a value that no path can have.
    static func text(of path: RequestPath, _ resolver: ParameterResolver) throws(Failure) -> String {
        if path.pieces.count == 1, case .raw(let text) = path.pieces[0] { return text }
        var writer = PathWriter(path)
        for piece in path.pieces {
            switch piece {
            case .literal(let text):
                try writer.refusePlaceholder(in: text)
                try writer.append(text)
            case .raw(let text): try writer.append(text)
            case .value(let parameter): try writer.append(parameter, resolver)
            }
        }
        try writer.endSegment()
        return writer.text
    }

    private mutating func append(_ written: String) throws(Failure) {
        text += written
        guard !isBehindPath else { return }
        for byte in written.utf8 {
            switch byte {
            case UInt8(ascii: "/"):
                try endSegment()
            case UInt8(ascii: "?"), UInt8(ascii: "#"):
                try endSegment()
                isBehindPath = true
                return
            // Only dots count.
            default: segment.text.unicodeScalars.append(Unicode.Scalar(byte))
            }
        }
    }

    private mutating func append(_ parameter: Parameter, _ resolver: ParameterResolver) throws(Failure) {
        count += 1
        let json = try resolver.json(of: parameter, at: place)
        if json.isNull { throw refusal("is nil: unwrap it first") }
        if json.arrayValue != nil || json.objectValue != nil {
            throw refusal("is \(json.arrayValue == nil ? "an object" : "a list"), and a path takes one text or number")
        }
        let value = ParameterText.texts(of: json)?.first ?? ""
        if text.isEmpty, value.utf8.first == UInt8(ascii: "/") || value.contains("://") {
            throw refusal(
                "is a whole path or URL, and a value is escaped as one segment: write `.raw(…)` or `\\(raw: …)`")
        }
        if !isBehindPath {
            if value.isEmpty { throw refusal("is empty: the path would ask for another resource") }
            segment = (segment.text + value, true)
        }
        text += PercentEncoding.component(value)
    }

    /// Refuses `.` and `..`, which servers and proxies resolve even where they are escaped (RFC 3986, section 5.2.4).
    private mutating func endSegment() throws(Failure) {
        defer { segment = ("", false) }
        guard segment.hasValue, segment.text == "." || segment.text == ".." else { return }
        throw refusal("makes the segment `\(segment.text)`: the path would ask for another resource")
    }

    /// Braces have no place in a URL: it is a template of another library or an OpenAPI document.
    private func refusePlaceholder(in literal: String) throws(Failure) {
        guard !isBehindPath, let open = literal.firstIndex(of: "{"), let close = literal[open...].firstIndex(of: "}")
        else {
            return
        }
        let name = literal[literal.index(after: open)..<close]
        throw Failure(
            .badInput,
            "the path `\(path)` has the placeholder `{\(name)}`, which has no value: interpolate one, as in `\\(\(name.isEmpty ? "id" : name))`"
        )
    }

    private var place: ParameterPlace { .path(path, number: count) }

    private func refusal(_ what: String) -> Failure { Failure(.badInput, "\(place) \(what)") }
}
