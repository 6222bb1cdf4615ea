import BatonAPI
package import BatonCEL
import BatonHTTP
package import BatonJSON
import BatonLanguage

extension MappedType {
    /// The type of a mapped value in expressions.
    package var type: CELType { type(in: nil, depth: 0) }

    /// The type to a limited depth, because a record type may contain itself.
    private func type(in schema: RecordSchema?, depth: Int) -> CELType {
        switch self {
        case .value(let conversion): conversion.type
        case .choice: .string
        case .record(let type): Self.type(of: type, depth)
        case .own(let index): schema.map { Self.type(of: RecordType($0, index), depth) } ?? .dyn
        case .list(let element): .list(element.type(in: schema, depth: depth))
        }
    }

    private static func type(of record: RecordType, _ depth: Int) -> CELType {
        guard depth < 4 else { return .dyn }
        let members = record.definition.fields.map { field in
            CELNativeType.Member(field.name, field.type?.type(in: record.schema, depth: depth + 1) ?? .dyn)
        }
        return .native(CELNativeType(record.definition.name, members: members, isRecord: true))
    }
}

extension ValueConverter {
    /// Converts a value of an expression, also to a record type of the user.
    ///
    /// - Parameter note: gets the values of secret fields, as they were found; a failure has them itself.
    package func convert(
        _ value: CELValue, to wanted: MappedType, noting note: ([JSONValue]) -> Void = { _ in }
    ) throws(MappingFailures) -> CELValue {
        if case .value(let conversion) = wanted { return try convert(value, to: conversion) }
        guard let json = try? value.toJSON() else {
            throw MappingFailures(
                ConversionFailure(.mappingType, wanted: wanted.title, got: value.describedType),
                ofSecret: value.holdsTaint)
        }
        var mapper = RecordMapper(self, isSecret: value.holdsTaint)
        let mapped = try mapper.map(json, to: wanted)
        note(mapper.secrets)
        return CELValue(mapped).tainted(value.holdsTaint)
    }
}
