/// The advice for a key without a value, where the key does not take every value.
enum EmptyValueHelp {
    /// The advice for a key of the language; nil where any value may be meant.
    ///
    /// - Parameter name: the key as written.
    static func help(_ key: Language.Key, _ name: String) -> String? {
        if let help = key.shape.helpForNothing { return help }
        return examples.first { $0.key == key }.map { "write what it must be: `\(name): \($0.value)`" }
    }

    /// The advice for the name of a check: a path, a header, a cookie, an XPath.
    static func ofCheck(_ name: String) -> String {
        "write what it must be: `\(name): …`, or an operator: `\(name): { exists: true }`"
    }

    /// The advice for a header, a field or a parameter that is sent.
    static func ofParameter(_ name: String) -> String { "for an empty text write `\(name): \"\"`" }

    /// Keys of the shape `any` that take neither null nor an empty list, each with a value that it takes.
    private static let examples: [(key: Language.Key, value: String)] = [
        (Language.Expect.status, "200"), (Language.Expect.outcome, "success"),
        (Language.Expect.body, "{ contains: … }"), (Language.Expect.size, "{ gt: 0 }"),
        (Language.Expect.sha256, "…"), (Language.Expect.url, "{ ends_with: … }"),
        (Language.Expect.httpVersion, "\"2\""), (Language.Expect.redirects, "1"),
        (Language.Expect.duration, "{ lt: 500ms }"), (Language.Expect.firstEvent, "{ lt: 500ms }"),
        (Language.Expect.gap, "{ lt: 2s }"), (Language.Expect.snapshot, "{ name: … }"),
        (Language.Expect.schema, "schema.json"), (Language.Expect.jsonIncludes, "{ … }"),
        (Language.CertificateExpect.subject, "{ contains: … }"), (Language.CertificateExpect.issuer, "{ contains: … }"),
        (Language.CertificateExpect.serial, "…"), (Language.CertificateExpect.names, "{ contains: … }"),
        (Language.CertificateExpect.expiresIn, "{ gt: 30d }"),
        (Language.ExecExpect.exitCode, "0"), (Language.ExecExpect.stdout, "{ contains: … }"),
        (Language.ExecExpect.stderr, "{ contains: … }"),
        (Language.RequestFlow.retry, "3"), (Language.Loop.repeat, "3"), (Language.Loop.forEach, "[a, b]"),
        (Language.Body.file, "logo.png"), (Language.Step.auth, "{ bearer: … }"), (Language.Step.stream, "true"),
        (Language.WorkflowFile.rows, "{ csv: users.csv }"), (Language.WorkflowFile.lock, "orders"),
    ]
}
