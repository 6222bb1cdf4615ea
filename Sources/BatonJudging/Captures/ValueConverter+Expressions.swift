package import BatonAPI
package import BatonCEL
import BatonJSON
import BatonLanguage

extension ValueConverter {
    /// Converts a value of an expression; the result of a secret value is secret.
    package func convert(_ value: CELValue, to wanted: Conversion) throws(MappingFailures) -> CELValue {
        try converted(value, to: wanted, isSecret: value.holdsTaint)
    }

    /// - Parameter isSecret: whether the value holds a secret, or stands in a list that does: no failure shows it.
    private func converted(
        _ value: CELValue, to wanted: Conversion, isSecret: Bool
    ) throws(MappingFailures) -> CELValue {
        try plain(value, to: wanted, isSecret).tainted(value.holdsTaint)
    }

    private func plain(_ value: CELValue, to wanted: Conversion, _ isSecret: Bool) throws(MappingFailures) -> CELValue {
        switch (wanted, value.kind) {
        case (.date, .timestamp): return value
        case (.list(let element), .list(let elements)): return try list(elements, of: element, isSecret)
        default: break
        }
        guard let json = try? value.toJSON() else {
            throw MappingFailures(
                ConversionFailure(.mappingType, wanted: wanted.title, got: value.describedType), ofSecret: isSecret)
        }
        var mapper = RecordMapper(self, isSecret: isSecret)
        return CELValue(try mapper.map(json, to: .value(wanted)))
    }

    private func list(
        _ elements: [CELValue], of wanted: Conversion, _ isSecret: Bool
    ) throws(MappingFailures) -> CELValue {
        var converted: [CELValue] = []
        var failures = MappingFailures()
        converted.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            do throws(MappingFailures) {
                converted.append(try self.converted(element, to: wanted, isSecret: isSecret))
            } catch {
                failures.add(error, inside: [.index(index)], field: nil)
            }
        }
        guard failures.isEmpty else { throw failures }
        return .list(converted)
    }
}

extension CELValue {
    package init(_ mapped: MappedValue) {
        switch mapped {
        case .json(let value): self.init(value)
        case .timestamp(let moment): self = .timestamp(moment)
        case .list(let elements): self = .list(elements.map { CELValue($0) })
        case .record(let members): self = Self.record(members)
        }
    }

    private static func record(_ members: [MappedValue.Member]) -> CELValue {
        var map = CELMap()
        for member in members {
            _ = map.insert(.string(member.name), CELValue(member.value).tainted(member.isSecret))
        }
        // A secret field does not make the other fields secret.
        return .mapOfParts(map)
    }
}

extension TemplateScope {
    /// Notes values of secret fields as they were found.
    func noteSecrets(_ values: [JSONValue]) {
        for value in values { noteSecret(CELValue(json: value, isTainted: true)) }
    }
}

extension Conversion {
    /// The type of a converted value in expressions. A big integer has the type `int`, because the same operators apply
    /// to it.
    package var type: CELType {
        switch self {
        case .string, .url: .string
        case .integer: .int
        case .number: .double
        case .boolean: .bool
        case .date: .timestamp
        case .json, .any: .dyn
        case .list(let element): .list(element.type)
        }
    }
}
