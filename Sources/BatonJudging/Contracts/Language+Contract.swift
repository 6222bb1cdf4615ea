package import BatonLanguage

extension Language {
    /// `contract` of an environment or an API file, in its long form.
    package enum Contract {
        package static let contract = Key(
            "contract", .any, "An OpenAPI document that every request and its response are held against.",
            holds: .one(map), kinds: [.text, .map], example: "contract: openapi.yaml")
        package static let file = Key(
            "file", .plainText,
            "The document, OpenAPI 3.0 or 3.1 or Swagger 2.0 in YAML or JSON, relative to this file.",
            example: "file: openapi.yaml")
        package static let basePath = Key(
            "base_path", .plainText,
            "What stands before the paths of the document; those of its `servers` unless written.",
            example: "base_path: /v1")
        private static let severities = Values.all(of: ContractRule.Severity.self)
        package static let request = Key(
            "request", .plainText, "What a wrong request is: `failure`, `warning` or `none`; a failure unless written.",
            values: severities, example: "request: warning")
        package static let response = Key(
            "response", .plainText,
            "What a wrong response is: `failure`, `warning` or `none`; a failure unless written.",
            values: severities, example: "response: warning")
        package static let undeclaredRequest = Key(
            "undeclared_request", .plainText,
            "What a request is whose path, method or body the document does not have; a failure unless written.",
            values: severities, example: "undeclared_request: warning")
        package static let undeclaredResponse = Key(
            "undeclared_response", .plainText,
            "What a response is whose status the document does not have; a failure unless written.",
            values: severities, example: "undeclared_response: warning")
        package static let ignore = Key(
            "ignore", .textList, "Paths that nothing is held against: `/health`, `/internal/*`, `POST /login`.",
            example: "ignore: [/health]")
        private static let subjects = [request, response, undeclaredRequest, undeclaredResponse]
        package static let map = Map("`contract`", [file, basePath] + subjects + [ignore], rules: [.all([file])])
        /// `contract` of one request: what differs there.
        package static let ofRequest = Map("`contract` of a request", subjects)
    }
}
