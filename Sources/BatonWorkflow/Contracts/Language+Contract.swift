extension Language {
    /// `contract` of an environment or an API file, in its long form.
    package enum Contract {
        package static let contract = Key(
            "contract", .any, "An OpenAPI document that every request and its response are held against.",
            holds: .one(map), kinds: [.text, .map], foreign: ["openapi", "spec", "oas"])
        package static let file = Key(
            "file", .plainText, "The document, OpenAPI 3.0 or 3.1 in YAML or JSON, relative to this file.",
            foreign: ["path", "openapi", "spec"])
        package static let basePath = Key(
            "base_path", .plainText,
            "What stands before the paths of the document; those of its `servers` unless written.",
            foreign: ["prefix", "basePath"])
        private static let severities = Values.all(of: ContractRule.Severity.self)
        package static let request = Key(
            "request", .plainText, "What a wrong request is: `failure`, `warning` or `none`; a failure unless written.",
            values: severities, foreign: ["requests"])
        package static let response = Key(
            "response", .plainText,
            "What a wrong response is: `failure`, `warning` or `none`; a failure unless written.",
            values: severities, foreign: ["responses"])
        package static let undeclared = Key(
            "undeclared", .plainText,
            "What a path, method, status or body is that the document does not have; a failure unless written.",
            values: severities, foreign: ["unknown", "additional"])
        package static let ignore = Key(
            "ignore", .textList, "Paths that nothing is held against: `/health`, `/internal/*`, `POST /login`.",
            foreign: ["exclude", "skip"])
        package static let map = Map(
            "`contract`", [file, basePath, request, response, undeclared, ignore], rules: [.all([file])])
    }
}
