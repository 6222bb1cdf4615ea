import BatonImport

/// Reads snippets of collections.
enum PostmanSample {
    static func file(_ text: String, _ path: String = "shop.json") -> ImportInput.File {
        ImportInput.File(path: path, bytes: Array(text.utf8))
    }

    static func input(_ collection: String) -> ImportInput { ImportInput(files: [file(collection)]) }

    /// A collection `Shop` with these members beside its info.
    static func collection(_ members: String) -> ImportInput {
        input(#"{"info": {"name": "Shop"}, \#(members)}"#)
    }

    /// What a collection `Shop` with these members becomes.
    static func text(_ members: String) throws -> String {
        ImportPrinter.text(try ImportFormat.postman.read(collection(members)))
    }

    /// What a collection with one request named `r` becomes, without the first lines.
    static func request(_ request: String, _ members: String = "") throws -> String {
        let input = collection(#"\#(members) "item": [{"name": "r", "request": \#(request)}]"#)
        let lines = try ImportPrinter.text(ImportFormat.postman.read(input)).split(separator: "\n")
        return lines.drop { $0 != "request r" }.dropFirst().map {
            $0.hasPrefix("  ") ? String($0.dropFirst(2)) : String($0)
        }
        .joined(separator: "\n")
    }
}
