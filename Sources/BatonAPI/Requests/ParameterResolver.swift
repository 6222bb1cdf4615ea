import BatonHTTP
import BatonJSON

/// Turns parameters into what encoders write: variables and secrets become their values in the environment, values of
/// other types their JSON.
struct ParameterResolver {
    let environment: APIEnvironment
    /// Makes the JSON of an `Encodable` value as the request's API writes it.
    let encode: (any Encodable & Sendable) throws(Failure) -> JSONValue

    /// One named value, with everything inside resolved.
    enum Value {
        case json(JSONValue)
        case file(Parameter.FilePart)
        /// A list with at least one file.
        case list([Value])

        var hasFile: Bool { if case .json = self { false } else { true } }
    }

    /// Throws `request.bad_input`, which names the parameter, for an unknown variable or secret, and for a value without
    /// a JSON form.
    func value(of parameter: Parameter, at place: ParameterPlace) throws(Failure) -> Value {
        switch parameter.form {
        case .file(let part): return .file(part)
        case .array(let elements):
            var values: [Value] = []
            for element in elements { values.append(try value(of: element, at: place)) }
            if values.contains(where: \.hasFile) { return .list(values) }
            return .json(.array(values.compactMap { if case .json(let json) = $0 { json } else { nil } }))
        case .json, .encodable, .variable, .secret, .object: return .json(try json(of: parameter, at: place))
        }
    }

    /// The value of a parameter that may not be a file.
    func json(of parameter: Parameter, at place: ParameterPlace) throws(Failure) -> JSONValue {
        switch parameter.form {
        case .json(let json): return json
        case .encodable(let value):
            do throws(Failure) {
                return try encode(value)
            } catch {
                throw Failure(error.kind, "\(place): \(error.message)")
            }
        case .variable(let variable):
            guard let value = environment.variables[variable] else { throw unknown(variable, "variable") }
            return value
        case .secret(let secret):
            guard let value = environment.secrets[secret] else { throw unknown(secret, "secret") }
            return .string(value)
        case .array(let elements):
            var values: [JSONValue] = []
            for element in elements { values.append(try json(of: element, at: place)) }
            return .array(values)
        case .object(let members):
            var object = JSONObject()
            for member in members.entries {
                object.append(member.name, try json(of: member.value, at: place.member(member.name)))
            }
            return .object(object)
        case .file:
            throw Failure(
                .badInput,
                "\(place) is a file where none can be: a file stands under a name of its own in the body, or in a list there"
            )
        }
    }

    private func unknown(_ name: String, _ what: String) -> Failure {
        Failure(.badInput, "the environment `\(environment.name)` has no \(what) `\(name)`")
    }
}

/// Where a value stands in a request, for messages.
enum ParameterPlace: CustomStringConvertible {
    case parameter(String)
    case path(RequestPath, number: Int)

    func member(_ name: String) -> ParameterPlace {
        if case .parameter(let outer) = self { .parameter("\(outer).\(name)") } else { self }
    }

    var description: String {
        switch self {
        case .parameter(let name): "the parameter `\(name)`"
        case .path(let path, let number): "value \(number) of the path `\(path)`"
        }
    }
}

extension Parameter {
    /// Whether a secret of the environment is in it.
    var hasSecret: Bool {
        switch form {
        case .secret: true
        case .array(let elements): elements.contains(where: \.hasSecret)
        case .object(let members): members.entries.contains { $0.value.hasSecret }
        case .json, .encodable, .variable, .file: false
        }
    }
}
