extension OperatorWord {
    /// Each operator with an operand that is right, where the shape alone gives none.
    static let examples = [
        "eq": "eq: 5", "ne": "ne: 5", "gt": "gt: 0", "gte": "gte: 1", "lt": "lt: 10", "lte": "lte: 9",
        "in": "in: [1, 2]", "not_in": "not_in: [1, 2]", "contains": "contains: Ada",
        "not_contains": "not_contains: Ada", "starts_with": "starts_with: Bearer", "ends_with": "ends_with: .pdf",
        "matches": "matches: \"^A\"", "not_matches": "not_matches: \"^A\"", "length": "length: 3",
        "type": "type: string", "is": "is: uuid", "close_to": "close_to: { value: 1.5, tolerance: 0.1 }",
        "each": "each: { gt: 0 }", "any": "any: { eq: 5 }", "none": "none: { eq: 5 }", "sorted": "sorted: asc",
        "in_any_order": "in_any_order: [1, 2]", "schema": "schema: item.schema.json", "not": "not: { eq: 5 }",
    ]
}
