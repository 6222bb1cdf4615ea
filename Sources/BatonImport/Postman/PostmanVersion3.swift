import BatonDiagnostics
import BatonJSON
import BatonYAML

/// Reads a file of YAML as JSON.
enum PostmanYAML {
    static func value(of file: ImportInput.File) throws(ImportError) -> JSONValue {
        try PostmanFile.checkSize(file)
        let sink = DiagnosticSink()
        let source = SourceFile(path: file.path, bytes: file.bytes)
        let root = YAMLComposer.compose(source, into: sink)
        if let error = sink.diagnostics.first(where: { $0.severity == .error }) {
            throw ImportError(
                .unreadable, path: file.path, line: error.range?.start.line, message: error.message.text,
                advice: "Correct the file, or export it from Postman again.")
        }
        return root?.json ?? .null
    }
}

/// A collection of version 3, a folder of YAML files, as version 2.1 has it.
///
/// Requests stand in `NAME.request.yaml`, what a folder says of itself in its `.resources/definition.yaml`, and saved
/// responses in `.resources/NAME.resources/examples/NAME.example.yaml`. Folders are folders.
struct PostmanVersion3 {
    private final class Folder {
        var definition: JSONValue = .null
        var requests: [(file: String, value: JSONValue)] = []
        var folders: [String: Folder] = [:]
        /// Saved responses by the file name of their request.
        var examples: [String: [(file: String, value: JSONValue)]] = [:]

        func folder(_ path: ArraySlice<String>) -> Folder {
            guard let name = path.first else { return self }
            let folder = folders[name] ?? Folder()
            folders[name] = folder
            return folder.folder(path.dropFirst())
        }
    }

    private static let mostLevels = 50

    static func recognizes(_ files: [ImportInput.File]) -> Bool {
        files.contains { isRequest($0.path) || isDefinition($0.path) }
    }

    static func collection(of input: ImportInput) throws(ImportError) -> JSONValue {
        let files = input.files
        let root = Folder()
        var total = 0
        for file in files.sorted(by: { $0.path < $1.path }) {
            let parts = segments(file.path)
            guard parts.count <= mostLevels, isRequest(file.path) || isDefinition(file.path) || isExample(file.path)
            else { continue }
            total += file.bytes.count
            guard total <= PostmanFile.mostBytes else {
                throw ImportError(
                    .tooLarge, path: file.path,
                    message: "The folder has more than \(PostmanFile.mostBytes) bytes of requests.",
                    advice: "Give folders of the collection one by one.")
            }
            let value = isRequest(file.path) ? try request(of: file) : try PostmanYAML.value(of: file)
            let place = parts.firstIndex { $0.hasSuffix(".resources") } ?? parts.count - 1
            let folder = root.folder(parts[..<max(place, 0)])
            let name = parts.last ?? ""
            if isRequest(file.path) {
                folder.requests.append((name, value))
            } else if isDefinition(file.path) {
                folder.definition = value
            } else if let owner = parts[place...].dropFirst().first(where: { $0.hasSuffix(".resources") }) {
                folder.examples[String(owner.dropLast(".resources".count)), default: []].append((name, value))
            }
        }
        for (path, reason) in input.unread {
            let parts = segments(path)
            // Also a folder, which may hold requests.
            guard parts.count <= mostLevels, let name = parts.last, isRequest(path) || !name.contains(".") else {
                continue
            }
            let place = parts.firstIndex { $0.hasSuffix(".resources") } ?? parts.count - 1
            root.folder(parts[..<place]).requests.append((name, [problem: .string("\(path): \(reason)")]))
        }
        let (folder, name) = single(root, name: input.folderName ?? "Collection")
        return try collection(folder, name: name, files)
    }

    /// What a member says of a request that cannot be read; other files are read as if it were not there.
    static let problem = "$problem"

    private static func request(of file: ImportInput.File) throws(ImportError) -> JSONValue {
        do throws(ImportError) {
            return try PostmanYAML.value(of: file)
        } catch {
            guard error.code == .unreadable else { throw error }
            let place = error.line.map { "\(file.path):\($0)" } ?? file.path
            return [problem: .string("\(place): \(error.message)")]
        }
    }

    private static func collection(_ root: Folder, name: String, _ files: [ImportInput.File]) throws(ImportError)
        -> JSONValue
    {
        guard !root.requests.isEmpty || !root.folders.isEmpty else {
            throw ImportError(
                .wrongKind, path: files.first?.path ?? "", message: "The folder holds no request of Postman.",
                advice: "Give a folder with files that end in `.request.yaml`.")
        }
        var collection = item(root, name: name)
        let info: JSONValue = ["name": collection[at: "name"], "description": root.definition[at: "description"]]
        guard case .object(var object) = collection else { return collection }
        object.append("info", info)
        collection = .object(object)
        return collection
    }

    /// The folder of the collection, where the folder above it was given: `postman/collections/Shop`.
    private static func single(_ folder: Folder, name: String) -> (Folder, name: String) {
        var (folder, name) = (folder, name)
        while folder.definition.isNull, folder.requests.isEmpty, folder.folders.count == 1,
            let only = folder.folders.first
        {
            (name, folder) = (only.key, only.value)
        }
        return (folder, name)
    }

    // MARK: paths

    private static func segments(_ path: String) -> [String] { path.split(separator: "/").map(String.init) }

    private static func isInResources(_ path: String) -> Bool {
        segments(path).dropLast().contains { $0.hasSuffix(".resources") }
    }

    private static func isRequest(_ path: String) -> Bool {
        (path.hasSuffix(".request.yaml") || path.hasSuffix(".request.yml")) && !isInResources(path)
    }

    private static func isDefinition(_ path: String) -> Bool {
        let parts = segments(path)
        return parts.count > 1 && parts[parts.count - 2] == ".resources"
            && (parts.last == "definition.yaml" || parts.last == "definition.yml")
    }

    private static func isExample(_ path: String) -> Bool {
        (path.hasSuffix(".example.yaml") || path.hasSuffix(".example.yml")) && isInResources(path)
    }

    private static func stem(_ file: String) -> String {
        for ending in [".request.yaml", ".request.yml", ".example.yaml", ".example.yml"] where file.hasSuffix(ending) {
            return String(file.dropLast(ending.count))
        }
        return file
    }

    // MARK: items

    private static func item(_ folder: Folder, name: String) -> JSONValue {
        let definition = folder.definition
        var items: [(order: Double, name: String, value: JSONValue)] = folder.folders.map { name, folder in
            let value = item(folder, name: name)
            return (order(folder.definition), value[at: "name"].anyText, value)
        }
        for (file, value) in folder.requests {
            let item = request(value, file: file, examples: folder.examples[stem(file)] ?? [])
            items.append((order(value), item[at: "name"].anyText, item))
        }
        items.sort { ($0.order, $0.name) < ($1.order, $1.name) }
        return [
            "name": definition[at: "name"].isNull ? .string(name) : definition[at: "name"],
            "description": definition[at: "description"],
            "auth": auth(definition[at: "auth"]),
            "variable": variables(definition[at: "variables"]),
            "event": events(definition[at: "scripts"]),
            "protocolProfileBehavior": settings(definition[at: "settings"]),
            "item": .array(items.map(\.value)),
        ]
    }

    private static func order(_ value: JSONValue) -> Double { value[at: "order"].numberValue?.double ?? .infinity }

    private static func request(
        _ value: JSONValue, file: String, examples: [(file: String, value: JSONValue)]
    ) -> JSONValue {
        let name = value[at: "name"].isNull ? JSONValue.string(stem(file)) : value[at: "name"]
        let kind = value[at: "$kind"].stringValue ?? "http-request"
        if !value[at: problem].isNull { return ["name": name, problem: value[at: problem]] }
        guard kind == "http-request" || kind == "graphql-request" else {
            return ["name": name, problem: .string("Baton sends no \(kind).")]
        }
        var url: JSONValue = value[at: "url"]
        if url.stringValue != nil {
            url = ["raw": url, "query": pairs(value[at: "queryParams"]), "variable": pairs(value[at: "pathVariables"])]
        }
        let isGraphQL = kind == "graphql-request"
        let method: JSONValue = isGraphQL && value[at: "method"].isNull ? "POST" : value[at: "method"]
        let responses = examples.sorted { (order($0.value), $0.file) < (order($1.value), $1.file) }
        return [
            "name": name,
            "event": events(value[at: "scripts"]),
            "protocolProfileBehavior": settings(value[at: "settings"]),
            "request": [
                "method": method, "url": url, "header": pairs(value[at: "headers"]),
                "auth": auth(value[at: "auth"]), "description": value[at: "description"],
                "body": isGraphQL && value[at: "body"].isNull ? graphQL(value) : body(value[at: "body"]),
            ],
            "response": .array(responses.map { response($0.value, file: $0.file) }),
        ]
    }

    /// Pairs are a list, or a map of names to values.
    private static func pairs(_ value: JSONValue) -> JSONValue {
        guard let object = value.objectValue else { return value }
        return .array(object.members.map { ["key": .string($0.name), "value": $0.value] })
    }

    private static func variables(_ value: JSONValue) -> JSONValue { pairs(value) }

    private static func settings(_ value: JSONValue) -> JSONValue {
        guard let object = value.objectValue else { return .null }
        return .object(
            JSONObject(
                object.members.map { member in
                    guard member.name == "disabledSystemHeaders", let names = member.value.arrayValue else {
                        return (member.name, member.value)
                    }
                    return (member.name, .object(JSONObject(names.map { ($0.anyText, true) })))
                }))
    }

    /// One auth, or a list of which the first holds.
    private static func auth(_ value: JSONValue) -> JSONValue {
        let first = value.arrayValue.map { $0.first ?? .null } ?? value
        guard let type = first[at: "type"].stringValue else { return .null }
        return .object(JSONObject([("type", .string(type)), (type, first[at: "credentials"])]))
    }

    private static func events(_ value: JSONValue) -> JSONValue {
        .array(
            value.list.compactMap { script in
                let type = script[at: "type"].stringValue ?? ""
                let isBefore = type.hasSuffix("beforeRequest") || type == "prerequest"
                guard isBefore || type.hasSuffix("afterResponse") || type == "test" else { return nil }
                return [
                    "listen": isBefore ? "prerequest" : "test", "disabled": .bool(script.isDisabled),
                    "script": ["exec": script[at: "code"]],
                ]
            })
    }

    private static func body(_ value: JSONValue) -> JSONValue {
        guard let type = value[at: "type"].stringValue, type != "none" else { return .null }
        let content = value[at: "content"]
        let disabled = JSONValue.bool(value.isDisabled)
        switch type {
        case "formdata", "urlencoded":
            return .object(
                JSONObject([("mode", .string(type)), ("disabled", disabled), (type, pairs(content))]))
        case "file", "binary":
            let file: JSONValue =
                content.objectValue == nil ? ["src": content.isNull ? value[at: "src"] : content] : content
            return ["mode": "file", "disabled": disabled, "file": file]
        case "graphql":
            return ["mode": "graphql", "disabled": disabled, "graphql": content.isNull ? value : content]
        default:
            return [
                "mode": "raw", "disabled": disabled,
                "raw": content.stringValue == nil ? .string(content.anyText) : content,
                "options": ["raw": ["language": .string(type)]],
            ]
        }
    }

    private static func graphQL(_ value: JSONValue) -> JSONValue {
        [
            "mode": "graphql",
            "graphql": [
                "query": value[at: "query"], "variables": value[at: "variables"],
                "operationName": value[at: "operationName"],
            ],
        ]
    }

    private static func response(_ value: JSONValue, file: String) -> JSONValue {
        let response = value[at: "response"].objectValue == nil ? value : value[at: "response"]
        return [
            "name": value[at: "name"].isNull ? .string(stem(file)) : value[at: "name"],
            "code": response.first("statusCode", "code"), "header": pairs(response[at: "headers"]),
            "body": response[at: "body"][at: "content"].isNull
                ? response[at: "body"] : response[at: "body"][at: "content"],
        ]
    }
}
