import BatonCEL
import BatonDiagnostics
import BatonJSON
import BatonRegex
import BatonXML
import BatonYAML

/// `json`, `parse_json`, `parse_yaml`, `parse_csv`, `jsonpath`, `xpath`, `regex`, `regex_all`, `file` and
/// `file_bytes`.
package enum DocumentFunctions {
    /// The maximum number of bytes that `file` reads.
    static let fileLimit = 10_000_000
    /// The maximum number of bytes that `file_bytes` reads.
    package static let fileBytesLimit = 100_000_000

    private static let jsonPathHelp =
        "a text becomes a value with `parse_json(text)`; the body as a value is `response.json`"
    private static let xpathHelp =
        "a text or bytes are queried, such as `response.body`; a value as JSON has it by `jsonpath`"

    static let list: [CELFunction] = [
        CELFunction(
            "json", [.init([.dyn], .string)], isCostly: true,
            body: .unary { value throws(CELError) in .string(try value.jsonText()) }),
        parser("parse_json", JSONText.read),
        parser("parse_yaml", YAMLText.read),
        CELFunction(
            "parse_csv",
            [
                .init([.string], .dyn), .init([.bytes], .dyn), .init([.string, .string], .dyn),
                .init([.bytes, .string], .dyn),
            ],
            isCostly: true, body: .any { arguments throws(CELError) in try CSVText.read(arguments) },
            prepare: CSVText.prepare),
        .binary(
            "jsonpath", .function, [(.anyMap, .string, .dyn), (.anyList, .string, .dyn)], isCostly: true,
            help: jsonPathHelp,
            prepare: { constants throws(CELArgumentDiagnostic) in
                guard let text = constants.text(1) else { return nil }
                let path: JSONPath
                do throws(JSONPathError) {
                    path = try JSONPath.parse(text)
                } catch {
                    throw CELArgumentDiagnostic(
                        "the path `\(text)` is not valid: \(error.message)", at: 1, part: error.range)
                }
                return .binary { value, _ throws(CELError) in try query(path, value) }
            }
        ) { value, path throws(CELError) in
            let text = try FunctionLibrary.text(path, of: "jsonpath")
            let parsed: JSONPath
            do throws(JSONPathError) {
                parsed = try JSONPath.parse(text)
            } catch {
                throw CELError(.argument, "the path `\(text)` is not valid: \(error.message)")
            }
            return try query(parsed, value)
        },
        xpath(namespaces: [:]),
        .binary(
            "regex", .function, [(.string, .string, .dyn)], isCostly: true,
            prepare: { constants throws(CELArgumentDiagnostic) in
                guard let pattern = try PatternArgument.written(constants, at: 1) else { return nil }
                return .binary { text, _ throws(CELError) in try search(text, pattern) }
            }
        ) { text, pattern throws(CELError) in
            try search(text, try PatternArgument.read(pattern, of: "regex"))
        },
        CELFunction(
            "regex_all", [.init([.string, .string], .list(.dyn))],
            body: .metered { arguments, meter throws(CELError) in
                try searchAll(arguments[0], try PatternArgument.read(arguments[1], of: "regex_all"), &meter)
            },
            prepare: { constants throws(CELArgumentDiagnostic) in
                guard let pattern = try PatternArgument.written(constants, at: 1) else { return nil }
                return .metered { arguments, meter throws(CELError) in try searchAll(arguments[0], pattern, &meter) }
            }),
        CELFunction(
            "file_bytes", [.init([.string], .bytes)],
            body: .contextual { arguments, activation throws(CELError) in
                let path = try FunctionLibrary.text(arguments[0], of: "file_bytes")
                return .bytes(try NoHost.of(activation).read(path, limit: fileBytesLimit))
            }),
        CELFunction(
            "file", [.init([.string], .string)],
            body: .contextual { arguments, activation throws(CELError) in
                let path = try FunctionLibrary.text(arguments[0], of: "file")
                let bytes = try NoHost.of(activation).read(path, limit: fileLimit)
                guard let text = String(validating: bytes, as: UTF8.self) else {
                    throw CELError(.argument, "the file `\(path)` is not UTF-8 text")
                }
                return .string(text)
            }),
    ]

    /// - Parameter namespaces: the namespaces of prefixes; where it is empty, the prefixes of each document count.
    static func xpath(namespaces: [String: String]) -> CELFunction {
        .binary(
            "xpath", .function, [(.string, .string, .dyn), (.bytes, .string, .dyn)], isCostly: true,
            help: xpathHelp,
            prepare: { constants throws(CELArgumentDiagnostic) in
                guard let text = constants.text(1) else { return nil }
                let path: XPath
                do throws(XPathError) {
                    path = try XPath.parse(text, namespaces: namespaces)
                } catch {
                    throw CELArgumentDiagnostic(
                        "the XPath `\(text)` is not valid: \(error.message)", at: 1, part: error.range)
                }
                return .binary { value, _ throws(CELError) in try query(path, value) }
            }
        ) { value, path throws(CELError) in
            let text = try FunctionLibrary.text(path, of: "xpath")
            let parsed: XPath
            do throws(XPathError) {
                parsed = try XPath.parse(text, namespaces: namespaces)
            } catch {
                throw CELError(.argument, "the XPath `\(text)` is not valid: \(error.message)")
            }
            return try query(parsed, value)
        }
    }

    /// A function that reads a text or bytes as a document.
    private static func parser(
        _ name: String, _ read: @escaping @Sendable ([UInt8]) throws(CELError) -> JSONValue
    ) -> CELFunction {
        @Sendable func convert(_ value: CELValue) throws(CELError) -> CELValue {
            CELValue(json: try read(try FunctionLibrary.bytes(value, of: name)))
        }
        return CELFunction(
            name, [.init([.string], .dyn), .init([.bytes], .dyn)], isCostly: true, body: .unary(convert),
            prepare: CELFunction.converted(convert))
    }

    /// The error for a value of a type that the function does not take.
    private static func misfit(_ name: String, _ value: CELValue, _ help: String) -> CELError {
        var error = CELError.noOverload(name, value)
        error.help = help
        return error
    }

    /// A singular path gives its value and throws where it finds nothing; any other path gives the list of its matches, and
    /// throws where something is not there that it names before it selects.
    private static func query(_ path: JSONPath, _ value: CELValue) throws(CELError) -> CELValue {
        if case .string = value.kind { throw misfit("jsonpath", value, jsonPathHelp) }
        let root = try value.toJSON()
        if path.isSingular {
            guard let found = path.singularValue(in: root) else {
                throw CELError(.noSuchKey, "there is nothing at `\(path.text)`")
            }
            return CELValue(json: found)
        }
        guard path.hasPlace(in: root) else {
            throw CELError(.noSuchKey, "what `\(path.text)` names before it selects is not there")
        }
        do {
            return CELValue(json: .array(try path.query(root)))
        } catch {
            throw CELError(.limit, error.message)
        }
    }

    /// A query for nodes gives the list of their texts; a query for a text, a number or a boolean gives that value.
    private static func query(_ path: XPath, _ value: CELValue) throws(CELError) -> CELValue {
        let read: () throws(XMLError) -> XMLDocument
        switch value.kind {
        case .string(let text): read = { () throws(XMLError) in try XMLDocument(text) }
        case .bytes(let bytes): read = { () throws(XMLError) in try XMLDocument(bytes) }
        default: throw misfit("xpath", value, xpathHelp)
        }
        let document: XMLDocument
        do throws(XMLError) {
            document = try read()
        } catch {
            throw CELError(.notXML, "the text cannot be read as XML: \(error.description)")
        }
        do throws(XPathEvaluationError) {
            if let message = path.htmlMistake(in: document, "the text was read as HTML, as it begins so") {
                throw XPathEvaluationError(message: message)
            }
            let result = try path.evaluate(in: document)
            if let message = path.doubt(of: result, in: document) { throw XPathEvaluationError(message: message) }
            switch result {
            case .texts(let texts): return CELValue(json: .array(texts.map { .string($0) }))
            case .text(let text): return .string(text)
            case .boolean(let flag): return .bool(flag)
            case .number(let number):
                return JSONNumber(exactly: number).map { CELValue(json: .number($0)) } ?? .double(number)
            }
        } catch {
            throw CELError(.argument, "the XPath `\(path.text)` cannot be used: \(error.message)")
        }
    }

    /// The text of group 1 if it took part in the match, else the whole match; null where nothing matches.
    private static func search(_ text: CELValue, _ pattern: Pattern) throws(CELError) -> CELValue {
        let subject = try FunctionLibrary.text(text, of: "regex")
        do throws(PatternError) {
            guard let match = try pattern.firstMatch(in: subject) else { return .null }
            return found(match)
        } catch {
            throw CELError(.limit, error.message)
        }
    }

    /// What `search` gives for every match, from left to right.
    private static func searchAll(
        _ text: CELValue, _ pattern: Pattern, _ meter: inout CELMeter
    ) throws(CELError) -> CELValue {
        let subject = try FunctionLibrary.text(text, of: "regex_all")
        var search = pattern.search(subject)
        var values: [CELValue] = []
        while true {
            try meter.countSearch(bytes: subject.utf8.count)
            let match: Match?
            do throws(PatternError) {
                match = try search.next()
            } catch {
                throw CELError(.limit, error.message)
            }
            guard let match else { return .list(values) }
            guard values.count < mostMatches else {
                throw CELError(.limit, "the pattern matches more than \(mostMatches) times")
            }
            values.append(found(match))
        }
    }

    private static let mostMatches = 100_000

    private static func found(_ match: Match) -> CELValue {
        let group = match.groups.count > 1 ? match.groups[1] : nil
        return .string(String(group ?? match.text))
    }
}

/// Reads JSON in expressions.
enum JSONText {
    static func read(_ bytes: [UInt8]) throws(CELError) -> JSONValue {
        do {
            return try JSONParser.parse(bytes)
        } catch {
            throw CELError(.argument, "the text is no JSON: \(error.description)")
        }
    }
}

/// Reads CSV in expressions: `parse_csv(text)`, `parse_csv(text, ";")`.
enum CSVText {
    static func read(_ arguments: [CELValue]) throws(CELError) -> CELValue {
        var separator = CSVSeparator.comma
        if arguments.count > 1 {
            let text = try FunctionLibrary.text(arguments[1], of: "parse_csv")
            guard let written = CSVSeparator(text) else {
                throw CELError(.argument, "the separator \(CSVSeparator.wanted), not \(arguments[1].brief)")
            }
            separator = written
        }
        let bytes = try FunctionLibrary.bytes(arguments[0], of: "parse_csv")
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CELError(.argument, "the text is no CSV: it is not UTF-8")
        }
        do throws(CSVError) {
            return CELValue(json: .array(try CSVDocument.parse(text, separator).objects))
        } catch {
            throw CELError(.argument, "the text is no CSV: \(error.description)")
        }
    }

    /// Reads a literal text once, and checks a literal separator.
    static func prepare(_ constants: [CELValue?]) throws(CELArgumentDiagnostic) -> CELFunction.Body? {
        if constants.count > 1 {
            guard let separator = constants.text(1) else { return nil }
            guard CSVSeparator(separator) != nil else {
                throw CELArgumentDiagnostic("the separator \(CSVSeparator.wanted)", at: 1)
            }
        }
        guard constants.text(0) != nil else { return nil }
        do throws(CELError) {
            let value = try read(constants.compactMap(\.self))
            return .any { _ throws(CELError) in value }
        } catch {
            throw CELArgumentDiagnostic(error.message, at: 0, help: error.help)
        }
    }
}

/// Reads YAML in expressions, by the same strict rules as in files.
enum YAMLText {
    static func read(_ bytes: [UInt8]) throws(CELError) -> JSONValue {
        let sink = DiagnosticSink()
        let file = SourceFile(path: "text", bytes: bytes)
        let root = YAMLComposer.compose(file, into: sink)
        if let problem = sink.diagnostics.first(where: { $0.severity == .error }) {
            let line = problem.range.map { "line \($0.start.line): " } ?? ""
            throw CELError(.argument, "the text is no YAML: \(line)\(problem.message)")
        }
        return root?.json ?? .null
    }
}
