/// Makes a form field of every leaf of the parameters (`multipartFormRequestWithMethod:…`): bytes as they are, a null
/// empty, anything else as the text that the query has.
struct MultipartFieldSink: KeyPathTextSink {
    private(set) var form: MultipartForm
    var key = KeyPathText()

    init(_ form: MultipartForm) {
        self.form = form
    }

    mutating func writePair(_ leaf: ParameterLeaf, style: borrowing QueryStyle) throws {
        if case .data(let data) = leaf {
            try withFaults { sink throws(RequestSerializationError) in try sink.form.append(data, name: sink.keyText) }
        } else {
            try append(LeafText.description(of: leaf, style: style))
        }
    }

    mutating func writePair(text: UnsafeBufferPointer<UInt8>) throws {
        try append(String(decoding: text, as: UTF8.self))
    }

    /// A form has no fields without content: a null is an empty one.
    mutating func writeBareKey() throws { try append("") }

    private mutating func append(_ text: String) throws {
        try withFaults { sink throws(RequestSerializationError) in try sink.form.append(text, name: sink.keyText) }
    }

    /// What is wrong with a field is wrong with a parameter: the traversal knows its key path.
    private mutating func withFaults(
        _ body: (inout MultipartFieldSink) throws(RequestSerializationError) -> Void
    ) throws(ParameterFault) {
        do throws(RequestSerializationError) {
            try body(&self)
        } catch {
            throw ParameterFault(error.code, error.reason)
        }
    }
}

extension QueryStyle {
    /// The style in which the traversal writes form fields. Bytes are sent as they are; the text here only gives them their
    /// place in a set, which is that of the description they had in AFNetworking's days, `<00112233 44>`.
    var forFormFields: QueryStyle {
        var style = self
        style.data = .custom { data in
            let digits = Array("0123456789abcdef".utf8)
            var text = [UInt8(ascii: "<")]
            text.reserveCapacity(2 + data.count * 9 / 4)
            for (offset, byte) in data.enumerated() {
                if offset > 0, offset.isMultiple(of: 4) { text.append(UInt8(ascii: " ")) }
                text.append(digits[Int(byte >> 4)])
                text.append(digits[Int(byte & 15)])
            }
            text.append(UInt8(ascii: ">"))
            return String(decoding: text, as: UTF8.self)
        }
        return style
    }
}
