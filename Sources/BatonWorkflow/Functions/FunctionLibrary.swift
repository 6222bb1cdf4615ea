package import BatonCEL

/// The functions of expressions: CEL's own and its extensions, and those that requests and responses need.
package enum FunctionLibrary {
    package static let library = CELLibrary(
        RandomFunctions.list + DateFunctions.list + DigestFunctions.list + EncodingFunctions.list
            + DocumentFunctions.list + TokenFunctions.list + SumFunctions.list,
        extending: .standard)

    /// The same functions where `namespaces` say what prefixes of XPaths mean.
    static func library(namespaces: [String: String]) -> CELLibrary {
        namespaces.isEmpty
            ? library : CELLibrary([DocumentFunctions.xpath(namespaces: namespaces)], extending: library)
    }

    /// What a function that is told a size makes at most.
    static let sizeLimit = 1_000_000

    /// A size between 0 and the limit that is written out, or a mistake.
    static func checkSize(_ constants: [CELValue?], of name: String) throws(CELArgumentIssue) {
        guard let size = constants.first??.intValue else { return }
        do throws(CELError) {
            try checkSize(size, of: name)
        } catch {
            throw CELArgumentIssue("argument", error.message, at: 0)
        }
    }

    static func checkSize(_ size: Int64, of name: String) throws(CELError) {
        guard size >= 0 else { throw CELError(.argument, "`\(name)` makes no text of \(size) characters") }
        guard size <= sizeLimit else {
            throw CELError(.limit, "`\(name)` makes at most \(sizeLimit) characters, not \(size)")
        }
    }

    /// The bytes of a text or of bytes.
    static func bytes(_ value: CELValue, of name: String) throws(CELError) -> [UInt8] {
        switch value.kind {
        case .string(let text): return Array(text.utf8)
        case .bytes(let bytes): return bytes
        default: throw .noOverload(name, value)
        }
    }

    static func text(_ value: CELValue, of name: String) throws(CELError) -> String {
        guard case .string(let text) = value.kind else { throw .noOverload(name, value) }
        return text
    }
}
