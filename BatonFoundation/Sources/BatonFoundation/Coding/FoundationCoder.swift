public import BatonAPI
import Foundation

extension BodyCoder where Self == JSONCoder {
    /// Baton's own JSON, with the types of Foundation in their usual form: `Date` as the API writes dates, `URL` as text,
    /// `Decimal` as a number with all its digits, `Data` as base64, `UUID` as text.
    ///
    /// ```swift
    /// let shop = API(base: "/shop", dates: .unix, coder: .foundation)
    /// ```
    public static var foundation: JSONCoder { .foundation() }

    /// The coder `foundation` with names of members, and perhaps a form of dates, of its own.
    ///
    /// - Parameters:
    ///   - keys: how properties are named in JSON, such as `.snakeCase`.
    ///   - dates: how dates are written; nil: as the API writes them.
    public static func foundation(keys: KeyStrategy = .asWritten, dates: DateForm? = nil) -> JSONCoder {
        JSONCoder(keys: keys, dates: dates, types: CodedType.ofFoundation)
    }
}

extension CodedType {
    /// The types of Foundation in their usual form, for a `JSONCoder` of your own.
    public static let ofFoundation: [CodedType] = [
        CodedType(Date.self) { date, form throws(Failure) in
            guard let moment = Timestamp(date) else {
                throw Failure(
                    .badInput,
                    "JSON dates lie in the years 1 to 9999, and this one does not: \(date.timeIntervalSince1970) seconds since 1970"
                )
            }
            return try form.json(of: moment)
        },
        CodedType(URL.self) { url, _ throws(Failure) in .string(url.absoluteString) },
        CodedType(Decimal.self) { decimal, _ throws(Failure) in
            guard let number = JSONNumber(decimal) else { throw Failure(.badInput, "JSON has no NaN") }
            return .number(number)
        },
        CodedType(Data.self) { data, _ throws(Failure) in .string(data.base64EncodedString()) },
        CodedType(UUID.self) { uuid, _ throws(Failure) in .string(uuid.uuidString) },
    ]
}
