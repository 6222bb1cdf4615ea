import BatonAPI
import Foundation

/// A book as the server tells of it.
public struct Book: Codable, Sendable, Equatable {
    /// The title as it is printed on the book.
    public var title: String
    /// When the book came into the list.
    public var addedAt: Date
    /// A picture of the cover.
    public var coverURL: URL?

    /// A book with its members.
    public init(title: String, addedAt: Date, coverURL: URL? = nil) {
        self.title = title
        self.addedAt = addedAt
        self.coverURL = coverURL
    }
}

/// How far a book is read.
public enum ReadingState: String, ParameterValue {
    case unread, reading, finished
}
