import URLSerialization

/// Bodies of what Foundation's writers take themselves, and of nothing else.
///
/// The serializers take more: raw values, optionals of optionals, integers of any width, a `ParameterValue`. Alamofire's
/// encodings hand their parameters to Foundation, and refuse what Foundation refuses. Foundation is asked only about
/// parameters that end within 512 levels.
enum FoundationBody {
    /// The JSON of a dictionary or an array.
    ///
    /// - Throws: `RequestSerializationError` with code `tooDeep`, or with another for what
    ///   `JSONSerialization.isValidJSONObject(_:)` refuses.
    static func json(_ object: Any, options: JSONSerialization.WritingOptions) throws -> Data {
        try JSONRequestSerializer(writingOptions: options).body(for: object) {
            guard JSONSerialization.isValidJSONObject(object) else {
                throw RequestSerializationError(
                    .invalidJSON,
                    reason: "Foundation has no JSON for the parameters. Send dictionaries, arrays, strings and numbers."
                )
            }
        }
    }

    /// A property list.
    ///
    /// - Throws: `RequestSerializationError` with code `tooDeep`; for anything else that cannot be represented a
    ///   `CocoaError` with code 3851, as Foundation's own refusals are.
    static func propertyList(
        _ object: Any, format: PropertyListSerialization.PropertyListFormat,
        options: PropertyListSerialization.WriteOptions
    ) throws -> Data {
        do {
            return try PropertyListRequestSerializer(format: format, writeOptions: options).body(for: object) {
                guard PropertyListSerialization.propertyList(object, isValidFor: format) else {
                    throw RequestSerializationError(
                        .invalidPropertyList,
                        reason: "Foundation has no property list for the parameters. "
                            + "Send dictionaries, arrays, strings, numbers, dates and data.")
                }
            }
        } catch let error as CocoaError {
            if let cause = error.underlying as? RequestSerializationError, cause.code == .tooDeep { throw cause }
            throw error
        }
    }
}
