/// A path as given by the user, optionally with a line: `sign-in.yaml:17`, or `sign-in.yaml:17:5` as failures show
/// places.
struct PathWithLine {
    let path: String
    /// From 1; nil for the whole file.
    let line: Int?

    /// - Parameter exists: whether a file or folder of that name exists, so that a name that ends in `:17` is not
    ///   split.
    init(_ text: String, exists: (String) -> Bool) {
        if !exists(text) {
            var rest = Substring(text)
            var numbers: [Int] = []
            while numbers.count < 2, let colon = rest.lastIndex(of: ":"), colon != rest.startIndex,
                let number = Int(rest[rest.index(after: colon)...]), number > 0
            {
                numbers.insert(number, at: 0)
                rest = rest[..<colon]
                if exists(String(rest)) {
                    path = String(rest)
                    line = numbers[0]
                    return
                }
            }
        }
        path = text
        line = nil
    }
}
