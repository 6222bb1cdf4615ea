import BatonSystem

/// The order of names by their bytes, which does not depend on the machine or the language.
enum ByteOrder {
    static func precedes(_ one: String, _ other: String) -> Bool {
        let order = one.utf8.withContiguousStorageIfAvailable { left in
            other.utf8.withContiguousStorageIfAvailable { right -> Bool in
                guard let first = left.baseAddress, let second = right.baseAddress else {
                    return left.isEmpty && !right.isEmpty
                }
                let difference = memcmp(first, second, min(left.count, right.count))
                return difference == 0 ? left.count < right.count : difference < 0
            }
        }
        return (order ?? nil) ?? one.utf8.lexicographicallyPrecedes(other.utf8)
    }
}
