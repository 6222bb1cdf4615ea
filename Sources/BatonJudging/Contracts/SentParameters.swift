import BatonHTTP

/// All places of a request that parameters are read from.
struct SentParameters {
    /// The percent-encoded values in the path.
    let path: [(name: String, text: String)]
    let query: WrittenPairs
    let headers: Headers
    let cookies: WrittenPairs

    /// Whether a list in one text has encoded commas, as `query` writes them.
    func hasEncodedComma(_ parameter: Contract.Parameter) -> Bool {
        guard parameter.location == .query, case .styled(.form, explodes: false) = parameter.notation else {
            return false
        }
        return query.texts(of: parameter.name).contains { $0.lowercased().contains("%2c") }
    }

    /// All texts that a parameter is written in, as they are sent and decoded.
    func texts(of parameter: Contract.Parameter) -> [String] {
        func texts(in pairs: WrittenPairs) -> [String] {
            pairs.pairs.filter { parameter.takes($0.name) }.flatMap { [$0.text, pairs.decode($0.text)] }
        }
        switch parameter.location {
        case .path:
            let name = SegmentTemplate.plainName(parameter.name)
            return path.filter { $0.name == name }.flatMap { [$0.text, ContractPaths.decoded($0.text)] }
        case .header: return headers.values(parameter.name)
        case .query: return texts(in: query)
        case .cookie: return texts(in: cookies)
        }
    }

    /// - Parameter isTaken: whether a name of a query or of cookies belongs to a parameter of its own.
    func value(
        of parameter: Contract.Parameter, _ schema: CompiledSchema?, isTaken: (String) -> Bool
    ) throws(MisplacedText) -> WrittenValue? {
        switch parameter.location {
        case .path:
            let name = SegmentTemplate.plainName(parameter.name)
            guard let text = path.first(where: { $0.name == name })?.text else { return nil }
            return try parameter.value(text, decode: ContractPaths.decoded)
        case .header: return try parameter.value(in: headers)
        case .query: return try value(of: parameter, schema, in: query, isTaken)
        case .cookie:
            var ways: [WrittenValue] = []
            for pairs in [cookies, cookies.splitCookies].compactMap(\.self) {
                if let value = try value(of: parameter, schema, in: pairs, isTaken) { ways.append(value) }
            }
            return ways.isEmpty ? nil : .either(ways)
        }
    }

    private func value(
        of parameter: Contract.Parameter, _ schema: CompiledSchema?, in pairs: WrittenPairs,
        _ isTaken: (String) -> Bool
    ) throws(MisplacedText) -> WrittenValue? {
        switch parameter.notation {
        case .content(let kind):
            let texts = pairs.texts(of: parameter.name)
            guard let text = texts.first else { return nil }
            guard texts.count == 1 else { throw MisplacedText("one value", "\(texts.count) values", isText: false) }
            return try WrittenValue(pairs.decode(text), as: kind)
        case .styled(let style, let explodes):
            return try StyleReader(name: parameter.name, style: style, explodes: explodes, decode: pairs.decode).value(
                in: pairs, takesObject: schema?.schema.reach.types.contains(.object) == true,
                isOther: isTaken)
        }
    }
}

extension Contract.Parameter {
    /// Whether a name in a query is the parameter's: `tags`, and `filter[age]` of an object.
    func takes(_ name: String) -> Bool {
        if case .styled(.deepObject, _) = notation { return name.hasPrefix(self.name + "[") }
        return name == self.name
    }

    /// The value of a header; nil where it is not there.
    func value(in headers: Headers) throws(MisplacedText) -> WrittenValue? {
        if case .styled = notation, name.lowercased() == "set-cookie" { return Self.cookies(headers.values(name)) }
        guard let text = headers[name] else { return nil }
        return try value(text) { $0[...].trimmingBlanks }
    }

    /// Each Set-Cookie is a value of its own, in which a comma separates nothing (RFC 6265, 3): one of them, or the list of
    /// all.
    private static func cookies(_ texts: [String]) -> WrittenValue? {
        let values = texts.map { WrittenValue.text($0) }
        return values.isEmpty ? nil : .either(values + [.list(values)])
    }

    /// The value that is a whole text, in a path or a header.
    fileprivate func value(_ text: String, decode: @escaping (String) -> String) throws(MisplacedText) -> WrittenValue {
        switch notation {
        case .content(let kind): try WrittenValue(decode(text), as: kind)
        case .styled(let style, let explodes):
            try StyleReader(name: SegmentTemplate.plainName(name), style: style, explodes: explodes, decode: decode)
                .whole(text)
        }
    }
}
