/// Bodies of what Foundation's writers take themselves, and of nothing else.
///
/// The serializers take more: raw values, optionals of optionals, integers of any width, a ``ParameterValue``. A port of
/// a library that hands its parameters to Foundation needs Foundation's verdict on them. Foundation is asked only once a
/// ``ParameterTree`` has shown that the parameters end, within 512 levels.
package enum FoundationBody {
    /// The JSON of a dictionary or an array.
    ///
    /// - Throws: ``RequestSerializationError`` with code ``RequestSerializationError/Code/tooDeep``, or with another for
    ///   what `JSONSerialization.isValidJSONObject(_:)` refuses.
    package static func json(_ object: Any, options: JSONSerialization.WritingOptions) throws -> Data {
        let tree = try ParameterFiller.tree(of: object)
        let writer = JSONWriter(tree, options: options, strategies: JSONWriter.Strategies())
        let data = try writer.data()
        guard try LargeStack.run(ifDeeper: tree.depth, { JSONSerialization.isValidJSONObject(object) }) else {
            throw RequestSerializationError(
                .invalidJSON,
                reason: "Foundation has no JSON for the parameters. Send dictionaries, arrays, strings and numbers.")
        }
        return data
    }

    /// A property list.
    ///
    /// - Throws: ``RequestSerializationError`` with code ``RequestSerializationError/Code/tooDeep``; for anything else
    ///   that cannot be represented a `CocoaError` with code 3851, as Foundation's own refusals are.
    package static func propertyList(
        _ object: Any, format: PropertyListSerialization.PropertyListFormat,
        options: PropertyListSerialization.WriteOptions
    ) throws -> Data {
        do {
            try PropertyListRequestSerializer.validate(format)
            return try PropertyListBuilder.data(of: ParameterFiller.tree(of: object), format, options: options) {
                guard PropertyListSerialization.propertyList(object, isValidFor: format) else {
                    throw RequestSerializationError(
                        .invalidPropertyList,
                        reason: "Foundation has no property list for the parameters. "
                            + "Send dictionaries, arrays, strings, numbers, dates and data.")
                }
            }
        } catch let error as RequestSerializationError where error.code != .tooDeep {
            throw PropertyListRequestSerializer.foundationError(for: error)
        }
    }
}
