/// The `Retry-After` header (RFC 9110, 10.2.3): a number of seconds, or a date.
package enum RetryAfter {
    /// The seconds to wait from now; nil if the header is missing or invalid.
    ///
    /// - Parameter now: seconds since 1970.
    package static func seconds(_ headers: Headers, now: Int64) -> Int64? {
        guard let text = headers.first("retry-after"), !text.isEmpty else { return nil }
        if text.utf8.allSatisfy(\.isASCIIDigit) { return Int64(text) ?? .max }
        return CookieDate.parse(text).map { max(0, $0 - now) }
    }
}
