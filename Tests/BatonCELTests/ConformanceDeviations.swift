/// The conformance cases that deviate on purpose, one by one.
enum ConformanceDeviations {
    private static let undefined = "an undefined name is an issue of compiling, whatever stands beside it"
    private static let wrongType = "an operand that is known to be of the wrong type is an issue of compiling"
    private static let promotion = "rounding an integer is the integer: JSON writes 3 and 3.5 in one field"
    private static let data = "the data left a text format's escape `\\?` as it is; the value should be `?`"

    static let reasons: [String: String] = [
        "basic/variables/unbound_is_runtime_error: x || true": undefined,
        "basic/functions/unbound_is_runtime_error: f_unknown(17) || true": undefined,
        "comparisons/eq_literal/not_eq_list_length: ['one'] == [2, 3]": wrongType,
        "logic/AND/short_circuit_type_left: false && 32": wrongType,
        "logic/AND/short_circuit_type_right: 'horses' && false": wrongType,
        "logic/OR/short_circuit_type_left: true || 32": wrongType,
        "logic/OR/short_circuit_type_right: 'horses' || true": wrongType,
        "math_ext/ceil/dyn_error: math.ceil(dyn(1))": promotion,
        "math_ext/floor/dyn_error: math.floor(dyn(1))": promotion,
        "math_ext/round/dyn_error: math.round(dyn(1))": promotion,
        "math_ext/trunc/dyn_error: math.trunc(dyn(1))": promotion,
        "parse/bytes_literals/triple_single_quoted_unescaped_punctuation: b''' ? \" ' ` '''": data,
        "parse/bytes_literals/triple_double_quoted_unescaped_punctuation: b\"\"\" ? \" ' ` \"\"\"": data,
        "parse/receiver_function_names/as: a.as() || true": undefined,
        "parse/receiver_function_names/break: a.break() || true": undefined,
        "parse/receiver_function_names/const: a.const() || true": undefined,
        "parse/receiver_function_names/continue: a.continue() || true": undefined,
        "parse/receiver_function_names/else: a.else() || true": undefined,
        "parse/receiver_function_names/for: a.for() || true": undefined,
        "parse/receiver_function_names/function: a.function() || true": undefined,
        "parse/receiver_function_names/if: a.if() || true": undefined,
        "parse/receiver_function_names/import: a.import() || true": undefined,
        "parse/receiver_function_names/let: a.let() || true": undefined,
        "parse/receiver_function_names/loop: a.loop() || true": undefined,
        "parse/receiver_function_names/package: a.package() || true": undefined,
        "parse/receiver_function_names/namespace: a.namespace() || true": undefined,
        "parse/receiver_function_names/return: a.return() || true": undefined,
        "parse/receiver_function_names/var: a.var() || true": undefined,
        "parse/receiver_function_names/void: a.void() || true": undefined,
        "parse/receiver_function_names/while: a.while() || true": undefined,
    ]
}
