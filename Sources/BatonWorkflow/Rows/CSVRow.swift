import BatonAPI
import BatonCEL
import BatonJSON

/// Makes of the cells of a record a row: texts, unless `types` says what a column holds.
struct CSVRow: Sendable {
    let columns: [String]
    /// By column; nil is text.
    let types: [Conversion?]

    /// A cell that is not what its column holds.
    struct Misfit: Error {
        let column: Int
        let failure: ConversionFailure
    }

    func value(of fields: [String]) -> Result<CELValue, Misfit> {
        var map = CELMap()
        let converter = ValueConverter()
        for (index, column) in columns.enumerated() where index < fields.count {
            let cell = JSONValue.string(fields[index])
            var value = CELValue(cell)
            if let type = types[index] {
                do throws(ConversionFailure) {
                    value = CELValue(try converter.convert(cell, to: type))
                } catch {
                    return .failure(Misfit(column: index, failure: error))
                }
            }
            _ = map.insert(.string(column), value)
        }
        return .success(.map(map))
    }

    /// What expressions know of `row`.
    var type: CELType {
        .native(
            CELNativeType(
                "row", members: zip(columns, types).map { .init($0, $1?.type ?? .string) }, isRecord: true))
    }
}
