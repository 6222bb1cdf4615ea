import BatonHTTP
public import BatonJSON

/// One value of a query, a body or a path: JSON, a file, or a variable or secret of the environment.
///
/// Write values of other types as they are (`ParameterValue` lists them), and these with a leading dot:
///
/// ```swift
/// ["user": name, "key": .secret("KEY"), "photo": .file(path), "address": .object(["city": city, "zip": 1010])]
/// ```
public struct Parameter: ParameterValue {
    indirect enum Form: Sendable {
        case json(JSONValue)
        case encodable(any Encodable & Sendable)
        case variable(String)
        case secret(String)
        case file(FilePart)
        case array([Parameter])
        case object(Parameters)
    }

    let form: Form

    init(_ form: Form) {
        self.form = form
    }

    /// The parameter itself.
    public var parameter: Parameter { self }

    /// The value that a `ParameterEncoder` writes; nil for a parameter that is no plain JSON yet, which no encoder gets.
    public var json: JSONValue? {
        if case .json(let value) = form { value } else { nil }
    }
}

extension Parameter {
    /// A file of a multipart body.
    public struct FilePart: Sendable, Hashable {
        /// Where the file's bytes come from.
        public enum Content: Sendable, Hashable {
            /// A file on disk by its path, relative to the working folder; it is read while it is sent.
            case path(String)
            /// Bytes in memory.
            case bytes([UInt8])
        }

        /// Where the file's bytes come from.
        public var content: Content
        /// The file name that is sent to the server; nil: the last part of the path.
        public var filename: String?
        /// The `Content-Type`; nil: guessed from the name.
        public var contentType: String?

        /// A file by its path.
        public init(path: String, filename: String? = nil, contentType: String? = nil) {
            content = .path(path)
            self.filename = filename
            self.contentType = contentType
        }

        /// A file from bytes in memory.
        public init(bytes: [UInt8], filename: String, contentType: String? = nil) {
            content = .bytes(bytes)
            self.filename = filename
            self.contentType = contentType
        }
    }
}

/// What a dictionary of parameters takes with a leading dot.
extension ParameterValue where Self == Parameter {
    /// The environment's variable of that name; without it the request fails with `request.bad_input`.
    public static func variable(_ name: String) -> Parameter { Parameter(.variable(name)) }

    /// The environment's secret of that name; without it the request fails with `request.bad_input`.
    public static func secret(_ name: String) -> Parameter { Parameter(.secret(name)) }

    /// Any JSON, written as a literal or taken from a response.
    public static func json(_ value: JSONValue) -> Parameter { Parameter(.json(value)) }

    /// JSON's `null`, which a query and a form leave out; `nil` leaves the name out of a JSON body, too.
    public static var null: Parameter { Parameter(.json(.null)) }

    /// The JSON of any `Encodable` value, made when the request is; without such a form the request fails with
    /// `request.bad_input`.
    public static func encoding(_ value: some Encodable & Sendable) -> Parameter { Parameter(.encodable(value)) }

    /// An object with members of any types, in this order.
    public static func object(_ members: Parameters) -> Parameter { Parameter(.object(members)) }

    /// A list with elements of any types, in this order; nil is JSON's `null`.
    public static func array(_ elements: [(any ParameterValue)?]) -> Parameter {
        Parameter(.array(elements.map { $0?.parameter ?? .null }))
    }

    /// A file of a multipart body, streamed from disk.
    ///
    /// - Parameters:
    ///   - path: relative to the working folder; a file that cannot be read fails the request with `request.bad_input`.
    ///   - filename: the name that is sent; nil: the last part of the path.
    ///   - contentType: nil: guessed from the name.
    public static func file(_ path: String, filename: String? = nil, contentType: String? = nil) -> Parameter {
        Parameter(.file(Parameter.FilePart(path: path, filename: filename, contentType: contentType)))
    }

    /// A file of a multipart body, from bytes in memory.
    ///
    /// - Parameters:
    ///   - bytes: the file's content.
    ///   - filename: the name that is sent.
    ///   - contentType: nil: guessed from the name.
    public static func data(
        _ bytes: some Sequence<UInt8>, filename: String, contentType: String? = nil
    ) -> Parameter {
        Parameter(.file(Parameter.FilePart(bytes: Array(bytes), filename: filename, contentType: contentType)))
    }

    /// Files of a multipart body under one name, in this order.
    public static func files(_ paths: [String]) -> Parameter { Parameter(.array(paths.map { .file($0) })) }
}
