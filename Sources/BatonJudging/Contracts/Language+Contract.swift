package import BatonLanguage

extension Language {
    /// `contract` of an environment or an API file, in its long form.
    package enum Contract {
        package static let contract = Key(
            "contract", .any, "An OpenAPI document that every request and its response are held against.",
            takes: "path or map",
            holds: .one(map), kinds: [.text, .map], example: "contract: openapi.yaml")
        package static let file = Key(
            "file", .plainText,
            "The document, OpenAPI 3.0 or 3.1 or Swagger 2.0 in YAML or JSON, relative to this file.",
            example: "file: openapi.yaml")
        package static let basePath = Key(
            "base_path", .plainText,
            "What stands before the paths of the document.",
            unlessWritten: "the paths of its `servers`, in an environment also the path of the base URL",
            example: "base_path: /v1")
        private static let severities = Values.all(of: ContractRule.Severity.self)
        package static let request = Key(
            "request", .plainText,
            "What a request is that breaks the document: by its path, its parameters, its media type or its body.",
            unlessWritten: "`failure`",
            values: severities, example: "request: warning")
        package static let response = Key(
            "response", .plainText,
            "What a response is that breaks the document: by its content type, its headers or its body.",
            unlessWritten: "`failure`",
            values: severities, example: "response: warning")
        package static let undeclaredRequest = Key(
            "undeclared_request", .plainText,
            "What a request is whose path, method or body the document does not have.", unlessWritten: "`failure`",
            values: severities, example: "undeclared_request: warning")
        package static let undeclaredResponse = Key(
            "undeclared_response", .plainText,
            "What a response is whose status the document does not have.", unlessWritten: "`failure`",
            values: severities, example: "undeclared_response: warning")
        package static let ignore = Key(
            "ignore", .textList,
            "Paths that nothing is held against, and that do not count as not covered; `*` stands for any text, and a method may stand before the path.",
            example: "ignore: [/health]")
        private static let subjects = [request, response, undeclaredRequest, undeclaredResponse]
        package static let map = Map("`contract`", [file, basePath] + subjects + [ignore], rules: [.all([file])])
        /// `contract` of one request: what differs there.
        package static let ofRequest = Map("`contract` of a request", subjects)
    }
}
