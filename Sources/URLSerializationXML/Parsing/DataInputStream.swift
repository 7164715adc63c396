/// A stream of data that become known only when a parser begins to read.
///
/// `InputStream(data:)` needs them when it is created. `XMLParser` only opens, reads and closes its stream.
final class DataInputStream: InputStream {
    private var remaining = Data()
    private var status = Stream.Status.notOpen

    init() {
        super.init(data: Data())
    }

    /// Sets the data that are read from now on.
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
