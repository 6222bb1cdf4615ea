public import BatonHTTP
public import BatonJSON

/// A response, with the settings that its mapping needs.
public struct Reply: Sendable {
    /// The response as it arrived, of any status.
    public let response: Response
    /// How the API writes dates.
    public let dates: DateForm
    private let coder: any BodyCoder
    /// Masks the secrets of the request; nil for a reply that no client made.
    var mask: Failure.Mask?

    /// A response as an endpoint gets it, for tests.
    public init(_ response: Response, dates: DateForm = .rfc3339, coder: any BodyCoder = .json) {
        self.response = response
        self.dates = dates
        self.coder = coder
    }

    /// The status code.
    public var status: Int { response.status }

    /// The body as JSON: an object, a list, or any other value.
    ///
    /// Throws `response.no_data` for an empty body and `response.not_json` for any other body that is not JSON.
    public var json: JSONValue {
        get throws(Failure) { try response.json() }
    }

    /// The body as text in the encoding of its byte order mark, its `Content-Type`, or its own declaration in HTML and
    /// XML, otherwise in UTF-8; U+FFFD stands for invalid bytes. JSON is always read as UTF-8 (RFC 8259, 8.1).
    public var text: String { response.text }

    /// Reads values out of the body by their paths.
    public var mapper: Mapper {
        get throws(Failure) { Mapper(try json, from: response.url, dates: dates) }
    }

    /// The body as a `Decodable` value, read by the coder of the API; throws `mapping.missing`, `mapping.type` or
    /// `mapping.format` with the path of the value that does not fit. An optional type gets nil for an empty body, as that
    /// of a 204, and for null.
    public func decoded<Value: Decodable>(_ type: Value.Type = Value.self) throws(Failure) -> Value {
        if isNothing(for: type) { return try JSONValueDecoder(.null).decode(type) }
        do throws(Failure) {
            return try coder.decode(type, from: self)
        } catch {
            throw error.with(response)
        }
    }

    /// Whether the body is empty and the type has nil for that.
    private func isNothing(for type: Any.Type) -> Bool {
        response.body.isEmpty && type is any ExpressibleByNilLiteral.Type
    }

    /// The body as a value of a type that maps itself; an optional type gets nil for an empty body and for null.
    public func mapped<Value: MappableValue>(_ type: Value.Type = Value.self) throws(Failure) -> Value {
        let mapper = isNothing(for: type) ? Mapper(.null, from: response.url, dates: dates) : try mapper
        do throws(Failure) {
            return try Value.mapped(from: mapper)
        } catch {
            throw error.with(response)
        }
    }

    /// The failure that the status stands for (`http.*`); nil for 2xx.
    public var failure: Failure? {
        response.isSuccess ? nil : statusFailure
    }

    /// The failure that the status stands for, whatever the status.
    var statusFailure: Failure {
        guard let mask else { return Failure.status(of: response) }
        return Failure.status(of: response, mask: mask).masked(by: mask)
    }
}

extension Failure {
    /// The failure whose texts hide what the mask hides, also those that are made of it later.
    func masked(by mask: @escaping Mask) -> Failure {
        var failure = self
        failure.message = mask(message)
        failure.quote = quote.map(mask)
        failure.cause = cause.map(mask)
        let inner = self.mask
        failure.mask = { mask(inner?($0) ?? $0) }
        return failure
    }

    func with(_ response: Response) -> Failure {
        var failure = self
        failure.response = response
        return failure
    }
}

/// The body of a response, read.
extension Response {
    /// The body as JSON: an object, a list, or any other value.
    ///
    /// Throws `response.no_data` for an empty body and `response.not_json` for any other body that is not JSON.
    public func json() throws(Failure) -> JSONValue {
        guard !body.isEmpty else {
            throw Failure(.noData, "\(url.shown) answered \(status) without a body", response: self)
        }
        do {
            return try JSONParser.parse(body)
        } catch {
            throw Failure(.notJSON, "the body is not JSON: ", quoting: error.description, response: self)
        }
    }

    /// The body as text in the encoding of its byte order mark, its `Content-Type`, or its own declaration in HTML and
    /// XML, otherwise in UTF-8; U+FFFD stands for invalid bytes. JSON is always read as UTF-8 (RFC 8259, 8.1).
    public var text: String { bodyText }
}
