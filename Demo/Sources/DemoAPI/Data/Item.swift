/// An item in the shop.
struct Item: Sendable, Encodable {
    var id: Int
    var sku: String
    var name: String
    var price: Double
    var stock: Int
    var tags: [String]
    /// The number of changes; a part of the entity tag.
    var version: Int

    var entityTag: String { "\"\(id)-\(version)\"" }
}

/// The fields that a client may set; nil for a field that the request does not have.
struct ItemDraft: Sendable {
    var sku: String?
    var name: String?
    var price: Double?
    var stock: Int?
    var tags: [String]?

    /// Throws a 422 that names every invalid field and, if the whole item is required, every missing one.
    init(_ request: DemoRequest, isWhole: Bool) throws {
        var fields = try FieldReader(request)
        if isWhole { fields.require("sku", "name", "price") }
        sku = fields.text("sku", 1...40)
        name = fields.text("name", 1...200)
        price = fields.number("price", 0.01...1_000_000)
        stock = fields.integer("stock", 0...1_000_000)
        tags = fields.texts("tags")
        try fields.finish()
    }

    func applied(to item: Item) -> Item {
        Item(
            id: item.id, sku: sku ?? item.sku, name: name ?? item.name, price: price ?? item.price,
            stock: stock ?? item.stock, tags: tags ?? item.tags, version: item.version + 1)
    }
}
