import BatonJudging
package import BatonLanguage

extension Language {
    /// The top of an API file.
    package enum APIFile {
        package static let description = Key(
            "description", .plainText, "A text for readers.", example: "description: The orders of the shop.")
        package static let base = Key(
            "base", .text,
            "What URLs that begin with `/` are put after; where it begins with `/` itself, it follows the base URL.",
            takes: "URL or path", unlessWritten: "the base URL",
            example: "base: https://api.example.com/v1")
        package static let use = Key(
            "use", .map,
            "Other API files whose types this one takes, `as: shop.Item`; files that use each other are an error.",
            example: "use: { shop: shop.yaml }")
        package static let headers = Step.headers.restated(.mapOrExpression, "Headers of every request to the API.")
        package static let query = Step.query.restated(
            .mapOrExpression, "Query parameters of every request to the API.")
        package static let cookies = Step.cookies.restated(.mapOrExpression, "Cookies of every request to the API.")
        package static let parameters = Key(
            "parameters", .map,
            "Fields of every body that is written as `json`, `form` or `multipart` with fields of its own; those win.",
            example: "parameters: { client: baton }")
        package static let auth = Step.auth.restated(
            .any, "How every request authenticates; only sent to the origin of `base`.", takes: "map or `none`",
            holds: .one(Auth.map),
            kinds: [.map, .text, .null])
        package static let defaults = Key(
            "defaults", .map, "Checks of every response of the API.",
            holds: .one(APIDefaults.map), example: "defaults: { expect: { status: 200 } }")
        package static let dateFormat = Key(
            "date_format", .plainText, "How dates are written where neither type nor field says.",
            example: "date_format: yyyy-MM-dd")
        package static let namespaces = Flow.namespaces.restated(
            .map, "What prefixes of XPaths in this file mean.")
        package static let types = Key(
            "types", .map, "What responses hold: names to fields.", holds: .each(RecordType.map),
            example: "types: { User: { fields: { id: $.id } } }")
        package static let endpoints = Key(
            "endpoints", .map, "What can be called: names to requests.", holds: .each(Endpoint.map),
            example: "endpoints: { list: { get: /items } }")
        package static let contract = Contract.contract.restated(
            .any, "An OpenAPI document that every call and its response are held against.", takes: "path or map",
            holds: .one(Contract.map),
            kinds: [.text, .map])
        package static let map = Map(
            "an API file",
            [
                description, base, use, headers, query, cookies, parameters, auth, defaults, namespaces, dateFormat,
                types, endpoints, contract,
            ]
                + Transfer.keys, openKeys: WorkflowFile.anchors)
    }
}

extension Language {
    /// `defaults` of an API file, whose other shared settings stand at its top.
    package enum APIDefaults {
        package static let expect = Defaults.expect.restated(
            .map, "Checks of every response: `status`, `headers` and `duration`.", holds: .one(DefaultExpect.map))
        package static let map = Map(
            "`defaults` of an API file", [expect],
            note: "`headers`, `auth`, `timeout` and the like stand at the top of the file")
    }
}

extension Language {
    /// One entry of `types` in the long form, with more keys than its fields.
    package enum RecordType {
        package static let fields = Key(
            "fields", .map, "The fields: names to paths, or to maps.", holds: .each(Field.map),
            example: "fields: { id: $.id }")
        package static let dateFormat = Key(
            "date_format", .plainText, "How the dates of this type are written.", example: "date_format: yyyy-MM-dd")
        package static let map = Map("a type", [fields, dateFormat], isAlwaysMap: true)
    }
}

extension Language {
    /// A field of a type, written as a map.
    package enum Field {
        package static let path = Key(
            "path", .text, "A JSONPath (`$.a`) or keys with dots (`a.0.b`).", takes: "path",
            unlessWritten: "the field's own name",
            example: "path: $.id")
        package static let header = Key(
            "header", .text, "A header of the response, in place of a path.", example: "header: ETag")
        package static let xpath = Key(
            "xpath", .text,
            "What an XPath (1.0) finds in the XML or HTML body, in place of a path: one node, or with `as: [string]` all of them.",
            takes: "XPath", example: "xpath: //id")
        package static let `as` = Key(
            "as", .any,
            "The type that the value becomes: that of a capture, a type of this file, one of a used file, or a list of these: `[User]`.",
            takes: "type", values: Capture.types,
            example: "as: integer")
        package static let format = Key(
            "format", .plainText, "How a date is written: `yyyy-MM-dd HH:mm:ss`, `unix`, `unix_ms`.",
            example: "format: yyyy-MM-dd")
        package static let optional = Key(
            "optional", .boolean, "Gives null where nothing, or null, is found.", unlessWritten: "`false`")
        package static let `default` = Key(
            "default", .any, "The value where nothing, or null, is found.", example: "default: 0")
        package static let `enum` = Key(
            "enum", .any,
            "The values that may come; with a map of names to what the API sends, the value becomes the name.",
            takes: "list or map",
            example: "enum: [open, closed]")
        package static let secret = Key(
            "secret", .boolean,
            "Masks the value in every output, and the values of `enum` in failures; the other fields of the type stay visible.",
            unlessWritten: "`false`")
        package static let map = Map(
            "a field", [path, header, xpath, `as`, format, optional, `default`, `enum`, secret],
            rules: [.atMostOne([path, header, xpath])])
    }
}

extension Language {
    /// One entry of `endpoints`.
    package enum Endpoint {
        package static let description = Key(
            "description", .plainText, "A text for readers.", example: "description: All orders of a customer.")
        package static let inputs = Key(
            "inputs", .map, "Values that a call gives with `with`, declared like the inputs of a workflow.",
            holds: .each(Input.map),
            example: "inputs: { id: {} }")
        package static let query = Step.query.restated(
            .mapOrExpression, "Parameters added to the URL's query; a list repeats the key.")
        package static let headers = Step.headers.restated(
            .mapOrExpression, "Headers of the request; a list sends one several times, null leaves one out.")
        package static let cookies = Step.cookies.restated(
            .mapOrExpression, "Cookies sent beside those of the session; one written here wins.")
        package static let auth = Step.auth.restated(
            .any, "How the request authenticates; `none` for not at all.", takes: "map or `none`",
            holds: .one(Auth.map),
            kinds: [.map, .text, .null])
        package static let result = Key(
            "result", .any, "What a successful call gives: a type, a list of one, or a map of captures.",
            takes: "type or map",
            holds: .each(Capture.map), example: "result: { id: $.id }")
        package static let outcomes = Key(
            "outcomes", .map, "Names to conditions: the first that holds is the call's outcome.",
            example: "outcomes: { missing: response.status == 404 }")
        package static let sample = Step.sample
        package static let contract = Step.contract.restated(
            .any, "`false` holds nothing of this request against the contract; a map says what violations do here.",
            takes: "`false` or map",
            holds: .one(Contract.ofRequest), kinds: [.boolean, .map])
        package static let map = Map(
            "an endpoint",
            Methods.keys + [description, inputs, query, headers, cookies] + Body.keys + [
                auth, result, outcomes, sample, contract,
            ] + Transfer.keys, rules: [.atMostOne(Body.keys)], openKeys: Methods.others, isAlwaysMap: true)
    }
}

extension Language {
    /// `sample` of an endpoint or a request.
    package enum Sample {
        package static let status = Key(
            "status", .wholeNumber, "The status.", unlessWritten: "`200`", example: "status: 200")
        package static let headers = Key(
            "headers", .mapOrExpression, "Headers of the response.", example: "headers: { content-type: text/plain }")
        package static let json = Body.json.restated(
            .any, "A JSON body; it may use inputs and variables, as the other bodies.", takes: "any value")
        package static let text = Body.text.restated(.text, "A text body.")
        package static let xml = Body.xml.restated(.text, "An XML body.")
        package static let binary = Body.binary.restated(
            .map, "A body of bytes, written as `base64` or `hex`.", holds: .one(Binary.map))
        package static let file = Body.file.restated(
            .any, "A file as the body, relative to the file in which the sample stands.", takes: "path or map",
            holds: .one(FileBody.map))
        package static let map = Map(
            "`sample`", [status, headers, json, text, xml, binary, file],
            rules: [.atMostOne([json, text, xml, binary, file])])
    }
}
