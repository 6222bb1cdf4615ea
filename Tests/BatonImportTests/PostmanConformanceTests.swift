import BatonImport
import ConformanceData
import Testing

/// Newman's own collections, beside the repository where they are available.
@Suite struct `Collections of Newman` {
    private static let folder = "import/postman"

    static let collections = ConformanceData.files(in: folder).filter { $0.hasSuffix(".postman_collection.json") }

    static func input(_ name: String) throws -> ImportInput {
        var input = ImportInput(files: [try file(name)])
        let environment = name.replacing(".postman_collection.json", with: ".postman_environment.json")
        if ConformanceData.files(in: folder).contains(environment) { input.environment = try file(environment) }
        return input
    }

    private static func file(_ name: String) throws -> ImportInput.File {
        ImportInput.File(path: name, bytes: try #require(ConformanceData.read("\(folder)/\(name)")))
    }

    @Test(arguments: collections)
    func `are read`(name: String) throws {
        print("=== \(name)")
        do {
            print(ImportPrinter.text(try ImportFormat.postman.read(Self.input(name))))
        } catch let error as ImportError {
            print("error", error)
        }
    }
}
