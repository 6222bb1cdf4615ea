// early-exit URL MICROSECONDS [drop]: sends requests over the shared dispatcher and ends while they are on their way; with
// `drop` their client has gone before.
import BatonAPI

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

let words = CommandLine.arguments
guard (3...4).contains(words.count), let microseconds = UInt32(words[2]) else { exit(2) }
// A process that hangs at its end is killed, and so tells of it.
alarm(60)

func start() throws -> APIClient {
    let client = try APIClient(APIEnvironment(baseURL: words[1]))
    for _ in 1...(words.count == 4 ? 8 : 1) {
        client.send(Call<Void>(.get("/"))) { (_: Result<Void, Failure>) in }
    }
    return client
}

var client: APIClient? = try start()
if words.count == 4 { client = nil }
if microseconds > 0 { usleep(microseconds) }
exit(0)
