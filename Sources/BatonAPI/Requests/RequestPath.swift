public import BatonHTTP

/// The path of a request: what is written in the source stays as it is, and interpolated values are escaped.
///
/// ```swift
/// .get("/items/\(id)/reviews?sort=\(order)")
/// ```
/// A value is one segment of the path, or one value of the query, whatever characters it has: `"x?admin=1"` is sent as
/// `x%3Fadmin%3D1`. An empty value, `.` and `..` in the path would ask for another resource, and fail with
/// `request.bad_input`; so do nil, lists and objects. A text that is a path or a URL already is `.raw(text)`, or
/// `\(raw: text)` in a longer path; a link of a response, such as to the next page, is `.link(text, in: response)`.
public struct RequestPath: Sendable, ExpressibleByStringInterpolation {
    enum Piece: Sendable {
        /// Written in the source.
        case literal(String)
        /// Text that is escaped where it has to be.
        case raw(String)
        case value(Parameter)
    }

    let pieces: [Piece]

    /// A path as it is written in the source.
    public init(stringLiteral value: String) {
        pieces = [.literal(value)]
    }

    /// A path as it is written in the source, with its values escaped.
    public init(stringInterpolation: StringInterpolation) {
        pieces = stringInterpolation.pieces
    }

    private init(_ piece: Piece) {
        pieces = [piece]
    }

    /// A path after the API's base, or an absolute URL. Existing escapes stay as they are. For links that a response gives see
    /// `link(_:in:)`.
    public static func raw(_ text: String) -> RequestPath { RequestPath(.raw(text)) }

    /// Where a link in a response leads: an absolute URL, or a reference that is resolved against the URL of the response
    /// (RFC 3986 section 5), such as `/api/v1/items?cursor=2` or `?page=2`.
    ///
    /// Throws `request.invalid_url` for an empty link and for what is no URL.
    public static func link(_ link: String, in response: Response) throws(Failure) -> RequestPath {
        guard !link.isEmpty else { throw Failure(.invalidURL, "the link in \(response.url.shown) is empty") }
        do {
            return .url(try response.url.resolving(link))
        } catch {
            throw Failure(
                .invalidURL, "the link `\(UserInfo.hidden(inInvalid: link))` in \(response.url.shown) \(error.message)")
        }
    }

    /// An absolute URL.
    public static func url(_ url: URLText) -> RequestPath { RequestPath(.raw(url.description)) }

    /// Collects the parts of a path.
    public struct StringInterpolation: StringInterpolationProtocol {
        var pieces: [Piece] = []

        /// No parts yet.
        public init(literalCapacity: Int, interpolationCount: Int) {
            pieces.reserveCapacity(interpolationCount * 2 + 1)
        }

        /// A part that is written in the source.
        public mutating func appendLiteral(_ literal: String) {
            if !literal.isEmpty { pieces.append(.literal(literal)) }
        }

        /// A value, which is escaped: `"/items/\(id)"`, `"/hooks/\(.secret("HOOK"))"`.
        public mutating func appendInterpolation(_ value: some ParameterValue) {
            pieces.append(.value(value.parameter))
        }

        /// A value that may be missing: nil fails the request.
        @available(*, deprecated, message: "unwrap the optional: a path with nil fails with `request.bad_input`")
        public mutating func appendInterpolation<Value: ParameterValue>(_ value: Value?) {
            pieces.append(.value(value?.parameter ?? .null))
        }

        /// Text that is a part of a path or a URL already; existing escapes stay as they are.
        public mutating func appendInterpolation(raw text: String) {
            pieces.append(.raw(text))
        }
    }
}

extension RequestPath: CustomStringConvertible {
    /// The path with a number for each value: `/items/{1}`.
    public var description: String {
        var number = 0
        return pieces.map { piece in
            switch piece {
            case .literal(let text), .raw(let text): return text
            case .value:
                number += 1
                return "{\(number)}"
            }
        }.joined()
    }
}
