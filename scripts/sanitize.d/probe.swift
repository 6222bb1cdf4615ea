// Whether the thread sanitizer sees what it should: nothing where a mutex protects, and a race where nothing does.
import Synchronization

let numbers = Mutex<[Int]>([])
nonisolated(unsafe) var unprotected = 0
let races = CommandLine.arguments.contains("race")

await withTaskGroup(of: Void.self) { group in
    for _ in 0..<4 {
        group.addTask {
            for number in 0..<20_000 {
                numbers.withLock { numbers in
                    numbers.append(number)
                    if numbers.count > 100 { numbers = [] }
                }
                if races { unprotected += 1 }
            }
        }
    }
}
