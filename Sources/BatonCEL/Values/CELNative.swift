/// A host object in expressions, such as `response`, whose members are computed on access.
package protocol CELNative: AnyObject, Sendable {
    var nativeType: CELNativeType { get }
    /// Whether the object has a type; objects that are accessed often can check this without returning `nativeType`.
    func isOf(_ type: CELNativeType) -> Bool
    /// The value of a member; nil if it is known but not set, which is an error in an expression and false in `has()`.
    func member(_ name: String) throws(CELError) -> CELValue?
    /// The value of the member at a position of `nativeType.members`; compiled expressions use this form.
    func member(at position: Int) throws(CELError) -> CELValue?
    func call(_ method: String, _ arguments: [CELValue]) throws(CELError) -> CELValue
    /// The value of `object[key]`; nil if there is none.
    func index(_ key: CELValue) throws(CELError) -> CELValue?
    /// The object as a JSON-like value, used for JSON and text; nil if it has no such form.
    func plainValue() throws(CELError) -> CELValue?
    /// Whether only a part of the object is tainted; values computed from the whole object are then tainted.
    var isPartlyTainted: Bool { get }
    /// The size of the object with all of its contents.
    var size: CELSize { get }
    func isEqual(to other: any CELNative) -> Bool
    /// The error message for a member that is not set, as a sentence without a full stop; nil for the default message.
    func absence(of member: String) -> String?
}

extension CELNative {
    package func isOf(_ type: CELNativeType) -> Bool { nativeType === type }

    package func member(at position: Int) throws(CELError) -> CELValue? {
        try member(nativeType.member(at: position)?.name ?? "")
    }

    package func call(_ method: String, _ arguments: [CELValue]) throws(CELError) -> CELValue {
        throw CELError(.type, "`\(nativeType.name)` has no method `\(method)`")
    }

    package func index(_ key: CELValue) throws(CELError) -> CELValue? {
        guard case .string(let name) = key.kind else {
            throw CELError(.type, "`\(nativeType.name)` is indexed by a string, not \(key.describedType)")
        }
        return try member(name)
    }

    package func plainValue() throws(CELError) -> CELValue? { nil }

    package var isPartlyTainted: Bool { false }

    package var size: CELSize { .scalar }

    package func isEqual(to other: any CELNative) -> Bool { self === other }

    package func absence(of member: String) -> String? { nil }
}

/// Provides the values of variables to a running expression.
package protocol CELActivation: AnyObject {
    /// The value of a variable; nil if it is declared but has no value yet, which is an error in an expression and
    /// false in `has()`.
    func value(at slot: Int) throws(CELError) -> CELValue?

    /// Whether a long evaluation must end; it then fails with `cancelled`.
    var mustStop: Bool { get }
}

extension CELActivation {
    package var mustStop: Bool { Task.isCancelled }
}
