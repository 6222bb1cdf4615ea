// What is read must have a type.
import BatonAPI

func greeting(_ mapper: Mapper) throws -> String {
    #if FIXED
        let name: String = try mapper("name")
    #else
        // warning: constant 'name' inferred to have type 'Never', which is an enum with no cases
        // error: 'callAsFunction' is unavailable: say what the value is: `let name: String = try mapper("name")`
        let name = try mapper("name")
    #endif
    return "Hello, \(name)"
}
