extension Headers {
    /// Why headers cannot be sent.
    enum Fault {
        case name(String)
        case value(of: String, UInt8)
    }

    /// The first name that is not a token, or the first value with a control character.
    var fault: Fault? {
        let token = ASCIISet.token
        return block.withUnsafeBufferPointer { block in
            for slot in slots {
                func name() -> String { String(decoding: block[slot.nameRange], as: UTF8.self) }
                let letters = UnsafeBufferPointer(rebasing: block[slot.nameRange])
                guard !letters.isEmpty, letters.allSatisfy({ token.contains($0) }) else {
                    return .name(name())
                }
                if let byte = ControlBytes.first(in: UnsafeBufferPointer(rebasing: block[slot.valueRange])) {
                    return .value(of: name(), byte)
                }
            }
            return nil
        }
    }
}
