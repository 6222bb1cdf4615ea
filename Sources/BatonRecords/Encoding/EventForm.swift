/// The written form of events and of the records in them: what event streams, the journals of the history and the JSON
/// columns of the history hold. The records themselves know nothing of it.
///
/// `json(_:)` writes a record; a function with the name of the record reads it.
package enum EventForm {
    /// The version of the form, which every event bears. A reader refuses a later one.
    package static let version: Int64 = 5
}
