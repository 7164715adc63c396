/// A file that is read while the body is sent. It is open only then, and its length must not have changed.
package struct FileSource: BodySource {
    package let url: URL
    package let length: Int64

    /// Opens the file once, to check that it can be read, and takes its length.
    ///
    /// - Parameter part: The name of the part with the file's content; `nil` for a whole body.
    /// - Throws: ``RequestSerializationError`` with code ``RequestSerializationError/Code/unusableFile``.
    package init(_ url: URL, part: String?) throws(RequestSerializationError) {
        self.url = url
        do throws(FileFault) {
            length = try OpenFile.reading(url).length()
        } catch {
            throw Self.fault(error, at: url).error(in: part)
        }
    }

    package var subject: String { "The file \(url.path.quoted)" }

    package func open() throws(BodySourceError) -> any BodySourceReader {
        let (file, now): (OpenFile, Int64)
        do throws(FileFault) {
            file = try OpenFile.reading(url)
            now = try file.length()
        } catch {
            throw Self.fault(error, at: url)
        }
        guard now >= length else { throw .tooShort(subject, read: now, expected: length) }
        guard now <= length else { throw .tooLong(subject, expected: length) }
        return OpenFileReader(file: file, subject: subject, remedy: "Send the form again once it can be.")
    }

    private static func fault(_ fault: FileFault, at url: URL) -> BodySourceError {
        let text = url.isFileURL ? url.path : url.absoluteString
        return BodySourceError(
            .unusableFile,
            "\(text.quoted) \(fault.reason). Give the URL of a regular file that can be read; "
                + "anything else can be a stream.",
            underlyingError: fault.underlyingError)
    }
}

/// A reader of an open file from an offset on.
struct OpenFileReader: BodySourceReader {
    let file: OpenFile
    var offset: Int64 = 0
    /// The offset at which reading ends.
    var end = Int64.max
    /// The file and the remedy as an error names them.
    let subject: String
    let remedy: String

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(BodySourceError) -> Int {
        let count = Int(min(Int64(buffer.count), end - offset))
        guard count > 0 else { return 0 }
        do throws(FileFault) {
            let read = unsafe try file.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]), at: offset)
            offset += Int64(read)
            return read
        } catch {
            throw BodySourceError(
                .unreadableSource, "\(subject) \(error.reason). \(remedy)", underlyingError: error.underlyingError)
        }
    }
}
