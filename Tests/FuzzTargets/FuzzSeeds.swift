import BatonFiles
import BatonJSON

/// Texts to begin with: the repository's own workflows and examples, and the conformance data where it is present.
package struct FuzzSeeds: Sendable {
    private let repository: String
    private let conformance: String

    package init(repository: String, conformance: String) {
        self.repository = repository
        self.conformance = conformance
    }

    package func texts(for target: FuzzTarget) -> [[UInt8]] {
        switch target {
        case .json: files(conformance + "/json/test_parsing", [".json"]) + Self.plain(Self.values)
        case .jsonpath: paths + Self.plain(Self.queries)
        case .xpath: Self.plain(Self.nodeQueries)
        case .cel: expressions + Self.plain(Self.conditions)
        case .yaml, .workflow: workflows + examples
        case .openapi:
            files(conformance + "/import/openapi", [".yaml"]) + files(repository + "/workflows/data", [".openapi.json"])
                + Self.plain(Self.contracts)
        case .events: Self.plain(Self.streams)
        case .csv: files(repository + "/workflows/data", [".csv"]) + Self.plain(Self.tables)
        }
    }

    private static let values = [
        #"{"a":[1,-2.5e+3,"x\u00e4\ud83d\ude00ö",true,null,{"b":{}}],"a":false}"#, "[1e400,-0,1E-2,10e-1]",
    ]
    private static let queries = [
        "$..a[?@.id == 1 && match(@.name, '[A-C]b{1,2}\\\\p{Lu}|x*')]['b',0,::-1]", "$['\\u00e9'].*[?count(@.*) > 1]",
        "$.l[?search(@.p, $.q)]\u{0}{\"l\":[{\"p\":\"ab\"}],\"q\":\"[^b]\"}",
    ]
    private static let nodeQueries = [
        "//_:a[@id = '1' and _:b/@n > 2]/_:b[last()]/text()|//s:a/@*",
        "count(//_:b[position() mod 2 = 1]) div -3 != .5",
        "substring-after(concat(//@s:k, 'x', string-length()), 'v')", "id('1')|//d/ancestor-or-self::node()[2]/..",
        "translate(normalize-space(//s:a), '7&', 'x') or lang('de')", "//comment()|//processing-instruction('pi')",
        "//li[1]\u{0}<!DOCTYPE html><html><ul><li>a<li b=\"1\" c='&lt;' d=e>&copy;<p>x<table><td>1<tr><td>2</table></ul>",
        "//p/@*\u{0}<html><script>a</b></script><p a b=c>x<br>y<p>z</div><!-- c --><textarea><i></textarea>",
        "/*\u{0}<?xml version='1.0' encoding='ISO-8859-1'?><!DOCTYPE a [<!ELEMENT a ANY>]><a:b xmlns:a='u'>&#x41;</a:b>",
    ]
    private static let conditions = [
        "a.b.map(x, x == 1 ? 'one' : json(x)).size() > n && !(s in l)", "duration('1h').getSeconds() + int(2.5)",
        "parse_json('[1]')[0] == jsonpath(a, '$.b[0]')", "cel.bind(x, a.?b.orValue([]), x[?0].hasValue())",
        "format_date(timestamp('2026-01-01T00:00:00Z'), 'yyyy-MM-dd') + $(x) $$(", "s.matches('^A(da|é)+')",
        "token.split('').join('-') + '%s %d'.format([s, n])",
    ]
    private static let contracts = [
        """
        openapi: 3.0.3
        servers: [ { url: '/{v}', variables: { v: { default: v1 } } } ]
        components: { schemas: { A: { oneOf: [ { $ref: '#/components/schemas/B' } ], discriminator: { propertyName: k, mapping: { b: B } } }, B: { type: object, nullable: true, required: [k, id], properties: { k: {}, id: { readOnly: true, minimum: 1, exclusiveMinimum: true }, up: { $ref: '#/components/schemas/A' } } } } }
        paths: { '/a/{id}.{f}': { parameters: [ { name: id, in: path, style: matrix } ], get: { responses: { 2XX: { headers: { X: { schema: { type: integer } } }, content: { application/json: { schema: { $ref: '#/components/schemas/A' } } } }, default: {} } } } }
        """,
        """
        swagger: '2.0'
        host: a.example
        basePath: /v1
        schemes: [http]
        consumes: [multipart/form-data]
        parameters: { P: { name: p, in: query, type: array, items: { type: integer }, collectionFormat: tsv, x-nullable: true } }
        responses: { R: { description: d, schema: { type: file }, headers: { X: { type: array, items: { type: array } } } } }
        definitions: { A: { discriminator: k, required: [k], properties: { k: {} } }, B: { allOf: [ { $ref: '#/definitions/A' } ] } }
        paths: { '/a/{id}': { parameters: [ { name: id, in: path, type: integer } ], get: { parameters: [ { $ref: '#/parameters/P' }, { name: b, in: body, schema: { $ref: '#/definitions/A' } } ], responses: { 200: { $ref: '#/responses/R' } } }, put: { schemes: [https], parameters: [ { name: f, in: formData, type: file, allowEmptyValue: true } ], responses: {} } } }
        """,
    ]
    private static let streams = [
        "S\u{FEFF}: c\r\nevent: a\rid: 1\nretry: 20\ndata: x\r\ndata:  y\n\ndata\n\nid: 2\u{0}\ndata: {\"a\":1}\r\r",
        "Sdata: one\n\nid\n\nevent:\ndata: [DONE]\n\nretry: x\n:\n\n", "L{\"a\":1}\n\r\n [2]\r\n\u{1E}true\nnull",
    ]
    private static let tables = ["a,b\r\n\"x \"\"y\"\"\",\"1\n2\"\r\n", "id\n7"]

    private static func plain(_ texts: [String]) -> [[UInt8]] { texts.map { Array($0.utf8) } }

    /// Each path with its document behind a NUL byte.
    private var paths: [[UInt8]] {
        (json("jsonpath/cts.json")?["tests"]?.arrayValue ?? []).compactMap { test in
            guard let selector = test["selector"]?.stringValue else { return nil }
            let document = test["document"].map(JSONWriter.compactBytes) ?? []
            return Array(selector.utf8) + (document.isEmpty ? [] : [0] + document)
        }
    }

    private var expressions: [[UInt8]] {
        (json("cel/cel-cases.json")?.objectValue?.members ?? []).flatMap { section in
            (section.value.arrayValue ?? []).compactMap { $0["expr"]?.stringValue.map { Array($0.utf8) } }
        }
    }

    private var workflows: [[UInt8]] {
        files(repository + "/workflows", [".yaml"]) + [read(repository + "/baton.yaml")].compactMap(\.self)
    }

    /// The YAML blocks of the documents.
    private var examples: [[UInt8]] {
        files(repository + "/docs", [".md"]).flatMap { page in
            let parts = String(decoding: page, as: UTF8.self).components(between: "```yaml\n", and: "```")
            return parts.map { Array($0.utf8) }
        }
    }

    private func json(_ path: String) -> JSONValue? {
        read(conformance + "/" + path).flatMap { try? JSONParser.parse($0) }
    }

    private func files(_ folder: String, _ endings: [String]) -> [[UInt8]] {
        guard let walk = try? FolderWalk(folder, endings: endings) else { return [] }
        return walk.files.compactMap { read(folder + "/" + $0) }
    }

    private func read(_ path: String) -> [UInt8]? { try? FileReading.bytes(of: path) }
}

extension String {
    /// What stands between each opening mark and the closing mark behind it.
    fileprivate func components(between open: String, and close: String) -> [Substring] {
        var found: [Substring] = []
        var rest = self[...]
        while let start = rest.firstRange(of: open) {
            rest = rest[start.upperBound...]
            guard let end = rest.firstRange(of: close) else { return found }
            found.append(rest[..<end.lowerBound])
            rest = rest[end.upperBound...]
        }
        return found
    }
}
