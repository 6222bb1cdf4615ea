/// Public suffixes: domains below which anyone can register a domain, such as `co.uk` and `github.io`. No server may
/// set cookies for all of them.
///
/// The list is the one of libpsl, which is loaded if libcurl was built with it.
enum PublicSuffixes {
    private typealias List = @convention(c) (UnsafePointer<CChar>?) -> OpaquePointer?
    private typealias Contains = @convention(c) (OpaquePointer?, UnsafePointer<CChar>?, CInt) -> CInt

    /// Only the rules of registries and companies, without the default rule: a name in neither list, such as
    /// `localhost`, is not a public suffix.
    private static let listedOnly: CInt = 1 | 2 | 4

    private struct Library: @unchecked Sendable {
        let list: OpaquePointer
        let contains: Contains
    }

    /// The newest list on this machine; read-only once loaded.
    private static let library: Library? = {
        guard let contains = LoadedFunction.named("psl_is_public_suffix2", Contains.self),
            let list = LoadedFunction.named("psl_latest", List.self)?(nil)
        else { return nil }
        return Library(list: list, contains: contains)
    }()

    static var areKnown: Bool { library != nil }

    /// False without libpsl.
    ///
    /// - Parameter domain: in lower case.
    static func contains(_ domain: String) -> Bool {
        guard let library else { return false }
        return library.contains(library.list, domain, listedOnly) != 0
    }
}
