import BatonAPI

/// Headers in a dictionary, as Foundation has them: without their order, fields of one name joined.
enum JoinedHeaders {
    /// Sorted by their names, so that equal dictionaries give equal headers. Cookies are taken apart again.
    static func headers(_ fields: [String: String]) -> Headers {
        var headers = Headers()
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
            let values = name.lowercased() == "set-cookie" ? cookies(in: value) : [value]
            for value in values { headers.append(name, value) }
        }
        return headers
    }

    /// Under the name that each had first.
    static func dictionary(_ headers: Headers) -> [String: String] {
        var fields: [String: String] = [:]
        var seen: Set<String> = []
        for field in headers where seen.insert(field.name.lowercased()).inserted {
            fields[field.name] = headers.values(field.name).joined(
                separator: field.name.lowercased() == "cookie" ? "; " : ", ")
        }
        return fields
    }

    /// The cookies of `Set-Cookie` fields that were joined with commas. A comma is also a part of a date: only one that a
    /// name and an equals sign follow begins another cookie.
    static func cookies(in value: String) -> [String] {
        var cookies: [String] = []
        for piece in value.split(separator: ",", omittingEmptySubsequences: false) {
            let name = piece.prefix { $0 != "=" && $0 != ";" }
            let begins = name.endIndex < piece.endIndex && piece[name.endIndex] == "="
            let isToken = !name.drop { $0 == " " }.isEmpty && !name.drop { $0 == " " }.contains(" ")
            if begins && isToken || cookies.isEmpty {
                cookies.append(String(piece.drop { $0 == " " }))
            } else {
                cookies[cookies.count - 1] += ",\(piece)"
            }
        }
        return cookies
    }
}
