import Glibc
import Synchronization

/// Puts another function in the place of one that a shared library calls, for this process only.
///
/// The library finds the function through a table of addresses (ELF: the relocations of its dynamic section), and this
/// writes another address there.
enum CFunction {
    private enum Tag {
        static let relocationSize: UInt = 8
        static let procedureRelocationSize: UInt = 2
        static let strings: UInt = 5
        static let symbols: UInt = 6
        static let relocations: UInt = 7
        static let procedureRelocations: UInt = 23
    }

    /// False when the library is not loaded or does not call the function.
    static func replace(_ name: String, usedBy library: String, with replacement: UnsafeRawPointer) -> Bool {
        guard let map = dlopen(library, RTLD_LAZY | RTLD_NOLOAD) else { return false }
        // A `link_map`: where the library is loaded, its name, its dynamic section.
        let base = map.load(as: UInt.self)
        let dynamic = map.load(fromByteOffset: 16, as: UnsafeRawPointer.self)
        let entries = table(dynamic)
        guard let symbols = pointer(entries[Tag.symbols]), let strings = pointer(entries[Tag.strings]) else {
            return false
        }
        var isReplaced = false
        for (start, size) in [
            (Tag.relocations, Tag.relocationSize), (Tag.procedureRelocations, Tag.procedureRelocationSize),
        ] {
            guard let relocations = pointer(entries[start]), let byteCount = entries[size] else { continue }
            for offset in stride(from: 0, to: Int(byteCount), by: 24) {
                let symbol = relocations.load(fromByteOffset: offset + 8, as: UInt.self) >> 32
                guard symbol != 0 else { continue }
                let nameOffset = symbols.load(fromByteOffset: Int(symbol) * 24, as: UInt32.self)
                let found = (strings + Int(nameOffset)).assumingMemoryBound(to: CChar.self)
                guard strcmp(found, name) == 0 else { continue }
                let slot = base + relocations.load(fromByteOffset: offset, as: UInt.self)
                isReplaced = store(UInt(bitPattern: replacement), at: slot) || isReplaced
            }
        }
        return isReplaced
    }

    private static func table(_ dynamic: UnsafeRawPointer) -> [UInt: UInt] {
        var entries: [UInt: UInt] = [:]
        var entry = dynamic
        while entry.load(as: UInt.self) != 0 {
            entries[entry.load(as: UInt.self)] = entry.load(fromByteOffset: 8, as: UInt.self)
            entry += 16
        }
        return entries
    }

    private static func pointer(_ address: UInt?) -> UnsafeRawPointer? {
        address.flatMap { UnsafeRawPointer(bitPattern: $0) }
    }

    private static func store(_ value: UInt, at address: UInt) -> Bool {
        let pageSize = UInt(sysconf(Int32(_SC_PAGESIZE)))
        guard let page = UnsafeMutableRawPointer(bitPattern: address & ~(pageSize - 1)),
            let slot = UnsafeMutableRawPointer(bitPattern: address),
            mprotect(page, Int(pageSize), PROT_READ | PROT_WRITE) == 0
        else { return false }
        slot.storeBytes(of: value, as: UInt.self)
        return true
    }
}

enum Thread {
    /// A number for the thread that asks.
    static var current: UInt { UInt(pthread_self()) }
}

/// Something that becomes true once.
final class Flag: Sendable {
    private let value = Atomic(false)

    var isSet: Bool { value.load(ordering: .acquiring) }

    func set() {
        value.store(true, ordering: .releasing)
    }
}
