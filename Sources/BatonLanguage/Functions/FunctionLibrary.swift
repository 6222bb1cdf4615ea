package import BatonCEL

/// The functions of expressions: those of CEL and its extensions, and those for requests and responses.
package enum FunctionLibrary {
    package static let library = CELLibrary(
        RandomFunctions.list + FakeFunction.list + DateFunctions.list + DigestFunctions.list + EncodingFunctions.list
            + DocumentFunctions.list + ValueFunctions.list + TokenFunctions.list + SumFunctions.list,
        extending: .standard, advice: { Advice.help($0, in: Advice.expressions) })

    /// The functions, with an `xpath` that knows the namespaces of these prefixes.
    package static func library(namespaces: [String: String]) -> CELLibrary {
        namespaces.isEmpty
            ? library : CELLibrary([DocumentFunctions.xpath(namespaces: namespaces)], extending: library)
    }

    /// The maximum size that a function with a size as argument accepts.
    static let sizeLimit = 1_000_000

    /// Throws where a literal size is below 0 or above the limit.
    static func checkSize(_ constants: [CELValue?], of name: String) throws(CELArgumentDiagnostic) {
        guard let size = constants.first??.intValue else { return }
        do throws(CELError) {
            try checkSize(size, of: name)
        } catch {
            throw CELArgumentDiagnostic(error.message, at: 0)
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
