/// Where a part's content comes from.
package enum PartContent {
    /// Bytes at hand.
    case data(Data)
    /// A regular file, which is read while the body is.
    case file(URL)
    /// A stream, which is read while the body is, once.
    case stream(LentStream)
}

extension MultipartForm {
    /// Appends a part whose headers are written as they are given and in their order.
    ///
    /// - Parameter part: The part's name, for errors.
    /// - Returns: The content's length in bytes.
    /// - Throws: ``RequestSerializationError`` for a header that is none, and for a file that cannot be used.
    package mutating func append(
        headersInOrder headers: HTTPHeaders, _ content: PartContent, part: String
    ) throws(RequestSerializationError) -> Int64 {
        let head = try PartHead(inOrder: headers)
        switch content {
        case .data(let data):
            append(head, data)
            return Int64(data.count)
        case .stream(let stream):
            append(head, stream, part: part)
            return stream.length
        case .file(let url):
            let source: FileSource
            do throws(PartFault) {
                source = try FileSource(url)
            } catch {
                throw error.error(in: part)
            }
            append(head, source, part: part)
            return source.length
        }
    }

    /// The value of `Content-Disposition` for a form field, or with a file name for a file.
    ///
    /// - Throws: ``RequestSerializationError`` for a name that servers read differently.
    package static func disposition(name: String, fileName: String?) throws(RequestSerializationError) -> String {
        try PartHead.disposition(name: name, fileName: fileName)
    }
}

extension MultipartBody {
    /// Writes the body to a file on this thread.
    ///
    /// - Throws: As ``write(to:progress:)``.
    package func writeHere(to file: URL) throws {
        try BodyFile(body: self, url: file, progress: Progress(totalUnitCount: contentLength)).write(nil)
    }
}
