public import BatonHTTP
public import BatonJSON

/// One named value of a query or a body: JSON, a file, or a variable or secret of the environment.
public enum Parameter: Sendable {
    /// Any JSON; in a query or a form: text, a number, a boolean or a list of these.
    case json(JSONValue)
    /// A file; it makes the body multipart.
    case file(FilePart)
    /// The environment's variable of that name; without it the request fails with `request.bad_input`.
    case variable(String)
    /// The environment's secret of that name; without it the request fails with `request.bad_input`.
    case secret(String)

    /// A file of a multipart body; it is streamed from disk.
    public struct FilePart: Sendable, Hashable {
        /// The file's path, relative to the working folder.
        public var path: String
        /// The file name that is sent to the server; nil: the last part of the path.
        public var filename: String?
        /// The `Content-Type`; nil: guessed from the name.
        public var contentType: String?

        /// A file by its path.
        public init(path: String, filename: String? = nil, contentType: String? = nil) {
            self.path = path
            self.filename = filename
            self.contentType = contentType
        }
    }

    /// The JSON of an `Encodable` value; throws `request.bad_input` when it has no JSON form.
    public static func encoding(_ value: some Encodable) throws(Failure) -> Parameter {
        .json(try JSONValue.encoding(value))
    }

    /// A file of a multipart body.
    public static func file(_ path: String, filename: String? = nil, contentType: String? = nil) -> Parameter {
        .file(FilePart(path: path, filename: filename, contentType: contentType))
    }
}

extension Parameter: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    /// A boolean as JSON.
    public init(booleanLiteral value: Bool) { self = .json(.bool(value)) }
    /// A whole number as JSON.
    public init(integerLiteral value: Int64) { self = .json(JSONValue(integerLiteral: value)) }
    /// A number as JSON.
    public init(floatLiteral value: Double) { self = .json(JSONValue(floatLiteral: value)) }
    /// A text as JSON.
    public init(stringLiteral value: String) { self = .json(.string(value)) }
    /// A list as JSON.
    public init(arrayLiteral elements: JSONValue...) { self = .json(.array(elements)) }

    /// An object as JSON.
    public init(dictionaryLiteral members: (String, JSONValue)...) {
        self = .json(.object(JSONObject(members)))
    }
}

/// Named values in their order; a later value replaces one of the same name.
public struct Parameters: Sendable, ExpressibleByDictionaryLiteral {
    /// The values, in the order in which the names were first set.
    public private(set) var entries: [(name: String, value: Parameter)] = []

    /// No parameters.
    public init() {}

    /// Names with their values, in this order.
    public init(dictionaryLiteral elements: (String, Parameter)...) {
        for (name, value) in elements { self[name] = value }
    }

    /// The members of an `Encodable` value; throws `request.bad_input` when it is not encoded as an object.
    public init(encoding value: some Encodable) throws(Failure) {
        guard case .object(let object) = try JSONValue.encoding(value) else {
            throw Failure(.badInput, "parameters want a value that encodes as an object")
        }
        for member in object.members { self[member.name] = .json(member.value) }
    }

    /// Whether there are no parameters.
    public var isEmpty: Bool { entries.isEmpty }

    /// The value of that name; setting nil removes it.
    public subscript(_ name: String) -> Parameter? {
        get { entries.first { $0.name == name }?.value }
        set {
            let index = entries.firstIndex { $0.name == name }
            switch (index, newValue) {
            case (let index?, let value?): entries[index].value = value
            case (let index?, nil): entries.remove(at: index)
            case (nil, let value?): entries.append((name, value))
            case (nil, nil): break
            }
        }
    }

    /// These parameters, replaced and extended by `others`.
    func merging(_ others: Parameters) -> Parameters {
        var merged = self
        for (name, value) in others.entries { merged[name] = value }
        return merged
    }

    var hasFiles: Bool {
        entries.contains { if case .file = $0.value { true } else { false } }
    }
}
