/// Stores bytes outside of memory, for reports of very many cases.
package protocol ByteShelf: Sendable {
    /// Stores bytes and returns their position; nil when there is no room.
    func put(_ bytes: [UInt8]) -> Int?
    func bytes(at start: Int, count: Int) throws -> [UInt8]
}

/// The encoded cases of a run by index: in memory up to a size, beyond it on a shelf.
struct CaseShelf {
    private enum Place {
        case memory([UInt8])
        case shelf(start: Int, count: Int32)
    }

    let shelf: (any ByteShelf)?
    private var places: [Place?] = []
    private var inMemory = 0
    private let memoryLimit: Int

    init(_ shelf: (any ByteShelf)?, memoryLimit: Int) {
        self.shelf = shelf
        self.memoryLimit = memoryLimit
    }

    mutating func makeRoom(for count: Int) { places = Array(repeating: nil, count: count) }

    func contains(_ index: Int) -> Bool { places.indices.contains(index) && places[index] != nil }

    /// Puts bytes behind all cases.
    mutating func append(_ bytes: [UInt8]) {
        places.append(nil)
        put(bytes, at: places.count - 1)
    }

    mutating func put(_ bytes: [UInt8], at index: Int) {
        guard places.indices.contains(index) else { return }
        if inMemory + bytes.count > memoryLimit, let start = shelf?.put(bytes) {
            places[index] = .shelf(start: start, count: Int32(clamping: bytes.count))
        } else {
            inMemory += bytes.count
            places[index] = .memory(bytes)
        }
    }

    /// Nil for a case that has not ended.
    func bytes(at index: Int) throws -> [UInt8]? {
        switch places[index] {
        case .memory(let bytes): bytes
        case .shelf(let start, let count): try shelf?.bytes(at: start, count: Int(count))
        case nil: nil
        }
    }

    var indices: Range<Int> { places.indices }
}
