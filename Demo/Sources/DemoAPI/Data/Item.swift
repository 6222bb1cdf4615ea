/// Something in the shop.
struct Item: Sendable, Encodable {
    var id: Int
    var sku: String
    var name: String
    var price: Double
    var stock: Int
    var tags: [String]
    /// Counts changes; the entity tag is made of it.
    var version: Int

    var entityTag: String { "\"\(id)-\(version)\"" }
}

/// The fields that a client may set; nil where the request left one out.
struct ItemDraft: Sendable {
    var sku: String?
    var name: String?
    var price: Double?
    var stock: Int?
    var tags: [String]?

    /// Throws the 422 that names every wrong field, and those that are missing when the whole item is wanted.
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
