import BatonCEL

/// The values that a step captured or set, by name; searched linearly, because a step gives few values.
struct CapturedValues: Sendable {
    private(set) var entries: [(name: String, value: CELValue)] = []

    var isEmpty: Bool { entries.isEmpty }

    subscript(_ name: String) -> CELValue? {
        get { entries.first { $0.name == name }?.value }
        set {
            let index = entries.firstIndex { $0.name == name }
            switch (index, newValue) {
            case (let index?, let value?): entries[index].value = value
            case (let index?, nil): entries.remove(at: index)
            case (nil, let value?): entries.append((name, value))
            case (nil, nil): break
            }
        }
    }
}
