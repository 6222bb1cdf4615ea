import BatonSystem

/// Looks up functions, by name, in the libraries that libcurl loaded. Linking these libraries would require them even
/// where libcurl was built without them.
package enum LoadedFunction {
    /// Nil if no loaded library has the function.
    ///
    /// - Parameter type: the function's C type, which is not checked.
    package static func named<Function>(_ name: String, _ type: Function.Type) -> Function? {
        #if canImport(Glibc)
            let address = dlsym(nil, name)
        #else
            let address = dlsym(UnsafeMutableRawPointer(bitPattern: -2), name)
        #endif
        return address.map { unsafeBitCast($0, to: type) }
    }
}
