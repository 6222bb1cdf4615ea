package import BatonAPI
package import BatonJSON
import BatonValues

/// Maps JSON to the types of an API file, with limits on depth and number of values.
package struct RecordMapper {
    private let converter: ValueConverter
    /// Most levels of records inside records.
    private static let depthLimit = 100
    /// Most values in all records.
    private static let valueLimit = 5_000_000
    private var depth = 0
    private var count = 0
    private let isSecret: Bool
    /// The values of secret fields that were met, as they were found.
    package private(set) var secrets: [JSONValue] = []

    /// Finds the part of the response that a field names; nil where there is no response. Nil as a result means that
    /// the part is not there.
    private let findPart: ((any ResponsePart) throws(ConversionFailure) -> JSONValue?)?

    /// - Parameter isSecret: whether what is mapped is secret as a whole, so that no failure shows a part of it.
    package init(
        _ converter: ValueConverter, isSecret: Bool = false,
        findPart: ((any ResponsePart) throws(ConversionFailure) -> JSONValue?)? = nil
    ) {
        self.converter = converter
        self.isSecret = isSecret
        self.findPart = findPart
    }

    /// Throws for null too, unless JSON is wanted: the caller decides whether null may stand for a missing value. All
    /// values that do not fit are reported together.
    package mutating func map(_ json: JSONValue, to wanted: MappedType) throws(MappingFailures) -> MappedValue {
        do {
            return try map(json, to: wanted, Part(schema: nil, isSecret: isSecret))
        } catch {
            var failures = error
            failures.secrets = secrets
            throw failures
        }
    }

    /// What is known of a part of the value before it is mapped.
    private struct Part {
        /// The file's types, which a type among them may name.
        let schema: RecordSchema?
        /// Whether the part is secret, or inside a secret.
        let isSecret: Bool

        func failures(_ failure: ConversionFailure) -> MappingFailures {
            MappingFailures(failure, ofSecret: isSecret)
        }

        func single<Value>(_ convert: () throws(ConversionFailure) -> Value) throws(MappingFailures) -> Value {
            do throws(ConversionFailure) {
                return try convert()
            } catch {
                throw failures(error)
            }
        }
    }

    private mutating func map(
        _ json: JSONValue, to wanted: MappedType, _ part: Part
    ) throws(MappingFailures) -> MappedValue {
        switch wanted {
        case .value(.list(let element)): return try list(json, of: .value(element), part)
        case .value(let conversion):
            return try part.single { () throws(ConversionFailure) in try converter.convert(json, to: conversion) }
        case .choice(let choice):
            return try part.single { () throws(ConversionFailure) in try self.choice(json, choice) }
        case .record(let type):
            return try record(json, type.definition, Part(schema: type.schema, isSecret: part.isSecret))
        case .own(let index):
            guard let schema = part.schema, schema.definitions.indices.contains(index) else {
                throw part.failures(ConversionFailure(.mappingType, wanted: "a known type", got: json))
            }
            return try record(json, schema.definitions[index], part)
        case .list(let element): return try list(json, of: element, part)
        }
    }

    private mutating func list(
        _ json: JSONValue, of element: MappedType, _ part: Part
    ) throws(MappingFailures) -> MappedValue {
        guard case .array(let elements) = json else {
            throw part.failures(ConversionFailure(.mappingType, wanted: "a list", got: json))
        }
        var mapped: [MappedValue] = []
        mapped.reserveCapacity(elements.count)
        var failures = MappingFailures()
        for (index, item) in elements.enumerated() {
            do throws(MappingFailures) {
                mapped.append(try map(item, to: element, part))
            } catch {
                failures.add(error, inside: [.index(index)], field: nil)
            }
        }
        guard failures.isEmpty else { throw failures }
        return .list(mapped)
    }

    private func choice(_ json: JSONValue, _ choice: Choice) throws(ConversionFailure) -> MappedValue {
        var raw = json
        if let conversion = choice.conversion, case .json(let converted) = try converter.convert(json, to: conversion) {
            raw = converted
        }
        guard let found = choice.cases.first(where: { $0.raw == raw }) else {
            var failure = ConversionFailure(
                json.isNull ? .mappingType : .mappingFormat, wanted: choice.title, got: json)
            failure.wantedOfSecret = choice.titleOfSecret
            throw failure
        }
        return .json(.string(found.name))
    }

    // MARK: - Records

    private mutating func record(
        _ json: JSONValue, _ definition: RecordDefinition, _ part: Part
    ) throws(MappingFailures) -> MappedValue {
        switch json {
        case .object: break
        case _ where !definition.readsJSON && definition.readsResponse: break
        case .array where definition.fields.contains { $0.path.mayStartInList }: break
        default:
            throw part.failures(
                ConversionFailure(.mappingType, wanted: "an object for `\(definition.name)`", got: json))
        }
        depth += 1
        count += definition.fields.count
        defer { depth -= 1 }
        guard depth <= Self.depthLimit else {
            throw part.failures(
                ConversionFailure(
                    .mappingType, wanted: "at most \(Self.depthLimit) types inside each other", got: json))
        }
        guard count <= Self.valueLimit else {
            throw part.failures(
                ConversionFailure(.mappingType, wanted: "at most \(Self.valueLimit) values", got: json))
        }
        var members: [MappedValue.Member] = []
        members.reserveCapacity(definition.fields.count)
        var failures = MappingFailures()
        for field in definition.fields {
            do throws(MappingFailures) {
                let part = Part(schema: part.schema, isSecret: part.isSecret || field.isSecret)
                members.append(try member(field, in: json, part))
            } catch {
                failures.add(error, inside: field.path.position, field: field.range)
            }
        }
        guard failures.isEmpty else { throw failures }
        return .record(members)
    }

    /// Throws failures with positions relative to the field's own value.
    private mutating func member(
        _ field: RecordField, in json: JSONValue, _ part: Part
    ) throws(MappingFailures) -> MappedValue.Member {
        guard let found = try find(field, in: json, part) else {
            let value = try absent(field) { part.failures(.missing(field, in: json)) }
            return MappedValue.Member(name: field.name, value: value)
        }
        if field.isSecret, !found.isNull { secrets.append(found) }
        return MappedValue.Member(
            name: field.name, value: try value(of: field, found, part), isSecret: field.isSecret && !found.isNull)
    }

    private mutating func value(
        of field: RecordField, _ found: JSONValue, _ part: Part
    ) throws(MappingFailures) -> MappedValue {
        guard found.isNull else {
            guard let type = field.type else { return .json(found) }
            return try map(found, to: type, part)
        }
        // Null counts as missing, unless any value is wanted.
        do throws(MappingFailures) {
            guard let type = field.type else {
                throw part.failures(ConversionFailure(.mappingType, wanted: "a value", got: found))
            }
            return try map(found, to: type, part)
        } catch {
            var failures = error
            failures.accept("`optional: true` lets null through")
            return try absent(field) { failures }
        }
    }

    private func find(_ field: RecordField, in json: JSONValue, _ owner: Part) throws(MappingFailures) -> JSONValue? {
        switch field.path {
        case .keyPath(let path): return path.value(in: json)
        case .part(let part):
            return try owner.single { () throws(ConversionFailure) in
                guard let findPart else {
                    throw ConversionFailure(.mappingType, wanted: part.written, got: "no response")
                }
                return try findPart(part)
            }
        case .path(let path):
            if path.isSingular { return path.singularValue(in: json) }
            guard path.hasPlace(in: json) else { return nil }
            do {
                return .array(try path.query(json))
            } catch {
                throw owner.failures(
                    ConversionFailure(.mappingType, wanted: "less to search", got: json, hint: error.message))
            }
        }
    }

    /// The value of a field that is missing or null.
    private func absent(
        _ field: RecordField, _ failures: () -> MappingFailures
    ) throws(MappingFailures) -> MappedValue {
        switch field.absence {
        case .fails: throw failures()
        case .givesNull: return .json(.null)
        case .gives(let value): return value
        }
    }
}

extension ConversionFailure {
    /// The failure for a missing field, with a description of the last value that its path reaches.
    fileprivate static func missing(_ field: RecordField, in json: JSONValue) -> ConversionFailure {
        let reach = field.path.reachable(json)
        let place = reach?.value ?? json
        var failure = ConversionFailure(.mappingMissing, wanted: field.type?.title ?? "a value", got: "nothing")
        if case .choice(let choice)? = field.type { failure.wantedOfSecret = choice.titleOfSecret }
        if field.path.isOfResponse { return failure }
        failure.context = ValueExcerpt.contents(of: place)
        if let reach, case .name(let name) = reach.missing, case .object(let object) = place,
            let near = Spelling.nearest(to: name, in: object.members.map(\.name))
        {
            failure.hint = "did you mean `\(near)`?"
        }
        return failure
    }
}

extension MappedType {
    package var title: String {
        switch self {
        case .value(let conversion): conversion.title
        case .choice(let choice): choice.title
        case .record(let type): "an object for `\(type.definition.name)`"
        case .own: "an object"
        case .list: "a list"
        }
    }
}
