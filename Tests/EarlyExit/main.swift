// early-exit URL MICROSECONDS: sends a request over the shared dispatcher and ends while it is on its way.
import BatonAPI

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

let words = CommandLine.arguments
guard words.count == 3, let microseconds = UInt32(words[2]) else { exit(2) }
// A process that hangs at its end is killed, and so tells of it.
alarm(60)
let client = try APIClient(APIEnvironment(baseURL: words[1]))
_ = client.send(Call<Void>(.get("/"))) { (_: Result<Void, Failure>) in }
if microseconds > 0 { usleep(microseconds) }
exit(0)
