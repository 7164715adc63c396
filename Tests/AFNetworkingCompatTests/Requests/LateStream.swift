import AFNetworkingCompat

/// A stream that is filled after it has been appended to a form.
final class LateStream: InputStream {
    var content = Data()
    private(set) var openCount = 0
    private var status = Stream.Status.notOpen

    init() {
        super.init(data: Data())
    }

    override func open() {
        openCount += 1
        status = .open
    }
    override func close() { status = .closed }
    override var streamStatus: Stream.Status { status }
    override var hasBytesAvailable: Bool { !content.isEmpty }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength length: Int) -> Int {
        let chunk = content.prefix(length)
        chunk.copyBytes(to: buffer, count: chunk.count)
        content = Data(content.dropFirst(chunk.count))
        return chunk.count
    }
}
