/// A sink that makes a form field from every leaf of the parameters (`multipartFormRequestWithMethod:…`): bytes
/// unchanged, a null as an empty field, any other value as its text in a query.
struct MultipartFieldSink: KeyPathTextSink {
    private(set) var form: MultipartForm
    var key: [UInt8] = []

    mutating func writePair(_ leaf: ParameterValue, style: borrowing QueryStyle) throws {
        guard case .data(let data) = leaf else { return try write(LeafText.description(of: leaf, style: style)) }
        do throws(RequestSerializationError) {
            try form.append(data, name: keyText)
        } catch {
            throw ParameterError(error.code, error.reason)
        }
    }

    /// Appends a field, an empty one for a null, since a form has no fields without content.
    mutating func write(_ text: String?) throws {
        do throws(RequestSerializationError) {
            try form.append(text ?? "", name: keyText)
        } catch {
            // The traversal adds the key path.
            throw ParameterError(error.code, error.reason)
        }
    }
}

extension QueryStyle {
    /// The style in which the traversal writes form fields. Bytes are sent unchanged. Their text here only determines
    /// their place in a set: it is AFNetworking's description of data, `<00112233 44>`.
    var forFormFields: QueryStyle {
        var style = self
        style.data = .custom { data in
            data.enumerated().reduce(into: "<") { text, byte in
                if byte.offset > 0, byte.offset.isMultiple(of: 4) { text += " " }
                text += (byte.element < 16 ? "0" : "") + String(byte.element, radix: 16)
            } + ">"
        }
        return style
    }
}
