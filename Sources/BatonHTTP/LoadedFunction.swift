#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Functions of the libraries that libcurl brought along, looked up by name: a build that linked them itself would want them
/// where libcurl does without.
package enum LoadedFunction {
    /// Nil where no loaded library has it.
    ///
    /// - Parameter type: its C type, which nothing checks.
    package static func named<Function>(_ name: String, _ type: Function.Type) -> Function? {
        #if canImport(Glibc)
            let address = dlsym(nil, name)
        #else
            let address = dlsym(UnsafeMutableRawPointer(bitPattern: -2), name)
        #endif
        return address.map { unsafeBitCast($0, to: type) }
    }
}
