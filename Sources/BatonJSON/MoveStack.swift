/// A stack whose upper part can be turned into an array of exactly its size. Elements are moved, not copied, so nothing
/// is reference-counted.
struct MoveStack<Element>: ~Copyable {
    private(set) var base: UnsafeMutablePointer<Element>
    private(set) var count = 0
    private var capacity: Int

    init(capacity: Int) {
        base = .allocate(capacity: capacity)
        self.capacity = capacity
    }

    deinit {
        base.deinitialize(count: count)
        base.deallocate()
    }

    @inline(__always)
    mutating func push(_ element: consuming Element) {
        if count == capacity { grow() }
        (base + count).initialize(to: element)
        count += 1
    }

    /// Removes the elements from `start` on and returns them.
    mutating func popArray(from start: Int) -> [Element] {
        let size = count - start
        guard size > 0 else { return [] }
        let source = base + start
        count = start
        return Array(unsafeUninitializedCapacity: size) { buffer, initialized in
            buffer.baseAddress?.moveInitialize(from: source, count: size)
            initialized = size
        }
    }

    @inline(never)
    private mutating func grow() {
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
        larger.moveInitialize(from: base, count: count)
        base.deallocate()
        base = larger
        capacity *= 2
    }
}
