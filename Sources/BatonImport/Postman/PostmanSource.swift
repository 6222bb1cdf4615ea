import BatonJSON

/// Which of the given files is what, and whether they are what they are taken for.
enum PostmanSource {
    static func recognizes(_ input: ImportInput) -> Bool {
        if input.isFolder { return PostmanVersion3.recognizes(input.files) }
        guard let file = input.files.first, PostmanFile.beginsJSON(file.bytes) else { return false }
        // One that is cut off or too large is still one of Postman: the reader says so.
        guard file.bytes.count <= PostmanFile.mostBytes, let value = try? JSONParser.parse(file.bytes) else {
            return isMarked(file.bytes)
        }
        if case .other = PostmanKind(value) { return false }
        return true
    }

    /// Whether the beginning has what Postman alone writes.
    private static func isMarked(_ bytes: [UInt8]) -> Bool {
        let beginning = String(decoding: bytes.prefix(2000), as: UTF8.self)
        return ["_postman_", "schema.getpostman.com", "schema.postman.com"].contains(where: beginning.contains)
    }

    /// The collection, as version 2.1 has it.
    static func collection(of input: ImportInput) throws(ImportError) -> JSONValue {
        if input.isFolder { return try PostmanVersion3.collection(of: input) }
        guard let file = input.files.first else {
            throw ImportError(.unreadable, path: "", message: "No file is given.")
        }
        let kind = PostmanKind(try PostmanFile.value(of: file))
        switch kind {
        case .collection(let value):
            let schema = value[at: "info"][at: "schema"].stringValue ?? ""
            guard let version = newerVersion(schema) else { return value }
            throw ImportError(
                .unsupportedVersion, path: file.path, message: "This is a collection of version \(version).",
                advice: "Give the folder of its files, or export it from Postman as Collection v2.1.")
        case .collectionOfVersion1:
            throw ImportError(
                .unsupportedVersion, path: file.path, message: "This is a collection of version 1.",
                advice: "Open it in Postman, and export it as Collection v2.1.")
        case .variables, .backup, .other:
            throw ImportError(
                .wrongKind, path: file.path, message: "This is \(kind.name), and no collection.",
                advice: advice(for: kind))
        }
    }

    private static func advice(for kind: PostmanKind) -> String {
        switch kind {
        case .variables(let value) where value[at: "_postman_variable_scope"].stringValue == "globals":
            "Give the collection here, and this file with --postman-globals."
        case .variables: "Give the collection here, and this file with --postman-env."
        default: "Export one collection from Postman, as Collection v2.1."
        }
    }

    /// `3.0.0` of `…/json/collection/v3.0.0/…`; nil for the versions that are read.
    private static func newerVersion(_ schema: String) -> String? {
        guard let mark = schema.firstRange(of: "/collection/v") else { return nil }
        let version = schema[mark.upperBound...].prefix { $0.isNumber || $0 == "." }
        return version.isEmpty || version.hasPrefix("2") ? nil : String(version)
    }

    /// An environment or global variables.
    static func variables(of file: ImportInput.File, wanted: String) throws(ImportError) -> JSONValue {
        let value = try PostmanFile.valueOfEither(file)
        let kind = PostmanKind(value)
        if case .variables(let variables) = kind { return variables }
        throw ImportError(
            .wrongKind, path: file.path, message: "This is \(kind.name), and not \(wanted).",
            advice: "Export \(wanted) from Postman: a file with a list of `values`.")
    }
}
