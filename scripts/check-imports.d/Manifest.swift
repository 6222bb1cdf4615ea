import Foundation

/// The part of `swift package dump-package` that the rules need.
struct Manifest: Decodable {
    struct Target: Decodable {
        var name: String
        var type: String
        var path: String?
        var dependencies: [Dependency]

        /// Where its sources lie, beginning at the package.
        var folder: String { path ?? (type == "test" ? "Tests/" : "Sources/") + name }

        /// What `import` calls it: a hyphen becomes an underscore.
        var module: String { name.replacingOccurrences(of: "-", with: "_") }
    }

    /// A target or a product; a product is taken to have the name of its module.
    struct Dependency: Decodable {
        var name: String

        private enum Kind: String, CodingKey {
            case byName, target, product
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Kind.self)
            for kind in container.allKeys {
                var fields = try container.nestedUnkeyedContainer(forKey: kind)
                name = try fields.decode(String.self)
                return
            }
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "an unknown kind of dependency"))
        }
    }

    var targets: [Target]
}
