// The type of a value that a mapper reads comes from where it goes.
import BatonAPI

func name(of mapper: Mapper) throws -> Int {
    // error: generic parameter 'Value' could not be inferred
    #if FIXED
        let name: String = try mapper("name")
    #else
        let name = try mapper("name")
    #endif
    return "\(name)".count
}
