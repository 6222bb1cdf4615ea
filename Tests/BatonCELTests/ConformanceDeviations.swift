/// The conformance cases that deviate on purpose, one by one.
enum ConformanceDeviations {
    /// The suite runs these with CEL's checker switched off; a checked CEL refuses them too. Baton always checks: a name
    /// that nothing declares is a mistake in the file, although an `||` beside it would decide.
    private static let undeclared = "a name that nothing declares is refused before anything runs"
    /// As above: the suite switches the checker off, which refuses an operand that is known to be no bool.
    private static let notBoolean = "an operand that is known to be no bool is refused before anything runs"
    private static let knownToDiffer = "comparing types that are known to differ is refused before anything runs"
    /// CEL has these for doubles only. Here int and double mix: JSON writes 3 and 3.5 into one field, and a checked
    /// `math.ceil(3)` would say the same of both.
    private static let promotion = "int and double mix, so an int is rounded to itself instead of being an error"
    /// The data has the bytes 5C 3F for the `?` of the expression: its source wrote `\?`, an escape of that file's own
    /// format, which was left in. The same cases for texts, whose data was read right, pass.
    private static let data = "the expected bytes hold a backslash that the expression does not have"

    static let reasons: [String: String] = [
        "basic/variables/unbound_is_runtime_error: x || true": undeclared,
        "basic/functions/unbound_is_runtime_error: f_unknown(17) || true": undeclared,
        "comparisons/eq_literal/not_eq_list_length: ['one'] == [2, 3]": knownToDiffer,
        "logic/AND/short_circuit_type_left: false && 32": notBoolean,
        "logic/AND/short_circuit_type_right: 'horses' && false": notBoolean,
        "logic/OR/short_circuit_type_left: true || 32": notBoolean,
        "logic/OR/short_circuit_type_right: 'horses' || true": notBoolean,
        "math_ext/ceil/dyn_error: math.ceil(dyn(1))": promotion,
        "math_ext/floor/dyn_error: math.floor(dyn(1))": promotion,
        "math_ext/round/dyn_error: math.round(dyn(1))": promotion,
        "math_ext/trunc/dyn_error: math.trunc(dyn(1))": promotion,
        "parse/bytes_literals/triple_single_quoted_unescaped_punctuation: b''' ? \" ' ` '''": data,
        "parse/bytes_literals/triple_double_quoted_unescaped_punctuation: b\"\"\" ? \" ' ` \"\"\"": data,
        "parse/receiver_function_names/as: a.as() || true": undeclared,
        "parse/receiver_function_names/break: a.break() || true": undeclared,
        "parse/receiver_function_names/const: a.const() || true": undeclared,
        "parse/receiver_function_names/continue: a.continue() || true": undeclared,
        "parse/receiver_function_names/else: a.else() || true": undeclared,
        "parse/receiver_function_names/for: a.for() || true": undeclared,
        "parse/receiver_function_names/function: a.function() || true": undeclared,
        "parse/receiver_function_names/if: a.if() || true": undeclared,
        "parse/receiver_function_names/import: a.import() || true": undeclared,
        "parse/receiver_function_names/let: a.let() || true": undeclared,
        "parse/receiver_function_names/loop: a.loop() || true": undeclared,
        "parse/receiver_function_names/package: a.package() || true": undeclared,
        "parse/receiver_function_names/namespace: a.namespace() || true": undeclared,
        "parse/receiver_function_names/return: a.return() || true": undeclared,
        "parse/receiver_function_names/var: a.var() || true": undeclared,
        "parse/receiver_function_names/void: a.void() || true": undeclared,
        "parse/receiver_function_names/while: a.while() || true": undeclared,
    ]
}
