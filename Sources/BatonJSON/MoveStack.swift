/// A stack whose top part becomes an array of exactly its size, moved and not copied: no reference counting.
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

    /// Takes everything from `start` on off the stack.
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
