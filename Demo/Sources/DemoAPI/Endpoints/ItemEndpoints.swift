/// Creates, reads, lists, replaces, changes and deletes items, with entity tags against lost updates.
struct ItemEndpoints: Sendable {
    let items: ItemStore

    var routes: [Route] {
        [
            Route("GET", "/items", list),
            Route("POST", "/items", create),
            Route("GET", "/items/{id}", read),
            Route("PUT", "/items/{id}") { try update($0, isWhole: true) },
            Route("PATCH", "/items/{id}") { try update($0, isWhole: false) },
            Route("DELETE", "/items/{id}", delete),
        ]
    }

    private func list(_ request: DemoRequest) throws -> DemoResponse {
        struct Content: Encodable {
            var items: [Item]
            var page: Int
            var perPage: Int
            var total: Int
            /// The path of the next page; the key is missing on the last page.
            var next: String?
        }
        let page = try request.queryNumber("page", in: 1...1_000_000, default: 1)
        let perPage = try request.queryNumber("per_page", in: 1...100, default: 10)
        let tag = request.query.first("tag")
        let found = items.all(tag: tag)
        let shown = found.dropFirst((page - 1) * perPage).prefix(perPage)
        let path = { (page: Int) in
            "/items?page=\(page)&per_page=\(perPage)"
                + (tag.map { "&tag=" + URLEncoded.encode($0) } ?? "")
        }
        let next = page * perPage < found.count ? path(page + 1) : nil
        var links: [String] = []
        if let next { links.append("<\(next)>; rel=\"next\"") }
        if page > 1 { links.append("<\(path(page - 1))>; rel=\"prev\"") }
        var headers = [HeaderField("X-Total-Count", String(found.count))]
        if !links.isEmpty { headers.append(HeaderField("Link", links.joined(separator: ", "))) }
        return try .json(
            Content(items: Array(shown), page: page, perPage: perPage, total: found.count, next: next),
            headers: headers)
    }

    private func create(_ request: DemoRequest) throws -> DemoResponse {
        let draft = try ItemDraft(request, isWhole: true)
        let item = try explaining(request) { () throws(ItemStore.Obstacle) in try items.create(draft) }
        return try response(item, status: 201, headers: [HeaderField("Location", "/items/\(item.id)")])
    }

    private func read(_ request: DemoRequest) throws -> DemoResponse {
        guard let item = items.item(try request.number("id")) else { throw Refusal.notFound(request) }
        if request.headers.first("If-None-Match") == item.entityTag {
            return DemoResponse(304, headers: [HeaderField("ETag", item.entityTag)])
        }
        return try response(item)
    }

    private func update(_ request: DemoRequest, isWhole: Bool) throws -> DemoResponse {
        let id = try request.number("id")
        guard items.item(id) != nil else { throw Refusal.notFound(request) }
        let draft = try ItemDraft(request, isWhole: isWhole)
        let seen = request.headers.first("If-Match")
        return try response(
            explaining(request) { () throws(ItemStore.Obstacle) in
                try items.update(id, ifMatch: seen, with: draft)
            })
    }

    private func delete(_ request: DemoRequest) throws -> DemoResponse {
        let id = try request.number("id")
        let seen = request.headers.first("If-Match")
        try explaining(request) { () throws(ItemStore.Obstacle) in try items.delete(id, ifMatch: seen) }
        return .noContent
    }

    private func response(
        _ item: Item, status: Int = 200, headers: [HeaderField] = []
    ) throws -> DemoResponse {
        try .json(item, status: status, headers: headers + [HeaderField("ETag", item.entityTag)])
    }

    private func explaining<Value>(
        _ request: DemoRequest, _ change: () throws(ItemStore.Obstacle) -> Value
    ) throws -> Value {
        do {
            return try change()
        } catch {
            switch error {
            case .missing:
                throw Refusal.notFound(request)
            case .skuTaken(let sku):
                throw Refusal.conflict("the sku \(sku) belongs to another item")
            case .changed(let current):
                throw Refusal.problem(
                    412, "the item has changed, its entity tag is \(current)", of: request,
                    headers: [HeaderField("ETag", current)])
            }
        }
    }
}
