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

    package var subject: String { Self.name(of: url) }

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
        return FileReader(file: file, url: url)
    }

    fileprivate static func name(of url: URL) -> String {
        "The file \(url.path.quoted)"
    }

    fileprivate static func fault(_ fault: FileFault, at url: URL) -> BodySourceError {
        let text = url.isFileURL ? url.path : url.absoluteString
        return BodySourceError(
            .unusableFile,
            "\(text.quoted) \(fault.reason). Give the URL of a regular file that can be read; "
                + "anything else can be a stream.",
            underlyingError: fault.underlyingError)
    }
}

private struct FileReader: BodySourceReader {
    let file: OpenFile
    let url: URL
    private var offset: Int64 = 0

    init(file: OpenFile, url: URL) {
        self.file = file
        self.url = url
    }

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(BodySourceError) -> Int {
        do throws(FileFault) {
            let count = unsafe try file.read(into: buffer, at: offset)
            offset += Int64(count)
            return count
        } catch {
            throw BodySourceError(
                .unreadableSource, "\(FileSource.name(of: url)) \(error.reason). Send the form again once it can be.",
                underlyingError: error.underlyingError)
        }
    }
}
