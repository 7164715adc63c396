extension MultipartForm {
    /// Appends a form field with bytes (`appendPartWithFormData:name:`).
    ///
    /// - Parameters:
    ///   - value: The field's content, sent unchanged.
    ///   - name: The field's name.
    /// - Throws: ``RequestSerializationError`` for a name that servers read differently.
    public mutating func append(_ value: Data, name: String) throws(RequestSerializationError) {
        append(try PartHead(name: name), .bytes(value))
    }

    /// Appends a form field with text, in the serializer's ``HTTPRequestConfiguration/stringEncoding``. The name is
    /// UTF-8.
    ///
    /// - Throws: ``RequestSerializationError`` for a name that servers read differently, and for text that the encoding
    ///   cannot represent.
    public mutating func append(_ value: String, name: String) throws(RequestSerializationError) {
        try append(PartHead(name: name), value, part: name)
    }

    /// Appends data as a file (`appendPartWithFileData:name:fileName:mimeType:`).
    ///
    /// - Parameters:
    ///   - data: The file's content. It is not copied if it is longer than 16 KiB.
    ///   - name: The field's name.
    ///   - fileName: The file name sent to the server.
    ///   - mediaType: The part's `Content-Type`, such as `image/png`, written unchanged; `nil` for the type of the file
    ///     name's extension (``MediaType``).
    /// - Throws: ``RequestSerializationError`` for names that servers read differently, and for control characters in
    ///   the media type.
    public mutating func append(
        _ data: Data, name: String, fileName: String, mediaType: String? = nil
    ) throws(RequestSerializationError) {
        append(try PartHead(name: name, fileName: fileName, mediaType: mediaType), .bytes(data))
    }

    /// Appends a file, which is read while the body is sent (`appendPartWithFileURL:name:error:`,
    /// `appendPartWithFileURL:name:fileName:mimeType:error:`).
    ///
    /// Its length is recorded now. If the file is longer, shorter or missing later, sending fails.
    ///
    /// - Parameters:
    ///   - file: The URL of a regular file that can be read; a symbolic link is followed.
    ///   - name: The field's name.
    ///   - fileName: The file name sent to the server; `nil` for the name of the file itself.
    ///   - mediaType: The part's `Content-Type`, written unchanged; `nil` for the type of the file's extension
    ///     (``MediaType``).
    /// - Throws: ``RequestSerializationError``: with code ``RequestSerializationError/Code/unusableFile`` (−1000 as in
    ///   AFNetworking) for a URL that is not a file URL and for a file that is missing, cannot be opened, or is a
    ///   directory, a named pipe or a device; also for names that servers read differently, and for control characters
    ///   in the media type.
    public mutating func append(
        file: URL, name: String, fileName: String? = nil, mediaType: String? = nil
    ) throws(RequestSerializationError) {
        let head = try PartHead(
            name: name, fileName: fileName ?? file.lastPathComponent, mediaType: mediaType ?? file.mediaType)
        append(head, .source(try FileSource(file, part: name), part: name))
    }

    /// Appends data as a file: ``append(_:name:fileName:mediaType:)-(Data,_,_,_)`` with the label of AFNetworking and
    /// Alamofire.
    public mutating func append(
        _ data: Data, name: String, fileName: String, mimeType: String
    ) throws(RequestSerializationError) {
        try append(data, name: name, fileName: fileName, mediaType: mimeType)
    }

    /// Appends a file: ``append(file:name:fileName:mediaType:)`` with the label of AFNetworking and Alamofire.
    public mutating func append(
        file: URL, name: String, fileName: String? = nil, mimeType: String
    ) throws(RequestSerializationError) {
        try append(file: file, name: name, fileName: fileName, mediaType: mimeType)
    }

    /// Appends a file: ``append(file:name:fileName:mediaType:)`` without the label.
    public mutating func append(
        _ file: URL, name: String, fileName: String? = nil, mediaType: String? = nil
    ) throws(RequestSerializationError) {
        try append(file: file, name: name, fileName: fileName, mediaType: mediaType)
    }

    /// Unavailable under Alamofire's label, since a URL without `file:` would be sent as text.
    @available(*, unavailable, message: "Use name: for withName:, and append(file:name:) for the URL of a file.")
    public mutating func append(_ value: Any, withName name: String, fileName: String? = nil, mimeType: String? = nil) {
        fatalError()
    }

    /// Appends a part with custom headers (`appendPartWithHeaders:body:`).
    ///
    /// `Content-Disposition` and `Content-Type` are written first, then the others, sorted by name; AFNetworking writes
    /// them in dictionary order. A part of a form needs `Content-Disposition: form-data; name="…"`. This method escapes
    /// nothing in it.
    ///
    /// - Throws: ``RequestSerializationError`` with code ``RequestSerializationError/Code/invalidHeader``.
    public mutating func append(headers: HTTPHeaders, body: Data) throws(RequestSerializationError) {
        let first = ["content-disposition", "content-type"]
        func place(_ header: HTTPHeader) -> (Int, String) {
            (first.firstIndex(of: header.name.lowercased()) ?? first.count, header.name)
        }
        append(try PartHead(HTTPHeaders(headers.sorted { place($0) < place($1) })), .bytes(body))
    }

    /// Appends a form field for every leaf of parameters: data unchanged, a null as an empty field, any other value as
    /// its text in a query. Serializers append a request's parameters in this way.
    ///
    /// - Parameters:
    ///   - parameters: A ``ParameterValue``, a `[String: Any]`, an `NSDictionary` or any other dictionary. An empty
    ///     array or set has no fields.
    ///   - style: The spelling of keys and leaves. Its data strategy does not apply.
    ///   - maximumDepth: The number of collections that may be nested in each other, including the outermost.
    /// - Throws: ``RequestSerializationError`` naming the key path; any error from a closure of the style, unchanged.
    public mutating func append(
        parameters: Any, style: QueryStyle = .afNetworking, maximumDepth: Int = 512
    ) throws {
        try append(.object(parameters), style: style, maximumDepth: maximumDepth)
    }

    /// Appends a form field for every leaf of an object or a model.
    mutating func append(_ input: ParameterInput, style: QueryStyle, maximumDepth: Int) throws {
        let style = style.forFormFields
        let tree = try QueryStringSerializer(style: style, maximumDepth: maximumDepth).tree(of: input)
        var form = self
        let sink = KeyPathSink { key, leaf in
            // A form has no fields without content: that of a null is empty.
            let text =
                switch leaf {
                case .null, .data: ""
                default: try LeafText.description(of: leaf, style: style)
                }
            do throws(RequestSerializationError) {
                if case .data(let data) = leaf {
                    try form.append(data, name: key)
                } else {
                    try form.append(text, name: key)
                }
            } catch {
                // The traversal adds the key path.
                throw ParameterError(error.code, error.reason)
            }
        }
        var traversal = ParameterTraversal(tree, sink: sink, style: style)
        try traversal.visit()
        self = form
    }
}

// Parts with custom headers, for library ports.
extension MultipartForm {
    /// Appends a part whose headers are written unchanged and in their order.
    ///
    /// - Parameter content: Called after the headers are found to be well-formed.
    /// - Returns: The content's length in bytes.
    /// - Throws: ``RequestSerializationError`` for a header with a name that is not a token or with control characters;
    ///   the error of `content`.
    package mutating func append(
        headersInOrder headers: HTTPHeaders, _ content: () throws(RequestSerializationError) -> BodySegment
    ) throws(RequestSerializationError) -> Int64 {
        let head = try PartHead(headers)
        let segment = try content()
        append(head, segment)
        return segment.source.length
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
