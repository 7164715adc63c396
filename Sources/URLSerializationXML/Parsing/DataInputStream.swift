/// Feeds a parser with data that are only known once it begins to read.
///
/// `InputStream(data:)` must have them when it is made. `XMLParser` opens, reads and closes; nothing else is asked.
final class DataInputStream: InputStream {
    private var remaining = Data()
    private var status = Stream.Status.notOpen

    init() {
        super.init(data: Data())
    }

    /// What is read from now on.
    func feed(_ data: Data) {
        remaining = data
    }

    override func open() { status = .open }

    override func close() {
        status = .closed
        remaining = Data()
    }

    override var streamStatus: Stream.Status { status }
    override var streamError: (any Error)? { nil }
    override var hasBytesAvailable: Bool { !remaining.isEmpty }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength length: Int) -> Int {
        let chunk = remaining.prefix(max(length, 0))
        chunk.copyBytes(to: buffer, count: chunk.count)
        remaining = remaining.dropFirst(chunk.count)
        return chunk.count
    }

    override func getBuffer(
        _ buffer: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, length: UnsafeMutablePointer<Int>
    ) -> Bool { false }
}
