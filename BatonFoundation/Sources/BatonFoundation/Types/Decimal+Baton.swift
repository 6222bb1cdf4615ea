public import BatonAPI
public import Foundation

extension Decimal: @retroactive MappableValue {
    /// Reads a number, also as text; of more than 38 digits the first 38.
    public static func mapped(from mapper: Mapper) throws(Failure) -> Decimal {
        let number = try JSONNumber.mapped(from: mapper)
        guard let decimal = Decimal(string: number.text, locale: Locale(identifier: "en_US_POSIX")), decimal.isFinite
        else {
            throw mapper.mismatch(
                "a decimal number of at most 38 digits and an exponent of at most 127", kind: .mappingFormat)
        }
        return decimal
    }
}

extension JSONNumber {
    /// The decimal with all its digits; nil for NaN.
    public init?(_ decimal: Decimal) {
        guard decimal.isFinite else { return nil }
        self.init(text: decimal.description)
    }
}
