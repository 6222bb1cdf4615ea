/// JSON text from values and values from JSON text (RFC 8259).
extension JSONValue {
    /// Reads a JSON text.
    ///
    /// A byte order mark in front is skipped; of a repeated member name the last value counts. Lists and objects may be
    /// nested 512 deep. The error names line and column.
    public init(parsing text: String) throws(JSONParseError) {
        self = try JSONParser.parse(text)
    }

    /// Reads a JSON text in UTF-8, such as the body of a response. Other bytes than UTF-8 are an error.
    public init(parsing bytes: some Sequence<UInt8>) throws(JSONParseError) {
        self = try JSONParser.parse(Array(bytes))
    }

    /// The value as JSON text: numbers as they were written, members in their order.
    ///
    /// - Parameter pretty: whether each member and element has a line of its own, two spaces deeper on each level.
    public func jsonText(pretty: Bool = false) -> String {
        pretty ? JSONWriter.pretty(self) : JSONWriter.compact(self)
    }

    /// The bytes of `jsonText` in UTF-8.
    public func jsonBytes(pretty: Bool = false) -> [UInt8] {
        pretty ? Array(JSONWriter.pretty(self).utf8) : JSONWriter.compactBytes(self)
    }
}

extension JSONValue: CustomStringConvertible, CustomDebugStringConvertible {
    /// The value as compact JSON text.
    public var description: String { jsonText() }
    /// The value as compact JSON text.
    public var debugDescription: String { jsonText() }
}

extension JSONObject: CustomStringConvertible, CustomDebugStringConvertible {
    /// The object as compact JSON text.
    public var description: String { JSONValue.object(self).jsonText() }
    /// The object as compact JSON text.
    public var debugDescription: String { description }
}
