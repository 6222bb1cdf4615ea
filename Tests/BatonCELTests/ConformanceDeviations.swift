import BatonCEL

/// The conformance cases that deviate on purpose, one by one.
enum ConformanceDeviations {
    /// "int and double mix": CEL has these for doubles only, so that `math.ceil(price)` would fail where JSON happens to
    /// write 3 instead of 3.5.
    private static let promotion = "int and double mix, so an int is rounded to itself instead of being an error"

    /// The specification compares numbers as on one number line. These cases round the int to the nearest double, which is
    /// larger by one.
    private static let rounded = "9223372036854775807 is less than 9223372036854775808.0"

    /// Cases with another result.
    static let results: [String: String] = [
        "math_ext/ceil/dyn_error: math.ceil(dyn(1))": promotion,
        "math_ext/floor/dyn_error: math.floor(dyn(1))": promotion,
        "math_ext/round/dyn_error: math.round(dyn(1))": promotion,
        "math_ext/trunc/dyn_error: math.trunc(dyn(1))": promotion,
        "comparisons/lt_literal/not_lt_dyn_int_big_lossy_double: dyn(9223372036854775807) < 9223372036854775808.0":
            rounded,
        "comparisons/gt_literal/not_gt_dyn_big_double_int: dyn(9223372036854775808.0) > 9223372036854775807": rounded,
        "comparisons/lte_literal/lte_dyn_big_double_int: dyn(9223372036854775808.0) <= 9223372036854775807": rounded,
        "comparisons/gte_literal/gte_dyn_int_big_lossy_double: dyn(9223372036854775807) >= 9223372036854775808.0":
            rounded,
    ]

    /// Cases whose data is wrong, with the value that the suite means. It has the bytes 5C 3F for the `?` of the
    /// expression: their source wrote `\?`, an escape of that file's own format, which was left in. The same cases for
    /// texts, whose data was read right, pass.
    static let data: [String: CELValue] = [
        "parse/bytes_literals/triple_single_quoted_unescaped_punctuation: b''' ? \" ' ` '''": punctuation,
        "parse/bytes_literals/triple_double_quoted_unescaped_punctuation: b\"\"\" ? \" ' ` \"\"\"": punctuation,
    ]
    private static let punctuation = CELValue.bytes(Array(" ? \" ' ` ".utf8))

    /// "Baton checks every file as a whole: keys, operators, names, paths, expressions and types."
    private static let undeclared = "a name that nothing declares is refused when the file is loaded"
    private static let notBoolean = "an operand that is known to be no bool is refused when the file is loaded"
    /// "Comparing types that can never be equal is an error at load time."
    private static let neverEqual = "comparing types that are known to differ is refused when the file is loaded"

    /// Cases that hold when they are evaluated, as the suite has them, with CEL's checker switched off; and that are
    /// refused before that, because Baton always checks. A checked CEL refuses them too.
    static let refusals: [String: String] = [
        "basic/variables/unbound_is_runtime_error: x || true": undeclared,
        "basic/functions/unbound_is_runtime_error: f_unknown(17) || true": undeclared,
        "comparisons/eq_literal/not_eq_list_length: ['one'] == [2, 3]": neverEqual,
        "logic/AND/short_circuit_type_left: false && 32": notBoolean,
        "logic/AND/short_circuit_type_right: 'horses' && false": notBoolean,
        "logic/OR/short_circuit_type_left: true || 32": notBoolean,
        "logic/OR/short_circuit_type_right: 'horses' || true": notBoolean,
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
