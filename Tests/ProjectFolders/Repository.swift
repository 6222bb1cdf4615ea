import Glibc

/// The repository and the public test data beside it.
package enum Repository {
    /// The root of the repository, from where this file lies.
    package static let path: String = {
        let steps = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
        return steps.joined(separator: "/")
    }()

    /// The bytes of a file of the conformance data; nil when it is not there.
    package static func conformance(_ name: String) -> [UInt8]? {
        let folder = getenv("BATON_CONFORMANCE").map { String(cString: $0) } ?? "\(path)/../shared/conformance"
        return try? FileContents.bytes(of: "\(folder)/\(name)")
    }
}
