/// Bodies of what Foundation's writers take themselves, and of nothing else.
///
/// The serializers take more: raw values, optionals of optionals, integers of any width, a ``ParameterValue``. Whoever
/// stands in for a library that hands its parameters to Foundation needs Foundation's verdict, but not its ways of
/// giving it: it is asked only once ``BodyObjectBuilder`` has seen that the parameters end, within 512 levels.
package enum FoundationBody {
    private static let maximumDepth = 512

    /// The JSON of a dictionary or an array.
    ///
    /// - Throws: ``RequestSerializationError`` with code ``RequestSerializationError/Code/tooDeep``, or with another for
    ///   what `JSONSerialization.isValidJSONObject(_:)` refuses; the error of Foundation's writer as it is.
    package static func json(_ object: Any, options: JSONSerialization.WritingOptions) throws -> Data {
        let format = JSONBodyFormat(dateStrategy: .refused, dataStrategy: .refused)
        return try BodyObjectBuilder.write(object, format: format, maximumDepth: maximumDepth) { tree in
            guard JSONSerialization.isValidJSONObject(object) else {
                throw RequestSerializationError(
                    .invalidJSON,
                    reason: "Foundation has no JSON for the parameters. Send dictionaries, arrays, strings and numbers."
                )
            }
            return try JSONSerialization.data(withJSONObject: tree, options: options)
        }
    }

    /// A property list.
    ///
    /// - Throws: ``RequestSerializationError`` with code ``RequestSerializationError/Code/tooDeep``; for anything else
    ///   that has no form a `CocoaError` with code 3851, as Foundation's own refusals are.
    package static func propertyList(
        _ object: Any, format: PropertyListSerialization.PropertyListFormat,
        options: PropertyListSerialization.WriteOptions
    ) throws -> Data {
        do {
            // Foundation on Linux ends the process when asked for another format.
            guard format == .xml || format == .binary else {
                throw RequestSerializationError(
                    .invalidSetting, field: "format",
                    reason: "Property lists cannot be written in this format. Choose XML or binary.")
            }
            let bodyFormat = PropertyListBodyFormat(isXML: format == .xml)
            return try BodyObjectBuilder.write(object, format: bodyFormat, maximumDepth: maximumDepth) { tree in
                guard PropertyListSerialization.propertyList(object, isValidFor: format) else {
                    throw RequestSerializationError(
                        .invalidPropertyList,
                        reason: "Foundation has no property list for the parameters. "
                            + "Send dictionaries, arrays, strings, numbers, dates and data.")
                }
                return try PropertyListSerialization.data(fromPropertyList: tree, format: format, options: options)
            }
        } catch let error as RequestSerializationError where error.code != .tooDeep {
            throw PropertyListRequestSerializer.foundationError(for: error)
        }
    }
}
