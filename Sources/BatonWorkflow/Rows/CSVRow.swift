package import BatonAPI
package import BatonCEL
import BatonJSON
import BatonJudging
package import BatonLanguage

/// Converts the cells of a record to a row: to texts, or to the types of the columns in `types`.
package struct CSVRow: Sendable {
    let columns: [String]
    /// The type of each column; nil for text.
    let types: [Conversion?]
    let separator: CSVSeparator

    package init(columns: [String], types: [Conversion?], separator: CSVSeparator) {
        self.columns = columns
        self.types = types
        self.separator = separator
    }

    /// A cell that cannot be converted to the type of its column.
    package struct FieldError: Error {
        package let column: Int
        package let failure: ConversionFailure
    }

    package func value(of fields: [String]) -> Result<CELValue, FieldError> {
        var map = CELMap()
        let converter = ValueConverter()
        for (index, column) in columns.enumerated() where index < fields.count {
            let cell = JSONValue.string(fields[index])
            var value = CELValue(cell)
            if let type = types[index] {
                do throws(ConversionFailure) {
                    value = CELValue(try converter.convert(cell, to: type))
                } catch {
                    return .failure(FieldError(column: index, failure: error))
                }
            }
            _ = map.insert(.string(column), value)
        }
        return .success(.map(map))
    }

    /// The type of `row` in expressions.
    package var type: CELType {
        .native(
            CELNativeType(
                "row", members: zip(columns, types).map { .init($0, $1?.type ?? .string) }, isRecord: true))
    }
}
