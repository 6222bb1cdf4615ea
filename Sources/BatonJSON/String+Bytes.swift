import BatonSystem
import BatonValues

extension String {
    /// Equality of code points, as JSON and its relatives want it, without Unicode normalisation.
    package func hasSameBytes(as other: String) -> Bool {
        let count = utf8.count
        guard count == other.utf8.count else { return false }
        return withUTF8Bytes { left in
            other.withUTF8Bytes { right in
                guard let left = left.baseAddress, let right = right.baseAddress else { return true }
                return memcmp(left, right, count) == 0
            }
        }
    }

    /// Order by code points, which is also the order of the UTF-8 bytes.
    func precedesByCodePoints(_ other: String) -> Bool {
        withUTF8Bytes { left in other.withUTF8Bytes { right in left.lexicographicallyPrecedes(right) } }
    }
}
