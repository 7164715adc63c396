/// A file that is read while the body is sent. It is open only then, and must still be as long as it was.
struct FileSource: PartSource {
    let url: URL
    let length: Int64

    /// Opens the file once, to see that it can be read, and takes its length.
    init(_ url: URL) throws(PartFault) {
        self.url = url
        let file: OpenFile
        do throws(FileFault) {
            file = try OpenFile.reading(url)
            length = try file.length()
        } catch {
            throw Self.fault(error, at: url)
        }
    }

    var subject: String { Self.name(of: url) }
    var isReadable: Bool { true }

    func open() throws(PartFault) -> any PartReader {
        let (file, now): (OpenFile, Int64)
        do throws(FileFault) {
            file = try OpenFile.reading(url)
            now = try file.length()
        } catch {
            throw Self.fault(error, at: url)
        }
        guard now >= length else { throw .tooShort(subject, read: now, expected: length) }
        guard now <= length else { throw .tooLong(subject, expected: length) }
        return FilePartReader(file: file, url: url)
    }

    fileprivate static func name(of url: URL) -> String {
        "The file \(url.path.quoted)"
    }

    fileprivate static func fault(_ fault: FileFault, at url: URL) -> PartFault {
        let text = url.isFileURL ? url.path : url.absoluteString
        return PartFault(
            .unusableFile,
            "\(text.quoted) \(fault.reason). Give the URL of a regular file that can be read; "
                + "anything else can be a stream.",
            underlyingError: fault.underlyingError)
    }
}

private struct FilePartReader: PartReader {
    let file: OpenFile
    let url: URL
    private var offset: Int64 = 0

    init(file: OpenFile, url: URL) {
        self.file = file
        self.url = url
    }

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(PartFault) -> Int {
        do throws(FileFault) {
            let count = try file.read(into: buffer, at: offset)
            offset += Int64(count)
            return count
        } catch {
            throw PartFault(
                .unreadableSource, "\(FileSource.name(of: url)) \(error.reason). Send the form again once it can be.",
                underlyingError: error.underlyingError)
        }
    }
}
