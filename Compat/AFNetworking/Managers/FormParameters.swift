import URLSerialization

/// The parameters of a multipart form, which AFNetworking takes as any object and uses as a dictionary.
enum FormParameters {
    /// - Throws: `RequestSerializationError` for anything but a dictionary with text for keys, or nothing.
    static func fields(_ parameters: Any?) throws -> [String: Any]? {
        switch parameters {
        case nil: return nil
        case let fields as [String: Any]: return fields
        case let other?:
            throw RequestSerializationError(
                .unsupportedValue, field: "parameters",
                reason: "A form's fields are made of a dictionary with text for keys, not of \(type(of: other)). Give "
                    + "one, or append parts in the block.")
        }
    }
}
