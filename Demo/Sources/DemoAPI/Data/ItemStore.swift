import Synchronization

/// The shop's items, in the order of their IDs.
final class ItemStore: Sendable {
    /// Why a change was refused.
    enum Obstacle: Error {
        case missing
        case skuTaken(String)
        case changed(current: String)
    }

    private struct State {
        var items: [Item]
        var lastID: Int
    }

    private let state: Mutex<State>

    init(seed: UInt64) {
        let items = Self.seeded(seed)
        state = Mutex(State(items: items, lastID: items.count))
    }

    func all(tag: String?) -> [Item] {
        state.withLock { state in
            state.items.filter { item in tag.map(item.tags.contains) ?? true }
        }
    }

    func item(_ id: Int) -> Item? {
        state.withLock { state in state.items.first { $0.id == id } }
    }

    func create(_ draft: ItemDraft) throws(Obstacle) -> Item {
        try state.withLock { state throws(Obstacle) in
            let blank = Item(
                id: state.lastID + 1, sku: "", name: "", price: 0, stock: 0, tags: [], version: 0)
            let item = draft.applied(to: blank)
            try Self.checkSKU(of: item, in: state)
            state.lastID = item.id
            state.items.append(item)
            return item
        }
    }

    /// Changes one item, if it still has the entity tag that the client sent.
    func update(_ id: Int, ifMatch: String?, with draft: ItemDraft) throws(Obstacle) -> Item {
        try state.withLock { state throws(Obstacle) in
            let index = try Self.index(of: id, ifMatch: ifMatch, in: state)
            let item = draft.applied(to: state.items[index])
            try Self.checkSKU(of: item, in: state)
            state.items[index] = item
            return item
        }
    }

    func delete(_ id: Int, ifMatch: String?) throws(Obstacle) {
        try state.withLock { state throws(Obstacle) -> Void in
            let index = try Self.index(of: id, ifMatch: ifMatch, in: state)
            state.items.remove(at: index)
        }
    }

    private static func index(of id: Int, ifMatch: String?, in state: State) throws(Obstacle) -> Int {
        guard let index = state.items.firstIndex(where: { $0.id == id }) else { throw .missing }
        let current = state.items[index].entityTag
        guard ifMatch == nil || ifMatch == "*" || ifMatch == current else { throw .changed(current: current) }
        return index
    }

    private static func checkSKU(of item: Item, in state: State) throws(Obstacle) {
        if state.items.contains(where: { $0.sku == item.sku && $0.id != item.id }) {
            throw .skuTaken(item.sku)
        }
    }

    /// Twenty-five items tagged `seed`: three pages of ten, of which the last one is half full.
    private static func seeded(_ seed: UInt64) -> [Item] {
        let kinds = ["Teapot", "Lamp", "Notebook", "Compass", "Umbrella"]
        let colours = ["red", "green", "blue", "white", "black"]
        var generator = SeededGenerator(seed: seed)
        return (1...25).map { id in
            let kind = kinds[(id - 1) % kinds.count]
            let colour = colours[(id - 1) / kinds.count]
            return Item(
                id: id, sku: "\(kind.uppercased())-\(id)", name: "\(kind), \(colour)",
                price: Double(Int.random(in: 199...9999, using: &generator)) / 100,
                stock: Int.random(in: 0...50, using: &generator), tags: ["seed", colour], version: 1)
        }
    }
}
