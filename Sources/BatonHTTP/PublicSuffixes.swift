/// Domains below which anybody can register one, such as `co.uk` and `github.io`: no server speaks for all of them.
///
/// The list is that of libpsl, which libcurl brings along where it was built with it.
enum PublicSuffixes {
    private typealias List = @convention(c) (UnsafePointer<CChar>?) -> OpaquePointer?
    private typealias Contains = @convention(c) (OpaquePointer?, UnsafePointer<CChar>?, CInt) -> CInt

    /// Lists of registries and of companies; a name that no list knows, such as `localhost`, is none.
    private static let listedOnly: CInt = 1 | 2 | 4

    private struct Library: @unchecked Sendable {
        let list: OpaquePointer
        let contains: Contains
    }

    /// The newest list of this machine, which is only read from then on.
    private static let library: Library? = {
        guard let contains = LoadedFunction.named("psl_is_public_suffix2", Contains.self),
            let list = LoadedFunction.named("psl_latest", List.self)?(nil)
        else { return nil }
        return Library(list: list, contains: contains)
    }()

    static var areKnown: Bool { library != nil }

    /// - Parameter domain: in small letters. Without libpsl, false.
    static func contains(_ domain: String) -> Bool {
        guard let library else { return false }
        return library.contains(library.list, domain, listedOnly) != 0
    }
}
