import URLSerialization

/// The bodies of the parameters that Foundation's writers accept, and no others.
///
/// The serializers accept more: raw values, nested optionals, integers of any width, a `ParameterValue`. Alamofire's
/// encodings pass their parameters to Foundation, and refuse what Foundation refuses. Only parameters with at most 512
/// levels reach Foundation.
enum FoundationBody {
    /// Returns the JSON of a dictionary or an array.
    ///
    /// - Throws: `RequestSerializationError` with code `tooDeep`, or with another code for parameters that
    ///   `JSONSerialization.isValidJSONObject(_:)` refuses.
    static func json(_ object: Any, options: JSONSerialization.WritingOptions) throws -> Data {
        try JSONRequestSerializer(writingOptions: options).body(of: .object(object)) {
            guard JSONSerialization.isValidJSONObject(object) else {
                throw RequestSerializationError(
                    .invalidJSON,
                    reason: "Foundation has no JSON for the parameters. Send dictionaries, arrays, strings and numbers."
                )
            }
        }
    }

    /// Returns the property list of the parameters.
    ///
    /// - Throws: `RequestSerializationError` with code `tooDeep`; a `CocoaError` with code 3851, like Foundation's own
    ///   refusals, for other parameters that cannot be represented.
    static func propertyList(
        _ object: Any, format: PropertyListSerialization.PropertyListFormat,
        options: PropertyListSerialization.WriteOptions
    ) throws -> Data {
        do {
            let serializer = PropertyListRequestSerializer(format: format, writeOptions: options)
            return try serializer.body(of: .object(object)) {
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
