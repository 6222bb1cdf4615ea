import BatonCEL
import BatonHTTP

/// `response.timings`: how long each phase took.
final class TimingsView: CELNative {
    private let timings: Response.Timings

    init(_ timings: Response.Timings) {
        self.timings = timings
    }

    var nativeType: CELNativeType { Roots.timingsType }

    func member(_ name: String) throws(CELError) -> CELValue? {
        switch name {
        case "dns": .duration(microseconds: timings.dns)
        case "connect": .duration(microseconds: timings.connect)
        case "tls": .duration(microseconds: timings.tls)
        case "send": .duration(microseconds: timings.send)
        case "wait": .duration(microseconds: timings.wait)
        case "receive": .duration(microseconds: timings.receive)
        default: nil
        }
    }
}
